import { type Clock, SYSTEM_CLOCK } from '../clock.ts';
import { type GatewayError, gatewayErrors, isSignedOut } from '../errors.ts';

/** A failed step of a session. `gatewayErrors` and `isSignedOut` read the reasons. */
export class SessionError extends Error {
  override readonly name = 'SessionError';
  /** The gateway's errors. Empty: the gateway was not reached, or refused nothing. */
  readonly errors: readonly GatewayError[];

  constructor(message: string, errors: readonly GatewayError[] = [], cause?: unknown) {
    super(message, { cause });
    this.errors = errors;
  }
}

/** Whether the session could not be refreshed for a temporary reason. */
export const isTemporary = (error: unknown): boolean => error instanceof SessionError && !isSignedOut(error);

/** How the mutations of a session are sent. */
interface Sending {
  url: string;
  fetch?: typeof fetch | undefined;
  clock?: Clock | undefined;
}

/** Milliseconds: tabs wait for one another's refresh, so it must end. */
const LIMIT = 30_000;

/** Runs a mutation over HTTP. @throws SessionError if its field failed. */
export async function mutate(
  { url, fetch: send = fetch, clock = SYSTEM_CLOCK }: Sending,
  query: string,
  variables: Record<string, unknown>,
  authorization = '',
): Promise<Record<string, unknown>> {
  const tooLate = new AbortController();
  const cancel = clock.after(LIMIT, () => tooLate.abort());
  let body: unknown;
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
    body = await response.json();
  } catch (cause) {
    const problem =
      status === null
        ? 'The gateway is unreachable.'
        : `Something else than the gateway answered, with status ${status}: check the address.`;
    throw new SessionError(problem, [], cause);
  } finally {
    cancel();
  }
  for (const payload of Object.values(objectIn(body, 'data')))
    if (typeof payload === 'object' && payload !== null) return { ...payload };
  const errors = gatewayErrors(body);
  throw new SessionError(errors[0]?.message ?? 'The gateway sent no result.', errors);
}

/** A copy of the object under this key; empty if there is none. */
export function objectIn(value: unknown, key: string): Record<string, unknown> {
  const inner: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, key) : null;
  return typeof inner === 'object' && inner !== null ? { ...inner } : {};
}
