import { costs, type FieldCosts, FREE, once, unshared } from '../../graph/cost.ts';
import { postAtoAlert, postAtoStatus } from '../../platform/routes/ato.ts';
import { exchangeAuthorizationCode, validateSession } from '../../platform/routes/auth.ts';
import { readOwnProfile } from '../../platform/routes/user.ts';

/** Confirms the session of an ATO token, unless this instance has within the check interval. */
const confirmation = once(validateSession);

/** Requests and streams are read from the event log. */
export const atoCosts: FieldCosts = {
  'Query.atoRequest': costs(confirmation),
  'Query.atoRequests': costs(confirmation),
  'Subscription.atoAlertRaised': costs(confirmation),
  'Subscription.atoRequestChanged': costs(confirmation),
  'Subscription.atoDistributionsChanged': costs(confirmation),
  'AtoRequestChangedEvent.request': FREE,
  'Mutation.completeAtoSignOn': costs(unshared(exchangeAuthorizationCode), unshared(readOwnProfile)),
  'Mutation.updateAtoStatus': costs(confirmation, unshared(postAtoStatus)),
  'Mutation.raiseAtoAlert': costs(confirmation, unshared(postAtoAlert)),
};
