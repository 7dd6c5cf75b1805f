import { rmSync } from 'node:fs';
import { createServer } from 'node:net';

/** Loaded into a gateway before it starts (`--import`): each connection on this Unix socket advances its clock. */
const path = process.env.PROTOCOL_CLOCK;
/** Milliseconds: longer than events are retained. */
const ADVANCE = 25 * 3_600_000;

if (path !== undefined) {
  const now = Date.now;
  let advanced = 0;
  Date.now = () => now() + advanced;
  const server = createServer((socket) => {
    advanced += ADVANCE;
    socket.end('advanced');
  });
  server.listen(path).unref();
  process.once('exit', () => rmSync(path, { force: true }));
}
