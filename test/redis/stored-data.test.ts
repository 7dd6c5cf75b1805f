import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { contentOf } from '../privacy/redis-content.ts';
import { describeEach } from '../support/describe-each.ts';
import { FULL } from '../support/fleet-form.ts';
import { as, type TestGateway } from '../support/gateway.ts';
import { type Listener, listen } from '../support/listen.ts';
import { sourceEnvironment } from '../support/process-environment.ts';
import { type RedisServer, startRedisCluster } from '../support/redis.ts';
import { signOnToAto } from '../support/sign-in.ts';
import { testGateway } from '../support/suite.ts';
import { testRedis } from '../support/test-redis.ts';
import { until } from '../support/until.ts';

const ROOT = join(import.meta.dirname, '../..');
const PAGE = readFileSync(join(ROOT, 'docs/stored-data.md'), 'utf8');
const RECEIVED = `subscription ($after: String) {
  notificationReceived(after: $after) { cursor gap { reason } notification { text } }
}`;
const CHANGED = `subscription ($after: String) {
  atoRequestChanged(after: $after) { cursor gap { reason } requestId }
}`;
const ALERT = 'mutation ($input: RaiseAtoAlertInput!) { raiseAtoAlert(input: $input) { streamed } }';
const SEND = `mutation ($to: ID!, $text: String!) {
  sendNotification(input: { receiverId: $to, text: $text, persist: false }) { streamed }
}`;
const NOTE =
  'mutation { createNote(input: { text: "Cold", lessonId: "l-tourniquet" }) @idempotent(key: "one of my notes") { noteId } }';
const REQUEST = 'query ($id: ID!) { atoRequest(id: $id) { id status } }';
const PLUGIN = as.plugin.authorization ?? '';
const TOPIC = 'gateway:{ato%3Ademo-plugin}';

interface Item {
  cursor: string;
  gap: { reason: string } | null;
  notification?: { text: string } | null;
  requestId?: string | null;
}

const gapsOf = ({ items }: Listener<Item>): string[] => items.flatMap(({ gap }) => gap?.reason ?? []);
const requestsOf = ({ items }: Listener<Item>): string[] => items.flatMap(({ requestId }) => requestId ?? []);

const start = (environment: Record<string, string>): Promise<TestGateway> =>
  testGateway({ environment: { NOTIFICATION_POLL_INTERVAL: '100', ...environment } });

const follow = (gateway: TestGateway, query: string, authorization: string, after?: string) =>
  listen<Item>(gateway.url, query, {
    authorization,
    ...(after === undefined ? {} : { variables: { after } }),
  });

/** Stores something of every kind for a user: notifications, an ATO request with an alert, and a bound token. */
async function storeAll(gateway: TestGateway, userId: string): Promise<{ requestId: string }> {
  const { sandbox } = gateway;
  const stream = follow(gateway, RECEIVED, `Bearer ${sandbox.issueToken(userId)}`);
  await stream.reach(1);
  sandbox.sendNotification({ receiver: userId, text: 'Bring a rope' });
  await gateway.query(SEND, { as: as.student, variables: { to: userId, text: 'Bring a map' } });
  await stream.reach(3);
  stream.stop();
  const { errors } = await gateway.query(NOTE, { as: as.bearer(sandbox.issueToken(userId)) });
  expect(errors).toEqual([]);
  const { requestId } = await sandbox.startAtoRequest({ userId });
  await sandbox.setDistributions(requestId, [
    { distributionId: 'd', name: 'Trail Companion', platform: 'web', version: '1' },
  ]);
  const { token, bound } = await signOnToAto(gateway, requestId);
  expect(bound).toBe(true);
  await gateway.query(ALERT, {
    as: as.bearer(token),
    variables: { input: { requestId, title: 'Missing', text: 'A form is missing.' } },
  });
  return { requestId };
}

/** Runs `npm run erase` as a process. */
const erase = (
  environment: Record<string, string>,
  ...options: string[]
): Promise<{ status: number; stdout: string; stderr: string }> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(ROOT, 'src/cli/erase.ts'), ...options],
      { env: { ...sourceEnvironment(), ...environment } },
      (error, stdout, stderr) => resolve({ status: Number(error?.code ?? 0), stdout, stderr }),
    );
  });

const contentOfAll = async (servers: readonly RedisServer[]): Promise<string[]> =>
  (await Promise.all(servers.map(contentOf))).flat();

/** The keys of what is kept for longer than a moment. */
const keysIn = (content: readonly string[]): string[] =>
  content.map((line) => line.slice(0, line.indexOf(' '))).filter((key) => !/:(rate|probe)/.test(key));

const mentioning = (content: readonly string[], id: string): string[] =>
  content.filter((line) => line.includes(id)).toSorted();

describe('what is stored', { tags: 'redis-server' }, () => {
  it('is what docs/stored-data.md lists, with its type, and expires', async () => {
    const redis = await testRedis();
    const gateway = await start({ REDIS_URL: redis.url, LIMIT_RATE: '50' });
    await storeAll(gateway, 'u-ana');
    // Rates are shared in the background.
    await until(async () => String(await redis.command('KEYS', 'gateway:rate:*')) !== '');
    const rows = [...PAGE.matchAll(/^\| `(.+?)` \| (\w+) \|(.*)\| [12] \|$/gm)].map(
      ([, pattern = '', type, rest = '']) => ({
        pattern,
        type,
        neverExpires: rest.includes('never expires'),
        expression: expressionOf(pattern),
      }),
    );
    const keys = (await redis.command('KEYS', '*')) as string[];
    expect(keys.length).toBeGreaterThan(15);
    const unlisted: string[] = [];
    for (const key of keys) {
      const row = rows.find(({ expression }) => expression.test(key));
      const [type, ttl] = await Promise.all([redis.command('TYPE', key), redis.command('PTTL', key)]);
      // It expired meanwhile.
      if (ttl === -2) continue;
      if (!row || row.type !== type || row.neverExpires !== (ttl === -1))
        unlisted.push(`${type} ${key} ${ttl}`);
    }
    expect(unlisted).toEqual([]);
    const unseen = rows.filter(({ expression }) => !keys.some((key) => expression.test(key)));
    // The store of an announced write, a pause, a check and an owner are gone when it is over.
    const passing = ['{topic}:announced', '{topic}:probe', 'value:{notification-rest:user}', '{topic}:owner'];
    expect(unseen.map(({ pattern }) => pattern).filter((pattern) => !passing.includes(pattern))).toEqual([]);
  });

  it('in version 0.2.0 without expiry, expires after the next change of its topic', async () => {
    const redis = await testRedis();
    const gateway = await start({ REDIS_URL: redis.url });
    const { requestId: old } = await gateway.sandbox.startAtoRequest();
    const [, order, , state] =
      /^(\d+) (\d+) (\d+) (.*)$/
        .exec(String(await redis.command('HGET', `${TOPIC}:snapshots`, old)))
        ?.slice(1) ?? [];
    await redis.command('HSET', `${TOPIC}:snapshots`, old, `1 ${order} 0 ${state}`);
    await redis.command('ZREM', `${TOPIC}:snapshot-expiry`, old);
    for (const name of ['snapshots', 'snapshot-order']) await redis.command('PERSIST', `${TOPIC}:${name}`);
    await gateway.sandbox.startAtoRequest();
    expect(Number(await redis.command('ZSCORE', `${TOPIC}:snapshot-expiry`, old))).toBeGreaterThan(
      Date.now(),
    );
    expect(await redis.command('PTTL', `${TOPIC}:snapshots`)).toBeGreaterThan(0);
    const { data } = await gateway.plugin(REQUEST, { id: old });
    expect(data.atoRequest.id).toBe(old);
  });
});

/** `{topic}:head` also matches the topic of any name. */
function expressionOf(pattern: string): RegExp {
  const parts = pattern.split(/(\{[^}]*\})/).map((part) => {
    if (part === '{topic}') return '\\{(notifications|ato|distributions-of)%3A[^}]+\\}';
    if (/^\{(id|key|subject|hash|slot)\}$/.test(part)) return '.+';
    const [name, variable] = part.slice(1, -1).split(':');
    if (part.startsWith('{')) return variable === undefined ? `\\{${name}\\}` : `\\{${name}%3A[^}]+\\}`;
    return part;
  });
  return new RegExp(`^gateway:${parts.join('')}$`);
}

describe('what a newer release stored', { tags: 'redis-server' }, () => {
  it('is a gap for a cursor, and the stream starts at its oldest event', async () => {
    const gateway = await start({});
    const { requestId } = await gateway.sandbox.startAtoRequest();
    const first = follow(gateway, CHANGED, PLUGIN);
    const [position] = await first.reach(1);
    first.stop();
    const newer = Buffer.concat([
      Buffer.from(position?.cursor ?? '', 'base64url')
        .subarray(0, -4)
        .fill(2, 0, 1),
      Buffer.from('more than version 1 has'),
    ]);
    const checksum = createHash('sha256').update(newer).digest().subarray(0, 4);
    const cursor = Buffer.concat([newer, checksum]).toString('base64url');
    const stream = follow(gateway, CHANGED, PLUGIN, cursor);
    await until(() => requestsOf(stream).length > 0);
    expect(gapsOf(stream)).toEqual(['CURSOR_UNKNOWN']);
    expect(requestsOf(stream)).toEqual([requestId]);
    stream.stop();

    const damaged = follow(gateway, CHANGED, PLUGIN, `${cursor.slice(0, -2)}AA`);
    await damaged.end();
    expect(damaged.errors.map(({ extensions }) => extensions.code)).toEqual(['BAD_USER_INPUT']);
  });
});

describe('what the gateway did not write', { tags: 'redis-server' }, () => {
  /** Entries of the event log, from their position on. `previous`: the time of the entry before. */
  const FOREIGN = {
    'a newer format': (previous: string) => ['format', '2', 'previous', previous, 'body', '\u0001binary'],
    'a payload that is no JSON': (previous: string) => entry('{"a":', previous),
    'an empty payload': (previous: string) => entry('', previous),
    'no fields that are known': () => ['field', 'value'],
    'a previous time that is no time': () => entry('{}', 'yesterday'),
  };
  const entry = (payload: string, previous: string) => [
    ...['kind', 'changed', 'payload', payload],
    ...['previous', previous],
  ];

  it.each(Object.entries(FOREIGN))(
    'is a gap for an entry with %s, and the stream continues',
    async (_, fieldsAfter) => {
      const redis = await testRedis();
      const gateway = await start({ REDIS_URL: redis.url });
      await gateway.sandbox.startAtoRequest();
      const stream = follow(gateway, CHANGED, PLUGIN);
      const [position] = await stream.reach(1);
      const [epoch, sequence, time = ''] = (await redis.command(
        'HMGET',
        `${TOPIC}:head`,
        'epoch',
        'sequence',
        'time',
      )) as string[];
      const next = Number(sequence) + 1;
      await redis.command('HSET', `${TOPIC}:head`, 'sequence', next);
      await redis.command('XADD', `${TOPIC}:stream`, `${time}-${next}`, ...fieldsAfter(time));
      await redis.command('SPUBLISH', `${TOPIC}:appended`, `${epoch} ${next} ${time}`);
      // It arrives while the stream is open, and nothing follows that would hide it.
      await until(() => gapsOf(stream).includes('UPSTREAM_INCOMPLETE'));
      const { requestId: after } = await gateway.sandbox.startAtoRequest();
      await until(() => requestsOf(stream).includes(after));
      expect(requestsOf(stream)).toEqual([after]);
      expect(stream.errors).toEqual([]);
      stream.stop();
      const resumed = follow(gateway, CHANGED, PLUGIN, position?.cursor);
      await until(() => requestsOf(resumed).includes(after));
      expect(gapsOf(resumed)).toContain('UPSTREAM_INCOMPLETE');
      expect(requestsOf(resumed)).toEqual([after]);
      expect(resumed.errors).toEqual([]);
      resumed.stop();
    },
  );

  it('is passed over for an entry with an ID that the log does not give', async () => {
    const redis = await testRedis();
    const gateway = await start({ REDIS_URL: redis.url });
    await gateway.sandbox.startAtoRequest();
    const stream = follow(gateway, CHANGED, PLUGIN);
    const [position] = await stream.reach(1);
    const foreign = ['kind', 'x', 'payload', '{bad', 'previous', '0', 'bytes', '5'];
    await redis.command('XADD', `${TOPIC}:stream`, '*', ...foreign);
    const resume = async (...expected: (string | null)[]): Promise<void> => {
      const resumed = follow(gateway, CHANGED, PLUGIN, position?.cursor);
      await resumed.reach(1 + expected.length);
      expect([requestsOf(resumed), gapsOf(resumed), resumed.errors]).toEqual([expected, [], []]);
      resumed.stop();
    };
    await resume();
    const { requestId: after } = await gateway.sandbox.startAtoRequest();
    await until(() => requestsOf(stream).includes(after));
    expect([requestsOf(stream), gapsOf(stream), stream.errors]).toEqual([[after], [], []]);
    stream.stop();
    await resume(after);
  });

  it.each([
    ['a newer release has written', (_stored: string) => 'v2 anything that a newer release writes'],
    ['is damaged', (stored: string) => stored.slice(0, -1)],
  ])('is unavailable for a state that %s, and others are not affected', async (_what, other) => {
    const redis = await testRedis();
    const gateway = await start({ REDIS_URL: redis.url });
    const { requestId } = await gateway.sandbox.startAtoRequest();
    const { requestId: unaffected } = await gateway.sandbox.startAtoRequest();
    const foreign = other(String(await redis.command('HGET', `${TOPIC}:snapshots`, requestId)));
    await redis.command('HSET', `${TOPIC}:snapshots`, requestId, foreign);
    const read = await gateway.query(REQUEST, { as: as.plugin, variables: { id: requestId } });
    expect(read.errors.map(({ extensions }) => extensions.code)).toEqual(['EVENT_LOG_UNAVAILABLE']);
    const list = await gateway.plugin('{ atoRequests(first: 10) { nodes { id } } }');
    expect(list.data.atoRequests.nodes).toEqual([{ id: unaffected }]);
    const erased = await erase({ REDIS_URL: redis.url }, '--user', 'u-kofi', '--json');
    expect(JSON.parse(erased.stdout)).toMatchObject({ unreadable: 1, requests: 0 });
    expect(erased.status).toBe(1);
    // Neither is overwritten.
    expect((await gateway.sandbox.resendAtoRequest(requestId))?.status).toBe(503);
    expect(await redis.command('HGET', `${TOPIC}:snapshots`, requestId)).toBe(foreign);
    expect((await gateway.sandbox.resendAtoRequest(unaffected))?.status).toBe(200);
  });

  const KEYS = FULL
    ? ['head', 'stream', 'announced', 'snapshots', 'snapshot-order']
    : ['stream', 'announced'];
  /** What is wrong, how the cause is logged, and what does it. @returns undoes it. */
  type Damage = [
    what: string,
    cause: string,
    damage: (redis: RedisServer) => Promise<() => Promise<unknown>>,
  ];
  it.each<Damage>([
    [
      'its head has a time that is none',
      '',
      async (redis) => {
        const time = String(await redis.command('HGET', `${TOPIC}:head`, 'time'));
        await redis.command('HSET', `${TOPIC}:head`, 'time', '1e30');
        return () => redis.command('HSET', `${TOPIC}:head`, 'time', time);
      },
    ],
    ...KEYS.map(
      (name): Damage => [
        `the key ${name} has another type`,
        'WRONGTYPE',
        async (redis) => {
          await redis.command('DEL', `${TOPIC}:${name}`);
          await redis.command('SET', `${TOPIC}:${name}`, 'of another program');
          return () => redis.command('DEL', `${TOPIC}:${name}`);
        },
      ],
    ),
  ])(
    'makes its topic unavailable if %s, is logged with its cause, and heals',
    async (_what, cause, damage) => {
      const redis = await testRedis();
      const gateway = await start({ REDIS_URL: redis.url });
      await gateway.sandbox.startAtoRequest();
      const stream = follow(gateway, CHANGED, PLUGIN);
      await stream.reach(1);
      const heal = await damage(redis);
      await redis.command('SPUBLISH', `${TOPIC}:appended`, 'read again');
      const opened = follow(gateway, CHANGED, PLUGIN);
      if (cause !== '') expect((await gateway.sandbox.startAtoRequest()).response?.status).toBe(503);
      await until(() =>
        gateway.logLines.some((line) => line.includes('foreign-data') && line.includes(cause)),
      );
      await heal();
      await opened.reach(1);
      const { requestId: after } = await gateway.sandbox.startAtoRequest();
      await until(() => [stream, opened].every((open) => requestsOf(open).includes(after)));
      expect([...stream.errors, ...opened.errors]).toEqual([]);
      stream.stop();
      opened.stop();
    },
  );
});

describeEach([
  ['one Redis, with a prefix', ['redis-server'], { prefix: 'staging:', isCluster: false }],
  ['a Redis Cluster', ['slow', 'redis-server'], { prefix: '', isCluster: true }],
])('erasing on %s', { timeout: 60_000 }, (_name, { prefix, isCluster }) => {
  async function startStore() {
    const cluster = isCluster ? await startRedisCluster() : null;
    if (cluster) onTestFinished(() => cluster.stop());
    const servers = cluster?.nodes ?? [await testRedis()];
    const environment = {
      REDIS_URL: servers.map(({ url }) => url).join(','),
      ...(prefix === '' ? {} : { REDIS_PREFIX: prefix }),
    };
    const gateway = await start({ ...environment, LIMIT_RATE: '100' });
    await until(
      async () => (await gateway.sandbox.startAtoRequest({ userId: 'u-marcus' })).response?.status === 200,
    );
    return { servers, environment, gateway };
  }

  it('leaves nothing of a user, and everything of others', async () => {
    const { servers, environment, gateway } = await startStore();
    const { requestId } = await storeAll(gateway, 'u-ana');
    const { requestId: other } = await storeAll(gateway, 'u-kofi');
    await until(async () => mentioning(await contentOfAll(servers), ':owner').length === 0);
    const before = await contentOfAll(servers);
    expect(mentioning(before, 'u-ana').length).toBeGreaterThan(4);
    const stream = follow(gateway, CHANGED, PLUGIN);
    await stream.reach(1);

    const { status, stdout } = await erase(environment, '--user', 'u-ana', '--json');
    expect(status).toBe(0);
    const result = JSON.parse(stdout);
    expect(result).toMatchObject({ requests: 1, bindings: 2, unreadable: 0 });
    expect(result.events).toBeGreaterThanOrEqual(5);
    expect(stdout).not.toMatch(/u-ana|ato-|Bring/);
    const after = await contentOfAll(servers);
    const kept = new Set(keysIn(after));
    expect(result.keys).toBe(keysIn(before).filter((key) => !kept.has(key)).length);
    for (const keys of [/:\{writes%3A/, /\{caller%3A/]) {
      const found = [before, after].map((content) => content.filter((line) => keys.test(line)).length);
      expect(found).toEqual([2, 1]);
    }
    expect(mentioning(after, 'u-ana')).toEqual([]);
    expect(mentioning(after, requestId)).toEqual([]);

    const untouched = (content: readonly string[]): string[] =>
      mentioning(content, 'u-kofi').filter((line) => !line.includes('{ato%3A'));
    expect(untouched(after)).toEqual(untouched(before));
    const { data } = await gateway.plugin(REQUEST, { id: other });
    expect(data.atoRequest.id).toBe(other);
    expect(mentioning(after, other).length).toBe(mentioning(before, other).length);
    await until(() => gapsOf(stream).length > 0);
    expect(gapsOf(stream)).toEqual(['UPSTREAM_INCOMPLETE']);
    stream.stop();
    expect(JSON.parse((await erase(environment, '--user', 'u-ana', '--json')).stdout)).toEqual({
      events: 0,
      requests: 0,
      bindings: 0,
      keys: 0,
      unreadable: 0,
    });
  });

  it('leaves nothing of a request, and the notifications of its user', async () => {
    const { servers, environment, gateway } = await startStore();
    const { requestId } = await storeAll(gateway, 'u-ana');
    const notifications = (content: readonly string[]): string[] =>
      mentioning(content, 'notifications%3Au-ana');
    const position = follow(gateway, RECEIVED, `Bearer ${gateway.sandbox.issueToken('u-ana')}`);
    const [{ cursor } = { cursor: '' }] = await position.reach(1);
    position.stop();
    const before = (await contentOfAll(servers)).filter((line) => !line.includes(':owner'));
    const { status, stdout } = await erase(environment, '--request', requestId);
    expect(status).toBe(0);
    expect(stdout.replaceAll(/ +/g, ' ')).toMatch(
      /^Erased:\nevents 3\nATO requests 1\nATO token bindings 2\nRedis keys \d\n$/,
    );
    const after = (await contentOfAll(servers)).filter((line) => !line.includes(':owner'));
    expect(mentioning(after, requestId)).toEqual([]);
    expect(notifications(after)).toEqual(notifications(before));

    // While a stream of the user is open, it gets a gap and continues.
    const stream = follow(gateway, RECEIVED, `Bearer ${gateway.sandbox.issueToken('u-ana')}`, cursor);
    await stream.reach(1);
    expect((await erase(environment, '--user', 'u-ana')).status).toBe(0);
    await until(() => gapsOf(stream).length > 0);
    expect(gapsOf(stream)).toEqual(['LOG_REPLACED']);
    gateway.sandbox.sendNotification({ receiver: 'u-ana', text: 'Bring a lamp' });
    await until(() => stream.items.some(({ notification }) => notification?.text === 'Bring a lamp'));
    expect(stream.errors).toEqual([]);
    stream.stop();
  });
});

describe('npm run erase', () => {
  it('says what is wrong with its options or its Redis', async () => {
    const [both, none, away, help] = await Promise.all([
      erase({}, '--user', 'u-ana', '--request', 'r'),
      erase({}, '--user', 'u-ana'),
      erase({ REDIS_URL: 'redis://127.0.0.1:1' }, '--user', 'u-ana'),
      erase({}, '--help'),
    ]);
    expect([both.status, both.stderr]).toEqual([2, 'pass either --user <id> or --request <id>\n']);
    expect(none.status).toBe(2);
    expect(none.stderr).toContain('REDIS_URL is not set');
    expect(away.status).toBe(1);
    expect(away.stderr).toMatch(/^\S.*\n$/);
    expect(help.stdout).toContain('--request <id>');
  });
});
