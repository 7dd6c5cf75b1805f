import type { Random } from '../support/random.ts';
import type { GatewayProcess } from './gateway-process.ts';
import type { World } from './world.ts';

/** Ends a fault. */
type Heal = () => void;

interface Length {
  readonly from: number;
  readonly to: number;
}

export interface Fault {
  /** What it affects: two faults never affect the same thing at the same time. */
  readonly scope:
    | `instance${'' | ' and Redis' | ' and platform' | ' and clients'}`
    | 'Redis'
    | 'platform'
    | 'sessions'
    | 'subscriber';
  /** Milliseconds. Null: it takes longer than most runs. */
  readonly lasts: Length | null;
  /** The same where events are retained for less than a minute. Null: it would make them expire before they are read. */
  readonly shortOfMemory: Length | null;
  /** @param target number of the instance or subscriber. */
  begin(world: World, target: number, random: Random, lasts: number): Heal;
}

const nothing: Heal = () => {};

const processAt = ({ processes }: World, target: number): GatewayProcess => {
  const process = processes[target % processes.length];
  if (!process) throw new RangeError(`there is no instance ${target}`);
  return process;
};

const ofLink = (
  link: keyof GatewayProcess['links'],
  how: 'cut' | 'stall' | 'reset' | 'silence',
  lasts: Length,
  shortOfMemory: Length | null = null,
): Fault => ({
  scope: `instance and ${link === 'redis' ? 'Redis' : link}`,
  lasts,
  shortOfMemory,
  begin: (world, target) => processAt(world, target).links[link][how]() ?? nothing,
});

/** Milliseconds after which an instance whose commands are late loses its clients. */
const AWAY = 4000;
const SECONDS: Length = { from: 200, to: 14_000 };
const MOMENT: Length = { from: 0, to: 100 };

const ALL = {
  'instance crashes': {
    scope: 'instance',
    lasts: { from: 200, to: 6000 },
    shortOfMemory: { from: 200, to: 4000 },
    begin: (world, target) => {
      const process = processAt(world, target);
      process.crash();
      return () => process.start();
    },
  },
  'instance restarts': {
    scope: 'instance',
    lasts: { from: 0, to: 3000 },
    shortOfMemory: { from: 0, to: 3000 },
    begin: (world, target) => {
      const process = processAt(world, target);
      let isHealed = false;
      let isStopped = false;
      process.terminate(() => {
        isStopped = true;
        if (isHealed) process.start();
      });
      return () => {
        isHealed = true;
        if (isStopped) process.start();
      };
    },
  },
  'instance is stopped and continued': {
    scope: 'instance',
    lasts: { from: 500, to: 20_000 },
    shortOfMemory: { from: 500, to: 15_000 },
    begin: (world, target) => {
      const { host } = processAt(world, target);
      host.suspend();
      return () => host.resume();
    },
  },
  "instance's clock jumps": {
    scope: 'instance',
    lasts: { from: 2000, to: 20_000 },
    shortOfMemory: null,
    begin: (world, target, random) => {
      const process = processAt(world, target);
      process.setClock(random.between(-5 * 60_000, 5 * 60_000));
      return () => process.resetClock();
    },
  },
  'Redis is stopped and continued': {
    scope: 'Redis',
    lasts: { from: 500, to: 14_000 },
    shortOfMemory: { from: 500, to: 14_000 },
    begin: ({ redis }) => {
      redis.host.suspend();
      return () => redis.host.resume();
    },
  },
  'Redis crashes': {
    scope: 'Redis',
    lasts: { from: 0, to: 14_000 },
    shortOfMemory: null,
    begin: ({ redis }) => {
      redis.crash();
      return () => redis.start();
    },
  },
  'Redis fails over and loses writes': {
    scope: 'Redis',
    lasts: { from: 500, to: 6000 },
    shortOfMemory: null,
    begin: (world, _target, random, lasts) => {
      const { redis, timeline } = world;
      const since = timeline.now;
      const replicated = redis.replicated();
      world.driver.after(lasts * random.between(0.3, 0.9), () => redis.crash());
      return () => {
        redis.start(replicated);
        world.lostWrites(since);
      };
    },
  },
  'Redis is slow': {
    scope: 'Redis',
    lasts: { from: 2000, to: 15_000 },
    shortOfMemory: null,
    begin: ({ processes }) => {
      const before = processes.map(({ links }) => links.redis.latency);
      for (const { links } of processes) links.redis.latency = { from: 5, to: 500 };
      return () => {
        for (const [index, { links }] of processes.entries())
          links.redis.latency = before[index] ?? links.redis.latency;
      };
    },
  },
  'Redis is out of memory': {
    scope: 'Redis',
    lasts: { from: 500, to: 8000 },
    shortOfMemory: null,
    begin: ({ redis }) => {
      redis.isOutOfMemory = true;
      return () => {
        redis.isOutOfMemory = false;
      };
    },
  },
  'instance is partitioned from Redis': ofLink('redis', 'cut', SECONDS),
  'traffic to Redis stalls': ofLink('redis', 'stall', SECONDS),
  'commands to Redis arrive minutes late': {
    scope: 'instance and Redis',
    lasts: null,
    shortOfMemory: { from: 170_000, to: 220_000 },
    begin: (world, target) => {
      const { redis, clients } = processAt(world, target).links;
      const heal = redis.stall();
      let admit = nothing;
      // Clients that stayed would miss what expires meanwhile.
      world.driver.after(AWAY, () => {
        admit = clients.cut();
      });
      return () => {
        heal();
        admit();
      };
    },
  },
  'connections to Redis are cut': ofLink('redis', 'reset', MOMENT, MOMENT),
  'connections to Redis go silent': ofLink('redis', 'silence', MOMENT),
  'instance is partitioned from the platform': ofLink('platform', 'cut', SECONDS, SECONDS),
  'traffic to the platform stalls': ofLink('platform', 'stall', SECONDS, SECONDS),
  'connections to the platform are cut': ofLink('platform', 'reset', MOMENT, MOMENT),
  'instance is partitioned from clients': ofLink('clients', 'cut', SECONDS, SECONDS),
  'traffic to clients stalls': ofLink('clients', 'stall', SECONDS, SECONDS),
  'connections to clients are cut': ofLink('clients', 'reset', MOMENT, MOMENT),
  'platform is stopped and continued': {
    scope: 'platform',
    lasts: { from: 500, to: 10_000 },
    shortOfMemory: { from: 500, to: 10_000 },
    begin: ({ platform }) => {
      platform.host.suspend();
      return () => platform.host.resume();
    },
  },
  'platform is slow': {
    scope: 'platform',
    lasts: { from: 2000, to: 10_000 },
    shortOfMemory: { from: 2000, to: 10_000 },
    begin: ({ platform }) => {
      platform.mood = { delay: { from: 100, to: 3000 }, failures: 0, status: 500 };
      return () => {
        platform.mood = null;
      };
    },
  },
  'platform fails': {
    scope: 'platform',
    lasts: { from: 1000, to: 8000 },
    shortOfMemory: { from: 1000, to: 8000 },
    begin: ({ platform }, _target, random) => {
      const status = random.one([429, 500, 503] as const);
      platform.mood = { delay: { from: 0, to: 50 }, failures: random.between(0.3, 1), status };
      return () => {
        platform.mood = null;
      };
    },
  },
  'users sign out': {
    scope: 'sessions',
    lasts: MOMENT,
    shortOfMemory: MOMENT,
    begin: (world, _target, random) => {
      world.signOutSome(random);
      return nothing;
    },
  },
  'a subscriber is away': {
    scope: 'subscriber',
    lasts: { from: 1000, to: 150_000 },
    shortOfMemory: { from: 1000, to: 20_000 },
    begin: ({ subscribers }, target) => {
      const subscriber = subscribers[target % subscribers.length];
      subscriber?.leave();
      return () => subscriber?.comeBack();
    },
  },
} satisfies Record<string, Fault>;

export type FaultName = keyof typeof ALL;
/** All faults, by name. */
export const FAULTS: Readonly<Record<FaultName, Fault>> = ALL;
export const FAULT_NAMES = Object.keys(ALL) as FaultName[];
