import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Sandbox, startSandbox } from 'learning-platform-kit/sandbox';
import { describe, expect, it, onTestFinished } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { startProcess } from '../support/process.ts';
import { environmentOf } from '../support/process-environment.ts';
import { type RedisServer, startRedis, startRedisCluster } from '../support/redis.ts';
import { until } from '../support/until.ts';

/** How far the first request for a note has come when Redis loses its record. Each note has its moment as text and key. */
const MOMENTS = ['before the call arrives', 'before the outcome is recorded', 'after the response'] as const;
type Moment = (typeof MOMENTS)[number];

/** What becomes of the instance, and when the client sends its request again, to another instance. */
const COURSES = [
  'the instance lives, the repeat follows its response',
  'the instance lives, the repeat is sooner',
  'the instance dies',
] as const;

const CREATE = `mutation ($key: String!, $text: String!) {
  createNote(input: { text: $text, lessonId: "l-tourniquet" }) @idempotent(key: $key) { noteId }
}`;
const NODE_ID = ['CLUSTER', 'MYID'] as const;

/** A platform that keeps the first call of a note waiting: before it is made, or before it is answered. */
async function startHoldingPlatform() {
  const held = Promise.withResolvers<void>();
  const seen = new Set<string>();
  const written: string[] = [];
  let text = '';
  const sandbox = await startSandbox({
    onRequest: ({ method, body }) => {
      text = method === 'PUT' ? String(JSON.parse(body).text) : '';
    },
    intercept: async (_request, response) => {
      const note = text;
      if (note === '') return false;
      const isFirst = !seen.has(note);
      seen.add(note);
      if (isFirst && note === MOMENTS[0]) {
        await held.promise;
        // Its instance may have died meanwhile.
        if (response.destroyed) return true;
      }
      written.push(note);
      if (isFirst && note === MOMENTS[1]) {
        const end = response.end.bind(response);
        response.cork();
        Object.assign(response, {
          end: (...args: Parameters<typeof end>) => void held.promise.then(() => end(...args)),
        });
      }
      return false;
    },
  });
  onTestFinished(sandbox.close);
  return { sandbox, seen, written, release: held.resolve };
}

/** A cluster of which one master has a replica, which has all that the master has. */
async function startReplicated(holder: RedisServer, nodes: readonly RedisServer[]): Promise<RedisServer> {
  const replica = await startRedis({
    'cluster-enabled': 'yes',
    'cluster-port': await freePort(),
    'cluster-node-timeout': 2000,
    'repl-diskless-sync-delay': 0,
  });
  onTestFinished(() => replica.stop());
  const id = String(await holder.command(...NODE_ID));
  const knows = async (node: RedisServer, other: string): Promise<boolean> =>
    String(await node.command('CLUSTER', 'NODES')).includes(other);
  await replica.command('CLUSTER', 'MEET', '127.0.0.1', holder.port, await busPortOf(holder));
  const own = String(await replica.command(...NODE_ID));
  await until(async () =>
    (await Promise.all([knows(replica, id), ...nodes.map((node) => knows(node, own))])).every(Boolean),
  );
  await replica.command('CLUSTER', 'REPLICATE', id);
  await until(async () =>
    String(await replica.command('INFO', 'replication')).includes('master_link_status:up'),
  );
  await until(async () => (await replica.command('DBSIZE')) === (await holder.command('DBSIZE')));
  return replica;
}

const busPortOf = async (node: RedisServer): Promise<number> =>
  Number(/@(\d+)\S* myself/.exec(String(await node.command('CLUSTER', 'NODES')))?.[1]);

/** The master that has the records of writes. */
async function holderOfRecords(nodes: readonly RedisServer[]): Promise<RedisServer> {
  for (const node of nodes) {
    const keys = await node.command('KEYS', '*{writes*');
    if (Array.isArray(keys) && keys.length > 0) return node;
  }
  throw new Error('no master has records');
}

/** Sends a note until the gateway says that sending it again is useless. @returns its ID, or the code of the error. */
async function createNote(url: string, { credentials }: Sandbox, text: string, key = text): Promise<string> {
  for (;;) {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${credentials.instructor}` },
      body: JSON.stringify({ query: CREATE, variables: { key, text } }),
    });
    const { data, errors: [error] = [] } = JSON.parse(await response.text());
    if (!error) return data.createNote.noteId;
    if (!error.extensions.retryable) return error.extensions.code;
  }
}

/** Lets a failover lose the records of three notes. @returns what the platform and the client have of each. */
async function loseRecords(course: (typeof COURSES)[number]): Promise<Record<Moment, string>> {
  const [cluster, platform] = await Promise.all([startRedisCluster(), startHoldingPlatform()]);
  onTestFinished(() => cluster.stop());
  const { sandbox, seen, written, release } = platform;
  const environment = {
    ...environmentOf(sandbox),
    REDIS_URL: cluster.urls.join(','),
    OPERATION_TIMEOUT: '120000',
    PLATFORM_TIMEOUT: '120000',
  };
  const [first, second] = await Promise.all([startProcess(environment), startProcess(environment)]);
  onTestFinished(() => void [first, second].map(({ child }) => child.kill('SIGKILL')));
  const send = ({ url }: { url: string }, text: string): Promise<string> => createNote(url, sandbox, text);
  // Both know the caller, and the secret of its records.
  await send(first, 'a note before, of the first');
  await send(second, 'a note before, of the second');
  const holder = await holderOfRecords(cluster.nodes);
  const replica = await startReplicated(holder, cluster.nodes);

  // The replica has a wrong password from now on: it receives nothing more.
  await replica.command('CONFIG', 'SET', 'masterauth', 'wrong');
  await holder.command('CLIENT', 'KILL', 'TYPE', 'replica');
  const answers = new Map<Moment, Promise<string>>();
  for (const moment of MOMENTS)
    answers.set(
      moment,
      send(first, moment).catch(() => 'no response'),
    );
  await answers.get(MOMENTS[2]);
  await until(() => MOMENTS.every((moment) => seen.has(moment)));
  await holder.kill();
  await replica.command('CLUSTER', 'FAILOVER', 'TAKEOVER');

  if (course === COURSES[0]) {
    // Its outcomes are recorded at once when it has found the new master.
    await send(first, 'a note after, of the first');
    release();
    await Promise.all(answers.values());
  } else if (course === COURSES[2]) {
    first.child.kill('SIGKILL');
    await first.ended;
    release();
  }
  const repeats = await Promise.all(
    MOMENTS.map(async (moment) => [moment, await send(second, moment)] as const),
  );
  release();
  const told = await Promise.all(
    repeats.map(async ([moment, repeat]) => {
      const answer = await answers.get(moment);
      const times = written.filter((text) => text === moment).length;
      return [
        moment,
        `${times === 1 ? 'once' : `${times} times`}, ${repeat === answer ? 'same ID' : 'another ID'}`,
      ];
    }),
  );
  return Object.fromEntries(told);
}

describe('a failover of a cluster to a replica that has not received the record of a write', {
  tags: ['slow', 'redis-server'],
}, () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/decisions/idempotency-keys.md'), 'utf8');

  it.each(COURSES)('makes it twice only as documented: %s', async (course) => {
    const told = await loseRecords(course);
    const cells = MOMENTS.map((moment) => told[moment]);
    expect(page).toContain(`| ${course} | ${cells.join(' | ')} |`);
  });
});
