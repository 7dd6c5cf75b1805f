import type { Random } from '../support/random.ts';
import { FAULT_NAMES, FAULTS, type FaultName } from './faults.ts';
import type { Latency } from './link.ts';
import { randomFor } from './random.ts';
import type { SourceKind } from './traffic.ts';

export interface PlannedFault {
  name: FaultName;
  /** Number of the instance or subscriber, if it affects one. */
  target: number;
  /** Milliseconds from the first event. */
  at: number;
  lasts: number;
}

export interface PlannedEvent {
  source: number;
  /** Milliseconds from the first event. */
  at: number;
}

/** A whole run. What is not planned, such as latencies, follows from the seed. */
export interface Plan {
  seed: number;
  instances: number;
  /** Of the topic that ATO requests are delivered to. */
  subscribers: number;
  /** Of each user. */
  perUser: number;
  sources: readonly { kind: SourceKind; user: number }[];
  /** Clients that read a user's list and then follow the stream, and when they begin, in milliseconds from the first event. */
  listReaders: readonly { user: number; at: number }[];
  latency: Latency;
  /** Milliseconds between polls of a user's notifications. */
  pollInterval: number;
  /** Milliseconds that events are retained. */
  retention: number;
  /** Milliseconds. */
  duration: number;
  events: readonly PlannedEvent[];
  faults: readonly PlannedFault[];
}

const DAY = 86_400_000;
/** A run of two instances in which nothing happens. */
export const QUIET: Plan = {
  seed: 1,
  instances: 2,
  subscribers: 0,
  listReaders: [],
  perUser: 0,
  sources: [],
  latency: { from: 1, to: 1 },
  pollInterval: 1000,
  retention: DAY,
  duration: 0,
  events: [],
  faults: [],
};
/**
 * Kinds of runs. `long`: what is lost shows when someone returns after a minute or more. `forgetful`: events are retained for
 * less than the run takes, and commands may be late by minutes. `followed`: clients read a list, and then follow its stream. Only if
 * asked for, so that the seeds of the others find what they did.
 */
const SHAPES = {
  short: {
    weight: 55,
    duration: { from: 5000, to: 20_000 },
    events: { from: 4, to: 16 },
    faults: { from: 0, to: 5 },
    retention: DAY,
    isForReturning: false,
  },
  medium: {
    weight: 31,
    duration: { from: 30_000, to: 80_000 },
    events: { from: 6, to: 24 },
    faults: { from: 2, to: 9 },
    retention: DAY,
    isForReturning: false,
  },
  long: {
    weight: 10,
    duration: { from: 120_000, to: 200_000 },
    events: { from: 8, to: 24 },
    faults: { from: 2, to: 8 },
    retention: DAY,
    isForReturning: true,
  },
  forgetful: {
    weight: 4,
    duration: { from: 240_000, to: 290_000 },
    events: { from: 30, to: 60 },
    faults: { from: 1, to: 4 },
    retention: 45_000,
    isForReturning: false,
  },
  followed: {
    weight: 0,
    duration: { from: 5000, to: 80_000 },
    events: { from: 4, to: 24 },
    faults: { from: 0, to: 9 },
    retention: DAY,
    isForReturning: false,
  },
} as const;
export type Shape = keyof typeof SHAPES;
export const SHAPE_NAMES = Object.keys(SHAPES) as Shape[];
const LATENCIES: readonly Latency[] = [
  { from: 0.2, to: 2 },
  { from: 1, to: 30 },
  { from: 5, to: 150 },
];
const POLL_INTERVALS = [1000, 2000, 5000];

/** Draws a run. @param only its shape. Null: any, by weight. */
export function planOf(seed: number, only: Shape | null = null): Plan {
  const random = randomFor(seed, 'plan');
  const whole = ({ from, to }: { from: number; to: number }): number =>
    Math.floor(random.between(from, to + 1));
  const shape = SHAPES[only ?? weighted(random)];
  const duration = Math.round(random.between(shape.duration.from, shape.duration.to));
  const instances = whole({ from: 2, to: 3 });
  const sources: Plan['sources'] = [
    { kind: 'request', user: 0 },
    { kind: 'elsewhere', user: 0 },
    { kind: 'here', user: 0 },
    { kind: 'note', user: 0 },
    ...(random.next() < 0.3 ? [{ kind: 'elsewhere', user: 1 } as const] : []),
    ...(random.next() < 0.3 ? [{ kind: 'request', user: 0 } as const] : []),
  ];
  // In a run about returning, much is lost early, and everybody starts again late.
  const returning = shape.isForReturning
    ? { lost: random.between(0.1, 0.3) * duration, back: random.between(0.7, 0.85) * duration }
    : null;
  const times = new Times(random, duration, returning && Object.values(returning));
  const events = Array.from({ length: whole(shape.events) }, () => ({
    source: Math.floor(random.next() * sources.length),
    at: times.next(),
  }));
  return {
    seed,
    instances,
    subscribers: whole({ from: 1, to: 2 }),
    perUser: shape.isForReturning ? 2 : whole({ from: 1, to: 2 }),
    sources,
    listReaders: shape === SHAPES.followed ? listReadersOf(seed, sources, duration) : [],
    latency: random.one(LATENCIES),
    pollInterval: random.one(POLL_INTERVALS),
    retention: shape.retention,
    duration,
    events: events.sort((one, other) => one.at - other.at),
    faults: inOrder([
      ...(returning ? lossAndReturn(random, { ...returning, instances, duration }) : []),
      ...(shape.retention < DAY ? [lateCommands(random, instances, duration)] : []),
      ...faultsOf(random, {
        times,
        duration,
        instances,
        count: whole(shape.faults),
        isShortOfMemory: shape.retention < DAY,
      }),
    ]),
  };
}

function listReadersOf(seed: number, sources: Plan['sources'], duration: number): Plan['listReaders'] {
  const random = randomFor(seed, 'list readers');
  const users = sources.flatMap(({ kind, user }) => (kind === 'elsewhere' ? [user] : []));
  return Array.from({ length: 1 + Math.floor(random.next() * 2) }, () => ({
    user: random.one(users),
    at: Math.round(random.between(0, 0.8) * duration),
  }));
}

/** Times within a run. Most are close to few moments: what happens at about the same time does harm. */
class Times {
  readonly #random: Random;
  readonly #duration: number;
  readonly #moments: readonly number[];

  constructor(random: Random, duration: number, moments: readonly number[] | null) {
    this.#random = random;
    this.#duration = duration;
    const drawn = Array.from({ length: 1 + Math.floor(random.next() * 3) }, () => random.next() * duration);
    this.#moments = moments ?? drawn;
  }

  next(): number {
    const random = this.#random;
    const at =
      random.next() < 0.6
        ? random.one(this.#moments) + random.between(-CLOSE, CLOSE) * random.next()
        : random.next() * this.#duration;
    return Math.round(Math.min(Math.max(0, at), this.#duration));
  }
}

/** Milliseconds from a moment. */
const CLOSE = 5000;

function weighted(random: Random): Shape {
  let left = random.next() * Object.values(SHAPES).reduce((sum, { weight }) => sum + weight, 0);
  for (const name of SHAPE_NAMES) {
    left -= SHAPES[name].weight;
    if (left < 0) return name;
  }
  return 'short';
}

/**
 * A failover that loses writes; after a minute or more every instance restarts, one after the other, and then a subscriber comes
 * back that has been away.
 */
function lossAndReturn(
  random: Random,
  { lost, back, instances, duration }: { lost: number; back: number; instances: number; duration: number },
): PlannedFault[] {
  const left = Math.max(0, lost + random.between(-5000, 30_000));
  const returns = Math.min(duration, back + random.between(5000, 30_000));
  const faults: PlannedFault[] = [
    { name: 'Redis fails over and loses writes', target: 0, at: lost, lasts: random.between(2000, 6000) },
    {
      name: 'a subscriber is away',
      target: Math.floor(random.next() * MOST_TARGETS),
      at: left,
      lasts: returns - left,
    },
    ...Array.from(
      { length: instances },
      (_, target): PlannedFault => ({
        name: random.one(['instance restarts', 'instance crashes'] as const),
        target,
        at: back + 3000 * target,
        lasts: random.between(200, 2000),
      }),
    ),
  ];
  return faults.map(({ at, lasts, ...fault }) => ({
    ...fault,
    at: Math.round(at),
    lasts: Math.round(lasts),
  }));
}

/** An instance whose commands arrive once Redis has forgotten what it knew to be duplicates. */
function lateCommands(random: Random, instances: number, duration: number): PlannedFault {
  const name = 'commands to Redis arrive minutes late';
  const { from, to } = FAULTS[name].shortOfMemory ?? { from: 0, to: 0 };
  const lasts = Math.round(random.between(from, to));
  const at = Math.round(random.between(0, Math.max(0, duration - lasts)));
  return { name, target: Math.floor(random.next() * instances), at, lasts: Math.min(lasts, duration - at) };
}

/** A multiple of every number of instances. */
const MOST_TARGETS = 12;

/** Each run has few kinds of faults, so that they meet more often. */
function faultsOf(
  random: Random,
  options: { times: Times; duration: number; instances: number; count: number; isShortOfMemory: boolean },
): PlannedFault[] {
  const { times, duration, instances, count, isShortOfMemory } = options;
  const lengthOf = (name: FaultName) => (isShortOfMemory ? FAULTS[name].shortOfMemory : FAULTS[name].lasts);
  const possible = FAULT_NAMES.filter((name) => lengthOf(name) !== null);
  const names = Array.from({ length: 1 + Math.floor(random.next() * 5) }, () => random.one(possible));
  const faults: PlannedFault[] = [];
  for (let number = 0; number < count; number += 1) {
    const name = random.one(names);
    const lasts = lengthOf(name) ?? { from: 0, to: 0 };
    const at = times.next();
    const drawn = Math.floor(random.next() * MOST_TARGETS);
    const target = FAULTS[name].scope.startsWith('instance') ? drawn % instances : drawn;
    const length = Math.round(random.between(lasts.from, lasts.to));
    // One that takes minutes begins early, so that it ends before the run.
    const begins = Math.min(at, Math.max(0, duration - length));
    faults.push({ name, target, at: begins, lasts: Math.min(length, duration - begins) });
  }
  return faults;
}

/** By time, and never two at once of the same place. */
function inOrder(faults: PlannedFault[]): PlannedFault[] {
  faults.sort((one, other) => one.at - other.at);
  const busyUntil = new Map<string, number>();
  return faults.filter(({ name, target, at, lasts }) => {
    const { scope } = FAULTS[name];
    const place = scope.startsWith('instance') ? `${scope} ${target}` : scope;
    if ((busyUntil.get(place) ?? -1) > at) return false;
    busyUntil.set(place, at + lasts);
    return true;
  });
}
