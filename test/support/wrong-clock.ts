import { createServer } from 'node:net';

/**
 * Loaded into a gateway before it starts (`--import`): its clock is wrong by `CLOCK_SKEW` milliseconds, or by the number
 * that was last written to the Unix socket `WRONG_CLOCK`.
 */
const { WRONG_CLOCK: path, CLOCK_SKEW = '0' } = process.env;

if (path !== undefined) {
  let skew = Number(CLOCK_SKEW);
  const now = Date.now;
  const skewed = (): number => now() + skew;
  globalThis.Date = new Proxy(Date, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [skewed()] : args, newTarget),
    get: (target, name) => (name === 'now' ? skewed : Reflect.get(target, name)),
  });
  createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', (chunk: Buffer) => {
      skew = Number(String(chunk));
      socket.end('set');
    });
  })
    .listen(path)
    .unref();
}
