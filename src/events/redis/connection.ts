import { Cluster, Redis } from 'ioredis';
import replies from 'ioredis/built/DataHandler.js';
import { Boundary, visitAll } from '../../lib/boundary.ts';
import type { Clock } from '../../lib/clock.ts';
import { LogUnavailable, type UnavailableReason } from '../log.ts';
import {
  connectionSettings,
  nodeNamed,
  nodesOf,
  type RedisAddress,
  type RedisNode,
  sentinelSettings,
} from './address.ts';
import { RedisSuitability } from './checks.ts';
import { slotOf } from './keys.ts';
import { RedisPartitions } from './partitions.ts';
import { connectionFinding, type RedisFinding } from './requirements.ts';
import type { Script } from './scripts.ts';

export interface RedisConnectionOptions extends RedisAddress {
  clock: Clock;
  /** Called on connection failures, after which it reconnects without limit, and with unexpected faults. */
  onProblem?: (problem: unknown) => void;
  /** Called when the findings about the connected Redis change, with those that are not ok. */
  onFindings?: (findings: readonly RedisFinding[]) => void;
}

/**
 * The command connection, to one server or to a cluster. Every connection is checked before it is used: a Redis that would
 * lose events is treated as unavailable. While disconnected, commands fail immediately; the client never queues or resends
 * them, because an append may only be retried under its ID.
 */
export class RedisConnection {
  /** For libraries that issue their own commands. */
  readonly client: Redis | Cluster;
  readonly clock: Clock;
  /** Prefix of the gateway's keys and channels. */
  readonly prefix: string;
  readonly partitions: RedisPartitions;
  /** Everything that enters from Redis goes through it. */
  readonly boundary: Boundary;
  readonly #options: RedisConnectionOptions;
  readonly #serverListeners = new Set<() => void>();
  readonly #nodes: readonly [RedisNode, ...RedisNode[]];
  readonly #suitability: RedisSuitability;
  /** The latest connection failure that was reported. Null: none since the last connection. */
  #reported: string | null = null;

  constructor(options: RedisConnectionOptions, prefix: string) {
    const boundary = new Boundary((_entry, fault) => this.report(fault));
    this.clock = options.clock;
    this.prefix = prefix;
    this.#options = options;
    this.boundary = boundary;
    this.#nodes = nodesOf(options);
    this.client = options.cluster ? this.#newCluster() : this.#newServer();
    this.partitions = new RedisPartitions(this.client, boundary, () => this.#reportServerChange());
    this.#suitability = new RedisSuitability(this.client, boundary, {
      ...options,
      prefix,
      onSuitable: () => this.#reportServerChange(),
    });
    const on = <Args extends readonly unknown[]>(event: string, handle: (...args: Args) => void): void =>
      void this.client.on(event, boundary.listener(`redis ${event}`, handle));
    on('ready', () => {
      this.#reported = null;
      this.#suitability.connected();
    });
    on('close', () => this.#suitability.disconnected());
    on('error', (problem: Error) => this.#reportFailure(problem));
  }

  /** Runs a script; all keys must be in one hash slot. @throws LogUnavailable */
  run(script: Script, keys: readonly string[], args: readonly (string | number)[]): Promise<unknown> {
    return this.#sent(async () => {
      try {
        if (script.sha) return await this.client.evalsha(script.sha, keys.length, ...keys, ...args);
      } catch (error) {
        if (!isNoScript(error)) throw error;
      }
      return this.client.eval(script.lua, keys.length, ...keys, ...args);
    });
  }

  /** @throws LogUnavailable */
  get(key: string, ttl?: number): Promise<unknown> {
    return this.#sent(() => (ttl === undefined ? this.client.get(key) : this.client.getex(key, 'PX', ttl)));
  }

  /** @throws LogUnavailable */
  async set(key: string, value: string, options: { ttl?: number; ifAbsent?: boolean } = {}): Promise<void> {
    const expiry = options.ttl === undefined ? [] : ['PX', options.ttl];
    const condition = options.ifAbsent ? ['NX'] : [];
    await this.#sent(() => this.client.call('SET', [key, value, ...expiry, ...condition]));
  }

  /** @throws LogUnavailable */
  async delete(key: string): Promise<void> {
    await this.#sent(() => this.client.del(key));
  }

  /** @returns false if the message could not be sent. */
  async publish(channel: string, message: string): Promise<boolean> {
    try {
      await this.#sent(() => this.client.spublish(channel, message));
      return true;
    } catch (error) {
      if (error instanceof LogUnavailable) return false;
      throw error;
    }
  }

  get isCluster(): boolean {
    return this.client instanceof Cluster;
  }

  /** The server that a channel is published on; any node while the cluster's layout is unknown. */
  nodeOf(channel: string): RedisNode {
    const [first] = this.#nodes;
    if (!(this.client instanceof Cluster)) return first;
    const owner = this.client.slots[slotOf(channel)]?.[0];
    if (owner !== undefined) return nodeNamed(owner);
    return this.#nodes[Math.floor(Math.random() * this.#nodes.length)] ?? first;
  }

  /**
   * Calls the listener when keys and channels may be on other servers than before: once a new connection can be used, because
   * an address or a Sentinel may lead to another server, and when the layout of a cluster changes.
   * @returns unsubscribes.
   */
  onServerChange(listener: () => void): () => void {
    this.#serverListeners.add(listener);
    return () => void this.#serverListeners.delete(listener);
  }

  /** Opens a subscription connection to one server. It does not reconnect; the caller does. */
  newSubscriber(node: RedisNode): Redis {
    const sentinels = sentinelSettings(this.#options);
    const redis = new Redis({
      ...connectionSettings(this.#options),
      ...(sentinels ? { ...sentinels, sentinelRetryStrategy: () => null } : node),
      retryStrategy: null,
    });
    gatherWrites(redis, this.clock);
    return redis;
  }

  /** True while commands can be sent. */
  isReady(): boolean {
    return this.client.status === 'ready' && this.#suitability.isSuitable;
  }

  /** True if the connected Redis was found unsuitable; `onFindings` has reported why. */
  get isUnsuitable(): boolean {
    return this.#suitability.isUnsuitable;
  }

  /** Reports an unexpected fault, or a failure that nothing else says. */
  report(problem: unknown): void {
    this.#options.onProblem?.(problem instanceof Error ? withoutArguments(problem) : problem);
  }

  close(): void {
    this.#suitability.disconnected();
    this.client.disconnect();
  }

  #newServer(): Redis {
    const redis = new Redis({
      ...connectionSettings(this.#options),
      ...(sentinelSettings(this.#options) ?? this.#nodes[0]),
      enableOfflineQueue: false,
      retryStrategy: backOff,
    });
    gatherWrites(redis, this.clock);
    return redis;
  }

  #newCluster(): Cluster {
    const cluster = new Cluster([...this.#nodes], {
      enableOfflineQueue: false,
      clusterRetryStrategy: backOff,
      slotsRefreshInterval: 5000,
      maxRedirections: 5,
      redisOptions: connectionSettings(this.#options),
    });
    cluster.on('+node', (node: Redis) => gatherWrites(node, this.clock));
    return cluster;
  }

  #reportServerChange(): void {
    visitAll([...this.#serverListeners], (listener) => listener());
  }

  /** Reports a failure once, however often it repeats before the next successful connection. */
  #reportFailure(problem: Error): void {
    const { state, found } = connectionFinding(problem);
    if (this.#reported === `${state} ${found}`) return;
    this.#reported = `${state} ${found}`;
    this.report(problem);
  }

  async #sent<Reply>(send: () => Promise<Reply>): Promise<Reply> {
    this.#suitability.require();
    try {
      return await send();
    } catch (error) {
      throw this.#failure(error);
    }
  }

  #failure(error: unknown): unknown {
    const failure = toUnavailable(error);
    // Nothing else says which command met it; all other reasons are states of the whole server.
    if (failure instanceof LogUnavailable && failure.reason === 'foreign-data') this.report(failure);
    return failure;
  }
}

/**
 * Makes a reply that ioredis fails to handle end its connection, which then reconnects. ioredis would rethrow the error from
 * `process.nextTick`, where nothing catches it: a null reply that no command waits for would end the process. There is no
 * option to change that.
 */
Object.assign(replies.default.prototype, {
  dispatch(this: { returnFatalError(fault: unknown): void }, handle: () => void) {
    try {
      handle();
    } catch (fault) {
      this.returnFatalError(fault);
    }
  },
});

const backOff = (attempt: number): number =>
  Math.min(50 * 2 ** (attempt - 1), 1000) * (0.8 + Math.random() * 0.4);

const REFUSALS: ReadonlyMap<string, UnavailableReason> = new Map([
  ['OOM', 'out-of-memory'],
  ['READONLY', 'read-only'],
  ['LOADING', 'loading'],
  ['MASTERDOWN', 'read-only'],
  ['CLUSTERDOWN', 'cluster-down'],
  ['TRYAGAIN', 'cluster-down'],
  ['MOVED', 'cluster-down'],
  ['ASK', 'cluster-down'],
  ['MISCONF', 'write-refused'],
  ['NOREPLICAS', 'write-refused'],
  ['BUSY', 'write-refused'],
  ['WRONGTYPE', 'foreign-data'],
  // Credentials may be rotating: retrying loses nothing.
  ['NOAUTH', 'unreachable'],
  ['WRONGPASS', 'unreachable'],
  ['NOPERM', 'unreachable'],
]);

/** Redis does not have the script of this digest yet. */
const isNoScript = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('NOSCRIPT ');

/** Maps a failed command to LogUnavailable; errors that indicate a bug are returned unchanged. */
function toUnavailable(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const reply = error.message.replace(/^Too many Cluster redirections\. Last error: (\w+: )?/, '');
  const reason = REFUSALS.get(reply.split(' ', 1)[0] ?? '');
  if (reason) return new LogUnavailable(reason, 'refused', error);
  if (error.name === 'ReplyError') return withoutArguments(error);
  const unsent = /^(Stream isn't writeable|Cluster isn't ready)/.test(reply);
  return new LogUnavailable('unreachable', unsent ? 'refused' : 'unknown', error);
}

/** Redis repeats the arguments of a command that it does not know. Its keys may name users, and errors are logged. */
function withoutArguments(error: Error): Error {
  const [message = '', ...others] = error.message.split(/,? with args beginning with/);
  return others.length === 0 ? error : new Error(message);
}

/**
 * Sends the commands of one turn of the event loop with one system call. When thousands of topics open at once, a call per
 * command would be a sixth of the work. Each command keeps its own reply and error; a pipeline of the client would resend
 * the commands of a cluster together.
 */
function gatherWrites(redis: Redis, clock: Clock): void {
  const send = redis.sendCommand.bind(redis);
  let corked: Redis['stream'] | null = null;
  const uncork = (): void => {
    corked?.uncork();
    corked = null;
  };
  redis.sendCommand = (command, pipeline) => {
    const { stream } = redis;
    // Undefined until the first connection.
    if (!corked && stream) {
      corked = stream;
      stream.cork();
      clock.setImmediate(uncork);
    }
    return send(command, pipeline);
  };
}
