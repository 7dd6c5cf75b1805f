import { GatewayError } from '../graph/errors.ts';

/** Codes of RFC 6749, section 5.2: the client that sent the request is not known, or may not do this. */
const OF_THE_CLIENT = new Set(['invalid_client', 'unauthorized_client']);
const OF_THE_TOKEN = 'invalid_grant';
const REFUSED: ReadonlySet<number | undefined> = new Set([400, 401, 403]);
/** Statuses whose bodies may have one of these codes. */
const SAYS_SO: ReadonlySet<number | undefined> = new Set([...REFUSED, 200]);

const CHECK_CLIENT =
  'The platform refuses the gateway as a client: its operator must check the client ID and secret, and that they belong to the environment of PLATFORM_URL.';
/** The contract shows no status or code for this. */
const OTHER_ENVIRONMENT =
  ' If none is accepted, the client ID may belong to the other environment of the platform: one of the sandbox works only at the address of the sandbox.';

/**
 * The error of a sign-in or a refresh that the platform refused, by its code, if it has one of OAuth. No code says that a client
 * ID belongs to the other environment, so each refusal names it as a possible cause. Contract: What the service does, Sandbox rule.
 * @param isRefresh whether a token was refused that the platform had issued.
 */
function tokenFailure(error: unknown, isRefresh: boolean): unknown {
  if (!(error instanceof GatewayError)) return error;
  const { upstream } = error;
  if (!upstream || !SAYS_SO.has(upstream.status)) return error;
  const { status, code = '' } = upstream;
  const details = { upstream };
  if (OF_THE_CLIENT.has(code)) return new GatewayError('NOT_CONFIGURED', CHECK_CLIENT, details);
  if (isRefresh && status !== 403 && code === OF_THE_TOKEN)
    return new GatewayError(
      'UNAUTHENTICATED',
      'The refresh token is expired, signed out or unknown: sign in again.',
      details,
    );
  if (!REFUSED.has(status)) return error;
  return new GatewayError(error.code, error.message + OTHER_ENVIRONMENT, { upstream, invalid: 'REJECTED' });
}

/** Rejects with the error of a refused sign-in. */
export const rejectSignIn = (error: unknown): never => {
  throw tokenFailure(error, false);
};

/** Rejects with the error of a refused refresh. */
export const rejectRefresh = (error: unknown): never => {
  throw tokenFailure(error, true);
};
