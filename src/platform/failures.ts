import { GatewayError, type UpstreamFailure } from '../graph/errors.ts';
import type { PlatformResponse, TransportFailure } from './call.ts';
import { retryAfterMs } from './retry-after.ts';
import type { RouteCredential } from './route.ts';

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
  const details = unknown ? { upstream, retryable: false } : { upstream };
  switch (error.kind) {
    case 'timeout':
    case 'overdue':
      return new GatewayError('UPSTREAM_TIMEOUT', timeoutMessage(error, unknown), details);
    case 'unreachable':
    case 'aborted':
      return new GatewayError(
        'UPSTREAM_UNAVAILABLE',
        unknown
          ? `The connection to the platform was lost${OUTCOME_UNKNOWN}`
          : 'The platform could not be reached.',
        details,
      );
    case 'refused':
      return new GatewayError(
        'UPSTREAM_UNAVAILABLE',
        'The call was not sent because its platform route is failing or overloaded; retry in a moment.',
        details,
      );
    case 'too-large':
      return new GatewayError(
        'UPSTREAM_BAD_RESPONSE',
        "The platform's response is larger than the gateway accepts.",
        details,
      );
    case 'invalid':
      return new GatewayError(
        'UPSTREAM_BAD_RESPONSE',
        'The HTTP exchange with the platform was invalid.',
        details,
      );
  }
}

function timeoutMessage({ kind, sent }: TransportFailure, unknown: boolean): string {
  if (unknown) return `The platform did not respond in time${OUTCOME_UNKNOWN}`;
  return kind === 'overdue' && !sent
    ? 'The operation timed out before the platform could be called.'
    : 'The platform did not respond in time.';
}

/** The platform does not say whether the credential is of the wrong kind or lacks a permission. */
const NOT_ALLOWED: Record<RouteCredential, string> = {
  none: 'The platform does not allow this.',
  user: 'The platform does not allow this with the given token. User fields require the user token of a sign-in.',
  plugin: 'The platform does not allow this with the given plugin credential.',
  ato: 'The platform does not allow this with the given token. It requires the ATO token that `completeAtoSignOn` returned for this request.',
};

/** The error for a response whose status is not 2xx. */
export function fromStatus({ status, retryAfter }: PlatformResponse, route: Route): GatewayError {
  const upstream: UpstreamFailure = { route: route.name, status };
  const wait = retryAfterMs(retryAfter);
  const details = wait === null ? { upstream } : { upstream, retryAfterMs: wait };
  switch (status) {
    case 400:
    case 422:
      return new GatewayError(
        'BAD_USER_INPUT',
        "The platform rejected this field's values: check the arguments.",
        { upstream },
      );
    case 401:
      return new GatewayError(
        'UNAUTHENTICATED',
        route.credential === 'plugin'
          ? 'The platform rejected the plugin credential: check the client ID and secret.'
          : 'The platform rejected the credential: it is expired, signed out or unknown. Sign in again.',
        { upstream },
      );
    case 403:
      return new GatewayError('FORBIDDEN', NOT_ALLOWED[route.credential], { upstream });
    case 404:
      return new GatewayError('NOT_FOUND', 'No resource has this ID.', { upstream });
    case 409:
      return new GatewayError(
        'CONFLICT',
        'The change conflicts with the current state: read it again before you retry.',
        {
          upstream,
        },
      );
    case 429:
      return new GatewayError(
        'RATE_LIMITED',
        'The platform is receiving too many requests: retry later.',
        details,
      );
    default:
      return status >= 500
        ? new GatewayError('UPSTREAM_UNAVAILABLE', 'The platform failed to respond.', details)
        : new GatewayError('UPSTREAM_BAD_RESPONSE', 'The platform responded with an unexpected status.', {
            upstream,
          });
  }
}

/** The error for a response that does not have the documented shape. */
export const fromReading = (route: Route, status: number): GatewayError =>
  new GatewayError('UPSTREAM_BAD_RESPONSE', "The platform's response does not have the documented shape.", {
    upstream: { route: route.name, status },
  });
