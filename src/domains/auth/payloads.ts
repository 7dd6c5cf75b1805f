import type { TokenResponse } from '../../platform/token-response.ts';

/** The tokens, and whether the device could be registered: its failure is kept apart so that the tokens are not lost. */
export interface ExchangedCode {
  token: TokenResponse;
  deviceRegistered: boolean | null | Error;
}
