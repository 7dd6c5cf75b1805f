/** ioredis settings of one connection. */
export type ConnectionSettings = ReturnType<typeof connectionSettings>;

/** Where Redis is and how to connect to it. */
export interface RedisAddress {
  /**
   * `redis:` or `rediss:` URLs. For a cluster: any of its nodes. With Sentinels: one, whose host is the name of the master.
   * The first has the credentials, which all nodes share.
   */
  urls: readonly string[];
  cluster: boolean;
  /** The Sentinels that know the master. Undefined: `urls` is the address itself. */
  sentinels?: RedisSentinels | undefined;
  /** PEM texts for `rediss:`. Undefined: the system's certificate authorities, no client certificate. */
  tls?: RedisTls | undefined;
  /** Milliseconds until an unanswered command fails and a silent connection is closed. Default 2000. */
  timeout?: number;
}

interface RedisSentinels {
  nodes: readonly RedisNode[];
  username?: string | undefined;
  password?: string | undefined;
}

export interface RedisTls {
  ca?: string | undefined;
  cert?: string | undefined;
  key?: string | undefined;
}

/** Address of one Redis server. */
export interface RedisNode {
  host: string;
  port: number;
}

const DEFAULT_TIMEOUT = 2000;

/** The servers that the URLs name. With Sentinels: the master's name as a host. */
export function nodesOf({ urls }: RedisAddress): readonly [RedisNode, ...RedisNode[]] {
  const [first, ...others] = urls.map((url) => nodeAt(new URL(url)));
  if (!first) throw new RangeError('a Redis address is needed');
  return [first, ...others];
}

/** ioredis settings for a connection to one server, without its address. */
export function connectionSettings(address: RedisAddress) {
  const { username, password, pathname } = new URL(address.urls[0] ?? '');
  return {
    ...commonSettings(address),
    ...(username && { username: decodeURIComponent(username) }),
    ...(password && { password: decodeURIComponent(password) }),
    ...(/^\/\d+$/.test(pathname) && !address.cluster && { db: Number(pathname.slice(1)) }),
  };
}

/** ioredis settings for a connection to one Sentinel, without its address. */
export function sentinelConnectionSettings(address: RedisAddress) {
  const { username, password } = address.sentinels ?? {};
  return {
    ...commonSettings(address),
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
  };
}

/** ioredis settings that find the master through Sentinels. Null: there are none. */
export function sentinelSettings(address: RedisAddress) {
  if (!address.sentinels) return null;
  const { nodes, username, password } = address.sentinels;
  const tls = tlsSettings(address);
  return {
    sentinels: [...nodes],
    name: masterName(address),
    ...(username !== undefined && { sentinelUsername: username }),
    ...(password !== undefined && { sentinelPassword: password }),
    ...(tls && { sentinelTLS: tls, enableTLSForSentinelMode: true }),
    sentinelCommandTimeout: timeoutOf(address),
  };
}

/** The name under which Sentinels know the master. */
export const masterName = (address: RedisAddress): string => nodesOf(address)[0].host;

function commonSettings(address: RedisAddress) {
  const timeout = timeoutOf(address);
  const tls = tlsSettings(address);
  return {
    ...(tls && { tls }),
    connectTimeout: timeout,
    commandTimeout: timeout,
    // Longer than the command timeout, so that one slow reply does not close the connection.
    socketTimeout: timeout + 500,
    disconnectTimeout: 500,
    // The gateway checks every connection itself, more thoroughly.
    enableReadyCheck: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    autoResubscribe: false,
  };
}

const timeoutOf = ({ timeout = DEFAULT_TIMEOUT }: RedisAddress): number => timeout;

function tlsSettings({ urls, tls }: RedisAddress): RedisTls | null {
  if (!urls[0]?.startsWith('rediss:')) return null;
  const { ca, cert, key } = tls ?? {};
  return { ...(ca && { ca }), ...(cert && { cert }), ...(key && { key }) };
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
