import type { UserRow } from '../../platform/routes/user.ts';

/** The response: the new user's row and the other properties. */
export interface CreatedAnonymousUser {
  user: UserRow;
  extra: Record<string, unknown>;
}
