import type { Context } from '../../context.ts';
import type { CreateAnonymousUserInput } from '../../generated/resolvers.ts';
import { clientIdOf } from '../../platform/app-registration.ts';
import {
  createAnonymousUser as createAnonymousUserRoute,
  isUserField,
  type UserRow,
} from '../../platform/routes/user.ts';

/** The reply: the new user's row, and beside it whatever else the platform sent. */
export interface CreatedAnonymousUser {
  user: UserRow;
  extra: Record<string, unknown>;
}

/** Contract: Endpoints, User and profile, PUT. */
export async function createAnonymousUser(
  { dateOfBirth, deviceToken }: CreateAnonymousUserInput,
  { platform, app, loaders }: Context,
): Promise<CreatedAnonymousUser> {
  const user = await platform.write(createAnonymousUserRoute, {
    anonymous: true,
    clientId: clientIdOf(app),
    ...(dateOfBirth ? { dateOfBirth: dateOfBirth.toISOString().slice(0, 10) } : {}),
    ...(deviceToken ? { deviceToken } : {}),
  });
  loaders.user.see(user);
  const extra = Object.fromEntries(Object.entries(user).filter(([field]) => !isUserField(field)));
  return { user, extra };
}
