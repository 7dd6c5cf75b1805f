import { type Clock, SYSTEM_CLOCK } from '../clock.ts';
import { type GatewayError, gatewayErrors, hasCode, isSignedOut } from '../errors.ts';
import { BEGIN_SIGN_IN } from '../generated/session-documents.ts';
import type { Tokens } from './storage.ts';

/** A failed step of a session. `gatewayErrors` and `isSignedOut` read the reasons. */
export class SessionError extends Error {
  override readonly name: string = 'SessionError';
  /** The gateway's errors. Empty: the gateway was not reached, or refused nothing. */
  readonly errors: readonly GatewayError[];

  constructor(message: string, errors: readonly GatewayError[] = [], cause?: unknown) {
    super(message, { cause });
    this.errors = errors;
  }
}

/** Whether the session could not be refreshed for a temporary reason. */
export const isTemporary = (error: unknown): boolean => error instanceof SessionError && !isSignedOut(error);

/** The gateway's code for a refresh token or code that the platform does not accept. Any other failure may be temporary. */
const REFUSALS = ['UNAUTHENTICATED', 'FORBIDDEN', 'BAD_USER_INPUT'] as const;

/** Whether the platform has refused a refresh token or code. */
export const isRefused = (error: unknown): boolean => REFUSALS.some((code) => hasCode(error, code));

/** Settings for sending the operations of a session. */
export interface Sending {
  url: string;
  fetch?: typeof fetch | undefined;
  clock?: Clock | undefined;
}

/** Milliseconds: tabs wait for one another's refresh, so it must end. */
const LIMIT = 30_000;

/** Runs an operation over HTTP. @returns the body of the response. @throws SessionError if the gateway sent none. */
export async function post(
  { url, fetch: send = fetch, clock = SYSTEM_CLOCK }: Sending,
  query: string,
  variables: unknown,
  authorization = '',
): Promise<unknown> {
  const tooLate = new AbortController();
  const cancel = clock.after(LIMIT, () => tooLate.abort());
  let status: number | null = null;
  try {
    const response = await send(url, {
      method: 'POST',
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        ...(authorization === '' ? {} : { authorization }),
      },
      body: JSON.stringify({ query, variables }),
      signal: tooLate.signal,
    });
    status = response.status;
    return await response.json();
  } catch (cause) {
    const problem =
      status === null
        ? 'The gateway is unreachable.'
        : `A server other than the gateway responded, with status ${status}: check the address.`;
    throw new SessionError(problem, [], cause);
  } finally {
    cancel();
  }
}

/** Runs a mutation over HTTP. @throws SessionError if its field failed. */
export async function mutate(
  sending: Sending,
  query: string,
  variables: Record<string, unknown>,
  authorization = '',
): Promise<Record<string, unknown>> {
  const body = await post(sending, query, variables, authorization);
  for (const payload of Object.values(objectIn(body, 'data')))
    if (typeof payload === 'object' && payload !== null) return { ...payload };
  const errors = gatewayErrors(body);
  throw new SessionError(errors[0]?.message ?? 'The gateway sent no result.', errors);
}

/** The start of a sign-in: the platform's page, and what proves that this app has started it. */
export async function beginSignIn(
  sending: Sending,
  redirectUri: string,
): Promise<{ url: string; state: string; codeVerifier: string }> {
  const { url, state, codeVerifier } = await mutate(sending, BEGIN_SIGN_IN, { redirectUri });
  if (typeof url !== 'string' || typeof state !== 'string' || typeof codeVerifier !== 'string')
    throw new SessionError('The sign-in could not start.');
  return { url, state, codeVerifier };
}

/**
 * The tokens in the payload of a mutation.
 * @param kept the refresh token that stays valid if the platform sends no other (RFC 6749, section 6).
 */
export function tokensIn(payload: Record<string, unknown>, kept: string | null = null): Tokens {
  const { accessToken, refreshToken } = objectIn(payload, 'token');
  if (typeof accessToken !== 'string') throw new SessionError('The platform sent no token.');
  return { accessToken, refreshToken: typeof refreshToken === 'string' ? refreshToken : kept };
}

/** A copy of the object under this key; empty if there is none. */
export function objectIn(value: unknown, key: string): Record<string, unknown> {
  const inner: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, key) : null;
  return typeof inner === 'object' && inner !== null ? { ...inner } : {};
}
