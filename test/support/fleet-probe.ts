import { rmSync } from 'node:fs';
import { createServer, Socket } from 'node:net';
import { queryObjects, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { WebSocket } from 'ws';

/** What a gateway process retains after garbage collection. */
export interface Held {
  /** Bytes. */
  heap: number;
  /** Live objects by kind; leaked listeners show up as the objects they retain. */
  timers: number;
  signals: number;
  sockets: number;
  webSockets: number;
  /** Active resources of the event loop, as Node counts them. */
  resources: number;
}

/** Loaded into a gateway before it starts (`--import`): reports what the process retains to every connection on this Unix socket. */
const path = process.env.FLEET_PROBE;
setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');
const Timeout = setTimeout(() => {}, 0).constructor as new () => unknown;

const countOf = (kind: new (...args: never[]) => unknown): number => queryObjects(kind, { format: 'count' });

const held = (): Held => ({
  heap: process.memoryUsage().heapUsed,
  timers: countOf(Timeout),
  signals: countOf(AbortSignal as unknown as new () => unknown),
  sockets: countOf(Socket),
  webSockets: countOf(WebSocket),
  resources: process.getActiveResourcesInfo().length,
});

if (path !== undefined) {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    for (let round = 0; round < 3; round += 1) collect();
    socket.end(JSON.stringify(held()));
  });
  server.listen(path).unref();
  process.once('exit', () => rmSync(path, { force: true }));
}
