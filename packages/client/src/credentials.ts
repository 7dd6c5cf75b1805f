import type { GatewayError } from './errors.ts';

/** Supplies the `Authorization` header. A `Session` is one; so is `{ authorization: () => 'Basic …' }`. */
export interface Credentials {
  /**
   * Returns the header, or an empty string to send none. Called for each request and each connection.
   * @param refused the header that the gateway has just rejected: replace it, or throw to give up. Returning the same header
   * gives up as well. Null: none was rejected.
   * @throws SessionError without UNAUTHENTICATED on a temporary failure: streams retry.
   */
  authorization(refused: string | null): string | Promise<string>;
}

/** Requests without a credential. */
export const ANONYMOUS: Credentials = { authorization: () => '' };

/** For a sign-out without an error of the gateway: `isSignedOut` is true for it. */
export const SIGNED_OUT: GatewayError<'UNAUTHENTICATED'> = {
  message: 'Sign in to continue.',
  extensions: { code: 'UNAUTHENTICATED', retryable: false, requestId: null },
};
