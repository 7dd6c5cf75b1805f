import type { Redis } from 'ioredis';
import { asList } from './redis-replies.ts';

/** What a server reports about itself. Null: not reported, or this user may not read it. */
export interface RedisFacts {
  product: string | null;
  version: string | null;
  mode: 'standalone' | 'cluster' | 'sentinel' | null;
  role: 'master' | 'replica' | null;
  isLoading: boolean;
  /** The maxmemory policy. */
  policy: string | null;
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

type Info = Omit<RedisFacts, 'unusable'>;

async function readInfo(redis: Redis): Promise<Info> {
  const text = await redis.info().catch(nullIfRefused);
  return text === null ? helloFacts(await redis.call('HELLO').catch(nullIfRefused)) : infoFacts(text);
}

function infoFacts(text: string): Info {
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
    appendOnly: fields.has('aof_enabled') ? fields.get('aof_enabled') === '1' : null,
  };
}

function helloFacts(reply: unknown): Info {
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
