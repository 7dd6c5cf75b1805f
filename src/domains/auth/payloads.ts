import type { TokenResponse } from '../../platform/token-response.ts';

/** The tokens and the result of the registration, whose failure is a value so that the tokens are not lost. */
export interface ExchangedCode {
  token: TokenResponse;
  deviceRegistered: boolean | null | Error;
}
