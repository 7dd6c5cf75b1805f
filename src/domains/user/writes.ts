import type { CreateAnonymousUserInput } from '../../generated/resolvers.ts';
import { dayWritten } from '../../graph/scalars.ts';
import { clientIdOf } from '../../platform/app-registration.ts';
import { given } from '../../platform/route.ts';
import * as routes from '../../platform/routes/user.ts';
import { rejectSignIn } from '../../platform/token-failures.ts';
import { createdWithoutId } from '../../platform/wire.ts';
import type { Context } from '../context.ts';
import type { CreatedAnonymousUser } from './payloads.ts';

/** Contract: Endpoints, User and profile, PUT. */
export async function createAnonymousUser(
  { dateOfBirth, deviceToken }: CreateAnonymousUserInput,
  { platform, app }: Context,
): Promise<CreatedAnonymousUser> {
  const { row: user, extra } = await platform
    .write(routes.createAnonymousUser, {
      anonymous: true,
      clientId: clientIdOf(app),
      ...given({ dateOfBirth: dateOfBirth && dayWritten(dateOfBirth), deviceToken }),
    })
    .catch(rejectSignIn);
  if (!user) throw createdWithoutId();
  return { user, extra: { ...extra, ...routes.extraOfUser(user) } };
}
