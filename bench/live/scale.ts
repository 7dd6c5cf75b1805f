// What 100,000 and 1,000,000 listeners need, computed from measured.json, and what is reached first.
// npm run bench:scale [-- --write], which replaces the tables in docs/scale.md
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BOUNDS } from '../../src/config/bounds.ts';
import { VARIABLES } from '../../src/config/variables.ts';

/** A row of `npm run bench:idle`: the cost of followed users on two instances. */
interface Idle {
  users: number;
  redisCommands: number;
  platformCalls: number;
  cores: number;
  heapKb: number;
  residentKb: number;
  redisKb: number;
}

interface Measured {
  idle: [Idle, Idle, Idle];
  /** CPU per delivery over a socket: `npm run bench:live`. */
  deliveryMicroseconds: number;
  /** Platform calls of a client that returns: profile, session, first poll. */
  returnCalls: number;
}

/** What is assumed of a deployment; everything else is measured. */
const ASSUMED = {
  /** Measured instances. */
  instances: 2,
  /** Subscriptions that a process holds without trouble. */
  perProcess: 5000,
  /** Commands per second of one master, at half of what it can do. */
  masterCommands: 50_000,
  /** Platform calls per second that the platform accepts. */
  platformCalls: 1000,
  eventsPerHour: 10,
  /** GB of memory and cores of a machine. */
  machine: { memory: 32, cores: 8 },
};
const SIZES = [5000, 100_000, 1_000_000];
const BUDGETS = [50, 1000, 10_000];

const { idle, deliveryMicroseconds, returnCalls }: Measured = JSON.parse(
  readFileSync(join(import.meta.dirname, 'measured.json'), 'utf8'),
);
const [, some, many] = idle;

/** A cost of the fleet that grows with users: what one adds, and what an instance costs without any. */
function lineOf(read: (row: Idle) => number): { each: number; fixed: number } {
  const each = Math.max(0, (read(many) - read(some)) / (many.users - some.users));
  return { each, fixed: Math.max(0, read(some) - each * some.users) / ASSUMED.instances };
}

const commands = lineOf((row) => row.redisCommands * ASSUMED.instances);
const cores = lineOf((row) => row.cores * ASSUMED.instances);

/** Background calls for each user: seconds between two, and calls per second of the fleet. */
interface Pace {
  interval: number;
  budget: number;
}

const POLL: Pace = {
  interval: VARIABLES.NOTIFICATION_POLL_INTERVAL.fallback / 1000,
  budget: VARIABLES.NOTIFICATION_POLL_BUDGET.fallback,
};
const CHECK: Pace = {
  interval: BOUNDS.sessionCheckInterval / 1000,
  budget: VARIABLES.SESSION_CHECK_BUDGET.fallback,
};
/** Calls per second. */
const callsOf = (users: number, { interval, budget }: Pace): number => Math.min(users / interval, budget);
/** Seconds between two calls for one user. */
const secondsOf = (users: number, { interval, budget }: Pace): number => Math.max(interval, users / budget);
/** Calls per second that keep one user at both intervals. */
const CALLS_EACH = 1 / POLL.interval + 1 / CHECK.interval;

const format = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString('en-US') : value.toPrecision(2).replace(/\.0$/, '');

/** What one size of fleet needs. */
function needsOf(users: number) {
  const processes = Math.ceil(users / ASSUMED.perProcess);
  const redisCommands = commands.each * users + commands.fixed * processes;
  const deliveries = (users * ASSUMED.eventsPerHour) / 3600;
  const idleCores = cores.each * users + cores.fixed * processes;
  const allCores = idleCores + (deliveries * deliveryMicroseconds) / 1e6;
  const memory = (users * many.heapKb) / 1e6 + processes * 0.1;
  return {
    processes,
    redisCommands,
    masters: Math.max(1, Math.ceil(redisCommands / ASSUMED.masterCommands)),
    redisMemory: (users * many.redisKb) / 1e6,
    platformCalls: callsOf(users, POLL) + callsOf(users, CHECK),
    unboundedCalls: CALLS_EACH * users,
    pollSeconds: secondsOf(users, POLL),
    checkSeconds: secondsOf(users, CHECK),
    deliveries,
    cores: allCores,
    memory,
    machines: Math.ceil(Math.max(memory / ASSUMED.machine.memory, processes / ASSUMED.machine.cores)),
    returning: (ASSUMED.perProcess * returnCalls) / 10,
  };
}

const ROWS: readonly [string, (needs: ReturnType<typeof needsOf>) => number][] = [
  ['processes', ({ processes }) => processes],
  ['machines with 8 cores and 32 GB', ({ machines }) => machines],
  ['memory of the processes, GB', ({ memory }) => memory],
  ['cores in use', (needs) => needs.cores],
  ['Redis commands/s', ({ redisCommands }) => redisCommands],
  ['Redis masters', ({ masters }) => masters],
  ['memory of Redis, GB, without events', ({ redisMemory }) => redisMemory],
  ['platform calls/s, with the default budgets', ({ platformCalls }) => platformCalls],
  ['seconds between two polls of a user, with them', ({ pollSeconds }) => pollSeconds],
  ['seconds between two checks of a session, with them', ({ checkSeconds }) => checkSeconds],
  ['platform calls/s that keep the default intervals', ({ unboundedCalls }) => unboundedCalls],
  ['deliveries/s', ({ deliveries }) => deliveries],
  ['platform calls/s for 10 s, when a process ends', ({ returning }) => returning],
];

/** Listeners at which something is reached. */
const STEPS: readonly { listeners: number; reached: string; remedy: string }[] = [
  {
    listeners: ASSUMED.perProcess,
    reached: `a process: ${format(ASSUMED.perProcess)} streams`,
    remedy: 'instances, one per core',
  },
  {
    listeners: POLL.budget * POLL.interval,
    reached: `the default poll budget, ${format(POLL.budget)} calls/s: polls become rarer`,
    remedy: 'a higher budget, if the platform can take it',
  },
  {
    listeners: CHECK.budget * CHECK.interval,
    reached: `the default budget of session checks, ${format(CHECK.budget)} calls/s: checks become rarer`,
    remedy: 'a higher budget, if the platform can take it',
  },
  {
    listeners: ASSUMED.platformCalls / CALLS_EACH,
    reached: `the platform, at ${format(ASSUMED.platformCalls)} calls/s and the default intervals`,
    remedy: 'rarer polls, or a platform that reports notifications as it reports ATO requests',
  },
  {
    listeners: ASSUMED.masterCommands / commands.each,
    reached: `one Redis master, at ${format(ASSUMED.masterCommands)} commands/s`,
    remedy: 'a cluster: keys and channels of a topic share a slot, so topics spread over masters',
  },
  {
    listeners: (16 * 1e6) / many.redisKb,
    reached: 'one Redis master, at 16 GB without events',
    remedy: 'a cluster',
  },
  {
    listeners: (3600 / ASSUMED.eventsPerHour) * (1e6 / deliveryMicroseconds),
    reached: 'one core, by deliveries alone',
    remedy: 'instances, which divide it',
  },
];

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const needs = SIZES.map(needsOf);
const measured = table(
  ['measured on two instances', ...idle.map(({ users }) => `${format(users)} users`)],
  [
    ['Redis commands/s per instance', ...idle.map((row) => format(row.redisCommands))],
    ['platform calls/s', ...idle.map((row) => format(row.platformCalls))],
    ['cores per instance', ...idle.map((row) => format(row.cores))],
    ['heap KB per user', ...idle.map((row) => (row.users < 500 ? '' : format(row.heapKb)))],
    ['Redis KB per user', ...idle.map((row) => (row.users < 500 ? '' : format(row.redisKb)))],
    ['CPU µs per delivery', '', '', format(deliveryMicroseconds)],
    ['platform calls of a returning client', '', '', format(returnCalls)],
  ],
);
const projected = table(
  ['listeners', ...SIZES.map(format)],
  ROWS.map(([name, read]) => [name, ...needs.map((need) => format(read(need)))]),
);
const steps = table(
  ['listeners', 'reached', 'remedy'],
  STEPS.filter(({ listeners }) => Number.isFinite(listeners))
    .toSorted((one, other) => one.listeners - other.listeners)
    .map(({ listeners, reached, remedy }) => [format(listeners), reached, remedy]),
);
const staleness = table(
  ['listeners', ...BUDGETS.map((budget) => `${format(budget)} calls/s`)],
  SIZES.map((size) => [format(size), ...BUDGETS.map((budget) => `${format(size / budget)} s`)]),
);

const sections: Readonly<Record<string, string>> = { measured, projected, steps, staleness };
if (process.argv.includes('--write')) {
  const path = join(import.meta.dirname, '../../docs/scale.md');
  let page = readFileSync(path, 'utf8');
  for (const [name, content] of Object.entries(sections))
    page = page.replace(
      new RegExp(`(<!-- ${name} -->\n)[^]*?(<!-- /${name} -->)`),
      (_, start: string, end: string) => `${start}${content}\n${end}`,
    );
  writeFileSync(path, page);
} else for (const content of Object.values(sections)) process.stdout.write(`${content}\n\n`);
