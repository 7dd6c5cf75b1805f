import type { Resolvers } from '../../generated/resolvers.ts';
import { connectionResolvers, edgeResolvers } from '../../graph/connection.ts';
import { badInput } from '../../graph/errors.ts';
import type { UserRow } from '../../platform/routes/user.ts';
import { besideTokens, findTokens } from '../../platform/token-response.ts';
import { imageResolvers } from './image.ts';
import type { UserLoaders } from './loaders.ts';
import { createAnonymousUser } from './writes.ts';

const MAXIMUM_RANDOM_USERS = 25;

/** Resolves a field that only some routes return: from the row, else from the own profile if it is this user's. */
const facet =
  <Field extends keyof UserRow>(field: Field) =>
  async (
    user: UserRow,
    _arguments: object,
    { loaders }: { loaders: { user: UserLoaders } },
  ): Promise<UserRow[Field] | null> => {
    if (user[field] !== undefined) return user[field];
    return (await loaders.user.ownProfileOf(user.userId))?.[field] ?? null;
  };

export const userResolvers = {
  Query: {
    me: (_root, _arguments, { loaders }) => loaders.user.own.load(),
    searchUsers: (_root, { term, ...paging }, { loaders }) => loaders.user.search(term ?? null, paging),
    randomUsers: (_root, { count }, { loaders }) => {
      if (count < 1 || count > MAXIMUM_RANDOM_USERS) {
        throw badInput(['count'], `must be between 1 and ${MAXIMUM_RANDOM_USERS}.`);
      }
      return loaders.user.random(count);
    },
  },
  Mutation: {
    createAnonymousUser: (_root, { input }, context) => createAnonymousUser(input, context),
  },
  CreateAnonymousUserPayload: {
    // The response mixes tokens with profile fields.
    token: ({ extra }) => findTokens(extra),
    extra: ({ extra }) => besideTokens(extra),
  },
  User: {
    id: (user) => String(user.userId),
    position: facet('position'),
    role: facet('role'),
    email: facet('email'),
    trainer: facet('trainer'),
    trainee: facet('trainee'),
    friends: async (user, _arguments, { loaders }) =>
      (await loaders.user.ownProfileOf(user.userId)) && loaders.user.friends.load(),
    profileImage: async (user, _arguments, { loaders }) =>
      (await loaders.user.ownProfileOf(user.userId)) && loaders.user.picture.load(),
    coverImage: async (user, _arguments, { loaders }) =>
      (await loaders.user.ownProfileOf(user.userId)) && loaders.user.cover.load(),
  },
  Image: imageResolvers,
  UserConnection: connectionResolvers,
  UserEdge: edgeResolvers,
} satisfies Resolvers;
