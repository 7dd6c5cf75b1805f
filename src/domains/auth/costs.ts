import { costs, type FieldCosts, FREE, once, unshared } from '../../graph/cost.ts';
import {
  exchangeAuthorizationCode,
  logout,
  refreshToken,
  validateSession,
  validateToken,
} from '../../platform/routes/auth.ts';
import { registerDevice } from '../../platform/routes/notification.ts';

export const authCosts: FieldCosts = {
  'Query.session': FREE,
  'Session.tokenValid': costs(once(validateToken)),
  'Session.tokenExtra': costs(once(validateToken)),
  'Session.sessionValid': costs(once(validateSession)),
  'Session.sessionExtra': costs(once(validateSession)),
  'Mutation.beginSignIn': FREE,
  'Mutation.exchangeCode': costs(unshared(exchangeAuthorizationCode), unshared(registerDevice)),
  'Mutation.refreshSession': costs(unshared(refreshToken)),
  'Mutation.signOut': costs(unshared(logout)),
};
