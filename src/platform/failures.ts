import { GatewayError, type UpstreamFailure } from '../graph/errors.ts';
import type { PlatformResponse, TransportFailure } from './call.ts';
import { retryAfterMs } from './retry-after.ts';
import type { RouteCredential } from './route.ts';

/** What the words depend on. */
interface Route {
  name: string;
  kind: 'read' | 'write';
  credential: RouteCredential;
}

const OUTCOME_UNKNOWN = ' after the request was sent: the outcome is unknown. Look before sending it again.';

/** What an operation is told of a call that no complete answer came to. */
export function fromTransport(error: TransportFailure, route: Route): GatewayError {
  const upstream: UpstreamFailure = { route: route.name };
  const unknown = route.kind === 'write' && error.sent;
  const details = unknown ? { upstream, retryable: false } : { upstream };
  switch (error.kind) {
    case 'timeout':
    case 'overdue':
      return new GatewayError('UPSTREAM_TIMEOUT', unanswered(error, unknown), details);
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
        'The platform is failing to answer this; the gateway lets it rest for a moment.',
        details,
      );
    case 'too-large':
      return new GatewayError(
        'UPSTREAM_BAD_RESPONSE',
        'The platform sent more than the gateway reads.',
        details,
      );
    case 'invalid':
      return new GatewayError(
        'UPSTREAM_BAD_RESPONSE',
        'The exchange with the platform was not valid HTTP.',
        details,
      );
  }
}

function unanswered({ kind, sent }: TransportFailure, unknown: boolean): string {
  if (unknown) return `The platform did not answer in time${OUTCOME_UNKNOWN}`;
  return kind === 'overdue' && !sent
    ? 'The time of the operation was over before the platform could be asked.'
    : 'The platform did not answer in time.';
}

/** What an operation is told of an answer whose status is no success. */
export function fromStatus({ status, retryAfter }: PlatformResponse, route: Route): GatewayError {
  const upstream: UpstreamFailure = { route: route.name, status };
  const wait = retryAfterMs(retryAfter);
  const asked = wait === null ? { upstream } : { upstream, retryAfterMs: wait };
  switch (status) {
    case 400:
    case 422:
      return new GatewayError(
        'BAD_USER_INPUT',
        'The platform refused the values of this field; check its arguments.',
        { upstream },
      );
    case 401:
      return new GatewayError(
        'UNAUTHENTICATED',
        route.credential === 'plugin'
          ? 'The platform refused the plugin credential.'
          : 'The platform refused the credential: it is expired, signed out or unknown. Sign in again.',
        { upstream },
      );
    case 403:
      return new GatewayError(
        'FORBIDDEN',
        'The platform does not allow this to the credential it was asked with.',
        {
          upstream,
        },
      );
    case 404:
      return new GatewayError('NOT_FOUND', 'The platform knows nothing by this id.', { upstream });
    case 409:
      return new GatewayError(
        'CONFLICT',
        'The platform refused the change: it conflicts with what is there.',
        {
          upstream,
        },
      );
    case 429:
      return new GatewayError(
        'RATE_LIMITED',
        'The platform receives too many requests; try again later.',
        asked,
      );
    default:
      return status >= 500
        ? new GatewayError('UPSTREAM_UNAVAILABLE', 'The platform failed to answer.', asked)
        : new GatewayError(
            'UPSTREAM_BAD_RESPONSE',
            'The platform answered with a status that means nothing here.',
            {
              upstream,
            },
          );
  }
}

/** What an operation is told of an answer that cannot be read. */
export const fromReading = (route: Route, status: number): GatewayError =>
  new GatewayError(
    'UPSTREAM_BAD_RESPONSE',
    'The platform answered in a form that is not the documented one.',
    { upstream: { route: route.name, status } },
  );
