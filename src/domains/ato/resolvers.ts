import type { Resolvers } from '../../generated/resolvers.ts';
import { completeAtoSignOn, raiseAtoAlert, updateAtoStatus } from './writes.ts';

export const atoResolvers = {
  Mutation: {
    completeAtoSignOn: (_root, { input }, context) => completeAtoSignOn(input, context),
    updateAtoStatus: (_root, { input }, context) => updateAtoStatus(input, context),
    raiseAtoAlert: (_root, { input }, context) => raiseAtoAlert(input, context),
  },
} satisfies Resolvers;
