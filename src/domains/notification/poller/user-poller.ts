import type { Coordination } from '../../../events/coordination.ts';
import { type EventLog, LogUnavailable } from '../../../events/log.ts';
import type { Claim, Ownership } from '../../../events/ownership.ts';
import { Cancellation, type CancelSignal } from '../../../graph/cancellation.ts';
import { GatewayError } from '../../../graph/errors.ts';
import {
  type KeyedNotification,
  type PolledNotification,
  type ReadPage,
  readList,
} from './notification-list.ts';
import type { PollSchedule } from './poll-schedule.ts';
import type { PollTurn } from './poll-turn.ts';
import { WakeUp } from './wake-up.ts';
import { advance, fromText, isKnown, merge, toText, type Watermark, windowStart } from './watermark.ts';

/** Dependencies and settings of the pollers. Times in milliseconds. */
export interface PollerSettings {
  log: EventLog;
  coordination: Coordination;
  ownership: Ownership;
  topicOf(userId: string): string;
  /**
   * Reads one page, from 1, of the notifications created after `since` (epoch milliseconds), acknowledged ones included.
   * Throws GatewayError; UNAUTHENTICATED and FORBIDDEN mean that the token is no longer valid. Settles soon after the
   * signal aborts.
   */
  list(
    token: string,
    query: { since: number; page: number; limit: number },
    signal: CancelSignal,
  ): Promise<readonly PolledNotification[]>;
  /**
   * How far a window reaches back behind the newest notification: covers notifications that become visible late and, on
   * a user's first poll, the error of the estimated platform clock.
   */
  overlap: number;
  /** Maximum delay between attempts while the platform fails, before jitter. */
  maxBackoff: number;
  /** Current time in epoch milliseconds, by the platform's clock as far as it is known. */
  now(): number;
  /** Called on failure with a loggable description: no token, no text, no name. */
  onError(problem: PollProblem): void;
}

/** Settings with defaults and derived values filled in. */
export interface ResolvedPollerSettings extends PollerSettings {
  schedule: PollSchedule;
  /** How long a notification is deduplicated. */
  rememberFor: number;
}

/** A failed poll. */
export interface PollProblem {
  /** Source of the failure: the platform, the platform rejecting the token, the event store, or a bug in the gateway. */
  at: 'platform' | 'token' | 'store' | 'gateway';
  /** Error code, or the name of an unexpected error. */
  code: string;
  /** Stack frames of an unexpected error; never its message. */
  trace?: string;
  /** Milliseconds until the next attempt, with this token if it was rejected. Null: no retry. */
  retryInMs: number | null;
}

/** `standby`: another instance polls. `failing`: the last attempt failed. `idle`: no follower has a valid token. */
export type PollerState = 'polling' | 'standby' | 'failing' | 'idle';

/**
 * The first reading of a user's notifications. `ready`: recorded, so that no later one is missed. Otherwise the `platform`
 * could not be read in time, also because the budget of polls is `busy` with others, or the `store` could not record it.
 */
export type Baseline = 'ready' | 'platform' | 'store' | 'busy';

/** Message to the polling instance: poll now, ahead of others. */
export const POLL = 'poll';
/** Message to the polling instance: a stream of the user was opened elsewhere. */
const ARRIVED = 'arrived';
/** Message to the polling instance: the user ran an operation elsewhere. */
const ACTIVE = 'active';

/** Channel shared by the instances that have followers of a user. */
export const channelOf = (userId: string): string => `notifications:${userId}`;

/** Milliseconds between attempts of a standby to learn what a follower waits for. */
const STANDBY_INTERVAL = 1500;
/** Minimum milliseconds between messages that the user is active. */
const ACTIVE_INTERVAL = 60_000;
const FIRST_STORE_RETRY = 250;
const LAST_STORE_RETRY = 2000;
/** Upper bound for the platform's Retry-After: one day. Timers cannot exceed 24 days. */
const MAX_RETRY_AFTER = 86_400_000;
/** Milliseconds that a follower waits for the baseline. */
const READY_TIMEOUT = 5000;
/** Minimum lifetime of a watermark after its last poll, and the interval at which an unchanged one is rewritten. */
const WATERMARK_TTL = 30 * 86_400_000;
const WATERMARK_REFRESH = 86_400_000;

interface Follower {
  token: string;
  since: number;
}

/** Polling state under one claim of the user's topic. */
interface Term {
  /** Ends with the last follower, and when the process closes. */
  claim: Claim;
  watermark: Watermark | null;
  stored: { text: string; at: number } | null;
  /** Start of the widest window read in this term. */
  reach: number;
}

/**
 * Polls one user's notifications while owning the user's topic, and stands by while another instance owns it. A single loop
 * does both, so that polls never overlap. It runs while a follower's token is valid, and leaves nothing behind.
 */
export class UserPoller {
  readonly #userId: string;
  readonly #settings: ResolvedPollerSettings;
  readonly #onIdle: () => void;
  readonly #followers: Follower[] = [];
  /** Tokens the platform rejected, until their next attempt: one wrong rejection must not silence a stream. */
  readonly #rejected: { token: string; retry: NodeJS.Timeout }[] = [];
  #awaitingReady: ((baseline: Baseline) => void)[] = [];
  /** Wakes a standby. */
  readonly #wakeUp = new WakeUp();
  /** When this instance polls. */
  readonly #turn: PollTurn;
  #run: { stop: Cancellation; done: Promise<void> } | null = null;
  #term: Term | null = null;
  /** The latest known watermark, retained on standby as well: if the store loses its data, little is read again. */
  #watermark: Watermark | null = null;
  /** Start of the backfill that a follower's cursor needs and no window has covered yet. Null: none. */
  #backfillFrom: number | null = null;
  /** End of the pause that the platform requested, in epoch milliseconds. */
  #pausedUntil = 0;
  /** Whether a follower has come since the last poll or message about one. */
  #hasArrival = false;
  /** When the user was last active, and the last poll began, by `performance.now()`. */
  #activeAt = Number.NEGATIVE_INFINITY;
  #polledAt = Number.NEGATIVE_INFINITY;
  /** When the last poll that succeeded began. Null: none has. */
  #refreshedAt: number | null = null;
  #reportedActiveAt = Number.NEGATIVE_INFINITY;
  /** True if the latest attempt to poll or stand by failed. */
  #failing = false;
  #closed = false;

  constructor(userId: string, settings: ResolvedPollerSettings, onIdle: () => void) {
    this.#userId = userId;
    this.#settings = settings;
    this.#turn = settings.schedule.newTurn();
    this.#onIdle = onIdle;
  }

  get state(): PollerState {
    if (!this.#run || this.#token() === null) return 'idle';
    if (this.#failing) return 'failing';
    return this.#term ? 'polling' : 'standby';
  }

  /** @param awaitsReady the follower receives nothing before {@link whenReady}: anything listed until then is not new. */
  follow(token: string, from: number | null, awaitsReady = false): () => void {
    const follower = { token, since: awaitsReady ? Number.POSITIVE_INFINITY : this.#settings.now() };
    this.#followers.push(follower);
    // A new follower may have a reason to retry a rejected token.
    this.#clearRejection(token);
    this.#arrive();
    if (from !== null) this.#requestBackfill(from);
    this.#start();
    return () => {
      const index = this.#followers.indexOf(follower);
      if (index < 0) return;
      this.#followers.splice(index, 1);
      if (!this.#followers.some((other) => other.token === token)) this.#clearRejection(token);
      if (this.#followers.length > 0) return;
      if (this.#run) this.#run.stop.abort();
      else this.#onIdle();
    };
  }

  /**
   * Resolves once the baseline is recorded: from then on nothing is missed, even by a follower that disconnects and
   * resumes. Also resolves if that fails.
   */
  whenReady(): Promise<Baseline> {
    if (this.#watermark) return Promise.resolve('ready');
    return new Promise((resolve) => {
      const settle = (baseline: Baseline): void => {
        clearTimeout(timer);
        this.#awaitingReady = this.#awaitingReady.filter((other) => other !== settle);
        resolve(baseline);
      };
      const timer = setTimeout(() => settle(this.#turn.isWaiting ? 'busy' : 'platform'), READY_TIMEOUT);
      this.#awaitingReady.push(settle);
      // A standby that nobody waited for does not look for what the owner has recorded.
      if (!this.#term) this.#wakeUp.wake();
    });
  }

  #settleReady(baseline: Baseline): void {
    const now = this.#settings.now();
    for (const follower of this.#followers) follower.since = Math.min(follower.since, now);
    for (const settle of this.#awaitingReady) settle(baseline);
  }

  hasFollower(token: string): boolean {
    return this.#followers.some((follower) => follower.token === token);
  }

  /** The user has run an operation. */
  active(): void {
    const now = performance.now();
    this.#activeAt = now;
    if (this.#term) this.#turn.advance(this.#polledAt + this.#settings.schedule.interval);
    else if (now - this.#reportedActiveAt >= ACTIVE_INTERVAL) {
      this.#reportedActiveAt = now;
      void this.#signal(ACTIVE);
    }
  }

  /** Handles a message of the user's channel. Null: messages may have been missed. */
  onMessage(message: string | null): void {
    const [, kind, time] = /^(poll|arrived|active|from|covered)(?: (\d+))?$/.exec(message ?? '') ?? [];
    if (message === null) {
      this.#turn.hurry('due');
      this.#wakeUp.wake();
    } else if (kind === POLL && this.#term) this.#turn.hurry('sent');
    else if (kind === ARRIVED && this.#term) this.#arrive();
    else if (kind === ACTIVE && this.#term) this.active();
    else if (kind === 'from' && this.#term) this.#extendWindow(this.#term, Number(time));
    else if (kind === 'covered') this.#onCovered(Number(time));
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#settleReady('platform');
    for (const { token } of [...this.#rejected]) this.#clearRejection(token);
    this.#run?.stop.abort();
    await this.#run?.done;
  }

  /** A stream was opened: its user is active, and what it shows must not be older than one interval. */
  #arrive(): void {
    const { schedule } = this.#settings;
    this.#activeAt = performance.now();
    if (!this.#term) {
      this.#hasArrival = true;
      this.#wakeUp.wake();
    } else if (this.#activeAt - this.#polledAt > schedule.interval) this.#jump();
  }

  /** Lets the next poll jump the queue, unless the user's streams were opened too often for that. */
  #jump(): void {
    this.#turn.hurry(this.#settings.schedule.allowsJump(this.#userId) ? 'arrived' : 'due');
  }

  #start(): void {
    if (this.#run || this.#closed || this.#token() === null) return;
    const stop = new Cancellation();
    this.#run = { stop, done: this.#work(stop).then(() => this.#onStopped()) };
  }

  #onStopped(): void {
    this.#run = null;
    if (this.#followers.length === 0) this.#onIdle();
    else this.#start();
  }

  async #work(signal: CancelSignal): Promise<void> {
    const { coordination } = this.#settings;
    const stopListening = coordination.onSignal(channelOf(this.#userId), (message) =>
      this.onMessage(message),
    );
    const candidate = this.#settings.ownership.candidate(this.#settings.topicOf(this.#userId), () =>
      this.#wakeUp.wake(),
    );
    let failures = 0;
    while (!signal.aborted && this.#token() !== null) {
      this.#wakeUp.clear();
      try {
        const claim = await candidate.claim();
        failures = 0;
        this.#failing = this.#failing && claim !== null;
        if (claim) await this.#pollWhileHeld(claim, signal);
        else await this.#standby(signal);
      } catch (error) {
        if (!signal.aborted) await this.#wakeUp.sleep(this.#onFailure(error, failures++), signal);
      }
    }
    candidate.withdraw();
    stopListening();
  }

  async #pollWhileHeld(claim: Claim, stop: CancelSignal): Promise<void> {
    const end = (): void => claim.end();
    if (stop.aborted) end();
    else stop.addEventListener('abort', end, { once: true });
    const term: Term = { claim, watermark: null, stored: null, reach: Number.POSITIVE_INFINITY };
    this.#term = term;
    const leave = this.#settings.schedule.join();
    try {
      const text = await this.#settings.coordination.readValue(watermarkKey(this.#userId));
      term.watermark = merge(fromText(text), this.#watermark);
      this.#watermark = term.watermark;
      if (term.watermark) this.#settleReady('ready');
      else if (this.#settings.schedule.jumpDelay > READY_TIMEOUT) this.#settleReady('busy');
      await this.#firstTurn(claim.ended);
      await this.#pollRepeatedly(term);
    } finally {
      this.#term = null;
      leave();
      stop.removeEventListener('abort', end);
      await claim.release();
    }
  }

  async #firstTurn(ended: CancelSignal): Promise<void> {
    const pause = await this.#platformPause();
    if (this.#hasArrival) this.#jump();
    this.#hasArrival = false;
    await (pause > 0 ? this.#turn.pause(pause, ended) : this.#turn.wait(0, ended));
  }

  async #pollRepeatedly(term: Term): Promise<void> {
    const { schedule } = this.#settings;
    const { ended } = term.claim;
    let failures = 0;
    for (let token = this.#token(); token !== null && !ended.aborted; token = this.#token()) {
      try {
        await this.#poll(term, token);
        failures = 0;
        this.#failing = false;
        await this.#turn.wait(schedule.nextDelay(this.#activeAt), ended);
      } catch (error) {
        if (ended.aborted) return;
        if (isTokenRejection(error)) {
          this.#reject(token, error);
          if (this.#token() !== null) await this.#turn.wait(0, ended);
        } else {
          const delay = this.#onFailure(error, failures++);
          // A recovering store wakes the poller; a failing platform gets the full backoff, whoever asks.
          if (error instanceof LogUnavailable) await this.#turn.wait(delay, ended);
          else await this.#backOff(delay, error, ended);
        }
      }
    }
  }

  /** Reads one window and appends its new notifications. */
  async #poll(term: Term, token: string): Promise<void> {
    const { log, now, overlap, topicOf } = this.#settings;
    const { claim, watermark } = term;
    this.#polledAt = performance.now();
    const startedAt = now();
    const backfillFrom = this.#backfillFrom;
    const start = this.#earliestFollower();
    const since = this.#windowStart(watermark, backfillFrom, start);
    const found = await readList(this.#pagesOf(token, since, claim.ended));
    const rows = found.rows.filter(({ createdAt }) => createdAt === null || createdAt > since);

    // Without a watermark or a cursor the stream starts now: existing rows only form the baseline.
    const isBaseline = ({ createdAt }: KeyedNotification): boolean =>
      watermark === null && backfillFrom === null && (createdAt === null || createdAt <= start);
    for (const row of rows) {
      if (isBaseline(row) || (watermark && isKnown(watermark, row))) continue;
      await this.#append(term, row);
    }
    this.#refreshed();
    if (found.outcome === 'moving') return;
    if (found.outcome === 'too-long') log.recordLoss(topicOf(this.#userId));

    // A watermark written under a wrong clock may be in the platform's future.
    const at = Math.min(watermark?.at ?? backfillFrom ?? start, startedAt);
    await this.#store(term, advance(at, { since, startedAt, rows }, overlap));
    term.reach = Math.min(term.reach, since);
    if (backfillFrom === null) return;
    // Even if the window was cut short: a cursor this old would get no more.
    term.reach = Math.min(term.reach, backfillFrom - overlap);
    this.#onCovered(backfillFrom);
    await this.#signal(`covered ${backfillFrom}`);
  }

  /** Reads pages one by one. Each after the first needs a turn of its own, because it is a platform call of its own. */
  #pagesOf(token: string, since: number, ended: CancelSignal): ReadPage {
    const { list, schedule } = this.#settings;
    let isFirst = true;
    return async (page, limit) => {
      if (!isFirst) await this.#turn.anotherCall(ended);
      isFirst = false;
      if (ended.aborted) throw new Error('no longer the owner');
      return schedule.timed(() => list(token, { since, page, limit }, ended));
    };
  }

  #refreshed(): void {
    if (this.#refreshedAt !== null) this.#settings.schedule.refreshed(this.#polledAt - this.#refreshedAt);
    this.#refreshedAt = this.#polledAt;
  }

  async #append({ claim }: Term, { key, payload }: KeyedNotification): Promise<void> {
    const { log, topicOf, rememberFor } = this.#settings;
    if (claim.isHeld()) {
      const result = await log.append(
        topicOf(this.#userId),
        { kind: 'notification', payload },
        { duplicate: { key, within: rememberFor }, fence: claim.fence, signal: claim.ended },
      );
      if (result.status !== 'fenced') return;
    }
    claim.end();
    throw new Error('no longer the owner');
  }

  async #store(term: Term, watermark: Watermark): Promise<void> {
    const { coordination, now, rememberFor } = this.#settings;
    term.watermark = watermark;
    this.#watermark = watermark;
    const text = toText(watermark);
    if (term.stored?.text === text && now() < term.stored.at + WATERMARK_REFRESH) return;
    if (!term.claim.isHeld()) return;
    const ttl = Math.max(WATERMARK_TTL, 2 * rememberFor);
    await coordination.writeValue(watermarkKey(this.#userId), text, { ttl });
    term.stored = { text, at: now() };
    this.#settleReady('ready');
  }

  /** Start of the next window: the earlier of watermark and backfill. */
  #windowStart(watermark: Watermark | null, backfillFrom: number | null, start: number): number {
    const { now, overlap, rememberFor } = this.#settings;
    if (!watermark) return Math.max(0, Math.min(backfillFrom ?? start, now()) - overlap);
    const next = watermark.at > now() ? now() - overlap : windowStart(watermark, overlap);
    if (backfillFrom === null) return next;
    // Older rows are no longer deduplicated: read again, they would reach every follower as new.
    const oldest = now() - rememberFor + overlap;
    return Math.min(next, Math.max(backfillFrom - overlap, oldest));
  }

  /** When the earliest current follower started. */
  #earliestFollower(): number {
    return Math.min(...this.#followers.map(({ since }) => since));
  }

  #requestBackfill(from: number): void {
    const time = Math.max(0, Math.floor(from));
    if (this.#term) {
      this.#extendWindow(this.#term, time);
      return;
    }
    this.#backfillFrom = Math.min(time, this.#backfillFrom ?? time);
    this.#wakeUp.wake();
  }

  /** Extends the next window to reach a cursor, unless one already has. */
  #extendWindow(term: Term, from: number): void {
    if (from - this.#settings.overlap >= term.reach) {
      void this.#signal(`covered ${from}`);
      return;
    }
    this.#backfillFrom = Math.min(from, this.#backfillFrom ?? from);
    this.#jump();
  }

  #onCovered(from: number): void {
    if (this.#backfillFrom !== null && this.#backfillFrom >= from) this.#backfillFrom = null;
  }

  /** Waits to take over, and requests any backfill from the polling instance. */
  async #standby(signal: CancelSignal): Promise<void> {
    const text = await this.#settings.coordination.readValue(watermarkKey(this.#userId));
    this.#watermark = merge(fromText(text), this.#watermark);
    if (this.#watermark) this.#settleReady('ready');
    // Repeated until acknowledged, because signals may be lost.
    if (this.#backfillFrom !== null) await this.#signal(`from ${this.#backfillFrom}`);
    if (this.#hasArrival) await this.#signal(ARRIVED);
    this.#hasArrival = false;
    const isAwaited = this.#backfillFrom !== null || this.#awaitingReady.length > 0;
    await this.#wakeUp.sleep(isAwaited ? STANDBY_INTERVAL * (0.8 + Math.random() * 0.2) : null, signal);
  }

  /** The most recent follower's token that was not rejected. Null: none. */
  #token(): string | null {
    return this.#followers.findLast(({ token }) => !this.#isRejected(token))?.token ?? null;
  }

  #reject(token: string, { code }: GatewayError): void {
    const retryInMs = this.#settings.maxBackoff;
    const retry = setTimeout(() => {
      this.#clearRejection(token);
      this.#start();
    }, retryInMs);
    this.#rejected.push({ token, retry: retry.unref() });
    if (this.#token() === null) this.#settleReady('platform');
    this.#settings.onError({ at: 'token', code, retryInMs });
  }

  #isRejected(token: string): boolean {
    return this.#rejected.some((rejection) => rejection.token === token);
  }

  #clearRejection(token: string): void {
    const index = this.#rejected.findIndex((rejection) => rejection.token === token);
    if (index < 0) return;
    clearTimeout(this.#rejected[index]?.retry);
    this.#rejected.splice(index, 1);
  }

  /** Reports a failure. @returns milliseconds until the next attempt. */
  #onFailure(error: unknown, failures: number): number {
    this.#settleReady(error instanceof LogUnavailable ? 'store' : 'platform');
    this.#failing = true;
    const { schedule, maxBackoff, onError } = this.#settings;
    const [first, last] =
      error instanceof LogUnavailable
        ? [FIRST_STORE_RETRY, LAST_STORE_RETRY]
        : [schedule.interval, maxBackoff];
    const retryAfter = Math.min(retryAfterOf(error), MAX_RETRY_AFTER);
    // Jitter only adds: the platform's Retry-After is a lower bound.
    const retryInMs = Math.max(Math.min(first * 2 ** failures, last), retryAfter) * (1 + Math.random() * 0.5);
    onError({ ...describe(error), retryInMs });
    return retryInMs;
  }

  /** Waits before the next platform call. A Retry-After applies to every instance and to later followers. */
  async #backOff(delay: number, error: unknown, signal: CancelSignal): Promise<void> {
    if (retryAfterOf(error) > 0) {
      this.#settings.schedule.pushedBack();
      this.#pausedUntil = this.#settings.now() + delay;
      await this.#settings.coordination
        .writeValue(pauseKey(this.#userId), String(this.#pausedUntil), { ttl: Math.ceil(delay) })
        .catch(ignoreUnavailable);
    }
    await this.#turn.pause(delay, signal);
  }

  /** Milliseconds for which the platform still wants to be left alone. */
  async #platformPause(): Promise<number> {
    const stored = Number(await this.#settings.coordination.readValue(pauseKey(this.#userId))) || 0;
    const delay = Math.max(stored, this.#pausedUntil) - this.#settings.now();
    return Math.min(Math.max(0, delay), 2 * MAX_RETRY_AFTER);
  }

  /** Publishes on the user's channel. Lost messages are made up for by timers, or after the next interruption. */
  async #signal(message: string): Promise<void> {
    try {
      await this.#settings.coordination.signal(channelOf(this.#userId), message);
    } catch (error) {
      this.#settings.onError({ ...describe(error), retryInMs: null });
    }
  }
}

export const watermarkKey = (userId: string): string => `notification-watermark:${userId}`;
export const pauseKey = (userId: string): string => `notification-rest:${userId}`;

const isTokenRejection = (error: unknown): error is GatewayError =>
  error instanceof GatewayError && (error.code === 'UNAUTHENTICATED' || error.code === 'FORBIDDEN');

function retryAfterOf(error: unknown): number {
  const retryAfterMs = error instanceof GatewayError ? error.extensions.retryAfterMs : undefined;
  return typeof retryAfterMs === 'number' && retryAfterMs > 0 ? retryAfterMs : 0;
}

function ignoreUnavailable(error: unknown): void {
  if (!(error instanceof LogUnavailable)) throw error;
}

function describe(error: unknown): Pick<PollProblem, 'at' | 'code' | 'trace'> {
  if (error instanceof GatewayError) return { at: 'platform', code: error.code };
  if (error instanceof LogUnavailable) return { at: 'store', code: error.reason };
  if (!(error instanceof Error)) return { at: 'gateway', code: typeof error };
  // The message may quote platform data.
  const trace = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return { at: 'gateway', code: error.name, trace: trace.join('\n') };
}
