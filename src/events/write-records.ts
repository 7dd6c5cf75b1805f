import type { JsonObject } from './json.ts';

/** Identity of a write under an idempotency key: hashes only. */
export interface WriteName {
  /** Of the caller. */
  readonly caller: string;
  /** Of the key. */
  readonly key: string;
}

/** One attempt to make a write. */
export interface Attempt {
  /** Random. */
  readonly id: string;
  /** Hash of the field and its arguments. */
  readonly fingerprint: string;
}

/** The recorded state of a write when an attempt begins. */
export type Begun =
  /** Nothing: the attempt has begun, and is recorded. */
  | { readonly status: 'begun' }
  /** A write of another field or with other arguments. */
  | { readonly status: 'reused' }
  /** An attempt that has begun and may last as many milliseconds more. */
  | { readonly status: 'running'; readonly msLeft: number }
  /** An attempt whose outcome will not be known. */
  | { readonly status: 'unknown' }
  | { readonly status: 'done'; readonly result: JsonObject };

/** How an attempt ended. A write that was refused is forgotten: its key may be used again. */
export type AttemptOutcome =
  | { readonly status: 'done'; readonly result: JsonObject }
  | { readonly status: 'refused' | 'unknown' };

/** Milliseconds for which a write is recorded after its last change. */
export const RECORDED_FOR = 24 * 3_600_000;

/**
 * The records of writes under idempotency keys, which instances share. Methods reject with LogUnavailable while the store is
 * unreachable.
 */
export interface WriteRecords {
  /**
   * Records an attempt, unless the write is recorded already. Beginning the same attempt again changes nothing.
   * @param within milliseconds after which the outcome of the attempt, if it is not recorded by then, is unknown.
   */
  begin(name: WriteName, attempt: Attempt, within: number): Promise<Begun>;
  /** Records how an attempt ended; it may be recorded late, and again. Another attempt's record is left as it is. */
  end(name: WriteName, attempt: Attempt, ended: AttemptOutcome): Promise<void>;
}
