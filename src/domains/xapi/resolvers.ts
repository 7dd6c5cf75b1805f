import type { Resolvers } from '../../generated/resolvers.ts';
import { recordActivity, recordStatement } from './writes.ts';

export const xapiResolvers = {
  Mutation: {
    recordStatement: (_root, { input }, context) => recordStatement(input, context),
    recordActivity: (_root, { input }, context) => recordActivity(input, context),
  },
} satisfies Resolvers;
