import { randomBytes } from 'node:crypto';
import { visitAll } from '../../lib/boundary.ts';
import type { Clock, Timer } from '../../lib/clock.ts';
import type { FleetLoad } from '../fleet-load.ts';
import { LogUnavailable } from '../log.ts';
import type { RedisConnection } from './connection.ts';
import { membersKey, tagOfSlot } from './keys.ts';
import { asList, asText, asWhole } from './replies.ts';
import { HEARTBEAT } from './scripts.ts';

/**
 * Heartbeats that another instance may miss before it counts as dead. An instance considers itself alive for the same time
 * from before its last heartbeat was sent, so it stops before others take over.
 */
const MISSED = 3;
/** Fraction of the interval after which a heartbeat counts as the next one, not as an early one. */
const FULL_INTERVAL = 0.8;
/** Maximum instances remembered after they are no longer listed. */
const MAX_GONE = 1000;
/** Maximum milliseconds between attempts while heartbeats fail. */
const RETRY = 250;
/** Milliseconds after which a dead instance is removed from the store. */
const FORGET_AFTER = 600_000;
/** Milliseconds after which the list of a fleet that no longer runs expires. */
const LIST_TTL = 86_400_000;

interface MembershipObserver {
  /** Called after each heartbeat that a master accepted. @param isFirst true for the first one, or the first after a failure. */
  onHeartbeat(view: MasterView, isFirst: boolean): void;
  /** Called once a master's other instances may consider this one dead. */
  onLapse(view: MasterView): void;
}

/**
 * The live instances of the fleet, judged separately on each Redis master: one heartbeat per instance and master, whatever
 * the number of topics. An instance counts its own accepted heartbeats during which another sent none: that needs no
 * synchronized clocks, and a pause of this instance or of Redis makes no instance look dead.
 */
export class RedisMembership implements FleetLoad {
  /** Random name of this instance; a new one with every start. */
  readonly instance = randomBytes(9).toString('base64url');
  readonly #connection: RedisConnection;
  readonly #interval: number;
  readonly #observer: MembershipObserver;
  readonly #views = new Map<number, MasterView>();
  readonly #unsubscribe: () => void;
  #load = 0;
  /** Loads of the other live instances. Null: to be collected again. */
  #others: ReadonlyMap<string, number> | null = null;

  /** @param interval milliseconds between heartbeats. The same on every instance. */
  constructor(connection: RedisConnection, interval: number, observer: MembershipObserver) {
    this.#connection = connection;
    this.#interval = interval;
    this.#observer = observer;
    this.#unsubscribe = connection.onServerChange(() => this.#follow());
    this.#follow();
  }

  /** The instances as the master of a key or channel knows them. @throws LogUnavailable while that master is unknown. */
  viewOf(key: string): MasterView {
    const view = this.#views.get(this.#connection.partitions.of(key));
    if (!view) throw new LogUnavailable('cluster-down', 'refused');
    return view;
  }

  report(load: number): void {
    this.#load = load;
  }

  share(): number {
    // Asked for each paced call, but only heartbeats change it.
    this.#others ??= this.#collectLoads();
    const others = this.#others;
    const total = others.values().reduce((sum, load) => sum + load, this.#load);
    return total > 0 ? this.#load / total : 1 / (others.size + 1);
  }

  #collectLoads(): ReadonlyMap<string, number> {
    return new Map([...this.#views.values()].flatMap((view) => [...view.loads()]));
  }

  close(): void {
    this.#unsubscribe();
    for (const view of this.#views.values()) view.close();
  }

  /** Sends heartbeats to each master of the current layout, and to no other. */
  #follow(): void {
    const current = new Set(this.#connection.partitions.all);
    this.#others = null;
    for (const [partition, view] of this.#views) {
      if (current.has(partition)) continue;
      this.#views.delete(partition);
      view.close();
    }
    for (const partition of current) {
      const known = this.#views.get(partition);
      if (known) {
        known.retry();
        continue;
      }
      const key = membersKey(this.#connection.prefix, tagOfSlot(partition));
      const view: MasterView = new MasterView({
        clock: this.#connection.clock,
        instance: this.instance,
        interval: this.#interval,
        load: () => this.#load,
        send: (entry, forget) => this.#connection.run(HEARTBEAT, [key], [entry, LIST_TTL, ...forget]),
        onHeartbeat: (isFirst) => {
          this.#others = null;
          this.#observer.onHeartbeat(view, isFirst);
        },
        onLapse: () => this.#observer.onLapse(view),
      });
      this.#views.set(partition, view);
    }
  }
}

interface Member {
  /** Redis time of its latest heartbeat. Null: it is not listed. */
  heartbeat: number | null;
  load: number;
  /** Heartbeats of this instance since then. */
  missed: number;
}

interface MasterViewOptions {
  clock: Clock;
  instance: string;
  interval: number;
  load(): number;
  /** Sends a heartbeat. @param forget other entries of the list, to remove. */
  send(entry: string, forget: readonly string[]): Promise<unknown>;
  onHeartbeat(isFirst: boolean): void;
  /** Called once this instance may be considered dead. */
  onLapse(): void;
}

/** What one master knows about the instances, and whether it knows this one to be alive. */
export class MasterView {
  readonly #clock: Clock;
  readonly #options: MasterViewOptions;
  readonly #members = new Map<string, Member>();
  readonly #deathListeners = new Map<string, Set<() => void>>();
  /** Heartbeats accepted in a row. */
  #accepted = 0;
  /** True once a heartbeat has failed after one was accepted. */
  #interrupted = false;
  /** When a heartbeat last counted for the others, by the clock's `monotonic()`. */
  #countedAt = Number.NEGATIVE_INFINITY;
  /** Instances that are not listed: a name is never used again, but a suspended instance may return. */
  readonly #gone = new Set<string>();
  /** Entries to remove from the list. */
  #outdated: readonly string[] = [];
  /** Entry of this instance. Null: not listed yet. */
  #listed: string | null = null;
  /** Time until which other instances consider this one alive, by the clock's `monotonic()`. */
  #until = Number.NEGATIVE_INFINITY;
  #timer: Timer | undefined;
  #lapseTimer: Timer | undefined;
  /** The heartbeat in flight. Null: none. */
  #attempt: Promise<void> | null = null;
  #closed = false;

  constructor(options: MasterViewOptions) {
    this.#clock = options.clock;
    this.#options = options;
    void this.#start();
  }

  /** Waits until this instance is known to be alive; sends an early heartbeat if needed. @throws LogUnavailable */
  async confirm(): Promise<void> {
    if (this.isAlive()) return;
    await this.#start();
    if (!this.isAlive()) throw new LogUnavailable('unreachable', 'refused');
  }

  /** Sends a heartbeat now if this instance is not known to be alive. */
  retry(): void {
    if (!this.isAlive()) void this.#start();
  }

  /** True while no other instance may consider this one dead. */
  isAlive(): boolean {
    if (this.#clock.monotonic() < this.#until) return !this.#closed;
    this.#lapse();
    return false;
  }

  /**
   * True if the instance has missed its heartbeats. Reads the list first if the instance is not in it: it may have started
   * since. @throws LogUnavailable
   */
  async hasDied(instance: string): Promise<boolean> {
    const isKnown =
      instance === this.#options.instance || this.#members.has(instance) || this.#gone.has(instance);
    if (!isKnown) {
      await this.#attempt?.catch(() => {});
      await this.#start();
    }
    const isDead = this.isDead(instance);
    if (isDead && !this.#members.has(instance)) this.#remember(instance);
    return isDead;
  }

  /** True if the instance has missed its heartbeats, according to the list as last read. */
  isDead(instance: string): boolean {
    if (instance === this.#options.instance) return false;
    const member = this.#members.get(instance);
    if (member) return member.missed >= MISSED;
    if (this.#gone.has(instance)) return true;
    // Not listed: long dead, unless the master lost the list during the interruption.
    if (this.#accepted > (this.#interrupted ? MISSED : 0)) return true;
    this.#members.set(instance, { heartbeat: null, load: 0, missed: 0 });
    return false;
  }

  /** True if the instance has missed a heartbeat. */
  isSilent(instance: string): boolean {
    const member = this.#members.get(instance);
    return member !== undefined && member.missed > 0;
  }

  /** Calls the listener when the instance dies. @returns unsubscribes. */
  onDeath(instance: string, listener: () => void): () => void {
    const listeners = this.#deathListeners.get(instance) ?? new Set();
    this.#deathListeners.set(instance, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#deathListeners.get(instance) === listeners)
        this.#deathListeners.delete(instance);
    };
  }

  /** The loads of the other live instances. */
  *loads(): Generator<[instance: string, load: number]> {
    for (const [instance, { heartbeat, load, missed }] of this.#members)
      if (heartbeat !== null && missed < MISSED) yield [instance, load];
  }

  close(): void {
    this.#closed = true;
    this.#clock.clearTimeout(this.#timer);
    this.#lapse();
  }

  /** Starts a heartbeat, unless one is in flight. */
  #start(): Promise<void> {
    if (this.#attempt) return this.#attempt;
    this.#clock.clearTimeout(this.#timer);
    const attempt = this.#beat().finally(() => {
      this.#attempt = null;
    });
    // Waiting callers receive the failure; if there are none, the next attempt follows.
    attempt.catch(() => {});
    this.#attempt = attempt;
    return attempt;
  }

  async #beat(): Promise<void> {
    const { instance, interval, load, send, onHeartbeat } = this.#options;
    const sentAt = this.#clock.monotonic();
    const entry = `${instance} ${load()}`;
    const former = this.#listed === null || this.#listed === entry ? [] : [this.#listed];
    let delay = interval;
    try {
      const reply = asList(await send(entry, [...former, ...this.#outdated]));
      if (this.#closed) return;
      this.#listed = entry;
      this.#observe(asWhole(reply[0]), entriesIn(asList(reply[1])));
      this.#stayAliveUntil(sentAt + MISSED * interval);
      onHeartbeat(this.#accepted === 1);
    } catch (error) {
      delay = Math.min(interval, RETRY);
      this.#interrupted ||= this.#accepted > 0;
      this.#accepted = 0;
      for (const member of this.#members.values()) member.missed = 0;
      throw error;
    } finally {
      if (!this.#closed) this.#timer = this.#clock.setTimeout(() => void this.#start(), delay).unref();
    }
  }

  #stayAliveUntil(time: number): void {
    this.#until = time;
    this.#awaitLapse();
  }

  #awaitLapse(): void {
    this.#clock.clearTimeout(this.#lapseTimer);
    this.#lapseTimer = this.#clock
      .setTimeout(() => {
        // A timer may fire a fraction of a millisecond early.
        if (this.isAlive()) this.#awaitLapse();
      }, this.#until - this.#clock.monotonic())
      .unref();
  }

  #lapse(): void {
    this.#clock.clearTimeout(this.#lapseTimer);
    this.#until = Number.NEGATIVE_INFINITY;
    this.#options.onLapse();
  }

  /** Compares the list with the previous one. @param now Redis time. */
  #observe(now: number, entries: readonly ListEntry[]): void {
    // An early heartbeat says nothing about the others: theirs were not due yet.
    const elapsed = this.#clock.monotonic() - this.#countedAt;
    const counts = elapsed >= this.#options.interval * FULL_INTERVAL;
    if (counts) this.#countedAt = this.#clock.monotonic();
    if (counts || this.#accepted === 0) this.#accepted += 1;
    const isFirst = this.#accepted === 1 && !this.#interrupted;
    const latest = new Map<string, ListEntry>();
    for (const entry of entries) {
      const other = latest.get(entry.instance);
      if (!other || other.heartbeat < entry.heartbeat) latest.set(entry.instance, entry);
    }
    latest.delete(this.#options.instance);
    for (const { instance, heartbeat, load } of latest.values()) {
      this.#gone.delete(instance);
      const member = this.#members.get(instance);
      if (member && member.heartbeat === heartbeat) continue;
      // Redis's clock is trusted only about instances that may have died before this one started.
      const diedBefore = isFirst && now - heartbeat >= MISSED * this.#options.interval;
      this.#members.set(instance, { heartbeat, load, missed: diedBefore ? MISSED - 1 : counts ? -1 : 0 });
    }
    for (const [instance, member] of this.#members) {
      if (counts) member.missed += 1;
      if (member.missed === MISSED) this.#reportDeath(instance);
      if (member.missed >= MISSED && !latest.has(instance)) this.#members.delete(instance);
    }
    // A live instance that Redis's clock makes look outdated is listed again by its next heartbeat.
    this.#outdated = entries
      .filter(({ heartbeat }) => now - heartbeat > FORGET_AFTER)
      .map(({ text }) => text);
  }

  #remember(instance: string): void {
    if (this.#gone.size >= MAX_GONE) this.#gone.clear();
    this.#gone.add(instance);
  }

  #reportDeath(instance: string): void {
    visitAll([...(this.#deathListeners.get(instance) ?? [])], (listener) => listener());
  }
}

interface ListEntry {
  /** The entry as it is listed. */
  text: string;
  instance: string;
  load: number;
  heartbeat: number;
}

/** Entries of the form `instance load`, each followed by the time of its heartbeat. */
function entriesIn(reply: readonly unknown[]): ListEntry[] {
  const entries: ListEntry[] = [];
  for (let index = 0; index + 1 < reply.length; index += 2) {
    const text = asText(reply[index]);
    const [instance = '', load = ''] = text.split(' ');
    entries.push({ text, instance, load: Number(load) || 0, heartbeat: asWhole(reply[index + 1]) });
  }
  return entries;
}
