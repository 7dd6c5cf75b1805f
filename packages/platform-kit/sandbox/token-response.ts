import type { Grant } from './sessions.ts';

/** A grant as the platform sends it. Contract: Responses not shown, 9. */
export function sentGrant({ accessToken, refreshToken, lifetime }: Grant) {
  return {
    access_token: accessToken,
    refresh_token: refreshToken,
    token_type: 'Bearer',
    expires_in: Math.floor(lifetime / 1000),
  };
}
