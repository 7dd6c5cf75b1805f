import { type ErrorCode, GatewayError, notServed, type UpstreamFailure } from '../graph/errors.ts';
import type { Clock } from '../lib/clock.ts';
import type { Call, PlatformResponse, TransportFailure } from './call.ts';
import { retryAfterMs } from './retry-after.ts';
import type { RouteCredential } from './route.ts';
import { upstreamCode } from './upstream-code.ts';

/** The part of a route that its error messages depend on. */
interface Route {
  name: string;
  kind: 'read' | 'write';
  credential: RouteCredential;
}

const OUTCOME_UNKNOWN =
  ' after the request was sent, so the outcome is unknown: check whether it took effect before you retry.';

/** The error for a call without a complete response. */
export function fromTransport(error: TransportFailure, route: Route): GatewayError {
  const upstream: UpstreamFailure = { route: route.name };
  const unknown = route.kind === 'write' && error.sent;
  const failure = (code: ErrorCode, message: string): GatewayError =>
    new GatewayError(code, message, { upstream, outcomeUnknown: unknown });
  switch (error.kind) {
    case 'timeout':
    case 'overdue':
      return failure('UPSTREAM_TIMEOUT', timeoutMessage(error, unknown));
    case 'unreachable':
    case 'aborted':
      return failure(
        'UPSTREAM_UNAVAILABLE',
        unknown
          ? `The connection to the platform was lost${OUTCOME_UNKNOWN}`
          : 'The platform could not be reached.',
      );
    case 'refused':
      return failure(
        'UPSTREAM_UNAVAILABLE',
        'The call was not sent because its platform route is failing or overloaded; retry in a moment.',
      );
    case 'too-large':
      return failure('UPSTREAM_BAD_RESPONSE', "The platform's response is larger than the gateway accepts.");
    case 'invalid':
      return failure('UPSTREAM_BAD_RESPONSE', 'The HTTP exchange with the platform was invalid.');
  }
}

/** The error for a response that would take too much memory. */
export const tooMuchMemory = ({ name }: Route): GatewayError =>
  new GatewayError(
    'UPSTREAM_UNAVAILABLE',
    "The platform's responses take too much memory: request less at once, or retry in a moment.",
    { upstream: { route: name } },
  );

/** The error of a write that is not begun because the deadline of the operation could end it halfway. */
export const noTimeLeft = ({ name }: { name: string }): GatewayError =>
  new GatewayError(
    'UPSTREAM_TIMEOUT',
    'Not sent: the operation has too little time left for another write. Send this field in an operation of its own.',
    { upstream: { route: name } },
  );

function timeoutMessage({ kind, sent }: TransportFailure, unknown: boolean): string {
  if (unknown) return `The platform did not respond in time${OUTCOME_UNKNOWN}`;
  return kind === 'overdue' && !sent
    ? 'The operation timed out before the platform could be called.'
    : 'The platform did not respond in time.';
}

/**
 * Whether a status proves that a write did not take effect: the platform refused the request (RFC 9110, 15.5), or did not perform
 * it at this address (15.4). Not 303, which follows an action that was performed, and none of 5xx: see
 * docs/decisions/announced-writes.md.
 */
const provesNothingWritten = (status: number): boolean =>
  (status >= 400 && status < 500) || [301, 302, 307, 308].includes(status);

/** The call of a response that is not, or says that it is not, a success. */
function failedCall(
  { name }: Route,
  { status, body }: Pick<PlatformResponse, 'status' | 'body'>,
  call: Call,
): UpstreamFailure {
  const code = upstreamCode(body, call);
  return { route: name, status, ...(code !== null && { code }) };
}

/** The error for a response whose status is not 2xx. */
export function fromStatus(response: PlatformResponse, route: Route, call: Call, clock: Clock): GatewayError {
  const { status, retryAfter } = response;
  const upstream = failedCall(route, response, call);
  const wait = retryAfterMs(retryAfter, clock);
  const unknown = route.kind === 'write' && !provesNothingWritten(status);
  const later = wait === null || unknown ? {} : { retryAfterMs: wait };
  const failure = (code: ErrorCode, message: string, details: { retryAfterMs?: number } = {}): GatewayError =>
    new GatewayError(code, message, { upstream, outcomeUnknown: unknown, invalid: 'REJECTED', ...details });
  switch (status) {
    case 400:
    case 422:
      return failure('BAD_USER_INPUT', "The platform rejected this field's values: check the arguments.");
    case 401:
      return failure(
        'UNAUTHENTICATED',
        route.credential === 'plugin'
          ? 'The platform rejected the plugin credential: check the client ID and secret.'
          : 'The platform rejected the credential: it is expired, signed out or unknown. Sign in again.',
      );
    case 403:
      // It does not say whether the credential is of the wrong kind or lacks a permission.
      return failure('FORBIDDEN', 'The platform does not allow the caller to do this.');
    case 404:
      return route.kind === 'read' ? notServed(upstream) : failure('NOT_FOUND', 'No resource has this ID.');
    case 409:
      return failure(
        'CONFLICT',
        'The change conflicts with the current state: read it again before you retry.',
      );
    case 429:
      return failure('RATE_LIMITED', 'The platform is receiving too many requests: retry later.', later);
    default:
      return status >= 500
        ? failure(
            'UPSTREAM_UNAVAILABLE',
            unknown ? `The platform failed${OUTCOME_UNKNOWN}` : 'The platform failed to respond.',
            later,
          )
        : failure('UPSTREAM_BAD_RESPONSE', 'The platform responded with an unexpected status.');
  }
}

/** The error for a response whose body says that the request was not fulfilled: a write had no effect. */
export const fromRefusal = (
  route: Route,
  response: Pick<PlatformResponse, 'status' | 'body'>,
  call: Call,
): GatewayError =>
  new GatewayError('UPSTREAM_BAD_RESPONSE', 'The platform responded that it did not fulfill the request.', {
    upstream: failedCall(route, response, call),
    upstreamReason: 'REFUSED',
  });

/** The error for a response that does not have the documented shape. */
export const fromReading = (route: Route, status: number): GatewayError =>
  new GatewayError('UPSTREAM_BAD_RESPONSE', "The platform's response does not have the documented shape.", {
    upstream: { route: route.name, status },
    outcomeUnknown: route.kind === 'write',
  });
