import type { TokenResponse } from '../../platform/token-response.ts';

/** The tokens and the result of the registration, whose failure is a value so that the tokens are not lost. */
export interface ExchangedCode {
  token: TokenResponse;
  deviceRegistered: boolean | null | Error;
}

/** The tokens of a refreshed session. */
export interface RefreshedSession {
  token: TokenResponse;
  /** The ATO request that the tokens are bound to. Null: none. */
  requestId: string | null;
}
