import { Agent, setGlobalDispatcher } from 'undici';
import { ask } from './fleet-ask.ts';

/**
 * Queries of other users, from a process and an address of their own: what the clients of a test keep busy must not count
 * as response time, and clients of one address take turns. Arguments: URL, milliseconds between two queries and, for users who
 * have only just come, `newcomers`: each of their queries opens a connection. The others' are open before the first message
 * from this process. The test then sends a message to start, and another to stop and have the report.
 */
export interface QueryTimes {
  /** Milliseconds that each successful query took. */
  times: number[];
  /** Number of queries that were refused. */
  refused: number;
}

/** Connections of the users who are there already: more than they have queries in progress. */
const CONNECTIONS = 32;

const [url = '', interval = '25', who] = process.argv.slice(2);
const areNew = who === 'newcomers';
const address = { localAddress: areNew ? '127.0.0.3' : '127.0.0.2' };
setGlobalDispatcher(
  new Agent(areNew ? { ...address, pipelining: 0 } : { ...address, connections: CONNECTIONS }),
);
const times: number[] = [];
const pending = new Set<Promise<void>>();
let refused = 0;

const askWhoIAm = () => ask(url, '{ me { id } }', { authorization: 'Bearer other' });

async function query(): Promise<void> {
  const startedAt = performance.now();
  const { data } = await askWhoIAm();
  if (data?.me) times.push(performance.now() - startedAt);
  else refused += 1;
}

if (!areNew) await Promise.all(Array.from({ length: CONNECTIONS }, askWhoIAm));
process.send?.('ready');

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
