import { type Bounds, type GatewayError, gatewayErrors, type InputPath, isUnreachable } from '../errors.ts';
import { sentenceOf } from './sentence.ts';
import type { Details, Situation, TextOptions, Words } from './words.ts';

/**
 * A sentence for the user: for the first error that the gateway sent, by its reason or its code, else for the situation, such as
 * a lost connection. It never has the gateway's message, which is for developers.
 * @param reported an error of a client, a session, an outbox or a stream, a response, or a list of errors.
 */
export function errorText(reported: unknown, options: TextOptions = {}): string {
  const [first] = gatewayErrors(reported);
  const { words } = options;
  const unknown = sentenceOf('situations', 'UNKNOWN', { retryable: false }, words) ?? '';
  if (!first) return sentenceOf('situations', situationOf(reported), { retryable: false }, words) ?? unknown;
  const details = detailsOf(first, options);
  const { code, reason } = extensionsOf(first);
  const group = Object.hasOwn(REASONS_OF, code) ? REASONS_OF[code] : undefined;
  const ofReason = group && sentenceOf(group, reason, details, words);
  return ofReason ?? sentenceOf('codes', code, details, words) ?? unknown;
}

/** A sentence for the `signInError` of a page after a sign-in on a server. @param error a `SignInError` of `./ssr`. */
export const signInErrorText = (error: string, { words }: TextOptions = {}): string =>
  sentenceOf('situations', `SIGN_IN_${error.toUpperCase()}`, { retryable: false }, words) ??
  signInErrorText('failed', { words });

/** The codes whose reasons are more specific. */
const REASONS_OF: Readonly<Record<string, keyof Words>> = {
  BAD_USER_INPUT: 'inputReasons',
  UPSTREAM_BAD_RESPONSE: 'upstreamReasons',
};

/** A sentence for the value that an error names. */
export const inputText = (error: GatewayError, options: TextOptions): string =>
  sentenceOf(
    'inputReasons',
    extensionsOf(error).reason ?? 'INVALID',
    detailsOf(error, options),
    options.words,
  ) ?? errorText([error], options);

/** The extensions of an error with any code. */
export const extensionsOf = ({ extensions }: GatewayError): Extensions => extensions;

interface Extensions {
  readonly code: string;
  readonly retryable: boolean;
  readonly retryAfterMs?: number;
  readonly reason?: string;
  readonly bounds?: Bounds;
  readonly argument?: InputPath;
}

function detailsOf(error: GatewayError, { locale }: TextOptions): Details {
  const { bounds: { minimum, maximum } = {}, retryAfterMs, retryable } = extensionsOf(error);
  const format = new Intl.NumberFormat(locale);
  return {
    retryable,
    ...(minimum === undefined ? {} : { minimum: format.format(minimum) }),
    ...(maximum === undefined ? {} : { maximum: format.format(maximum) }),
    ...(retryAfterMs === undefined ? {} : { seconds: format.format(Math.ceil(retryAfterMs / 1000)) }),
  };
}

/** By the name of an error's class: an app may have loaded it from another copy of this package. */
function situationOf(reported: unknown): Situation {
  if (isUnreachable(reported)) return 'UNREACHABLE';
  if (!(reported instanceof Error)) return 'UNKNOWN';
  if (reported.name === 'OutboxFull') return 'OUTBOX_FULL';
  if (reported.name === 'GatewayUnreachable') return 'SERVER_UNREACHABLE';
  if (reported.name !== 'SessionError') return 'UNKNOWN';
  return reported.cause === undefined ? 'SIGN_IN_FAILED' : 'UNREACHABLE';
}
