import { randomBytes } from 'node:crypto';
import type { Boundary } from '../lib/boundary.ts';
import { Cancellation, pauseUntil } from '../lib/cancellation.ts';
import type { Clock } from '../lib/clock.ts';
import type { Coordination } from './coordination.ts';
import type { JsonObject } from './json.ts';
import { LogUnavailable } from './log.ts';
import {
  type Attempt,
  type AttemptOutcome,
  type Begun,
  RECORDED_FOR,
  type WriteName,
  type WriteRecords,
} from './write-records.ts';

/** Milliseconds after an attempt's deadline in which its outcome may still be recorded. */
const RECORDED_WITHIN = 2000;
const FIRST_RETRY = 100;
const LAST_RETRY = 5000;

/** A write that its caller may send again under the same key. */
export interface KeyedWrite extends WriteName {
  /** Hash of the field and its arguments. */
  readonly fingerprint: string;
}

/** Outcome of a use of a key, for metrics. `repeated`: the recorded result of an earlier write was returned. */
export const KEY_USES = ['written', 'repeated', 'refused', 'failed', 'running', 'unknown', 'reused'] as const;
type KeyUse = (typeof KEY_USES)[number];

export interface KeyedWriteObserver {
  used(as: KeyUse): void;
}

/** Outcome of a write for its caller. */
export type KeyedOutcome<Result> =
  | { readonly status: 'written'; readonly result: Result }
  /** An earlier attempt has made it: what was recorded of its result. */
  | { readonly status: 'repeated'; readonly recorded: JsonObject }
  /** An earlier attempt may take as many milliseconds more. */
  | { readonly status: 'running'; readonly msLeft: number }
  | { readonly status: 'unknown' | 'reused' };

export interface KeyedWritesOptions {
  clock: Clock;
  records: WriteRecords;
  coordination: Coordination;
  observer: KeyedWriteObserver;
  boundary: Boundary;
}

/**
 * Makes a write once, however often it is sent under its key and to whichever instance. An attempt is recorded before the write
 * is made, with the time until which it can end, so that an instance that dies leaves an unknown outcome behind, which is
 * never tried again. See docs/decisions/idempotency-keys.md.
 */
export class KeyedWrites {
  readonly #options: KeyedWritesOptions;
  readonly #closing = new Cancellation();

  constructor(options: KeyedWritesOptions) {
    this.#options = options;
  }

  /**
   * Makes a write, unless an attempt has been made; waits for one that is running.
   * @param deadline by the clock's `monotonic()`, of the write and of waiting.
   * @param write throws the error of the caller.
   * @param isRefused whether an error of the write proves that nothing was written.
   * @param recorded what is recorded of the result.
   * @throws LogUnavailable before the write; anything `write` throws.
   */
  async once<Result>(
    name: KeyedWrite,
    deadline: number,
    write: () => Promise<Result>,
    isRefused: (error: unknown) => boolean,
    recorded: (result: Result) => JsonObject,
  ): Promise<KeyedOutcome<Result>> {
    const { observer } = this.#options;
    const attempt: Attempt = { id: randomBytes(12).toString('base64url'), fingerprint: name.fingerprint };
    const begun = await this.#begin(name, attempt, deadline);
    if (begun.status === 'done') {
      observer.used('repeated');
      return { status: 'repeated', recorded: begun.result };
    }
    if (begun.status !== 'begun') {
      observer.used(begun.status);
      return begun;
    }
    let result: Result;
    try {
      result = await write();
    } catch (error) {
      const wasRefused = isRefused(error);
      observer.used(wasRefused ? 'refused' : 'failed');
      await this.#end(name, attempt, { status: wasRefused ? 'refused' : 'unknown' });
      throw error;
    }
    observer.used('written');
    await this.#end(name, attempt, { status: 'done', result: recorded(result) });
    return { status: 'written', result };
  }

  /** Stops recording outcomes that the store has not accepted. */
  close(): void {
    this.#closing.abort();
  }

  async #begin(name: KeyedWrite, attempt: Attempt, deadline: number): Promise<Begun> {
    const { clock } = this.#options;
    let ends: Ends | null = null;
    try {
      for (;;) {
        const left = Math.max(0, deadline - clock.monotonic());
        const begun = await this.#tryBegin(name, attempt, left + RECORDED_WITHIN);
        if (begun.status !== 'running' || deadline <= clock.monotonic()) return begun;
        // Read again once the signal is subscribed to: the attempt may have ended in between.
        if (ends) await ends.next(Math.min(begun.msLeft, deadline - clock.monotonic()));
        else ends = new Ends(this.#options, name);
      }
    } finally {
      ends?.close();
    }
  }

  async #tryBegin(name: KeyedWrite, attempt: Attempt, within: number): Promise<Begun> {
    try {
      return await this.#options.records.begin(name, attempt, Math.ceil(within));
    } catch (error) {
      // The attempt may have been recorded, or may still be: nothing will be written under it.
      if (error instanceof LogUnavailable && error.outcome === 'unknown')
        this.#options.boundary.run('keyed write', () => this.#endLater(name, attempt, { status: 'refused' }));
      throw error;
    }
  }

  /** While the store does not accept the outcome, the caller need not wait for it. */
  async #end(name: KeyedWrite, attempt: Attempt, ended: AttemptOutcome): Promise<void> {
    if (await this.#tryEnd(name, attempt, ended)) return;
    this.#options.boundary.run('keyed write', () => this.#endLater(name, attempt, ended));
  }

  async #endLater(name: KeyedWrite, attempt: Attempt, ended: AttemptOutcome): Promise<void> {
    const { clock } = this.#options;
    const until = clock.monotonic() + RECORDED_FOR;
    for (let delay = FIRST_RETRY; clock.monotonic() < until; delay = Math.min(2 * delay, LAST_RETRY)) {
      await pauseUntil(clock, delay, this.#closing);
      if (this.#closing.aborted || (await this.#tryEnd(name, attempt, ended))) return;
    }
  }

  async #tryEnd(name: KeyedWrite, attempt: Attempt, ended: AttemptOutcome): Promise<boolean> {
    const { records, coordination, boundary } = this.#options;
    try {
      await records.end(name, attempt, ended);
    } catch (error) {
      if (error instanceof LogUnavailable) return false;
      throw error;
    }
    boundary.run('keyed write', () => coordination.signal(channelOf(name), name.key));
    return true;
  }
}

/** Listens for the ends of a write's attempts, on all instances. */
class Ends {
  readonly #clock: Clock;
  readonly #unsubscribe: () => void;
  #hasEnded = false;
  #waiting = new Cancellation();

  constructor({ clock, coordination }: KeyedWritesOptions, name: WriteName) {
    this.#clock = clock;
    this.#unsubscribe = coordination.onSignal(channelOf(name), (key) => {
      if (key !== null && key !== name.key) return;
      this.#hasEnded = true;
      this.#waiting.abort();
    });
  }

  /** Resolves once an attempt may have ended since the last call, at the latest after as many milliseconds. */
  async next(within: number): Promise<void> {
    if (!this.#hasEnded) await pauseUntil(this.#clock, within, this.#waiting);
    this.#hasEnded = false;
    this.#waiting = new Cancellation();
  }

  close(): void {
    this.#unsubscribe();
  }
}

const channelOf = ({ caller }: WriteName): string => `writes:${caller}`;
