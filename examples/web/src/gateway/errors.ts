import { CombinedGraphQLErrors } from '@apollo/client';

/** An error as a screen shows it. */
export interface Shown {
  title: string;
  advice: string;
  /** Whether the same request may work later. */
  retryable: boolean;
  /** What the operator of the gateway finds the request by. */
  requestId: string | null;
}

/** What the codes mean to the person in front of the screen. The README of the gateway has them all. */
const BY_CODE: Readonly<Record<string, Pick<Shown, 'title' | 'advice'>>> = {
  UNAUTHENTICATED: { title: 'You are signed out', advice: 'Sign in to go on.' },
  FORBIDDEN: { title: 'This is not yours to see', advice: 'Ask your instructor for access.' },
  NOT_FOUND: { title: 'It is not there any more', advice: 'Somebody may have removed it.' },
  CONFLICT: { title: 'Something changed meanwhile', advice: 'Look at it again, then try once more.' },
  RATE_LIMITED: { title: 'Too much at once', advice: 'Wait a moment, then try again.' },
  UPSTREAM_TIMEOUT: { title: 'The platform takes too long', advice: 'Try again in a moment.' },
  UPSTREAM_UNAVAILABLE: { title: 'The platform is out of reach', advice: 'Try again in a moment.' },
  UPSTREAM_BAD_RESPONSE: { title: 'The platform answered oddly', advice: 'Its people have to look at it.' },
  NOT_CONFIGURED: { title: 'This is not set up here', advice: 'Tell whoever runs this gateway.' },
};

/** Words for whatever a request failed with: by code where the gateway sent one, else the network is to blame. */
export function shown(error: unknown): Shown {
  if (!CombinedGraphQLErrors.is(error)) {
    const isNetwork = error instanceof TypeError || (error instanceof Error && error.name === 'ServerError');
    return {
      title: isNetwork ? 'The gateway is out of reach' : 'That did not work',
      advice: isNetwork ? 'Check your connection, then try again.' : messageOf(error),
      retryable: isNetwork,
      requestId: null,
    };
  }
  const [first] = error.errors;
  const { code, retryable, requestId } = first?.extensions ?? {};
  return {
    ...(BY_CODE[String(code)] ?? { title: 'That did not work', advice: first?.message ?? '' }),
    retryable: retryable === true,
    requestId: typeof requestId === 'string' ? requestId : null,
  };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
