import type { Random } from '../support/random.ts';
import { affects, FAULT_NAMES, FAULTS, type Fault, type FaultName } from './faults.ts';
import type { WorldOptions } from './world.ts';

/** One fault of a run. */
export interface ScheduledFault {
  name: FaultName;
  /** Number of the instance, if it affects one. */
  target: number;
  /** Milliseconds from the start of the run. */
  at: number;
  /** Milliseconds. */
  lasts: number;
}

export interface ScheduleOptions {
  random: Random;
  /** Milliseconds. */
  duration: number;
  instances: number;
  redis: WorldOptions['redis'];
  /** Longest fault, in milliseconds. */
  longest: number;
  /** Default: all that can happen to this Redis. */
  among?: readonly FaultName[];
}

/** Milliseconds from the start of one fault to that of the next. */
const PAUSE = { from: 200, to: 4000 };

/** What a fault occupies while it lasts. */
const placeOf = ({ scope }: Fault, target: number): string =>
  scope.startsWith('gateway') ? `${scope} ${target}` : scope;

/** Draws the faults of a run: several may overlap, but never two of the same place. */
export function scheduleOf({
  random,
  duration,
  instances,
  redis,
  longest,
  among = FAULT_NAMES,
}: ScheduleOptions): ScheduledFault[] {
  const names = among.filter((name) => affects(FAULTS[name], redis));
  const busyUntil = new Map<string, number>();
  const faults: ScheduledFault[] = [];
  for (let at = 0; at < duration; at += random.between(PAUSE.from, PAUSE.to)) {
    const name = random.one(names);
    const fault = FAULTS[name];
    const target = Math.floor(random.next() * instances);
    const place = placeOf(fault, target);
    const { from, to } = fault.lasts;
    const lasts = random.between(Math.min(from, longest), Math.min(to, longest));
    if ((busyUntil.get(place) ?? 0) > at || at + lasts > duration) continue;
    busyUntil.set(place, at + lasts);
    faults.push({ name, target, at: Math.round(at), lasts: Math.round(lasts) });
  }
  return faults;
}
