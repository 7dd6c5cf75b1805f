import { connect, createServer } from 'node:net';
import type { Front } from 'learning-platform-kit/sandbox';
import { expect, it, onTestFinished } from 'vitest';
import { listen } from '../../src/app/listen.ts';
import { as, startGateway } from '../support/gateway.ts';

/** A known user may take a quarter of them on one route. */
const CONNECTIONS = 16;
const TAKEN = CONNECTIONS / 4;

/** Counts the connections to a platform, for the sandbox's option `front`. */
function countConnections() {
  const counter = { opened: 0 };
  const front = async (target: string): Promise<Front> => {
    const server = createServer((client) => {
      counter.opened += 1;
      const platform = connect(Number(new URL(target).port), '127.0.0.1');
      client.pipe(platform).pipe(client);
      for (const socket of [client, platform]) socket.on('error', () => {});
      client.once('close', () => platform.destroy());
      platform.once('close', () => client.destroy());
    });
    const url = await listen(server, { host: '127.0.0.1', port: 0 });
    return { url, close: async () => void server.close() };
  };
  return { counter, front };
}

/** An operation that takes every connection that its caller may have. */
const readMany = (prefix: string): string =>
  `{ ${Array.from({ length: TAKEN }, (_, number) => `c${number}: course(id: "${prefix}-${number}") { id }`).join(' ')} }`;

it('opens no connection to the platform for queued calls whose clients have all left', async () => {
  const { counter, front } = countConnections();
  const gateway = await startGateway({
    environment: { PLATFORM_CONNECTIONS: String(CONNECTIONS) },
    sandbox: { front },
  });
  onTestFinished(() => gateway.close());
  await gateway.student('{ me { id } }');
  let held = 0;
  gateway.faults.set('GET /edu/v1/course', () => {
    held += 1;
  });
  const clients = Array.from({ length: 5 }, () => new AbortController());
  const abandoned = clients.map(({ signal }, number) =>
    gateway.query(readMany(`c-${number}`), { as: as.student, signal }).catch(() => 'left'),
  );
  await expect.poll(() => held).toBe(TAKEN);
  await gateway.query('{ __typename }');
  // Sockets close in the opposite order: the first client leaves first, and calls of the second take the places of its calls.
  for (const client of clients.toReversed()) client.abort();
  expect(new Set(await Promise.all(abandoned))).toEqual(new Set(['left']));
  expect((await gateway.student('{ me { id } }')).data.me.id).toBe('u-ana');
  // Those of the calls that were sent close, and each is replaced once at most; reads had the others.
  expect(counter.opened).toBeLessThanOrEqual(3 * TAKEN);
});
