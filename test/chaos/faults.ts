import type { Random } from '../support/random.ts';
import type { RedisServer } from '../support/redis.ts';
import { until } from '../support/until.ts';
import type { ChaosGateway } from './chaos-gateway.ts';
import type { Subscribers } from './subscribers.ts';
import type { World, WorldOptions } from './world.ts';

/** What a fault may affect. */
export interface Surroundings {
  readonly world: World;
  readonly subscribers: Pick<Subscribers, 'signOutSome'>;
  readonly random: Random;
  /** Called when Redis has lost what it acknowledged since then, by `performance.now()`. */
  onWritesLost(since: number): void;
}

/** Ends a fault. */
type Heal = () => void | Promise<void>;

export interface Fault {
  /** What it affects: two faults never affect the same thing at the same time. */
  readonly scope:
    | 'gateway'
    | 'gateway-clients'
    | 'gateway-redis'
    | 'gateway-platform'
    | 'redis'
    | 'platform'
    | 'sessions';
  /** The only kind of Redis that it can happen to. */
  readonly needs?: WorldOptions['redis'];
  /** Milliseconds. */
  readonly lasts: { readonly from: number; readonly to: number };
  /** @param target number of the instance, for scopes that have several. */
  begin(surroundings: Surroundings, target: number, lasts: number): Heal | Promise<Heal>;
}

const nothing: Heal = () => {};

const gatewayAt = ({ world }: Surroundings, target: number): ChaosGateway => {
  const gateway = world.gateways[target % world.gateways.length];
  if (!gateway) throw new RangeError(`there is no instance ${target}`);
  return gateway;
};

/** A fault of one of an instance's connections. */
const ofLeg = (
  leg: keyof ChaosGateway['legs'],
  how: 'cut' | 'stall' | 'reset' | 'silence',
  lasts: Fault['lasts'],
): Fault => ({
  scope: `gateway-${leg}`,
  lasts,
  begin: (surroundings, target) => {
    const proxy = gatewayAt(surroundings, target).legs[leg];
    proxy[how]();
    return () => proxy.restore();
  },
});

type RedisCommand = Parameters<RedisServer['command']>;

/** Runs a command, again if another fault has cut it off. */
const run = (master: RedisServer, command: RedisCommand): Promise<void> =>
  until(() =>
    master.command(...command).then(
      () => true,
      () => false,
    ),
  );

/** A Redis that refuses something between two commands. */
const refusing = (begin: RedisCommand, end: RedisCommand, more: Pick<Fault, 'needs'> = {}): Fault => ({
  scope: 'redis',
  lasts: { from: 500, to: 8000 },
  ...more,
  begin: async ({ world, random }) => {
    const master = random.one(world.redis.masters);
    await run(master, begin);
    // Those that are subscribed would not notice.
    await run(master, ['CLIENT', 'KILL', 'TYPE', 'pubsub']);
    return () => run(master, end);
  },
});

/** Whether a fault can happen to this Redis. */
export const affects = ({ needs }: Fault, redis: WorldOptions['redis']): boolean =>
  needs === undefined || needs === redis;

/** All faults, by name. */
export const FAULTS = {
  'instance crashes': {
    scope: 'gateway',
    lasts: { from: 200, to: 4000 },
    begin: async (surroundings, target) => {
      const gateway = gatewayAt(surroundings, target);
      await gateway.kill();
      return () => gateway.start();
    },
  },
  'instance restarts': {
    scope: 'gateway',
    lasts: { from: 0, to: 1000 },
    begin: async (surroundings, target) => {
      const gateway = gatewayAt(surroundings, target);
      await gateway.terminate();
      return () => gateway.start();
    },
  },
  'instance is stopped and continued': {
    scope: 'gateway',
    lasts: { from: 500, to: 15_000 },
    begin: (surroundings, target) => {
      const gateway = gatewayAt(surroundings, target);
      gateway.signal('SIGSTOP');
      return () => gateway.signal('SIGCONT');
    },
  },
  "instance's clock jumps": {
    scope: 'gateway',
    lasts: { from: 2000, to: 15_000 },
    begin: async (surroundings, target) => {
      const gateway = gatewayAt(surroundings, target);
      await gateway.setClock(surroundings.random.between(-5 * 60_000, 5 * 60_000));
      return () => gateway.setClock(0);
    },
  },
  'Redis is stopped and continued': {
    scope: 'redis',
    lasts: { from: 500, to: 10_000 },
    begin: ({ world, random }) => {
      const master = random.one(world.redis.masters);
      master.pause();
      return () => master.resume();
    },
  },
  'Redis crashes': {
    scope: 'redis',
    lasts: { from: 0, to: 4000 },
    begin: async ({ world, random }) => {
      const master = random.one(world.redis.masters);
      await master.kill();
      return () => master.start();
    },
  },
  'Redis is out of memory': refusing(['CONFIG', 'SET', 'maxmemory', 1], ['CONFIG', 'SET', 'maxmemory', 0]),
  // A master that does not exist: the server keeps its data and refuses writes.
  'Redis is read-only': refusing(['REPLICAOF', '127.0.0.1', 1], ['REPLICAOF', 'NO', 'ONE'], {
    needs: 'single',
  }),
  'Redis denies the gateway its commands': refusing(
    ['ACL', 'SETUSER', 'default', '-evalsha', '-set', '-get', '-ssubscribe'],
    ['ACL', 'SETUSER', 'default', '+@all'],
  ),
  'Redis loses every claim and every sign of life': {
    scope: 'redis',
    lasts: { from: 0, to: 100 },
    begin: async ({ world }) => {
      for (const master of world.redis.masters)
        for (const pattern of ['gateway:*:owner', 'gateway:leases:*'])
          for (const key of [await master.command('KEYS', pattern)].flat())
            await master.command('DEL', String(key));
      return nothing;
    },
  },
  'Redis fails over and loses writes': {
    scope: 'redis',
    needs: 'replica',
    lasts: { from: 500, to: 2000 },
    begin: async ({ world, onWritesLost }, _target, lasts) => {
      if (world.redis.failOver) onWritesLost(await world.redis.failOver(lasts));
      return nothing;
    },
  },
  'Redis is slow': {
    scope: 'redis',
    lasts: { from: 2000, to: 15_000 },
    begin: ({ world }) => {
      for (const proxy of world.redis.proxies) proxy.slow({ from: 10, to: 500 });
      return () => {
        for (const proxy of world.redis.proxies) proxy.slow(null);
      };
    },
  },
  'signals are delayed and duplicated': {
    scope: 'redis',
    lasts: { from: 2000, to: 20_000 },
    begin: ({ world }) => {
      const disturbance = { delay: { from: 0, to: 3000 }, twice: 0.5, late: 0.3 };
      for (const proxy of world.redis.proxies) proxy.disturb(disturbance);
      return () => {
        for (const proxy of world.redis.proxies) proxy.disturb(null);
      };
    },
  },
  'instance is partitioned from Redis': ofLeg('redis', 'cut', { from: 200, to: 8000 }),
  'traffic to Redis stalls': ofLeg('redis', 'stall', { from: 200, to: 8000 }),
  'connections to Redis are cut': ofLeg('redis', 'reset', { from: 0, to: 100 }),
  'connections to Redis go silent': ofLeg('redis', 'silence', { from: 0, to: 100 }),
  'instance is partitioned from the platform': ofLeg('platform', 'cut', { from: 200, to: 8000 }),
  'traffic to the platform stalls': ofLeg('platform', 'stall', { from: 200, to: 8000 }),
  'connections to the platform are cut': ofLeg('platform', 'reset', { from: 0, to: 100 }),
  'instance is partitioned from clients': ofLeg('clients', 'cut', { from: 200, to: 8000 }),
  'traffic to clients stalls': ofLeg('clients', 'stall', { from: 200, to: 8000 }),
  'connections to clients are cut': ofLeg('clients', 'reset', { from: 0, to: 100 }),
  'platform is stopped and continued': {
    scope: 'platform',
    lasts: { from: 500, to: 10_000 },
    begin: ({ world: { platform } }) => {
      platform.stop();
      return () => platform.continue();
    },
  },
  'platform is slow': {
    scope: 'platform',
    lasts: { from: 2000, to: 10_000 },
    begin: ({ world: { platform } }) => {
      platform.mood = { delay: { from: 100, to: 3000 }, failures: 0, status: 500 };
      return () => {
        platform.mood = null;
      };
    },
  },
  'platform fails': {
    scope: 'platform',
    lasts: { from: 1000, to: 8000 },
    begin: ({ world: { platform }, random }) => {
      const status = random.one([429, 500, 503] as const);
      platform.mood = { delay: { from: 0, to: 50 }, failures: random.between(0.3, 1), status };
      return () => {
        platform.mood = null;
      };
    },
  },
  'users sign out': {
    scope: 'sessions',
    lasts: { from: 0, to: 100 },
    begin: ({ subscribers, random }) => {
      subscribers.signOutSome(random);
      return nothing;
    },
  },
} satisfies Record<string, Fault>;

export type FaultName = keyof typeof FAULTS;
export const FAULT_NAMES = Object.keys(FAULTS) as FaultName[];
