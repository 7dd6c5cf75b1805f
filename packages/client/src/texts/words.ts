import type { ErrorCode, InputReason, UpstreamReason } from '../errors.ts';

/** Values that a sentence may contain. Numbers are texts in the format of the locale. */
export interface Details {
  /** The limits of a value. */
  readonly minimum?: string;
  readonly maximum?: string;
  /** Seconds until a retry. */
  readonly seconds?: string;
  /** Whether the same request may succeed later. False for a write that may have taken effect. */
  readonly retryable: boolean;
}

/** A sentence, or a function that makes one. */
export type Sentence = string | ((details: Details) => string);

/**
 * Failures without a code, because they do not come from the gateway. `UNREACHABLE`: the user has no connection.
 * `SERVER_UNREACHABLE`: the server of the app has none.
 */
export type Situation =
  | 'UNREACHABLE'
  | 'SERVER_UNREACHABLE'
  | 'SIGN_IN_DENIED'
  | 'SIGN_IN_UNKNOWN'
  | 'SIGN_IN_FAILED'
  | 'SIGN_IN_UNAVAILABLE'
  | 'OUTBOX_FULL'
  | 'UNKNOWN';

/** A sentence for each code, each reason, and each failure without a code. */
export interface Words {
  readonly codes: Readonly<Record<ErrorCode, Sentence>>;
  /** In place of the code `BAD_USER_INPUT`: why a value is invalid. */
  readonly inputReasons: Readonly<Record<InputReason, Sentence>>;
  /** In place of the code `UPSTREAM_BAD_RESPONSE`. */
  readonly upstreamReasons: Readonly<Record<UpstreamReason, Sentence>>;
  readonly situations: Readonly<Record<Situation, Sentence>>;
}

/** Sentences that replace the English ones. */
export type OwnWords = { readonly [Group in keyof Words]?: Partial<Words[Group]> };

/** Options of texts. */
export interface TextOptions {
  /** Writes the numbers: a language tag, such as `de-CH`. Default: that of the device. */
  readonly locale?: string | undefined;
  /** Sentences that replace the English ones. */
  readonly words?: OwnWords | undefined;
}
