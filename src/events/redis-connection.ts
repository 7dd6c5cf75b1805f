import { Cluster, Redis } from 'ioredis';
import { LogUnavailable, type UnavailableReason } from './log.ts';
import type { Script } from './redis-scripts.ts';

export interface RedisConnectionOptions {
  /** `redis:` or `rediss:` URLs. For a cluster: any of its nodes. */
  urls: readonly string[];
  cluster: boolean;
  /** Milliseconds until an unanswered command fails and a silent connection is closed. Default 2000. */
  timeout?: number;
  /** Called on connection failures; reconnects are retried without limit. */
  onProblem?: (problem: unknown) => void;
  /** Called when commands can be sent, and when the connection is lost; may repeat itself. */
  onConnection?: (isConnected: boolean) => void;
}

/** Address of one Redis server. */
export interface RedisNode {
  host: string;
  port: number;
}

const DEFAULT_TIMEOUT = 2000;

/**
 * The command connection, to one server or to a cluster. While disconnected, commands fail immediately; the client never
 * queues or resends them, because an append may only be retried under its ID.
 */
export class RedisConnection {
  /** For libraries that issue their own commands. */
  readonly client: Redis | Cluster;
  readonly #options: RedisConnectionOptions;
  /** Carries the credentials, which all nodes share. */
  readonly #address: URL;
  #isClosing = false;
  readonly #nodes: readonly [RedisNode, ...RedisNode[]];

  constructor(options: RedisConnectionOptions) {
    const [first, ...others] = options.urls.map((url) => new URL(url));
    if (!first) throw new RangeError('a Redis address is needed');
    this.#options = options;
    this.#address = first;
    this.#nodes = [nodeAt(first), ...others.map(nodeAt)];
    this.client = options.cluster ? this.#newCluster() : this.#newServer();
    this.client.on('error', (problem: Error) => options.onProblem?.(problem));
    this.client.on('ready', () => options.onConnection?.(true));
    this.client.on('close', () => {
      if (!this.#isClosing) options.onConnection?.(false);
    });
  }

  /** Runs a script; all keys must be in one hash slot. @throws LogUnavailable */
  async run(script: Script, keys: readonly string[], args: readonly (string | number)[]): Promise<unknown> {
    try {
      return await this.client.evalsha(script.sha, keys.length, ...keys, ...args);
    } catch (error) {
      if (!isReply(error, 'NOSCRIPT')) throw toUnavailable(error);
    }
    return this.#checked(this.client.eval(script.lua, keys.length, ...keys, ...args));
  }

  /** @throws LogUnavailable */
  get(key: string): Promise<unknown> {
    return this.#checked(this.client.get(key));
  }

  /** @throws LogUnavailable */
  async set(key: string, value: string, options: { ttl?: number; ifAbsent?: boolean } = {}): Promise<void> {
    const expiry = options.ttl === undefined ? [] : ['PX', options.ttl];
    await this.#checked(
      this.client.call('SET', [key, value, ...expiry, ...(options.ifAbsent ? ['NX'] : [])]),
    );
  }

  /** @throws LogUnavailable */
  async delete(key: string): Promise<void> {
    await this.#checked(this.client.del(key));
  }

  /** @throws LogUnavailable */
  async publish(channel: string, message: string): Promise<void> {
    await this.#checked(this.client.spublish(channel, message));
  }

  /** The server that a channel is published on; any node while the cluster's layout is unknown. */
  nodeOf(channel: string): RedisNode {
    const [first] = this.#nodes;
    if (!(this.client instanceof Cluster)) return first;
    const owner = this.client.slots[slotOf(channel)]?.[0];
    if (owner !== undefined) return nodeNamed(owner);
    return this.#nodes[Math.floor(Math.random() * this.#nodes.length)] ?? first;
  }

  /** Opens a subscription connection to one server. It does not reconnect; the caller does. */
  newSubscriber(node: RedisNode): Redis {
    return new Redis({ ...this.#settings(), ...node, retryStrategy: null, enableReadyCheck: false });
  }

  /** True while commands can be sent. */
  isReady(): boolean {
    return this.client.status === 'ready';
  }

  close(): void {
    this.#isClosing = true;
    this.client.disconnect();
  }

  #newServer(): Redis {
    const [node] = this.#nodes;
    return new Redis({ ...this.#settings(), ...node, enableOfflineQueue: false, retryStrategy: backOff });
  }

  #newCluster(): Cluster {
    return new Cluster([...this.#nodes], {
      enableOfflineQueue: false,
      clusterRetryStrategy: backOff,
      slotsRefreshInterval: 5000,
      maxRedirections: 5,
      redisOptions: this.#settings(),
    });
  }

  #settings() {
    const timeout = this.#options.timeout ?? DEFAULT_TIMEOUT;
    const { username, password, protocol, pathname } = this.#address;
    return {
      ...(username && { username: decodeURIComponent(username) }),
      ...(password && { password: decodeURIComponent(password) }),
      ...(protocol === 'rediss:' && { tls: {} }),
      ...(/^\/\d+$/.test(pathname) && !this.#options.cluster && { db: Number(pathname.slice(1)) }),
      connectTimeout: timeout,
      commandTimeout: timeout,
      // Longer than the command timeout, so that one slow reply does not close the connection.
      socketTimeout: timeout + 500,
      disconnectTimeout: 500,
      maxLoadingRetryTime: 500,
      maxRetriesPerRequest: 0,
      autoResendUnfulfilledCommands: false,
      autoResubscribe: false,
    };
  }

  async #checked<Reply>(reply: Promise<Reply>): Promise<Reply> {
    try {
      return await reply;
    } catch (error) {
      throw toUnavailable(error);
    }
  }
}

const nodeAt = ({ hostname, port }: URL): RedisNode => ({
  host: hostname.replace(/^\[|\]$/g, ''),
  port: Number(port || 6379),
});

/** Parses a node name in Redis Cluster's form: host, colon, port. */
export function nodeNamed(name: string): RedisNode {
  const colon = name.lastIndexOf(':');
  return { host: name.slice(0, colon), port: Number(name.slice(colon + 1)) };
}

const backOff = (attempt: number): number =>
  Math.min(50 * 2 ** (attempt - 1), 1000) * (0.8 + Math.random() * 0.4);

/** The hash slot of a key with a hash tag: CRC16 (XMODEM) of the text between the braces. Source: Redis Cluster specification. */
function slotOf(key: string): number {
  let crc = 0;
  for (const byte of Buffer.from(key.slice(key.indexOf('{') + 1, key.indexOf('}')))) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = ((crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff) >>> 0;
  }
  return crc % 16_384;
}

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
  // Credentials may be rotating: retrying loses nothing.
  ['NOAUTH', 'unreachable'],
  ['WRONGPASS', 'unreachable'],
  ['NOPERM', 'unreachable'],
]);

const isReply = (error: unknown, code: string): boolean =>
  error instanceof Error && error.message.startsWith(`${code} `);

/** Maps a failed command to LogUnavailable; errors that indicate a bug are returned unchanged. */
function toUnavailable(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const reply = error.message.replace(/^Too many Cluster redirections\. Last error: (\w+: )?/, '');
  const reason = REFUSALS.get(reply.split(' ', 1)[0] ?? '');
  if (reason) return new LogUnavailable(reason, 'refused', error);
  if (error.name === 'ReplyError') return error;
  const unsent = /^(Stream isn't writeable|Cluster isn't ready)/.test(reply);
  return new LogUnavailable('unreachable', unsent ? 'refused' : 'unknown', error);
}
