import type { UserRow } from '../../platform/routes/user.ts';

/** The reply: the new user's row, and beside it whatever else the platform sent. */
export interface CreatedAnonymousUser {
  user: UserRow;
  extra: Record<string, unknown>;
}
