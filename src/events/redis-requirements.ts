import type { RedisFacts } from './redis-facts.ts';

/** A property of a Redis, compared with what the gateway requires. */
export interface RedisFinding {
  about: 'connection' | 'version' | 'mode' | 'role' | 'eviction' | 'persistence' | 'commands';
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

/** Compares the facts of one server with the gateway's requirements. */
export function findingsIn(facts: RedisFacts, use: RedisUse): readonly RedisFinding[] {
  const mode = checkMode(facts, use);
  // A Sentinel stores nothing: all other findings would mislead.
  if (facts.mode === 'sentinel') return [mode];
  return [
    checkVersion(facts),
    mode,
    checkRole(facts),
    checkEviction(facts),
    checkPersistence(facts),
    checkCommands(facts, use),
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

function checkVersion({ product, version }: RedisFacts): RedisFinding {
  const about = 'version';
  if (version === null) return unknown(about, 'the version of Redis');
  const found = `${product ?? 'Redis'} ${version}`;
  if (product === 'Dragonfly')
    return {
      about,
      state: 'warning',
      found,
      remedy: 'use Redis 7 or newer, or Valkey: the gateway is not tested with other servers',
    };
  if (product !== 'Valkey' && Number.parseInt(version, 10) < OLDEST_VERSION)
    return {
      about,
      state: 'failure',
      found: `${found}, which lacks sharded publish and subscribe`,
      remedy: 'use Redis 7 or newer, or Valkey',
    };
  return { about, state: 'ok', found, remedy: null };
}

function checkMode({ mode }: RedisFacts, { cluster, sentinels }: RedisUse): RedisFinding {
  const about = 'mode';
  if (mode === null) return unknown(about, 'whether Redis is a cluster');
  if (mode === 'sentinel')
    return {
      about,
      state: 'failure',
      found: 'REDIS_URL is the address of a Sentinel',
      remedy: 'move the address to REDIS_SENTINELS and set REDIS_URL to redis:// and the name of the master',
    };
  if (mode === 'cluster' && !cluster)
    return {
      about,
      state: 'failure',
      found: 'Redis is a cluster',
      remedy: sentinels
        ? 'remove REDIS_SENTINELS, set REDIS_CLUSTER=true and list addresses of the cluster in REDIS_URL'
        : 'set REDIS_CLUSTER=true',
    };
  if (mode === 'standalone' && cluster)
    return {
      about,
      state: 'failure',
      found: 'Redis is not a cluster',
      remedy: 'set REDIS_CLUSTER=false and REDIS_URL to one address',
    };
  return { about, state: 'ok', found: mode === 'cluster' ? 'a cluster' : 'a single server', remedy: null };
}

function checkRole({ role }: RedisFacts): RedisFinding {
  const about = 'role';
  if (role === null) return unknown(about, 'whether Redis accepts writes');
  if (role === 'replica')
    return {
      about,
      state: 'failure',
      found: 'Redis is a read-only replica',
      remedy: 'set REDIS_URL to the address of the master, or use REDIS_SENTINELS to find it',
    };
  return { about, state: 'ok', found: 'a master', remedy: null };
}

function checkEviction({ policy }: RedisFacts): RedisFinding {
  const about = 'eviction';
  if (policy === null) return unknown(about, 'the maxmemory-policy', 'make sure that it is noeviction');
  if (policy === 'noeviction') return { about, state: 'ok', found: policy, remedy: null };
  return {
    about,
    state: 'failure',
    found: `maxmemory-policy is ${policy}, which deletes events when memory is short`,
    remedy: 'set maxmemory-policy to noeviction',
  };
}

function checkPersistence({ appendOnly }: RedisFacts): RedisFinding {
  const about = 'persistence';
  if (appendOnly === null) return unknown(about, 'whether Redis has an append-only file');
  if (appendOnly) return { about, state: 'ok', found: 'appendonly yes', remedy: null };
  return {
    about,
    state: 'warning',
    found: 'appendonly is no: when Redis restarts, events since its last snapshot are lost',
    remedy: 'set appendonly to yes',
  };
}

function checkCommands({ unusable }: RedisFacts, { prefix }: RedisUse): RedisFinding {
  const about = 'commands';
  if (unusable === null) return unknown(about, 'whether all commands are available');
  const { missing, forbidden } = unusable;
  if (missing.length > 0)
    return {
      about,
      state: 'failure',
      found: `Redis lacks ${missing.join(', ')}`,
      remedy: 'use Redis 7 or newer, or Valkey, without renamed or disabled commands',
    };
  if (forbidden.length > 0)
    return {
      about,
      state: 'failure',
      found: `the Redis user may not run ${forbidden.join(', ')} on the gateway's keys and channels`,
      remedy: `grant the user these commands, the keys ~${prefix}:* and the channels &${prefix}:*`,
    };
  return { about, state: 'ok', found: 'all available', remedy: null };
}

const unknown = (
  about: RedisFinding['about'],
  what: string,
  remedy = 'grant the Redis user the command INFO to have it checked',
): RedisFinding => ({ about, state: 'skipped', found: `${what} is not known`, remedy });
