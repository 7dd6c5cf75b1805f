import { Agent, setGlobalDispatcher } from 'undici';
import { ask } from './fleet-ask.ts';

/**
 * Queries of other users, from a process and an address of their own: what the clients of a test keep busy must not count
 * as response time, and clients of one address take turns. Arguments: URL and milliseconds between two queries. On a first
 * message it starts; on a second one it stops and reports.
 */
export interface QueryTimes {
  /** Milliseconds that each successful query took. */
  times: number[];
  /** Number of queries that were refused. */
  refused: number;
}

setGlobalDispatcher(new Agent({ localAddress: '127.0.0.2' }));

const [url = '', interval = '25'] = process.argv.slice(2);
const times: number[] = [];
const pending = new Set<Promise<void>>();
let refused = 0;

async function query(): Promise<void> {
  const startedAt = performance.now();
  const { data } = await ask(url, '{ me { id } }', { authorization: 'Bearer other' });
  if (data?.me) times.push(performance.now() - startedAt);
  else refused += 1;
}

process.once('message', () => {
  const timer = setInterval(() => {
    const one: Promise<void> = query().finally(() => pending.delete(one));
    pending.add(one);
  }, Number(interval));

  process.once('message', async () => {
    clearInterval(timer);
    await Promise.all(pending);
    process.send?.({ times, refused } satisfies QueryTimes);
    process.disconnect();
  });
});
