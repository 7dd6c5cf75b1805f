import { randomBytes } from 'node:crypto';
import type { Coordination } from '../../../events/coordination.ts';
import { type EventLog, LogUnavailable } from '../../../events/log.ts';
import { Cancellation, type CancelSignal } from '../../../graph/cancellation.ts';
import { GatewayError } from '../../../graph/errors.ts';
import { Lease } from './lease.ts';
import { type KeyedNotification, type PolledNotification, readList } from './notification-list.ts';
import { WakeUp } from './wake-up.ts';
import { advanced, fromText, further, knows, toText, type Watermark, windowStart } from './watermark.ts';

/** What pollers work with, and how. Times in milliseconds. */
export interface PollerSettings {
  log: EventLog;
  coordination: Coordination;
  topicOf(userId: string): string;
  /**
   * One page, from 1, of the notifications created after `since` (epoch milliseconds), acknowledged ones included.
   * Throws GatewayError; UNAUTHENTICATED and FORBIDDEN mean that the token is over. Settles soon after the signal aborts.
   */
  list(
    token: string,
    query: { since: number; page: number; limit: number },
    signal: CancelSignal,
  ): Promise<readonly PolledNotification[]>;
  /** Between polls of one user. */
  interval: number;
  /**
   * By which a window reaches back behind the newest notification: how late one may become visible, and how far the
   * platform's clock may be from this one when a user is polled for the first time.
   */
  overlap: number;
  /** Longest time between two attempts while the platform fails, before jitter. */
  longestBackOff: number;
  /** Epoch milliseconds. */
  now(): number;
  /** Told of what fails, in a form that may be logged: no token, no text, no name. */
  onError(problem: PollProblem): void;
}

/** What all pollers of a process have in common, worked out. */
export interface PollerTerms extends PollerSettings {
  /** How long the log recognises a notification. */
  rememberFor: number;
  leaseDuration: number;
  /** Longest time between two attempts to get a lease that somebody else has. */
  standByInterval: number;
}

/** What kept a poll from its end. */
export interface PollProblem {
  /** Who refused: the platform, the platform because of the token, the store of the events, or a fault of ours. */
  at: 'platform' | 'token' | 'store' | 'gateway';
  /** Code of the failure, or the name of an unforeseen error. */
  code: string;
  /** Where an unforeseen error came from; never its message. */
  trace?: string;
  /** Milliseconds until it is tried again, of a refused token: until this one is. Null: it is not tried again. */
  retryInMs: number | null;
}

/** `failing`: the last attempt failed; `idle`: there is nobody whose token is good. */
export type PollerState = 'polling' | 'standing-by' | 'failing' | 'idle';

/** A message to the instance that polls: do it now. */
export const POLL = 'poll';
/** A message to those who stand by: the lease is free. */
const FREE = 'free';

/** Where the instances that have followers of a user talk to one another. */
export const channelOf = (userId: string): string => `notifications:${userId}`;

const FIRST_STORE_RETRY = 250;
const LAST_STORE_RETRY = 2000;
/** A platform that wants to be left alone for longer is asked daily; timers know no time beyond 24 days. */
const LONGEST_REST = 86_400_000;
/** Milliseconds that a follower waits for the beginning. */
const BEGIN_TIMEOUT = 5000;
/** How long a watermark outlives its last poll at least, and after how long an unchanged one is stored anew. */
const WATERMARK_TTL = 30 * 86_400_000;
const WATERMARK_REFRESH = 86_400_000;

interface Follower {
  token: string;
  since: number;
}

/** What a poller does under one lease. */
interface Term {
  /** Over with the last follower and with the process, too. */
  lease: Lease;
  watermark: Watermark | null;
  stored: { text: string; at: number } | null;
  /** How far back the widest window of the term went. */
  reach: number;
}

/**
 * One user's notifications on this instance: polls under the lease, or stands by while another instance has it.
 * One loop does both, so that no poll ever overlaps another. It runs while there is a follower whose token the platform
 * takes, and leaves nothing behind.
 */
export class UserPoller {
  readonly #userId: string;
  readonly #terms: PollerTerms;
  readonly #onIdle: () => void;
  readonly #followers: Follower[] = [];
  /** Tokens that the platform refused, until they are tried once more: a single wrong refusal must not silence a stream. */
  readonly #refused: { token: string; again: NodeJS.Timeout }[] = [];
  #waiting: ((begun: boolean) => void)[] = [];
  readonly #wakeUp = new WakeUp();
  #run: { stop: Cancellation; done: Promise<void> } | null = null;
  #term: Term | null = null;
  /** The latest one seen, kept while standing by too: should the store lose everything, little is read again. */
  #watermark: Watermark | null = null;
  /** How far back somebody's cursor is that no window has reached yet. */
  #wanted: number | null = null;
  /** Until when the platform asked not to be asked, in epoch milliseconds. */
  #restUntil = 0;
  /** Whether the latest attempt to poll, or to stand by, failed. */
  #failing = false;
  #closed = false;

  constructor(userId: string, terms: PollerTerms, onIdle: () => void) {
    this.#userId = userId;
    this.#terms = terms;
    this.#onIdle = onIdle;
  }

  get state(): PollerState {
    if (!this.#run || this.#token() === null) return 'idle';
    if (this.#failing) return 'failing';
    return this.#term ? 'polling' : 'standing-by';
  }

  /** @param waits the follower gets nothing before {@link begun}: what the platform lists until then is of before. */
  follow(token: string, from: number | null, waits = false): () => void {
    const follower = { token, since: waits ? Number.POSITIVE_INFINITY : this.#terms.now() };
    this.#followers.push(follower);
    // Who comes with it anew may have reason to.
    this.#forgive(token);
    if (from !== null) this.#want(from);
    this.#start();
    return () => {
      const index = this.#followers.indexOf(follower);
      if (index < 0) return;
      this.#followers.splice(index, 1);
      if (!this.#followers.some((other) => other.token === token)) this.#forgive(token);
      if (this.#followers.length > 0) return;
      if (this.#run) this.#run.stop.abort();
      else this.#onIdle();
    };
  }

  /**
   * Resolves with true once it is known what the platform listed before: from then on nothing is missed, also by
   * somebody who is cut off and comes back. False: the platform could not be asked.
   */
  begun(): Promise<boolean> {
    if (this.#watermark) return Promise.resolve(true);
    return new Promise((resolve) => {
      const settle = (begun: boolean): void => {
        clearTimeout(timer);
        this.#waiting = this.#waiting.filter((other) => other !== settle);
        resolve(begun);
      };
      const timer = setTimeout(() => settle(false), BEGIN_TIMEOUT);
      this.#waiting.push(settle);
    });
  }

  #settle(begun: boolean): void {
    const now = this.#terms.now();
    for (const follower of this.#followers) follower.since = Math.min(follower.since, now);
    for (const settle of this.#waiting) settle(begun);
  }

  /** Takes a message of the user's channel; null: some may have been missed. */
  hear(message: string | null): void {
    const [, kind, time] = /^(poll|free|from|covered)(?: (\d+))?$/.exec(message ?? '') ?? [];
    if (message === null || (kind === POLL && this.#term) || (kind === FREE && !this.#term))
      this.#wakeUp.wake();
    else if (kind === 'from' && this.#term) this.#widen(this.#term, Number(time));
    else if (kind === 'covered') this.#covered(Number(time));
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#settle(false);
    for (const { token } of [...this.#refused]) this.#forgive(token);
    this.#run?.stop.abort();
    await this.#run?.done;
  }

  #start(): void {
    if (this.#run || this.#closed || this.#token() === null) return;
    const stop = new Cancellation();
    this.#run = { stop, done: this.#work(stop).then(() => this.#stopped()) };
  }

  #stopped(): void {
    this.#run = null;
    if (this.#followers.length === 0) this.#onIdle();
    else this.#start();
  }

  async #work(signal: CancelSignal): Promise<void> {
    const { coordination } = this.#terms;
    const stopListening = coordination.onSignal(channelOf(this.#userId), (message) => this.hear(message));
    let owner = newOwner();
    let failures = 0;
    while (!signal.aborted && this.#token() !== null) {
      this.#wakeUp.clear();
      try {
        const lease = await Lease.take({
          coordination,
          name: channelOf(this.#userId),
          owner,
          duration: this.#terms.leaseDuration,
        });
        failures = 0;
        this.#failing = this.#failing && lease !== null;
        if (lease) {
          // A release that the store takes late must not end the next lease.
          owner = newOwner();
          await this.#pollUnder(lease, signal);
        } else await this.#standBy(signal);
      } catch (error) {
        if (!signal.aborted) await this.#wakeUp.sleep(this.#failed(error, failures++), signal);
      }
    }
    stopListening();
  }

  async #pollUnder(lease: Lease, stop: CancelSignal): Promise<void> {
    const end = (): void => lease.end();
    if (stop.aborted) end();
    else stop.addEventListener('abort', end, { once: true });
    const term: Term = { lease, watermark: null, stored: null, reach: Number.POSITIVE_INFINITY };
    this.#term = term;
    try {
      const text = await this.#terms.coordination.readValue(watermarkOf(this.#userId));
      term.watermark = further(fromText(text), this.#watermark);
      this.#watermark = term.watermark;
      if (term.watermark) this.#settle(true);
      await this.#restOn(lease.over);
      await this.#pollOn(term);
    } finally {
      this.#term = null;
      stop.removeEventListener('abort', end);
      await lease.release();
      await this.#tell(FREE);
    }
  }

  async #pollOn(term: Term): Promise<void> {
    const { interval } = this.#terms;
    const { over } = term.lease;
    let failures = 0;
    for (let token = this.#token(); token !== null && !over.aborted; token = this.#token()) {
      this.#wakeUp.clear();
      try {
        await this.#poll(term, token);
        failures = 0;
        this.#failing = false;
        await this.#wakeUp.sleep(interval * (0.9 + Math.random() * 0.2), over);
      } catch (error) {
        if (over.aborted) return;
        if (isRefusal(error)) this.#refuse(token, error);
        else {
          const delay = this.#failed(error, failures++);
          // A store that is back says so; a platform in trouble is left alone, whoever would like to know.
          if (error instanceof LogUnavailable) await this.#wakeUp.sleep(delay, over);
          else await this.#restFor(delay, error, over);
        }
      }
    }
  }

  /** Reads one window and appends what is new in it. */
  async #poll(term: Term, token: string): Promise<void> {
    const { list, log, now, overlap, topicOf } = this.#terms;
    const { lease, watermark } = term;
    const startedAt = now();
    const wanted = this.#wanted;
    const begin = this.#begin();
    const since = this.#since(watermark, wanted, begin);
    const found = await readList((page, limit) => list(token, { since, page, limit }, lease.over));
    const rows = found.rows.filter(({ createdAt }) => createdAt === null || createdAt > since);

    // With no watermark and no cursor the stream begins now: what is there already is only taken note of.
    const isBefore = ({ createdAt }: KeyedNotification): boolean =>
      watermark === null && wanted === null && (createdAt === null || createdAt <= begin);
    for (const row of rows) {
      if (isBefore(row) || (watermark && knows(watermark, row))) continue;
      await this.#append(term, row);
    }
    if (found.outcome === 'moving') return;
    if (found.outcome === 'too-long') log.recordLoss(topicOf(this.#userId));

    const at = watermark?.at ?? Math.min(wanted ?? begin, startedAt);
    await this.#advance(term, advanced(at, { since, startedAt, rows }, overlap));
    term.reach = Math.min(term.reach, since);
    if (wanted === null) return;
    // Also where the window was cut short: a cursor as old as that one would get no more.
    term.reach = Math.min(term.reach, wanted - overlap);
    this.#covered(wanted);
    await this.#tell(`covered ${wanted}`);
  }

  async #append({ lease }: Term, { key, payload }: KeyedNotification): Promise<void> {
    if (!lease.isHeld()) throw new Error('lease lost');
    const { log, topicOf, rememberFor } = this.#terms;
    await log.append(
      topicOf(this.#userId),
      { kind: 'notification', payload },
      { duplicate: { key, within: rememberFor }, signal: lease.over },
    );
  }

  async #advance(term: Term, watermark: Watermark): Promise<void> {
    const { coordination, now, rememberFor } = this.#terms;
    term.watermark = watermark;
    this.#watermark = watermark;
    const text = toText(watermark);
    if (term.stored?.text === text && now() < term.stored.at + WATERMARK_REFRESH) return;
    if (!term.lease.isHeld()) return;
    const ttl = Math.max(WATERMARK_TTL, 2 * rememberFor);
    await coordination.writeValue(watermarkOf(this.#userId), text, { ttl });
    term.stored = { text, at: now() };
    this.#settle(true);
  }

  /** Where a window begins: at the older of watermark and cursor. */
  #since(watermark: Watermark | null, wanted: number | null, begin: number): number {
    const { now, overlap, rememberFor } = this.#terms;
    if (!watermark) return Math.max(0, Math.min(wanted ?? begin, now()) - overlap);
    const start = windowStart(watermark, overlap);
    if (wanted === null) return start;
    // What is older was appended, trimmed and forgotten again: read once more, it would reach everybody as new.
    const remembered = now() - rememberFor + overlap;
    return Math.min(start, Math.max(wanted - overlap, remembered));
  }

  /** When the first of those who are here came. */
  #begin(): number {
    return Math.min(...this.#followers.map(({ since }) => since));
  }

  #want(from: number): void {
    const time = Math.max(0, Math.floor(from));
    if (this.#term) {
      this.#widen(this.#term, time);
      return;
    }
    this.#wanted = Math.min(time, this.#wanted ?? time);
    this.#wakeUp.wake();
  }

  /** Makes the next window reach a cursor, where none has yet. */
  #widen(term: Term, from: number): void {
    if (from - this.#terms.overlap >= term.reach) {
      void this.#tell(`covered ${from}`);
      return;
    }
    this.#wanted = Math.min(from, this.#wanted ?? from);
    this.#wakeUp.wake();
  }

  #covered(from: number): void {
    if (this.#wanted !== null && this.#wanted >= from) this.#wanted = null;
  }

  /** Keeps ready to take over, and asks the one that polls for what this instance's followers need. */
  async #standBy(signal: CancelSignal): Promise<void> {
    const { coordination, standByInterval } = this.#terms;
    const text = await coordination.readValue(watermarkOf(this.#userId));
    this.#watermark = further(fromText(text), this.#watermark);
    if (this.#watermark) this.#settle(true);
    // Repeated until it is answered, since signals may be lost.
    if (this.#wanted !== null) await this.#tell(`from ${this.#wanted}`);
    await this.#wakeUp.sleep(standByInterval * (0.8 + Math.random() * 0.2), signal);
  }

  /** The latest to come that was not refused. */
  #token(): string | null {
    return this.#followers.findLast(({ token }) => !this.#isRefused(token))?.token ?? null;
  }

  #refuse(token: string, { code }: GatewayError): void {
    const retryInMs = this.#terms.longestBackOff;
    const again = setTimeout(() => {
      this.#forgive(token);
      this.#start();
    }, retryInMs);
    this.#refused.push({ token, again: again.unref() });
    if (this.#token() === null) this.#settle(false);
    this.#terms.onError({ at: 'token', code, retryInMs });
  }

  #isRefused(token: string): boolean {
    return this.#refused.some((refusal) => refusal.token === token);
  }

  #forgive(token: string): void {
    const index = this.#refused.findIndex((refusal) => refusal.token === token);
    if (index < 0) return;
    clearTimeout(this.#refused[index]?.again);
    this.#refused.splice(index, 1);
  }

  /** Reports a failure. @returns milliseconds until the next attempt. */
  #failed(error: unknown, failures: number): number {
    this.#settle(false);
    this.#failing = true;
    const { interval, longestBackOff, onError } = this.#terms;
    const [first, last] =
      error instanceof LogUnavailable ? [FIRST_STORE_RETRY, LAST_STORE_RETRY] : [interval, longestBackOff];
    const asked = Math.min(retryAfterOf(error), LONGEST_REST);
    // Upwards only: a platform that names a time is not asked before it.
    const retryInMs = Math.max(Math.min(first * 2 ** failures, last), asked) * (1 + Math.random() * 0.5);
    onError({ ...describe(error), retryInMs });
    return retryInMs;
  }

  /** Leaves the platform alone. A time that it named holds for every instance, and for whoever follows next. */
  async #restFor(delay: number, error: unknown, signal: CancelSignal): Promise<void> {
    if (retryAfterOf(error) > 0) {
      this.#restUntil = this.#terms.now() + delay;
      await this.#terms.coordination
        .writeValue(restOf(this.#userId), String(this.#restUntil), { ttl: Math.ceil(delay) })
        .catch(ignoreUnavailable);
    }
    await this.#wakeUp.pause(delay, signal);
  }

  async #restOn(signal: CancelSignal): Promise<void> {
    const stored = Number(await this.#terms.coordination.readValue(restOf(this.#userId))) || 0;
    const delay = Math.max(stored, this.#restUntil) - this.#terms.now();
    if (delay > 0) await this.#wakeUp.pause(Math.min(delay, 2 * LONGEST_REST), signal);
  }

  /** Says something on the user's channel. What is not heard is found by a timer or after the next interruption. */
  async #tell(message: string): Promise<void> {
    try {
      await this.#terms.coordination.signal(channelOf(this.#userId), message);
    } catch (error) {
      this.#terms.onError({ ...describe(error), retryInMs: null });
    }
  }
}

const newOwner = (): string => randomBytes(12).toString('base64url');
const watermarkOf = (userId: string): string => `notification-watermark:${userId}`;
const restOf = (userId: string): string => `notification-rest:${userId}`;

const isRefusal = (error: unknown): error is GatewayError =>
  error instanceof GatewayError && (error.code === 'UNAUTHENTICATED' || error.code === 'FORBIDDEN');

function retryAfterOf(error: unknown): number {
  const asked = error instanceof GatewayError ? error.extensions.retryAfterMs : undefined;
  return typeof asked === 'number' && asked > 0 ? asked : 0;
}

function ignoreUnavailable(error: unknown): void {
  if (!(error instanceof LogUnavailable)) throw error;
}

function describe(error: unknown): Pick<PollProblem, 'at' | 'code' | 'trace'> {
  if (error instanceof GatewayError) return { at: 'platform', code: error.code };
  if (error instanceof LogUnavailable) return { at: 'store', code: error.reason };
  if (!(error instanceof Error)) return { at: 'gateway', code: typeof error };
  // The message may quote what was being read.
  const trace = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return { at: 'gateway', code: error.name, trace: trace.join('\n') };
}
