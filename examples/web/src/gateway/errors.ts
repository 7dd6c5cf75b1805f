import { gatewayErrors } from '@learning-platform/client/errors';

/** An error as displayed to the user. */
export interface Shown {
  title: string;
  advice: string;
  /** True if the same request may succeed later. */
  retryable: boolean;
  /** Identifies the request to the gateway's operator. */
  requestId: string | null;
}

/** User-facing text per error code. The gateway's README lists all codes. */
const BY_CODE: Readonly<Record<string, Pick<Shown, 'title' | 'advice'>>> = {
  UNAUTHENTICATED: { title: 'You are signed out', advice: 'Sign in to continue.' },
  FORBIDDEN: { title: 'You do not have access', advice: 'Ask your instructor for access.' },
  NOT_FOUND: { title: 'Not found', advice: 'It may have been removed.' },
  CONFLICT: { title: 'This has changed', advice: 'Review the current version, then try again.' },
  RATE_LIMITED: { title: 'Too many requests', advice: 'Wait a moment, then try again.' },
  UPSTREAM_TIMEOUT: { title: 'The platform is slow to respond', advice: 'Try again in a moment.' },
  UPSTREAM_UNAVAILABLE: { title: 'The platform is unavailable', advice: 'Try again in a moment.' },
  EVENT_LOG_UNAVAILABLE: { title: 'This is briefly unavailable', advice: 'Try again in a moment.' },
  UPSTREAM_BAD_RESPONSE: { title: 'Unexpected response from the platform', advice: 'Contact support.' },
  NOT_CONFIGURED: { title: 'This is not set up here', advice: 'Contact the operator of this gateway.' },
};

/** Describes any request failure: by code if the gateway sent one, otherwise as a network problem. */
export function shown(error: unknown): Shown {
  const [first] = gatewayErrors(error);
  if (!first) {
    return isUnreachable(error)
      ? {
          title: 'The gateway is unreachable',
          advice: 'Check your connection. What is shown may be out of date.',
          retryable: true,
          requestId: null,
        }
      : { title: 'Something went wrong', advice: messageOf(error), retryable: false, requestId: null };
  }
  const { code, retryable, requestId } = first.extensions;
  return {
    ...(BY_CODE[code] ?? { title: 'Something went wrong', advice: first.message }),
    retryable,
    requestId,
  };
}

/** A request that failed without a response, or with one from a proxy; `SessionError` has it as its cause. */
function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof TypeError || error.name === 'ServerError') return true;
  return error.name === 'SessionError' && error.cause instanceof Error;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
