import type { Resolvers } from '../../generated/resolvers.ts';
import { requireCredential } from '../../platform/client.ts';
import { beginSignIn, exchangeCode, refreshSession, signOut } from './writes.ts';

export const authResolvers = {
  Query: {
    session: (_root, _arguments, { platform }) => {
      requireCredential('user', platform.credential);
      return {};
    },
  },
  Mutation: {
    beginSignIn: (_root, { input }, context) => beginSignIn(input, context),
    exchangeCode: (_root, { input }, context) => exchangeCode(input, context),
    refreshSession: (_root, { input }, context) => refreshSession(input, context),
    signOut: (_root, _arguments, context) => signOut(context),
  },
  Session: {
    tokenValid: async (_session, _arguments, { loaders }) => (await loaders.auth.token.load()).valid,
    tokenExtra: async (_session, _arguments, { loaders }) => (await loaders.auth.token.load()).extra,
    sessionValid: async (_session, _arguments, { loaders }) => (await loaders.auth.session.load()).valid,
    sessionExtra: async (_session, _arguments, { loaders }) => (await loaders.auth.session.load()).extra,
  },
  ExchangeCodePayload: {
    deviceRegistered: ({ deviceRegistered }) => {
      if (deviceRegistered instanceof Error) throw deviceRegistered;
      return deviceRegistered;
    },
  },
} satisfies Resolvers;
