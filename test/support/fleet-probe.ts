import { rmSync } from 'node:fs';
import { createServer, Socket } from 'node:net';
import { queryObjects, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { WebSocket } from 'ws';

/** What a gateway process holds after a collection of its garbage. */
export interface Held {
  /** Bytes. */
  heap: number;
  /** Objects alive, by kind; listeners on signals and sockets are seen through what they hold. */
  timers: number;
  signals: number;
  sockets: number;
  webSockets: number;
  /** What keeps the event loop busy, as Node counts it. */
  resources: number;
}

/** Loaded into a gateway before it starts (`--import`): whoever connects to the path is told what the process holds. */
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
