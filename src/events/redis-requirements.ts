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
  const mode: RedisFinding = { about: 'mode', ...checkMode(facts, use) };
  // A Sentinel stores nothing: all other findings would mislead.
  if (facts.mode === 'sentinel') return [mode];
  return [
    { about: 'version', ...checkVersion(facts) },
    mode,
    { about: 'role', ...checkRole(facts) },
    { about: 'eviction', ...checkEviction(facts) },
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
