import { LogUnavailable } from '../../../events/log.ts';
import { type Claim, RELEASED } from '../../../events/ownership.ts';
import { describeProblem, isTokenRejection, retryAfterOf } from '../../../events/poll-problem.ts';
import type { Timer } from '../../../lib/clock.ts';
import { PacedTask } from '../../../lib/pacing/paced-queue.ts';
import type { Jump } from '../../../lib/pacing/poll-schedule.ts';
import { type KeyedNotification, type ReadPolledPage, readList } from './notification-list.ts';
import type { PollerSettings } from './poller-settings.ts';
import { pauseKey, watermarkKey } from './stored-keys.ts';
import {
  advance,
  isDelivered,
  restored,
  startingAt,
  toText,
  type Watermark,
  windowStart,
  withDelivered,
} from './watermark.ts';

/** `standby`: another instance polls. `failing`: the last attempt failed. `idle`: no follower has a valid token. */
export type PollerState = 'polling' | 'standby' | 'failing' | 'idle';

/**
 * The first reading of a user's notifications. `ready`: recorded, so that no later one is missed. Otherwise the `platform`
 * could not be read in time, the budget of polls was `busy` with others, or the `store` could not record it.
 */
export type Baseline = 'ready' | 'platform' | 'store' | 'busy';

/** A stream of the user on this instance. */
interface Follower {
  readonly token: string;
  /** Where polling starts without a watermark, in epoch milliseconds. Infinite: with the baseline. */
  readonly from: number;
  /** The platform rejected the token; one wrong rejection must not silence a stream. By the clock's `monotonic()`. */
  rejectedUntil: number;
}

/**
 * What the poller does. `stopped`: nothing, it has no follower. `opening`: it subscribes to messages of the other instances.
 * `busy`: it takes a step. Between two steps it is `asleep` while it does not own the topic, and otherwise `waiting` for the turn
 * of its next poll, or `paused` before that: nothing then shortens the delay.
 */
type Phase = 'stopped' | 'opening' | 'busy' | 'asleep' | 'waiting' | 'paused';

/** Ownership of the user's topic, and the watermark as it is stored. Undefined: not read yet. */
type Term = { readonly claim: Claim; stored?: string | null };

/** Message to the polling instance: poll now, ahead of others. */
export const POLL = 'poll';
/** Message to the polling instance: a stream of the user was opened elsewhere. */
const ARRIVED = 'arrived';
/** Message to the polling instance: the user ran an operation elsewhere. */
const ACTIVE = 'active';
/** Message of 0.2.0, repeated until the reply `covered`: a cursor needs everything since then. */
const FROM = /^from (\d+)$/;

/** Milliseconds that a follower waits for the baseline. */
const READY_TIMEOUT = 5000;
/** Milliseconds between a standby's reads of the baseline that a follower waits for. */
const STANDBY_INTERVAL = 1500;
/** Minimum milliseconds between messages that the user is active. */
const ACTIVE_INTERVAL = 60_000;
const STORE_RETRY = { first: 250, last: 2000 };
/** Upper bound for the platform's Retry-After: one day. Timers cannot exceed 24 days. */
const MAX_RETRY_AFTER = 86_400_000;

/**
 * Polls one user's notifications while owning the user's topic, and stands by while another instance owns it. It takes one step
 * at a time, so that polls never overlap. Between two steps no function is suspended, which saves memory: there is one poller per
 * user with open streams. No state remains when it stops.
 */
export class UserPoller extends PacedTask {
  readonly #userId: string;
  readonly #topic: string;
  readonly #settings: PollerSettings;
  readonly #onStopped: (userId: string) => void;
  #phase: Phase = 'stopped';
  /** The most recent one is last. The array is replaced on each change: one that grows takes more memory. */
  #followers: readonly Follower[] = [];
  /** The baseline that followers wait for. Null: none does. */
  #baseline: PromiseWithResolvers<Baseline> | null = null;
  #stopListening: () => void = () => {};
  /** Ends the sleep. */
  #timer: Timer | undefined;
  /** Null: this instance does not own the topic. */
  #term: Term | null = null;
  /** The latest known one, also on standby. Null: the user was never polled. */
  #watermark: Watermark | null = null;
  /** A request to poll during a step or a pause, which applies to the wait after it. */
  #pending: Jump | 'due' | null = null;
  /** Whether a new follower has not been signaled to the polling instance. */
  #hasArrival = false;
  /**
   * When the user was last active, or the polling instance last signaled so; and when the last successful poll, or the running
   * one, began.
   */
  #activeAt = Number.NEGATIVE_INFINITY;
  #polledAt = Number.NEGATIVE_INFINITY;
  /** Failed attempts in a row. */
  #failures = 0;
  /** Continues the running poll with its next page. */
  #onPage: (() => void) | null = null;

  /** @param onStopped called when it has stopped, after its last follower has left. */
  constructor(userId: string, settings: PollerSettings, onStopped: (userId: string) => void) {
    super();
    this.#userId = userId;
    this.#topic = settings.topicOf(userId);
    this.#settings = settings;
    this.#onStopped = onStopped;
  }

  get state(): PollerState {
    if (this.#token === null) return 'idle';
    if (this.#failures > 0) return 'failing';
    return this.#term ? 'polling' : 'standby';
  }

  /** @param from see `NotificationPollers.follow`. */
  follow(token: string, from: number | null): Follower {
    // A new follower may have a reason to retry a rejected token.
    for (const other of this.#followers) if (other.token === token) other.rejectedUntil = 0;
    const follower = { token, from: from ?? Number.POSITIVE_INFINITY, rejectedUntil: 0 };
    this.#followers = this.#followers.concat(follower);
    this.#arrive();
    if (this.#phase === 'stopped') {
      this.#phase = 'opening';
      this.#stopListening = this.#settings.coordination.onSignal(this.#topic, (text) => this.onMessage(text));
    }
    return follower;
  }

  /** @returns whether another follower has its token. */
  unfollow(follower: Follower): boolean {
    this.#followers = this.#followers.filter((other) => other !== follower);
    const isLast = this.#followers.length === 0;
    if (isLast) this.#term?.claim.end();
    if (isLast && (this.#phase === 'asleep' || this.#phase === 'opening')) this.#run();
    return this.#followers.some(({ token }) => token === follower.token);
  }

  /** Cancels a poll in flight and stops. */
  close(): void {
    this.#settle('platform');
    for (const follower of this.#followers) this.unfollow(follower);
  }

  /**
   * Resolves once the baseline is recorded: from then on nothing is missed, even by a follower that disconnects and
   * resumes. Also resolves if that fails.
   */
  whenReady(): Promise<Baseline> {
    if (this.#watermark) return Promise.resolve('ready');
    const baseline = this.#baseline ?? Promise.withResolvers();
    this.#baseline = baseline;
    const onTimeout = (): void => {
      if (this.#baseline === baseline) this.#settle(this.#phase === 'waiting' ? 'busy' : 'platform');
    };
    this.#settings.clock.setTimeout(onTimeout, READY_TIMEOUT).unref();
    // Without followers that wait, a standby does not check what the owner has recorded.
    this.onChance();
    return baseline.promise;
  }

  /** Records that the user ran an operation. */
  markActive(): void {
    const { clock, schedule, interval } = this.#settings;
    const now = clock.monotonic();
    if (!this.#term && now - this.#activeAt <= ACTIVE_INTERVAL) return;
    this.#activeAt = now;
    if (!this.#term) this.#signal(ACTIVE);
    else if (this.#phase === 'waiting') schedule.queue.advance(this, this.#polledAt + interval);
  }

  /** Handles a message of the user's channel. @param text null: messages may have been missed. Before that, none arrives. */
  onMessage(text: string | null): void {
    if (this.#phase === 'opening') this.#run();
    else if (!this.#term && (text === null || text === RELEASED)) this.onChance();
    else if (!this.#term) return;
    else if (text === null) this.#hurry('due');
    else if (text === POLL) this.#hurry('sent');
    else if (text === ARRIVED) this.#arrive();
    else if (text === ACTIVE) this.markActive();
    else if (FROM.test(text)) this.#signal(text.replace('from', 'covered'));
  }

  /** Claims the topic again if another instance owns it. */
  onChance(): void {
    if (this.#term) return;
    this.#hurry('due');
    if (this.#phase === 'asleep') this.#run();
  }

  /** Takes its turn to poll, or to read another page. */
  begin(): void {
    const onPage = this.#onPage;
    this.#onPage = null;
    if (onPage) onPage();
    else this.#run();
  }

  /** The most recent follower's token that is not rejected. Null: none. */
  get #token(): string | null {
    const now = this.#settings.clock.monotonic();
    return this.#followers.findLast(({ rejectedUntil }) => rejectedUntil <= now)?.token ?? null;
  }

  /** Handles an opened stream: its user is active, and what it shows must not be older than one interval. */
  #arrive(): void {
    const { clock, schedule, interval } = this.#settings;
    this.#activeAt = clock.monotonic();
    this.#hasArrival = !this.#term;
    if (!this.#term) this.onChance();
    else if (this.#activeAt - this.#polledAt > interval)
      this.#hurry(schedule.jumps.allows(this.#userId) ? 'arrived' : 'due');
  }

  /** Makes the next poll due now; with a jump, also ahead of the queue. During a poll, another one follows. */
  #hurry(how: Jump | 'due'): void {
    const { queue } = this.#settings.schedule;
    if (this.#phase !== 'waiting') this.#pending = how === 'due' ? (this.#pending ?? how) : how;
    else if (how === 'due') queue.advance(this);
    else queue.jump(this, how);
  }

  /** Ends the wait for a turn after ownership was lost. */
  #onClaimEnded(): void {
    if (this.#onPage) this.#settings.schedule.queue.remove(this);
    if (this.#onPage) this.begin();
    else if (this.#phase === 'waiting' || this.#phase === 'paused') this.#run();
  }

  /** Takes the next step. An unforeseen fault is retried after the maximum backoff. */
  #run(): void {
    const { clock, schedule, boundary, maxBackoff } = this.#settings;
    clock.clearTimeout(this.#timer);
    schedule.queue.remove(this);
    this.#phase = 'busy';
    this.#pending = null;
    const retreat = (): void => this.#sleep(maxBackoff);
    boundary.run('notification poll', () => this.#step(), retreat);
  }

  async #step(): Promise<void> {
    let token = this.#token;
    try {
      if (this.#term && (this.#term.claim.ended.aborted || token === null)) await this.#leave(this.#term);
      token = this.#token;
      if (token === null) this.#stop();
      else if (this.#term?.stored !== undefined) await this.#poll(this.#term, token);
      else await this.#claim();
    } catch (error) {
      if (this.#term?.claim.ended.aborted) this.#run();
      else if (this.#term && isTokenRejection(error)) this.#reject(this.#term, token, error.code);
      else this.#retry(error);
    }
  }

  /** Stops without followers. Otherwise every token was rejected, and is retried later. */
  #stop(): void {
    if (this.#followers.length > 0) this.#sleep(this.#settings.maxBackoff);
    else {
      this.#stopListening();
      this.#phase = 'stopped';
      this.#onStopped(this.#userId);
    }
  }

  /** Sleeps until an event, or for a number of milliseconds. Null: no limit. */
  #sleep(delay: number | null): void {
    this.#phase = 'asleep';
    if (this.#pending !== null || this.#followers.length === 0) this.#run();
    else if (delay !== null) this.#timer = this.#settings.clock.setTimeout(() => this.#run(), delay).unref();
  }

  /** Waits for the turn of the next poll. */
  #wait({ claim }: Term, delay: number, phase: 'waiting' | 'paused' = 'waiting'): void {
    this.#phase = phase;
    if (claim.ended.aborted || this.#token === null) this.#run();
    else this.#settings.schedule.queue.schedule(this, delay);
    if (this.#phase === 'waiting' && this.#pending) this.#hurry(this.#pending);
  }

  /** Begins a term, or stands by. */
  async #claim(): Promise<void> {
    if (!this.#term) {
      const claim = await this.#settings.ownership.claim(this.#topic);
      if (!claim) return await this.#standBy();
      this.#term = { claim };
      this.#settings.onPolled(1);
      claim.ended.addEventListener('abort', () => this.#onClaimEnded());
    }
    await this.#begin(this.#term);
  }

  /** Reads the watermark and renews its lifetime, restores lost parts of it from memory, and starts the first poll. */
  async #begin(term: Term): Promise<void> {
    const { coordination, schedule, now, watermarkTtl } = this.#settings;
    const pausedUntil = Number(await coordination.readValue(pauseKey(this.#userId))) || 0;
    term.stored = await coordination.readValue(watermarkKey(this.#userId), watermarkTtl);
    this.#watermark = restored(term.stored, this.#watermark);
    if (this.#watermark) await this.#store(term, this.#watermark);
    if (this.#watermark) this.#settle('ready');
    else if (schedule.queue.jumpDelay > READY_TIMEOUT) this.#settle('busy');
    if (this.#hasArrival) this.#arrive();
    const pause = Math.min(Math.max(0, pausedUntil - now()), 2 * MAX_RETRY_AFTER);
    this.#wait(term, pause, pause === 0 ? 'waiting' : 'paused');
  }

  async #leave({ claim }: Term): Promise<void> {
    this.#term = null;
    this.#settings.onPolled(-1);
    await claim.release();
  }

  /** Waits to take over. */
  async #standBy(): Promise<void> {
    const text = await this.#settings.coordination.readValue(watermarkKey(this.#userId));
    this.#watermark = restored(text, this.#watermark);
    if (this.#watermark) this.#settle('ready');
    if (this.#hasArrival) this.#signal(ARRIVED);
    this.#hasArrival = false;
    this.#failures = 0;
    this.#sleep(this.#baseline ? STANDBY_INTERVAL * (0.8 + Math.random() * 0.2) : null);
  }

  async #poll(term: Term, token: string): Promise<void> {
    const { clock, schedule, observer } = this.#settings;
    const previous = this.#polledAt;
    this.#polledAt = clock.monotonic();
    try {
      await this.#pollOnce(term, token);
    } catch (error) {
      this.#polledAt = previous;
      throw error;
    }
    if (previous > Number.NEGATIVE_INFINITY) observer.refreshed(this.#polledAt - previous);
    this.#failures = 0;
    this.#wait(term, schedule.nextDelay(this.#activeAt));
  }

  /**
   * Reads one window, appends its new notifications and advances the watermark. Before there is one, existing rows are only
   * listed in it, unless a follower's cursor states a start. If the list changed faster than it was read, the watermark stays
   * where it is.
   */
  async #pollOnce(term: Term, token: string): Promise<void> {
    const { log, now, overlap } = this.#settings;
    const startedAt = now();
    const start = Math.min(...this.#followers.map(({ from }) => from));
    const watermark = this.#watermark ?? (start < Infinity ? startingAt(start, overlap) : null);
    const since = windowStart(watermark, startedAt, overlap);
    const list = await readList(this.#pagesOf(term, token, since));
    const rows = list.rows.filter(({ createdAt }) => createdAt === null || createdAt > since);
    if (watermark) await this.#append(term, watermark, rows);
    if (list.outcome === 'moving') return;
    if (list.outcome === 'too-long') log.recordLoss(this.#topic);
    this.#watermark = advance(watermark?.at ?? null, { since, startedAt, rows }, overlap);
    await this.#store(term, this.#watermark, watermark === null);
    this.#settle('ready');
  }

  /** Reads pages one by one. Each page after the first waits for a turn of its own, because it is another platform call. */
  #pagesOf({ claim: { ended } }: Term, token: string, since: number): ReadPolledPage {
    const { clock, list, schedule } = this.#settings;
    let isFirst = true;
    return async (page, limit) => {
      if (!isFirst && !ended.aborted)
        await new Promise<void>((resolve) => {
          this.#onPage = resolve;
          schedule.queue.jump(this, 'page');
        });
      isFirst = false;
      if (ended.aborted) throw new Error('no longer the owner');
      const startedAt = clock.monotonic();
      const recordLatency = (): void => schedule.queue.stretch.recordLatency(clock.monotonic() - startedAt);
      return list(token, { since, page, limit }, ended).finally(recordLatency);
    };
  }

  /**
   * Appends rows that were not delivered before. They count as delivered even if the poll then fails: readers have received them,
   * and the log may lose them together with its deduplication keys.
   */
  async #append({ claim }: Term, watermark: Watermark, rows: readonly KeyedNotification[]): Promise<void> {
    const { log, rememberFor } = this.#settings;
    const appended: KeyedNotification[] = [];
    try {
      for (const row of rows) {
        if (isDelivered(watermark, row)) continue;
        const event = { kind: 'notification', payload: row.payload };
        const duplicate = { key: row.key, within: rememberFor };
        const options = { duplicate, fence: claim.fence, signal: claim.ended };
        const result = claim.isHeld() ? await log.append(this.#topic, event, options) : null;
        if (result === null || result.status === 'fenced') {
          claim.end();
          throw new Error('no longer the owner');
        }
        appended.push(row);
      }
    } finally {
      this.#watermark = withDelivered(watermark, appended);
    }
  }

  /** Stores the watermark. A baseline gives way to what `NotificationPollers.startNow` has stored meanwhile. */
  async #store(term: Term, watermark: Watermark, isBaseline = false): Promise<void> {
    const { coordination, watermarkTtl: ttl } = this.#settings;
    const key = watermarkKey(this.#userId);
    const text = toText(watermark);
    if (term.stored === text) return;
    if (!term.claim.isHeld()) throw new Error('no longer the owner');
    const ifAbsent = isBaseline && term.stored === null;
    await coordination.writeValue(key, text, { ttl, ifAbsent });
    term.stored = ifAbsent ? await coordination.readValue(key) : text;
    if (ifAbsent) this.#watermark = restored(term.stored, null) ?? watermark;
  }

  /** Continues with another token. */
  #reject(term: Term, token: string | null, code: string): void {
    const { clock, maxBackoff, onError } = this.#settings;
    const until = clock.monotonic() + maxBackoff;
    for (const follower of this.#followers) if (follower.token === token) follower.rejectedUntil = until;
    if (this.#token === null) this.#settle('platform');
    onError({ at: 'token', code, retryInMs: maxBackoff });
    this.#wait(term, 0);
  }

  #retry(error: unknown): void {
    const { interval, maxBackoff, boundary, onError } = this.#settings;
    const isStore = error instanceof LogUnavailable;
    this.#settle(isStore ? 'store' : 'platform');
    const { first, last } = isStore ? STORE_RETRY : { first: interval, last: maxBackoff };
    const backoff = Math.min(first * 2 ** this.#failures++, last);
    const retryAfter = Math.min(retryAfterOf(error), MAX_RETRY_AFTER);
    // Jitter only adds: the platform's Retry-After is a lower bound.
    const delay = Math.max(backoff, retryAfter) * (1 + Math.random() * 0.5);
    onError({ ...describeProblem(error), retryInMs: delay });
    if (retryAfter > 0) boundary.run('notification poll', () => this.#spreadPause(delay));
    // A recovering store wakes the poller early; a failing platform always gets the full backoff.
    if (this.#term) this.#wait(this.#term, delay, isStore ? 'waiting' : 'paused');
    else this.#sleep(delay);
  }

  /** Applies a Retry-After to every instance and to later followers. */
  async #spreadPause(delay: number): Promise<void> {
    const { schedule, coordination, now, onError } = this.#settings;
    schedule.queue.stretch.recordPushback();
    await coordination
      .writeValue(pauseKey(this.#userId), String(now() + delay), { ttl: Math.ceil(delay) })
      .catch((error: unknown) => onError({ ...describeProblem(error), retryInMs: null }));
  }

  /** Notifies the followers that wait for the baseline. */
  #settle(baseline: Baseline): void {
    this.#baseline?.resolve(baseline);
    this.#baseline = null;
  }

  /** Publishes on the user's channel. Lost messages are made up for by timers, or after the next interruption. */
  #signal(message: string): void {
    const { coordination, boundary } = this.#settings;
    boundary.run('notification poll', () => coordination.signal(this.#topic, message));
  }
}
