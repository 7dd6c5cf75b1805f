import { LogUnavailable } from '../../../events/log.ts';
import { type Claim, RELEASED } from '../../../events/ownership.ts';
import type { Clock } from '../../../lib/clock.ts';
import { type Baseline, BaselineWait, READY_TIMEOUT } from './baseline.ts';
import { type Follower, Followers } from './followers.ts';
import { ACTIVE, ARRIVED, covered, from, messageIn, POLL } from './poll-messages.ts';
import { describeProblem, isTokenRejection, retryAfterOf } from './poll-problem.ts';
import { PollTerm } from './poll-term.ts';
import type { PollTurn } from './poll-turn.ts';
import type { ResolvedPollerSettings } from './poller-settings.ts';
import { pauseKey, watermarkKey } from './stored-keys.ts';
import { WakeUp } from './wake-up.ts';
import { fromText, merge, type Watermark } from './watermark.ts';

/** `standby`: another instance polls. `failing`: the last attempt failed. `idle`: no follower has a valid token. */
export type PollerState = 'polling' | 'standby' | 'failing' | 'idle';

/** Milliseconds between attempts of a standby to learn what a follower waits for. */
const STANDBY_INTERVAL = 1500;
/** Minimum milliseconds between messages that the user is active. */
const ACTIVE_INTERVAL = 60_000;
const FIRST_STORE_RETRY = 250;
const LAST_STORE_RETRY = 2000;
/** Upper bound for the platform's Retry-After: one day. Timers cannot exceed 24 days. */
const MAX_RETRY_AFTER = 86_400_000;

/** The registration of a poller that runs, on the channel with its topic's name. */
interface Run {
  stopListening(): void;
  /** False until the first attempt to own the topic: a message before that would be missed. */
  isListening: boolean;
  isStopping: boolean;
}

/**
 * Polls one user's notifications while owning the user's topic, and stands by while another instance owns it. It does one
 * step at a time, so that polls never overlap. Between two steps no function is suspended, which saves memory: there is one
 * poller per user with open streams. It runs while a follower's token is valid, and leaves nothing behind.
 */
export class UserPoller {
  readonly #userId: string;
  readonly #settings: ResolvedPollerSettings;
  readonly #onIdle: (userId: string) => void;
  readonly clock: Clock;
  readonly #followers: Followers;
  readonly #baseline: BaselineWait;
  /** Starts the next step of a standby, or after a failure. */
  readonly #wakeUp: WakeUp;
  /** Decides when this instance polls. */
  readonly #turn: PollTurn;
  /** Null: the poller is not running. */
  #run: Run | null = null;
  /** Null: this instance does not own the topic. */
  #term: PollTerm | null = null;
  /** The latest known watermark, retained on standby as well: if the store loses its data, little is read again. */
  #watermark: Watermark | null = null;
  /** Start of the backfill that a follower's cursor needs and no window has covered yet. Null: none. */
  #backfillFrom: number | null = null;
  /** End of the pause that the platform requested, in epoch milliseconds. */
  #pausedUntil = 0;
  /** Whether a follower was added since the last poll, or since the last message about one. */
  #hasArrival = false;
  /** When the user was last active, and the last poll began, by the clock's `monotonic()`. */
  #activeAt = Number.NEGATIVE_INFINITY;
  #polledAt = Number.NEGATIVE_INFINITY;
  /** When the last poll that succeeded began. Null: none has. */
  #refreshedAt: number | null = null;
  #reportedActiveAt = Number.NEGATIVE_INFINITY;
  /** Failed attempts in a row to own the topic. */
  #failures = 0;
  /** True if the latest attempt to poll or stand by failed. */
  #failing = false;
  #closed = false;
  /** Called when it has stopped. */
  #onStopped: (() => void) | null = null;

  constructor(userId: string, settings: ResolvedPollerSettings, onIdle: (userId: string) => void) {
    this.#userId = userId;
    this.#settings = settings;
    this.clock = settings.clock;
    this.#followers = new Followers(this.clock);
    this.#baseline = new BaselineWait(this.clock);
    this.#onIdle = onIdle;
    this.#wakeUp = new WakeUp(this);
    this.#turn = settings.schedule.newTurn(this);
  }

  get #topic(): string {
    return this.#settings.topicOf(this.#userId);
  }

  get state(): PollerState {
    if (!this.#run || this.#followers.token === null) return 'idle';
    if (this.#failing) return 'failing';
    return this.#term ? 'polling' : 'standby';
  }

  /** @param awaitsReady the follower receives nothing before {@link whenReady}: anything listed until then is not new. */
  follow(token: string, since: number | null, awaitsReady = false): Follower {
    const follower = { token, since: awaitsReady ? Number.POSITIVE_INFINITY : this.#settings.now() };
    this.#followers.add(follower);
    this.#arrive();
    if (since !== null) this.#requestBackfill(since);
    this.#start();
    return follower;
  }

  unfollow(follower: Follower): void {
    if (!this.#followers.remove(follower) || !this.#followers.isEmpty) return;
    if (this.#run) this.#stop(this.#run);
    else this.#onIdle(this.#userId);
  }

  hasFollower(token: string): boolean {
    return this.#followers.has(token);
  }

  /**
   * Resolves once the baseline is recorded: from then on nothing is missed, even by a follower that disconnects and
   * resumes. Also resolves if that fails.
   */
  whenReady(): Promise<Baseline> {
    if (this.#watermark) return Promise.resolve('ready');
    const ready = this.#baseline.wait(() => (this.#turn.isWaiting ? 'busy' : 'platform'));
    // Without followers that wait, a standby does not check what the owner has recorded.
    if (!this.#term) this.#wakeUp.wake();
    return ready;
  }

  /** Records that the user ran an operation. */
  markActive(): void {
    const now = this.clock.monotonic();
    this.#activeAt = now;
    if (this.#term) this.#turn.advance(this.#polledAt + this.#settings.schedule.interval);
    else if (this.#run && now - this.#reportedActiveAt > ACTIVE_INTERVAL) {
      this.#reportedActiveAt = now;
      this.#settings.boundary.run('notification poll', () => this.#signal(ACTIVE));
    }
  }

  /** Handles a message of the user's channel. @param text null: messages may have been missed. */
  onMessage(text: string | null): void {
    if (text === null) {
      this.#listened();
      return;
    }
    if (text === RELEASED) this.onChance();
    const message = messageIn(text);
    if (message?.kind === 'covered') this.#onCovered(message.time);
    if (!this.#term) return;
    if (message?.kind === POLL) this.#turn.hurry('sent');
    else if (message?.kind === ARRIVED) this.#arrive();
    else if (message?.kind === ACTIVE) this.markActive();
    else if (message?.kind === 'from') this.#extendWindow(this.#term, message.time);
  }

  /** Claims the topic again if another instance owns it. */
  onChance(): void {
    if (!this.#term) this.#wakeUp.wake();
  }

  /** Begins when the poller listens to the others. Later, messages may have been missed. */
  #listened(): void {
    const run = this.#run;
    if (!run) return;
    if (!run.isListening) {
      run.isListening = true;
      this.#attempt(() => this.#claim(run));
      return;
    }
    this.#term?.storeInterrupted();
    this.#turn.hurry('due');
    this.onChance();
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#settleBaseline('platform');
    this.#followers.close();
    const run = this.#run;
    if (!run) return;
    await new Promise<void>((resolve) => {
      this.#onStopped = resolve;
      this.#stop(run);
    });
  }

  /** Takes a step. One that fails in an unforeseen way ends the term, and another follows, as after any failure. */
  #attempt(step: () => Promise<void>): void {
    const { boundary, maxBackoff } = this.#settings;
    boundary.run('notification poll', step, () => {
      const term = this.#term;
      if (term) boundary.run('notification poll', () => this.#leave(term));
      this.#wakeUp.sleep(maxBackoff);
    });
  }

  #settleBaseline(baseline: Baseline): void {
    this.#followers.begin(this.#settings.now());
    this.#baseline.settle(baseline);
  }

  /** Handles an opened stream: its user is active, and what it shows must not be older than one interval. */
  #arrive(): void {
    const { schedule } = this.#settings;
    this.#activeAt = this.clock.monotonic();
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
    if (this.#run || this.#closed || this.#followers.token === null) return;
    this.#failures = 0;
    this.#run = {
      stopListening: this.#settings.coordination.onSignal(this.#topic, (text) => this.onMessage(text)),
      isListening: false,
      isStopping: false,
    };
  }

  /** Stops after the step in progress, or after the next one if there is none. */
  #stop(run: Run): void {
    run.isStopping = true;
    this.#term?.claim.end();
    if (run.isListening) this.#wakeUp.wake();
    else this.continue();
  }

  /** Takes the next step. */
  continue(): void {
    const run = this.#run;
    if (!run) return;
    if (!run.isStopping && this.#followers.token !== null) {
      this.#attempt(() => this.#claim(run));
      return;
    }
    run.stopListening();
    this.#run = null;
    this.#wakeUp.clear();
    this.#onStopped?.();
    if (this.#followers.isEmpty) this.#onIdle(this.#userId);
    else this.#start();
  }

  /** Begins a term, or stands by. */
  async #claim(run: Run): Promise<void> {
    // A stop during the claim ends the sleep after it.
    if (!run.isStopping) this.#wakeUp.clear();
    try {
      const claim = await this.#settings.ownership.claim(this.#topic);
      this.#failures = 0;
      this.#failing &&= claim !== null;
      if (claim) await this.#begin(claim, run);
      else await this.#standBy();
    } catch (error) {
      this.#retry(error, run);
    }
  }

  #retry(error: unknown, { isStopping }: Run): void {
    this.#wakeUp.sleep(isStopping ? 0 : this.#onFailure(error, this.#failures++));
  }

  /** Begins a term: restores the watermark and schedules the first poll. */
  async #begin(claim: Claim, run: Run): Promise<void> {
    const { schedule } = this.#settings;
    const term = new PollTerm(this.#userId, claim, this.#settings);
    this.#term = term;
    schedule.join();
    claim.ended.addEventListener('abort', () => {
      if (this.#turn.cancel()) this.#attempt(() => this.#end(term));
    });
    if (run.isStopping) claim.end();
    try {
      await term.restore(this.#watermark);
      this.#watermark = term.watermark;
      if (term.watermark) this.#settleBaseline('ready');
      else if (schedule.jumpDelay > READY_TIMEOUT) this.#settleBaseline('busy');
      const pause = await this.#platformPause();
      if (this.#hasArrival) this.#jump();
      this.#hasArrival = false;
      this.#await(term, pause, pause === 0);
    } catch (error) {
      await this.#leave(term);
      throw error;
    }
  }

  /** Waits for the next poll. @param canHurry whether anything may shorten the delay. */
  #await(term: PollTerm, delay: number, canHurry: boolean): void {
    if (term.claim.ended.aborted || this.#followers.token === null) this.#attempt(() => this.#end(term));
    else if (canHurry) this.#turn.wait(delay);
    else this.#turn.pause(delay);
  }

  /** Polls, as its turn has come. */
  poll(): void {
    const term = this.#term;
    const token = this.#followers.token;
    if (term && token !== null) this.#attempt(() => this.#poll(term, token));
    else if (term) this.#attempt(() => this.#end(term));
  }

  async #poll(term: PollTerm, token: string): Promise<void> {
    const { schedule } = this.#settings;
    try {
      await this.#pollOnce(term, token);
      term.failures = 0;
      this.#failing = false;
      this.#await(term, schedule.nextDelay(this.#activeAt), true);
    } catch (error) {
      await this.#onPollFailure(term, token, error);
    }
  }

  async #pollOnce(term: PollTerm, token: string): Promise<void> {
    const backfillFrom = this.#backfillFrom;
    this.#polledAt = this.clock.monotonic();
    const start = this.#followers.earliest;
    const isWhole = await term.poll({ token, backfillFrom, start, turn: this.#turn }).finally(() => {
      this.#watermark = term.watermark;
    });
    if (this.#refreshedAt !== null) this.#settings.schedule.refreshed(this.#polledAt - this.#refreshedAt);
    this.#refreshedAt = this.#polledAt;
    if (!isWhole) return;
    this.#settleBaseline('ready');
    if (backfillFrom === null) return;
    this.#onCovered(backfillFrom);
    await this.#signal(covered(backfillFrom));
  }

  async #onPollFailure(term: PollTerm, token: string, error: unknown): Promise<void> {
    if (term.claim.ended.aborted) await this.#end(term);
    else if (isTokenRejection(error)) {
      this.#reject(token, error.code);
      this.#await(term, 0, true);
    } else {
      const delay = this.#onFailure(error, term.failures++);
      await this.#spreadPause(delay, error);
      // A recovering store wakes the poller early; a failing platform always gets the full backoff.
      this.#await(term, delay, error instanceof LogUnavailable);
    }
  }

  /** Ends a term, and continues without it. */
  async #end(term: PollTerm): Promise<void> {
    try {
      await this.#leave(term);
      this.continue();
    } catch (error) {
      if (this.#run) this.#retry(error, this.#run);
    }
  }

  async #leave(term: PollTerm): Promise<void> {
    this.#term = null;
    this.#settings.schedule.leave();
    await term.claim.release();
  }

  #requestBackfill(since: number): void {
    const time = Math.max(0, Math.floor(since));
    if (this.#term) {
      this.#extendWindow(this.#term, time);
      return;
    }
    this.#backfillFrom = Math.min(time, this.#backfillFrom ?? time);
    this.#wakeUp.wake();
  }

  /** Extends the next window to reach a cursor, unless one already has. */
  #extendWindow(term: PollTerm, time: number): void {
    if (term.covers(time)) {
      this.#settings.boundary.run('notification poll', () => this.#signal(covered(time)));
      return;
    }
    this.#backfillFrom = Math.min(time, this.#backfillFrom ?? time);
    this.#jump();
  }

  #onCovered(time: number): void {
    if (this.#backfillFrom !== null && this.#backfillFrom >= time) this.#backfillFrom = null;
  }

  /** Waits to take over, and requests any backfill from the polling instance. */
  async #standBy(): Promise<void> {
    const text = await this.#settings.coordination.readValue(watermarkKey(this.#userId));
    this.#watermark = merge(fromText(text), this.#watermark);
    if (this.#watermark) this.#settleBaseline('ready');
    // Repeated until acknowledged, because signals may be lost.
    if (this.#backfillFrom !== null) await this.#signal(from(this.#backfillFrom));
    if (this.#hasArrival) await this.#signal(ARRIVED);
    this.#hasArrival = false;
    const isAwaited = this.#backfillFrom !== null || this.#baseline.isAwaited;
    this.#wakeUp.sleep(isAwaited ? STANDBY_INTERVAL * (0.8 + Math.random() * 0.2) : null);
  }

  #reject(token: string, code: string): void {
    const retryInMs = this.#settings.maxBackoff;
    this.#followers.reject(token, retryInMs, () => this.#start());
    if (this.#followers.token === null) this.#settleBaseline('platform');
    this.#settings.onError({ at: 'token', code, retryInMs });
  }

  /** Reports a failure. @returns milliseconds until the next attempt. */
  #onFailure(error: unknown, failures: number): number {
    this.#settleBaseline(error instanceof LogUnavailable ? 'store' : 'platform');
    this.#failing = true;
    const { schedule, maxBackoff, onError } = this.#settings;
    const [first, last] =
      error instanceof LogUnavailable
        ? [FIRST_STORE_RETRY, LAST_STORE_RETRY]
        : [schedule.interval, maxBackoff];
    const retryAfter = Math.min(retryAfterOf(error), MAX_RETRY_AFTER);
    // Jitter only adds: the platform's Retry-After is a lower bound.
    const retryInMs = Math.max(Math.min(first * 2 ** failures, last), retryAfter) * (1 + Math.random() * 0.5);
    onError({ ...describeProblem(error), retryInMs });
    return retryInMs;
  }

  /** Applies a Retry-After to every instance and to later followers. */
  async #spreadPause(delay: number, error: unknown): Promise<void> {
    if (retryAfterOf(error) === 0) return;
    const { schedule, coordination, now, onError } = this.#settings;
    schedule.recordPushback();
    this.#pausedUntil = now() + delay;
    try {
      await coordination.writeValue(pauseKey(this.#userId), String(this.#pausedUntil), {
        ttl: Math.ceil(delay),
      });
    } catch (failure) {
      if (!(failure instanceof LogUnavailable)) onError({ ...describeProblem(failure), retryInMs: null });
    }
  }

  /** Milliseconds left of the pause that the platform requested. */
  async #platformPause(): Promise<number> {
    const stored = Number(await this.#settings.coordination.readValue(pauseKey(this.#userId))) || 0;
    const delay = Math.max(stored, this.#pausedUntil) - this.#settings.now();
    return Math.min(Math.max(0, delay), 2 * MAX_RETRY_AFTER);
  }

  /** Publishes on the user's channel. Lost messages are made up for by timers, or after the next interruption. */
  async #signal(message: string): Promise<void> {
    const { coordination, onError } = this.#settings;
    try {
      await coordination.signal(this.#topic, message);
    } catch (error) {
      onError({ ...describeProblem(error), retryInMs: null });
    }
  }
}
