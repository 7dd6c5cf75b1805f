import { costs, type FieldCosts, FREE, unshared } from '../../graph/cost.ts';
import { postAtoAlert, postAtoStatus } from '../../platform/routes/ato.ts';
import { exchangeAuthorizationCode } from '../../platform/routes/auth.ts';
import { readOwnProfile } from '../../platform/routes/user.ts';

/** Requests and streams are read from the event log. */
export const atoCosts: FieldCosts = {
  'Query.atoRequest': FREE,
  'Query.atoRequests': FREE,
  'Subscription.atoAlertRaised': FREE,
  'Subscription.atoRequestChanged': FREE,
  'Subscription.atoDistributionsChanged': FREE,
  'Mutation.completeAtoSignOn': costs(unshared(exchangeAuthorizationCode), unshared(readOwnProfile)),
  'Mutation.updateAtoStatus': costs(unshared(postAtoStatus)),
  'Mutation.raiseAtoAlert': costs(unshared(postAtoAlert)),
};
