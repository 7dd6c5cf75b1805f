import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** What the probe can be asked. */
export type CostQuestion = 'heap' | 'loop';

/**
 * Loaded into a gateway before it starts (`--import`): answers connections on this Unix socket. `loop`: the processor time
 * of the main thread in microseconds, which unlike the lag of the event loop does not depend on other processes. `heap`:
 * bytes in use after garbage collection.
 */
const path = process.env.COST_PROBE;

function heapInUse(): number {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  collect();
  collect();
  return process.memoryUsage().heapUsed;
}

function loopTime(): number {
  const { user, system } = process.threadCpuUsage();
  return user + system;
}

if (path !== undefined) {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', (question) =>
      socket.end(String(String(question) === ('heap' satisfies CostQuestion) ? heapInUse() : loopTime())),
    );
  });
  server.listen(path).unref();
  process.once('exit', () => rmSync(path, { force: true }));
}
