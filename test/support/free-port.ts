import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** The ports that tests of this process got: nothing may listen on them yet. */
const given = new Set<number>();

/**
 * A port of the loopback interface that nothing listens on, another one for each call. The system gives none of this range to
 * connections, so a server gets it again when it restarts.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(15_000, 32_000);
  if (given.has(port)) return freePort();
  given.add(port);
  const server = createServer();
  const isFree = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
  });
  if (!isFree) return freePort();
  await new Promise((resolve) => server.close(resolve));
  return port;
}
