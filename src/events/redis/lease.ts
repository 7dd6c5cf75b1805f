import { randomBytes } from 'node:crypto';
import type { Clock, Timer } from '../../lib/clock.ts';
import type { FleetLoad } from '../fleet-load.ts';
import { LogUnavailable } from '../log.ts';
import type { RedisConnection } from './connection.ts';
import { leasesKey, tagOfSlot } from './keys.ts';
import { asList, asText, asWhole } from './replies.ts';
import { RENEW_LEASE } from './scripts.ts';

/** Milliseconds for which a lease lasts by default. It is renewed after a third of that. */
export const LEASE = 6000;
/** Maximum milliseconds between attempts to renew while they fail. */
const RETRY = 250;
/** Milliseconds past the end of another instance's lease at which this one looks again. */
const SLACK = 20;

/** What an instance keeps of the fleet's budgets, whatever the leases of others say: anybody who can write to Redis can write some. */
const LEAST_SHARE = 0.02;

interface LeaseObserver {
  /** Called when the lease has begun, and when that of another instance is known to have ended. */
  onChange(): void;
  /** Called when the lease has ended: nothing is owned under its name any more. */
  onEnd(): void;
}

/** This instance's leases, one on each Redis master for any number of topics, and the load of the fleet. */
export class RedisLeases implements FleetLoad {
  /** Random name of this instance; a new one with every start. */
  readonly #instance = randomBytes(9).toString('base64url');
  readonly #connection: RedisConnection;
  readonly #duration: number;
  readonly #observer: LeaseObserver;
  /** By partition. */
  readonly #leases = new Map<number, Lease>();
  readonly #unsubscribe: () => void;
  #numbers = 0;
  #load = 0;

  /** @param duration of a lease in milliseconds. The same on every instance. */
  constructor(connection: RedisConnection, duration: number, observer: LeaseObserver) {
    this.#connection = connection;
    this.#duration = duration;
    this.#observer = observer;
    this.#unsubscribe = connection.onServerChange(() => this.#follow());
    this.#follow();
  }

  /** The lease on the master of a key. @throws LogUnavailable while that master is unknown. */
  of(key: string): Lease {
    const lease = this.#leases.get(this.#connection.partitions.of(key));
    if (!lease) throw new LogUnavailable('cluster-down', 'refused');
    return lease;
  }

  report(load: number): void {
    this.#load = load;
  }

  share(): number {
    // By instance: each has a lease on every master, and a former one for a while.
    const others = new Map(this.#leases.values().flatMap((lease) => lease.loads()));
    const total = others.values().reduce((sum, load) => sum + load, this.#load);
    return Math.max(LEAST_SHARE, total > 0 ? this.#load / total : 1 / (others.size + 1));
  }

  close(): void {
    this.#unsubscribe();
    for (const lease of this.#leases.values()) lease.close();
  }

  /**
   * Takes a lease on each master of the current layout, and on no other. Called when keys may be on other servers, which may not
   * have what was written last: each lease begins anew, so that what is owned under it is claimed again.
   */
  #follow(): void {
    const current = new Set(this.#connection.partitions.all);
    for (const [partition, lease] of this.#leases) {
      if (current.has(partition)) lease.restart();
      else lease.close();
      if (!current.has(partition)) this.#leases.delete(partition);
    }
    for (const partition of current)
      if (!this.#leases.has(partition)) this.#leases.set(partition, this.#newLease(partition));
  }

  #newLease(partition: number): Lease {
    const key = leasesKey(this.#connection.prefix, tagOfSlot(partition));
    return new Lease({
      ...this.#observer,
      clock: this.#connection.clock,
      duration: this.#duration,
      instance: this.#instance,
      nextNumber: () => ++this.#numbers,
      renew: (...args) => this.#connection.run(RENEW_LEASE, [key], [...args, this.#load, this.#duration]),
    });
  }
}

/** A lease is named after its instance, with a number. */
const instanceOf = (name: string): string => name.slice(0, name.indexOf('.'));

interface LeaseOptions extends LeaseObserver {
  clock: Clock;
  duration: number;
  instance: string;
  /** A number that no lease of the instance has had. */
  nextNumber(): number;
  renew(name: string, begins: 0 | 1): Promise<unknown>;
}

/**
 * The lease of this instance on one master. It is held until it would end if the master had received its latest renewal when that
 * was sent: by the clock of this instance, it ends before it does on the master. With each end, another begins under another name, so
 * that nothing stays owned without the knowledge of this instance. Until the former one ends on the master as well, only this
 * instance may claim what was claimed under it.
 */
export class Lease {
  /** The name that topics are owned under, and the one before. */
  name: string;
  former = '';
  readonly #options: LeaseOptions;
  /** Loads of the others on this master, by the names of their leases. */
  #others: ReadonlyMap<string, number> = new Map();
  /** When it began, and until when it is held, by the clock's `monotonic()`. Null: it has not begun. */
  #beganAt: number | null = null;
  #until = Number.NEGATIVE_INFINITY;
  /** Whether a lease that is not among the others has ended. */
  #knowsOthers = false;
  /** Whether that was requested before it was known. */
  #isUnsure = false;
  #timer: Timer | undefined;
  #endTimer: Timer | undefined;
  /** The renewal in flight. Null: none. */
  #renewal: Promise<void> | null = null;
  #isClosed = false;

  constructor(options: LeaseOptions) {
    this.#options = options;
    this.name = this.#newName();
    this.#renewIn(0);
  }

  /** True while no other instance may consider the lease ended. @param name under which something was claimed. */
  isHeld(name = this.name): boolean {
    if (this.#options.clock.monotonic() < this.#until) return name === this.name;
    this.#end();
    return false;
  }

  /** Waits until the lease is held. @returns its name. @throws LogUnavailable */
  async hold(): Promise<string> {
    if (!this.isHeld()) await this.renew();
    if (!this.isHeld()) throw new LogUnavailable('unreachable', 'refused');
    return this.name;
  }

  /** True if the lease of this name has ended. Reads again if it seems so: it may have begun since. @throws LogUnavailable */
  async confirmEnded(name: string): Promise<boolean> {
    if (!this.#hasEnded(name)) return false;
    await this.#renewal?.catch(() => {});
    await this.renew();
    return this.#hasEnded(name);
  }

  /** Renews the lease, unless a renewal is in flight. @throws LogUnavailable */
  renew(): Promise<void> {
    this.#renewal ??= this.#renew().finally(() => {
      this.#renewal = null;
    });
    return this.#renewal;
  }

  /** Ends the lease, and begins another. */
  restart(): void {
    this.#end();
    this.#renewIn(0);
  }

  /** The loads of the other instances. */
  loads(): [instance: string, load: number][] {
    return [...this.#others].map(([name, load]) => [instanceOf(name), load]);
  }

  close(): void {
    this.#isClosed = true;
    this.#options.clock.clearTimeout(this.#timer);
    this.#end();
  }

  async #renew(): Promise<void> {
    const { name } = this;
    const { clock, duration, instance, renew, onChange } = this.#options;
    const begins = this.#beganAt === null;
    const sentAt = clock.monotonic();
    let delay = Math.min(duration / 3, RETRY);
    try {
      const reply = await renew(name, begins ? 1 : 0);
      if (name === this.name && reply === null) this.#end();
      // It has ended meanwhile: the next one follows at once.
      if (name !== this.name) delay = 0;
      if (name !== this.name || this.#isClosed) return;
      const { others, firstEnd } = leasesIn(asList(reply), instance);
      const hasOtherEnded = this.#others.keys().some((other) => !others.has(other));
      this.#others = others;
      this.#beganAt ??= sentAt;
      this.#until = sentAt + duration;
      clock.clearTimeout(this.#endTimer);
      this.#endTimer = clock
        .setTimeout(() => this.isHeld(), duration + sentAt - clock.monotonic() + 1)
        .unref();
      // When it has just begun, others may have been cut off as well, and return.
      const knowsOthers = clock.monotonic() - this.#beganAt >= duration / 2;
      const learns = knowsOthers && this.#isUnsure;
      this.#knowsOthers = knowsOthers;
      this.#isUnsure &&= !knowsOthers;
      delay = Math.min(duration / (knowsOthers ? 3 : 6), firstEnd + SLACK);
      if (begins || hasOtherEnded || learns) onChange();
    } finally {
      this.#renewIn(delay);
    }
  }

  #renewIn(delay: number): void {
    const { clock } = this.#options;
    clock.clearTimeout(this.#timer);
    // Waiting callers receive a failure; if there are none, the next attempt follows.
    if (!this.#isClosed)
      this.#timer = clock.setTimeout(() => void this.renew().catch(() => {}), delay).unref();
  }

  #end(): void {
    if (this.#beganAt === null) return;
    this.#options.clock.clearTimeout(this.#endTimer);
    this.#beganAt = null;
    this.#until = Number.NEGATIVE_INFINITY;
    this.#knowsOthers = false;
    this.former = this.name;
    this.name = this.#newName();
    this.#options.onEnd();
  }

  #newName(): string {
    return `${this.#options.instance}.${this.#options.nextNumber()}`;
  }

  #hasEnded(name: string): boolean {
    if (instanceOf(name) === this.#options.instance) return name !== this.name;
    if (this.#others.has(name)) return false;
    this.#isUnsure ||= !this.#knowsOthers;
    return this.#knowsOthers;
  }
}

/** Reads the leases of other instances. @returns their loads by name, and the milliseconds until the first of them ends. */
function leasesIn(reply: readonly unknown[], own: string): { others: Map<string, number>; firstEnd: number } {
  const others = new Map<string, number>();
  let firstEnd = Number.POSITIVE_INFINITY;
  for (let index = 0; index + 2 < reply.length; index += 3) {
    const name = asText(reply[index]);
    if (instanceOf(name) === own) continue;
    others.set(name, asWhole(reply[index + 1]));
    firstEnd = Math.min(firstEnd, asWhole(reply[index + 2]));
  }
  return { others, firstEnd };
}
