import type { Config } from '../../src/config/config.ts';
import type { History, HistoryRecord } from '../chaos/history.ts';
import { readTestConfig } from '../support/bounds.ts';
import type { Random } from '../support/random.ts';
import { GatewayProcess } from './gateway-process.ts';
import type { Surroundings } from './globals.ts';
import { NotificationStore } from './notification-store.ts';
import type { Plan } from './plan.ts';
import { SimulatedPlatform } from './platform.ts';
import { randomFor } from './random.ts';
import type { LuaEngine } from './redis/lua.ts';
import { RedisProcess } from './redis-process.ts';
import { RedisSocket } from './redis-socket.ts';
import { Subscriber } from './subscriber.ts';
import { Host, Timeline } from './timeline.ts';
import { Source, type SourceKind } from './traffic.ts';

const PLUGIN = { id: 'plugin', secret: 'plugin-secret' };
const PLUGIN_CREDENTIAL = `Basic ${Buffer.from(`${PLUGIN.id}:${PLUGIN.secret}`).toString('base64')}`;
const PLUGIN_TOPIC = 'plugin';
/** By kind of source; the others send to their user. Nobody subscribes to notes. */
const TOPICS: Partial<Record<SourceKind, string>> = { request: PLUGIN_TOPIC, note: 'notes' };

/** Milliseconds that the clocks of the instances differ from the start, in turn. */
const SKEWS = [0, 3 * 60_000, -2 * 60_000];

const CONFIGS = new Map<string, Config>();

/** The configuration of all instances of a run. Read once: it takes as long as a short run. */
function configOf({ retention, pollInterval }: Plan): Config {
  const name = `${retention} ${pollInterval}`;
  const config = CONFIGS.get(name) ?? {
    ...readTestConfig({
      NODE_ENV: 'test',
      REDIS_URL: 'redis://redis:6379',
      PLATFORM_URL: 'http://platform',
      PLATFORM_NOTES_URL: 'http://platform',
      PLATFORM_PUSH_URL: 'http://platform',
      PLUGIN_CLIENT_ID: PLUGIN.id,
      PLUGIN_CLIENT_SECRET: PLUGIN.secret,
      NOTIFICATION_POLL_INTERVAL: String(pollInterval),
      // What revokes a session must be noticed within the run.
      SESSION_CHECK_INTERVAL: '5000',
    }),
    // Some runs have less than the variable allows.
    eventRetention: retention,
  };
  CONFIGS.set(name, config);
  return config;
}

interface Session {
  token: string;
}

/** A fleet with its Redis, platform, clients and traffic, in one simulated time. */
export class World implements Surroundings {
  readonly timeline = new Timeline();
  readonly redis: RedisProcess;
  readonly platform: SimulatedPlatform;
  readonly processes: readonly GatewayProcess[];
  /** Whoever causes faults and events. */
  readonly driver: Host;
  readonly sources: readonly Source[];
  readonly subscribers: Subscriber[] = [];
  /** Of the subscribers that have read a list. */
  readonly stores: NotificationStore[] = [];
  readonly #plan: Plan;
  readonly #history: History;
  readonly #sessions: { userId: string; session: Session }[] = [];
  readonly #randoms = new Map<string, Random>();

  constructor(plan: Plan, history: History, lua: LuaEngine) {
    const { timeline } = this;
    this.#plan = plan;
    this.#history = history;
    this.driver = new Host(timeline, 'driver');
    this.redis = new RedisProcess(timeline, lua);
    this.platform = new SimulatedPlatform(timeline, this.#random('platform'));
    const config = configOf(plan);
    this.processes = Array.from(
      { length: plan.instances },
      (_, number) =>
        new GatewayProcess({
          timeline,
          name: `instance ${number}`,
          config,
          platform: this.platform,
          latency: plan.latency,
          skew: SKEWS[number % SKEWS.length] ?? 0,
          randomFor: (purpose) => this.#random(purpose),
        }),
    );
    const senders = [1, 2].map(() => `Bearer ${this.platform.issue('sender')}`);
    this.platform.onNote = (text, noteId) => this.note({ kind: 'written', at: timeline.now, text, noteId });
    this.sources = plan.sources.map(({ kind, user }, number) => {
      const userId = `u${user}`;
      return new Source({
        name: kind === 'request' ? `r${number}` : `${userId} ${kind}`,
        kind,
        topic: TOPICS[kind] ?? userId,
        userId,
        processes: this.processes,
        platform: this.platform,
        host: this.driver,
        random: this.#random(`source ${number}`),
        history,
        senders,
      });
    });
  }

  randomOf(host: Host | null): Random {
    return this.#random(`drawn by ${host?.name ?? 'nobody'}`);
  }

  connect(): RedisSocket {
    const { current } = this.timeline;
    const process = this.processes.find(({ host }) => host === current);
    if (!process) throw new Error(`${current?.name} has no way to Redis`);
    return new RedisSocket(process.host, process.links.redis, this.redis);
  }

  /** Starts the instances and the subscribers. */
  start(): void {
    const { subscribers, perUser, sources } = this.#plan;
    for (const process of this.processes) process.start();
    for (let number = 0; number < subscribers; number += 1)
      this.#subscribe({
        name: `p${number}`,
        topic: PLUGIN_TOPIC,
        stream: 'requests',
        authorization: () => PLUGIN_CREDENTIAL,
        signIn: () => {},
      });
    const users = new Set(sources.filter(({ kind }) => kind !== 'request').map(({ user }) => `u${user}`));
    for (const userId of users) {
      for (let number = 0; number < perUser; number += 1) {
        const session = { token: this.platform.issue(userId) };
        this.#sessions.push({ userId, session });
        this.#subscribe({
          name: `${userId}.${number}`,
          topic: userId,
          stream: 'notifications',
          authorization: () => `Bearer ${session.token}`,
          signIn: () => {
            session.token = this.platform.issue(userId);
          },
        });
      }
    }
  }

  /** Starts a client that reads a user's list, and follows the stream from there. */
  readList(user: number): void {
    const userId = `u${user}`;
    const name = `${userId}.list ${this.stores.length}`;
    const token = this.platform.issue(userId);
    const authorization = (): string => `Bearer ${token}`;
    const store = new NotificationStore({
      name,
      userId,
      processes: this.processes,
      host: new Host(this.timeline, `${name} store`),
      random: this.#random(`${name} store`),
      authorization,
    });
    this.stores.push(store);
    this.#subscribe({ name, topic: userId, stream: 'notifications', authorization, signIn: () => {}, store });
  }

  /** Ends some sessions: half by signing out, half revoked by the platform. Their users sign in again. */
  signOutSome(random: Random): void {
    for (const { userId, session } of this.#sessions) {
      if (random.next() < 0.5) continue;
      const { token } = session;
      session.token = this.platform.issue(userId);
      const process = random.one(this.processes);
      if (random.next() < 0.5 || !process.instance) this.platform.revoke(token);
      else process.host.after(0, () => void process.instance?.signOut(`Bearer ${token}`));
    }
  }

  /** Notes that Redis has lost what it acknowledged since a time. */
  lostWrites(since: number): void {
    this.note({ kind: 'writes-lost', at: this.timeline.now, since });
  }

  note(record: HistoryRecord): void {
    this.#history.add(record);
  }

  #subscribe(
    options: Pick<
      ConstructorParameters<typeof Subscriber>[0],
      'name' | 'topic' | 'stream' | 'authorization' | 'signIn' | 'store'
    >,
  ): void {
    const first = this.subscribers.length % this.processes.length;
    this.subscribers.push(
      new Subscriber({
        ...options,
        processes: [...this.processes.slice(first), ...this.processes.slice(0, first)],
        host: new Host(this.timeline, options.name),
        random: this.#random(options.name),
        history: this.#history,
      }),
    );
  }

  #random(purpose: string): Random {
    const random = this.#randoms.get(purpose) ?? randomFor(this.#plan.seed, purpose);
    this.#randoms.set(purpose, random);
    return random;
  }
}
