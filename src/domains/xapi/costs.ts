import { costs, type FieldCosts, once, unshared } from '../../graph/cost.ts';
import { readOwnProfile } from '../../platform/routes/user.ts';
import { postActivity, postStatement } from '../../platform/routes/xapi.ts';

export const xapiCosts: FieldCosts = {
  'Mutation.recordStatement': costs(unshared(postStatement)),
  'Mutation.recordActivity': costs(unshared(postActivity), once(readOwnProfile)),
};
