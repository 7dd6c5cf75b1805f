import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Sandbox, type School, startSandbox } from 'learning-platform-kit/sandbox';
import { SOCKET } from '../../src/admission/limits.ts';
import { notificationTopic } from '../../src/domains/notification/topic.ts';
import { withBounds } from '../support/bounds.ts';
import { Faults, reset, status } from '../support/faults.ts';
import { ask } from '../support/fleet-ask.ts';
import { freePort } from '../support/free-port.ts';
import { GatewayInstance } from '../support/gateway-instance.ts';
import { environmentOf } from '../support/process-environment.ts';
import { type RedisServer, startRedis } from '../support/redis.ts';
import { type RedisProxy, startRedisProxy } from '../support/redis-proxy.ts';
import { streamBytes, streamLimit, subscriptionBytes } from '../support/stream-limit.ts';
import { until } from '../support/until.ts';
import { CAUSES, type CauseName, causesAt, type GatewayAccess, LIST, NOTIFICATIONS } from './adapter.ts';

const SENDER = 'u-marcus';
const SENDER_TOKEN = 'demo-instructor-token';
const SEND = 'mutation ($input: SendNotificationInput!) { sendNotification(input: $input) { streamed } }';
/** Users who never had a stream, for the checks that need one each. */
const NEWCOMERS = 50;
/** Milliseconds: longer than events are retained. */
const ADVANCE = 25 * 3_600_000;
/** Bytes per session, and the streams that fit: either connections with one subscription each, or one with many. */
const HELD = streamBytes(30, 30, NOTIFICATIONS);
const LIMITS = {
  connections: 30,
  subscriptions: Math.floor((HELD - SOCKET) / subscriptionBytes(NOTIFICATIONS)),
};

/** A gateway process with everything that the suite needs to check all requirements. */
export interface CheckedGateway {
  /** URL of the graph. */
  readonly url: string;
  /** Users besides the one who sends. */
  readonly users: readonly string[];
  accessFor(userId: string): GatewayAccess;
  /** Where causes for a user are posted to. */
  causesUrl(userId: string): string;
  readonly limits: { connections: number; subscriptions: number };
  /** ID and secret of its plugin. */
  readonly plugin: string;
  close(): Promise<void>;
}

/** @param store where events are stored. */
export async function startCheckedGateway(store: 'memory' | 'Redis'): Promise<CheckedGateway> {
  const faults = new Faults();
  const [sandbox, redis, port] = await Promise.all([
    startSandbox({
      school: await schoolWithNewcomers(),
      intercept: async (request, response) => faults.intercept(request, response),
    }),
    store === 'Redis' ? startRedis() : null,
    freePort(),
  ]);
  const redisProxy = redis && (await startRedisProxy(redis.port));
  const gateway = new CheckedInstance(sandbox, redisProxy, port);
  await gateway.start();
  const causes = causesOf(gateway, { sandbox, redis, redisProxy, faults });
  const causeServer = await serveCauses(causes);
  const { port: causePort } = causeServer.address() as AddressInfo;
  const causesUrl = (userId: string): string => `http://127.0.0.1:${causePort}/${userId}`;
  const { clientId, clientSecret } = sandbox.credentials.plugin;
  const plugin = `${clientId}:${clientSecret}`;
  return {
    url: `${gateway.url}/graphql`,
    plugin,
    users: sandbox.school.users
      .filter(({ anonymous, userId }) => !anonymous && userId !== SENDER && !isNewcomer(userId))
      .map(({ userId }) => userId),
    causesUrl,
    limits: LIMITS,
    accessFor: (userId) => ({
      userToken: sandbox.issueToken(userId),
      senderToken: SENDER_TOKEN,
      plugin,
      causes: causesAt(
        causesUrl(userId),
        CAUSES.filter((name) => name in causes),
      ),
      limits: LIMITS,
    }),
    close: async () => {
      causeServer.close();
      causeServer.closeAllConnections();
      await gateway.close();
      await redisProxy?.close();
      await Promise.all([sandbox.close(), redis?.stop()]);
    },
  };
}

const newcomerId = (number: number): string => `u-newcomer-${number}`;
const isNewcomer = (userId: string): boolean => userId.startsWith(newcomerId(0).slice(0, -1));

/** The demo school with users who have done nothing yet. */
async function schoolWithNewcomers(): Promise<School> {
  const { close, school } = await startSandbox();
  await close();
  const [example] = school.users;
  if (!example) throw new Error('the demo school has no users');
  const newcomers = Array.from({ length: NEWCOMERS }, (_, number) => ({
    ...example,
    userId: newcomerId(number),
    handle: `@newcomer-${number}`,
    email: `newcomer-${number}@school.example`,
  }));
  return { ...school, users: [...school.users, ...newcomers] };
}

type Causes = Readonly<Partial<Record<CauseName, (userId: string) => Promise<unknown>>>>;

/** What each cause does to this gateway. */
function causesOf(
  gateway: CheckedInstance,
  {
    sandbox,
    redis,
    redisProxy,
    faults,
  }: { sandbox: Sandbox; redis: RedisServer | null; redisProxy: RedisProxy | null; faults: Faults },
): Causes {
  let newcomers = 0;
  /** Waits for the log: an instance that has just started, or lost its Redis, connects through a proxy. */
  const logOf = (userId: string) => until(() => gateway.hasPlace(sandbox.issueToken(userId)));
  const streamOf = (userId: string) => `gateway:{${encodeURIComponent(notificationTopic(userId))}}:stream`;
  return {
    token: async (userId) => sandbox.issueToken(userId),
    newcomer: async () => sandbox.issueToken(newcomerId(newcomers++)),
    incomplete: async (userId) => {
      faults.set('PUT /notifications/v1', reset);
      await gateway.send(userId, 'perhaps');
      faults.clear();
    },
    trim: async (userId) => {
      if (redis) await redis.command('XTRIM', streamOf(userId), 'MAXLEN', 0);
      else await gateway.advanceClock();
    },
    restart: (userId) => gateway.restart().then(() => logOf(userId)),
    failOver: (userId) => gateway.failOver().then(() => logOf(userId)),
    replace: async () => {
      if (redis) await redis.command('FLUSHALL');
      else await gateway.failOver();
    },
    rekey: (userId) => gateway.rekey().then(() => logOf(userId)),
    // A socket's session is checked; a stream's is confirmed by the profile that it reads.
    outage: async () => {
      for (const route of ['GET /oauth/v2/token/validate', 'GET /user/v1/my/profile'])
        faults.set(route, status(503));
    },
    recovery: async () => faults.clear(),
    // A log in the memory of the gateway is always there.
    ...(redisProxy && {
      logOutage: async () => redisProxy.cut(),
      logRecovery: async (userId: string) => {
        redisProxy.restore();
        await logOf(userId);
      },
    }),
  };
}

async function serveCauses(causes: Causes): Promise<Server> {
  const server = createServer((request, response) => {
    const [, userId = '', name = ''] = (request.url ?? '').split('/');
    if (name === '') return void response.end(JSON.stringify(Object.keys(causes)));
    const cause = CAUSES.find((known) => known === name);
    const called = (cause && causes[cause]?.(userId)) ?? Promise.reject(new Error(`no cause ${name}`));
    called.then(
      (output) => response.end(typeof output === 'string' ? output : ''),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

/** A gateway whose clock advances and whose cursors lose their key. */
class CheckedInstance extends GatewayInstance {
  readonly #directory: string;
  #cursorSecret = 1;
  #advanced = 0;

  constructor(sandbox: Sandbox, redis: RedisProxy | null, port: number) {
    const directory = mkdtempSync(join(tmpdir(), 'protocol-'));
    super(directory, 'protocol', {
      ...environmentOf(sandbox),
      ...(redis ? { REDIS_URL: redis.url } : {}),
      PORT: String(port),
      NOTIFICATION_POLL_INTERVAL: '100',
      ...streamLimit(HELD),
      // The suite loads a busy machine on its own.
      LIMIT_LAG: '20000',
      CLOCK_SKEW: '0',
      NODE_OPTIONS: withBounds({ keepAliveInterval: 6000, dependencyCheckInterval: 0 }),
    });
    this.#directory = directory;
  }

  override start(): Promise<void> {
    this.#advanced = 0;
    return super.start(undefined, { CURSOR_SECRET: `secret number ${this.#cursorSecret}` });
  }

  async restart(): Promise<void> {
    await this.terminate();
    await this.start();
  }

  async failOver(): Promise<void> {
    await this.kill();
    await this.start();
  }

  /** Restarts it with another key for cursors. */
  rekey(): Promise<void> {
    this.#cursorSecret += 1;
    return this.failOver();
  }

  advanceClock(): Promise<void> {
    this.#advanced += ADVANCE;
    return this.setClock(this.#advanced);
  }

  /** Sends a user a notification, whatever the result. */
  async send(receiverId: string, text: string): Promise<void> {
    const input = { receiverId, text, persist: false };
    await ask(this.url, SEND, { authorization: `Bearer ${SENDER_TOKEN}`, variables: { input } });
  }

  /** Whether the list of a user has a place in the stream. */
  async hasPlace(token: string): Promise<boolean> {
    const body = await ask(this.url, LIST, { authorization: `Bearer ${token}` });
    return JSON.stringify(body).includes('"streamCursor":"');
  }

  async close(): Promise<void> {
    await this.kill();
    rmSync(this.#directory, { recursive: true, force: true });
  }
}
