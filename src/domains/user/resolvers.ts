import type { Resolvers } from '../../generated/resolvers.ts';
import { connectionResolvers, edgeResolvers } from '../../graph/connection.ts';
import { calls, once, pages, pagesRead, unshared, write } from '../../graph/cost.ts';
import { badInput, GatewayError, outOfRange } from '../../graph/errors.ts';
import { idFrom, ofMember, theRow } from '../../graph/member.ts';
import type { UserRow } from '../../platform/routes/user.ts';
import * as routes from '../../platform/routes/user.ts';
import { besideTokens, findTokens } from '../../platform/token-response.ts';
import { toFlag } from '../../platform/wire.ts';
import { linkedUser } from '../loader-costs.ts';
import { imageResolvers } from './image.ts';
import type { UserLoaders } from './loaders.ts';
import { createAnonymousUser } from './writes.ts';

const MAXIMUM_RANDOM_USERS = 25;

type WithLoaders = { loaders: { user: UserLoaders } };

/** The flag, which the caller's profile omits; without it, whether there is no name. Contract: Resources, User profile. */
const isAnonymous = ({ anonymous, firstName, lastName }: UserRow): boolean =>
  toFlag(anonymous) ?? (firstName == null && lastName == null);

/**
 * Resolves a field that every route promises for every user. Null: the platform says that there is none. If a row omits it,
 * its value is unknown: another route's row may have it.
 * @throws GatewayError UPSTREAM_BAD_RESPONSE
 */
const promised = (field: 'handle' | 'userType' | 'accountType' | 'country' | 'firstName' | 'lastName') =>
  ofMember(field, (user: UserRow): string | null => {
    const value = user[field];
    if (value !== undefined) return value;
    throw new GatewayError('UPSTREAM_BAD_RESPONSE', `The platform sent a user without \`${field}\`.`);
  });

/** Resolves a name, which anonymous users do not have. */
const name = (field: 'firstName' | 'lastName') => {
  const given = promised(field);
  return ofMember(field, (user: UserRow): string | null => (isAnonymous(user) ? null : given(user)), {
    nullIf: 'anonymous',
  });
};

const ownProfile = once(routes.readOwnProfile);
const ofCaller = { ofCaller: true } as const;

/** Resolves a field of the caller's profile. Null for other users: what else a list says about them is in its `details`. */
const own = <Field extends keyof UserRow>(field: Field) =>
  calls(
    ownProfile,
    async (
      { userId }: UserRow,
      _arguments: object,
      { loaders }: WithLoaders,
    ): Promise<UserRow[Field] | null> => (await loaders.user.ownProfileOf(userId))?.[field] ?? null,
    ofCaller,
  );

/** An item of a list of users. */
const listed = {
  userId: idFrom('userId'),
  user: theRow,
  details: theRow,
};

export const userResolvers = {
  Query: {
    me: calls(ownProfile, (_root, _arguments, { loaders }) => loaders.user.own.load()),
    searchUsers: calls(
      pages(routes.searchUsers),
      (_root, { term, ...paging }, { loaders }) => loaders.user.search(term ?? null, paging),
      { distinct: pagesRead },
    ),
    randomUsers: calls(
      unshared(routes.listRandomUsers),
      (_root, { count }, { loaders }) => {
        if (count < 1 || count > MAXIMUM_RANDOM_USERS) {
          throw badInput(
            ['count'],
            outOfRange(1, MAXIMUM_RANDOM_USERS),
            `must be between 1 and ${MAXIMUM_RANDOM_USERS}.`,
          );
        }
        return loaders.user.random(count);
      },
      { distinct: () => 1 },
    ),
  },
  Mutation: {
    createAnonymousUser: write(routes.createAnonymousUser, createAnonymousUser),
  },
  CreateAnonymousUserPayload: {
    // The response mixes tokens with profile fields.
    token: ({ extra }) => findTokens(extra),
    extra: ({ extra }) => besideTokens(extra),
  },
  User: {
    id: idFrom('userId'),
    handle: promised('handle'),
    firstName: name('firstName'),
    lastName: name('lastName'),
    userType: promised('userType'),
    accountType: promised('accountType'),
    country: promised('country'),
    anonymous: ofMember('anonymous', isAnonymous),
    parentFlags: own('parentFlags'),
    position: own('position'),
    role: own('role'),
    organizationRoles: own('organizationRoles'),
    email: own('email'),
    trainer: own('trainer'),
    trainee: own('trainee'),
    militaryGrade: own('militaryGrade'),
    displayRank: own('displayRank'),
    displayDutyTitle: own('displayDutyTitle'),
    gender: own('gender'),
    civilianGrade: own('civilianGrade'),
    civilianBand: own('civilianBand'),
    jobSeriesNumber: own('jobSeriesNumber'),
    jobTitle: own('jobTitle'),
    friends: calls(
      linkedUser,
      async (user, _arguments, { loaders }) =>
        (await loaders.user.ownProfileOf(user.userId)) && loaders.user.friends.load(),
      {
        ...ofCaller,
        // They are one list wherever they are selected.
        distinct: () => 1,
        yields: ({ result, assumedSize }) => ({
          ...result,
          key: 'friends',
          count: assumedSize('User.friends'),
        }),
      },
    ),
    profileImage: calls(
      [ownProfile, once(routes.readProfilePicture)],
      async (user, _arguments, { loaders }) =>
        (await loaders.user.ownProfileOf(user.userId)) && loaders.user.picture.load(),
      ofCaller,
    ),
    coverImage: calls(
      [ownProfile, once(routes.readCoverPhoto)],
      async (user, _arguments, { loaders }) =>
        (await loaders.user.ownProfileOf(user.userId)) && loaders.user.cover.load(),
      ofCaller,
    ),
  },
  Image: imageResolvers,
  Friend: listed,
  RandomUser: listed,
  UserSearchConnection: connectionResolvers,
  UserSearchEdge: { ...edgeResolvers, details: ({ node }) => node },
} satisfies Resolvers;
