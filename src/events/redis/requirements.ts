import type { Redis } from 'ioredis';
import { asList } from './replies.ts';

/** What a server reports about itself. Null: not reported, or this user may not read it. */
export interface RedisFacts {
  product: string | null;
  version: string | null;
  mode: 'standalone' | 'cluster' | 'sentinel' | null;
  role: 'master' | 'replica' | null;
  isLoading: boolean;
  /** The maxmemory policy. */
  policy: string | null;
  /** Bytes used, and the limit (`maxmemory`). 0: none. */
  memory: { used: number; limit: number } | null;
  appendOnly: boolean | null;
  /** Commands that the gateway needs and cannot run: missing in this server, or forbidden to this user. */
  unusable: { missing: readonly string[]; forbidden: readonly string[] } | null;
}

/**
 * Reads the facts over a connection. Without permission for INFO, the rest is read from the HELLO that opens any session.
 * @throws Error if the connection fails.
 */
export async function readFacts(redis: Redis, prefix: string): Promise<RedisFacts> {
  const [info, unusable] = await Promise.all([readInfo(redis), readUnusable(redis, prefix)]);
  return { ...info, unusable };
}

type ServerFacts = Omit<RedisFacts, 'unusable'>;

async function readInfo(redis: Redis): Promise<ServerFacts> {
  const text = await redis.info().catch(nullIfRefused);
  return text === null ? helloFacts(await redis.call('HELLO').catch(nullIfRefused)) : infoFacts(text);
}

function infoFacts(text: string): ServerFacts {
  const fields = new Map(
    text.split(/\r?\n/).map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon), line.slice(colon + 1)] as const;
    }),
  );
  // Valkey reports the Redis version that it is compatible with as its Redis version.
  const valkey = fields.get('valkey_version');
  const isDragonfly = fields.has('dragonfly_version');
  return {
    product: isDragonfly ? 'Dragonfly' : valkey === undefined ? 'Redis' : 'Valkey',
    version: valkey ?? fields.get('redis_version') ?? null,
    mode: modeNamed(fields.get('redis_mode')),
    role: roleNamed(fields.get('role')),
    isLoading: fields.get('loading') === '1',
    policy: fields.get('maxmemory_policy') ?? null,
    memory: fields.has('used_memory')
      ? { used: Number(fields.get('used_memory')), limit: Number(fields.get('maxmemory') ?? 0) }
      : null,
    appendOnly: fields.has('aof_enabled') ? fields.get('aof_enabled') === '1' : null,
  };
}

function helloFacts(reply: unknown): ServerFacts {
  const list = Array.isArray(reply) ? reply : [];
  const field = (name: string): string | undefined => {
    const value: unknown = list[list.indexOf(name) + 1];
    return list.includes(name) && typeof value === 'string' ? value : undefined;
  };
  const server = field('server');
  return {
    product: server === undefined ? null : server === 'valkey' ? 'Valkey' : 'Redis',
    version: field('version') ?? null,
    mode: modeNamed(field('mode')),
    role: roleNamed(field('role')),
    isLoading: false,
    policy: null,
    memory: null,
    appendOnly: null,
  };
}

const modeNamed = (name: string | undefined): RedisFacts['mode'] =>
  name === 'standalone' || name === 'cluster' || name === 'sentinel' ? name : null;

function roleNamed(name: string | undefined): RedisFacts['role'] {
  if (name === 'master') return 'master';
  return name === 'slave' || name === 'replica' ? 'replica' : null;
}

/**
 * Asks the server which of the gateway's commands this user may run on the gateway's keys and channels. Changes nothing,
 * and runs on any node of a cluster, because it declares no key. ARGV a key, a channel.
 */
const CHECK_COMMANDS = `
if not redis.acl_check_cmd then return false end
local key, channel = ARGV[1], ARGV[2]
local answers = { missing = {}, forbidden = {} }
local commands = {
  { 'get', key }, { 'getex', key }, { 'set', key, '' }, { 'del', key }, { 'incrby', key, '1' }, { 'expire', key, '1' },
  { 'pexpire', key, '1' }, { 'pttl', key }, { 'persist', key }, { 'time' },
  { 'hset', key, 'a', 'b' }, { 'hget', key, 'a' }, { 'hmget', key, 'a' }, { 'hdel', key, 'a' },
  { 'xadd', key, '*', 'a', 'b' }, { 'xtrim', key, 'MINID', '0' }, { 'xrange', key, '-', '+' },
  { 'zadd', key, '1', 'a' }, { 'zrem', key, 'a' }, { 'zcard', key }, { 'zcount', key, '0', '1' },
  { 'zdiff', '2', key, key },
  { 'zrangebyscore', key, '0', '1' }, { 'zrevrange', key, '0', '1' }, { 'zrevrangebyscore', key, '1', '0' },
  { 'eval', 'return 1', '1', key }, { 'evalsha', '0', '1', key }, { 'ping' },
  { 'spublish', channel, '' }, { 'ssubscribe', channel }, { 'sunsubscribe', channel }
}
for _, command in ipairs(commands) do
  local exists, allowed = pcall(redis.acl_check_cmd, unpack(command))
  local list = not exists and answers.missing or not allowed and answers.forbidden
  if list then list[#list + 1] = string.upper(command[1]) end
end
return { answers.missing, answers.forbidden }
`;

async function readUnusable(redis: Redis, prefix: string): Promise<RedisFacts['unusable']> {
  try {
    const reply = await redis.eval(CHECK_COMMANDS, 0, `${prefix}:{check}`, `${prefix}:{check}`);
    // This server cannot tell.
    if (!Array.isArray(reply)) return null;
    const [missing, forbidden] = asList(reply).map((names) => asList(names).map(String));
    return { missing: missing ?? [], forbidden: forbidden ?? [] };
  } catch (error) {
    if (!isReplyError(error)) throw error;
    if (error.message.startsWith('NOPERM')) return { missing: [], forbidden: ['EVAL'] };
    if (/unknown command/i.test(error.message)) return { missing: ['EVAL'], forbidden: [] };
    return null;
  }
}

function nullIfRefused(error: unknown): null {
  if (isReplyError(error) && /^NOPERM|unknown command/i.test(error.message)) return null;
  throw error;
}

const isReplyError = (error: unknown): error is Error =>
  error instanceof Error && error.name === 'ReplyError';

/** A property of a Redis, compared with what the gateway requires. */
export interface RedisFinding {
  about: 'connection' | 'version' | 'mode' | 'role' | 'eviction' | 'memory' | 'persistence' | 'commands';
  /** `skipped`: could not be determined. */
  state: 'ok' | 'warning' | 'failure' | 'skipped';
  found: string;
  /** What to do. Null: nothing. */
  remedy: string | null;
}

/** How the gateway is configured to use Redis. */
export interface RedisUse {
  cluster: boolean;
  sentinels?: unknown;
  /** Prefix of the gateway's keys and channels. */
  prefix: string;
}

/** The first version with sharded publish and subscribe. */
const OLDEST_VERSION = 7;
/** Share of `maxmemory` from which there is too little left. */
const MUCH_MEMORY = 0.8;

/** Compares the facts of one server with the gateway's requirements. */
export function findingsIn(facts: RedisFacts, use: RedisUse): readonly RedisFinding[] {
  const mode: RedisFinding = { about: 'mode', ...checkMode(facts, use) };
  // A Sentinel stores nothing: all other findings would mislead.
  if (facts.mode === 'sentinel') return [mode];
  return [
    { about: 'version', ...checkVersion(facts) },
    mode,
    { about: 'role', ...checkRole(facts) },
    { about: 'eviction', ...checkEviction(facts) },
    { about: 'memory', ...checkMemory(facts) },
    { about: 'persistence', ...checkPersistence(facts) },
    { about: 'commands', ...checkCommands(facts, use) },
  ];
}

export const isFailure = ({ state }: RedisFinding): boolean => state === 'failure';

/** A finding as one sentence without its full stop. */
export const sentenceOf = ({ found, remedy }: RedisFinding): string =>
  remedy === null ? found : `${found}; ${remedy}`;

const SEVERITY = ['ok', 'skipped', 'warning', 'failure'] as const;

/** Of several servers' findings about one property, the worst. */
export function worstOfEach(findings: readonly RedisFinding[]): readonly RedisFinding[] {
  const worst = new Map<string, RedisFinding>();
  for (const finding of findings) {
    const known = worst.get(finding.about);
    if (!known || SEVERITY.indexOf(finding.state) > SEVERITY.indexOf(known.state))
      worst.set(finding.about, finding);
  }
  return [...worst.values()];
}

/** A finding of a check that judges one property. */
type Judgment = Omit<RedisFinding, 'about'>;

const ok = (found: string): Judgment => ({ state: 'ok', found, remedy: null });
const warning = (found: string, remedy: string): Judgment => ({ state: 'warning', found, remedy });
const failure = (found: string, remedy: string): Judgment => ({ state: 'failure', found, remedy });
const unknown = (
  what: string,
  remedy = 'grant the Redis user the command INFO to have it checked',
): Judgment => ({ state: 'skipped', found: `${what} is not known`, remedy });

function checkVersion({ product, version }: RedisFacts): Judgment {
  if (version === null) return unknown('the version of Redis');
  const found = `${product ?? 'Redis'} ${version}`;
  if (product === 'Dragonfly')
    return warning(found, 'use Redis 7 or newer, or Valkey: the gateway is not tested with other servers');
  if (product !== 'Valkey' && Number.parseInt(version, 10) < OLDEST_VERSION)
    return failure(`${found}, which lacks sharded publish and subscribe`, 'use Redis 7 or newer, or Valkey');
  return ok(found);
}

function checkMode({ mode }: RedisFacts, { cluster, sentinels }: RedisUse): Judgment {
  if (mode === null) return unknown('whether Redis is a cluster');
  if (mode === 'sentinel')
    return failure(
      'REDIS_URL is the address of a Sentinel',
      'move the address to REDIS_SENTINELS and set REDIS_URL to redis:// and the name of the master',
    );
  if (mode === 'cluster' && !cluster)
    return failure(
      'Redis is a cluster',
      sentinels
        ? 'remove REDIS_SENTINELS, set REDIS_CLUSTER=true and list addresses of the cluster in REDIS_URL'
        : 'set REDIS_CLUSTER=true',
    );
  if (mode === 'standalone' && cluster)
    return failure('Redis is not a cluster', 'set REDIS_CLUSTER=false and REDIS_URL to one address');
  return ok(mode === 'cluster' ? 'a cluster' : 'a single server');
}

function checkRole({ role }: RedisFacts): Judgment {
  if (role === null) return unknown('whether Redis accepts writes');
  if (role === 'replica')
    return failure(
      'Redis is a read-only replica',
      'set REDIS_URL to the address of the master, or use REDIS_SENTINELS to find it',
    );
  return ok('a master');
}

function checkEviction({ policy }: RedisFacts): Judgment {
  if (policy === null) return unknown('the maxmemory-policy', 'make sure that it is noeviction');
  if (policy === 'noeviction') return ok(policy);
  return failure(
    `maxmemory-policy is ${policy}, which deletes events when memory is short`,
    'set maxmemory-policy to noeviction',
  );
}

/** Never a failure, which would keep the gateway from reading events: a full Redis accepts no new ones. */
function checkMemory({ memory }: RedisFacts): Judgment {
  if (memory === null) return unknown('how much memory Redis uses');
  if (memory.limit === 0) return ok('maxmemory is not set');
  const share = memory.used / memory.limit;
  const found = `${Math.round(share * 100)} % of maxmemory is used`;
  if (share < MUCH_MEMORY) return ok(found);
  return warning(
    share < 1 ? found : `${found}: Redis refuses events, and with them the writes that produce events`,
    'raise maxmemory, or lower EVENT_RETENTION or ATO_RETENTION',
  );
}

function checkPersistence({ appendOnly }: RedisFacts): Judgment {
  if (appendOnly === null) return unknown('whether Redis has an append-only file');
  if (appendOnly) return ok('appendonly yes');
  return warning(
    'appendonly is no: when Redis restarts, events since its last snapshot are lost',
    'set appendonly to yes',
  );
}

function checkCommands({ unusable }: RedisFacts, { prefix }: RedisUse): Judgment {
  if (unusable === null) return unknown('whether all commands are available');
  const { missing, forbidden } = unusable;
  if (missing.length > 0)
    return failure(
      `Redis lacks ${missing.join(', ')}`,
      'use Redis 7 or newer, or Valkey, without renamed or disabled commands',
    );
  if (forbidden.length > 0)
    return failure(
      `the Redis user may not run ${forbidden.join(', ')} on the gateway's keys and channels`,
      `grant the user these commands, the keys ~${prefix}:* and the channels &${prefix}:*`,
    );
  return ok('all available');
}

/** Certificate errors of TLS, by Node's code, that a certificate authority would resolve. */
const UNTRUSTED = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/**
 * Describes why a connection failed, without the address or the library's message. `failure`: Redis or its certificate
 * refuses this configuration. `warning`: Redis is unreachable, which may pass.
 */
export function connectionFinding(problem: unknown): RedisFinding {
  const message = problem instanceof Error ? problem.message : '';
  const code = problem instanceof Error && 'code' in problem ? String(problem.code) : '';
  const refused = (found: string, remedy: string): RedisFinding => ({
    about: 'connection',
    state: 'failure',
    found,
    remedy,
  });
  if (/\b(WRONGPASS|NOAUTH)\b|invalid (username-)?password/i.test(message))
    return refused(
      'Redis refuses the user or password',
      'check the credentials in REDIS_URL, and for Sentinels those in REDIS_SENTINELS',
    );
  if (/\bNOPERM\b/.test(message))
    return refused('the Redis user lacks permissions to connect', 'grant the user +@connection');
  if (UNTRUSTED.has(code))
    return refused(
      "Redis's certificate is from an unknown authority",
      "set REDIS_TLS_CA to a file with the authority's certificate",
    );
  if (code === 'CERT_HAS_EXPIRED')
    return refused("Redis's certificate has expired", 'renew the certificate of Redis');
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return refused(
      "Redis's certificate is for another host",
      'use a host name in REDIS_URL that the certificate contains',
    );
  if (/CERTIFICATE_REQUIRED|HANDSHAKE_FAILURE|BAD_CERTIFICATE|UNKNOWN_CA/.test(code))
    return refused(
      'Redis requires a client certificate that it trusts',
      'set REDIS_TLS_CERT and REDIS_TLS_KEY',
    );
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_'))
    return refused(
      'Redis does not speak TLS at this address',
      'use redis: instead of rediss: in REDIS_URL, or the TLS port',
    );
  const isClosed = code === 'ECONNRESET' || message === 'Connection is closed.';
  return {
    about: 'connection',
    state: 'warning',
    found: isClosed
      ? 'Redis closes the connection'
      : `Redis is unreachable${/^E[A-Z_]+$/.test(code) ? ` (${code})` : ''}`,
    remedy: isClosed
      ? 'check whether the port speaks TLS (rediss:) or not (redis:), and whether it requires REDIS_TLS_CERT'
      : 'check that it is running, the address in REDIS_URL, the network, and whether the port speaks TLS (rediss:)',
  };
}
