import type { Resolvers } from '../../generated/resolvers.ts';
import { once, write } from '../../graph/cost.ts';
import { readOwnProfile } from '../../platform/routes/user.ts';
import { postActivity, postStatement } from '../../platform/routes/xapi.ts';
import { recordActivity, recordStatement } from './writes.ts';

export const xapiResolvers = {
  Mutation: {
    recordStatement: write(postStatement, recordStatement),
    recordActivity: write(postActivity, recordActivity, once(readOwnProfile)),
  },
} satisfies Resolvers;
