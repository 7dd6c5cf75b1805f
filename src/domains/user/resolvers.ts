import type { Resolvers } from '../../generated/resolvers.ts';
import { connectionResolvers, edgeResolvers } from '../../graph/connection.ts';
import { calls, free, once, pages, unshared, write } from '../../graph/cost.ts';
import { badInput, GatewayError, outOfRange } from '../../graph/errors.ts';
import { idFrom, ofLoaded, ofMember, theRow } from '../../graph/member.ts';
import { requireCredential } from '../../platform/client.ts';
import type { UserRow } from '../../platform/routes/user.ts';
import * as routes from '../../platform/routes/user.ts';
import { besideTokens, findTokens } from '../../platform/token-response.ts';
import { toFlag } from '../../platform/values.ts';
import { imageResolvers } from './image.ts';
import type { SignedInUser } from './loaders.ts';
import { createAnonymousUser } from './writes.ts';

const MAXIMUM_RANDOM_USERS = 25;

/** The flag, which the caller's profile omits; without it, whether there is no name. Contract: Resources, User profile. */
const isAnonymous = ({ anonymous, firstName, lastName }: UserRow): boolean =>
  toFlag(anonymous) ?? (firstName == null && lastName == null);

/**
 * Resolves a field that every route documents for every user. Null: the platform sent null. If a row omits it, its value is
 * unknown: another route's row may have it.
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

const profileOf = (viewer: SignedInUser): Promise<UserRow> => viewer.profile();
/** Resolves a member of the signed-in user's profile, which is read only if one is selected. */
const ofProfile = <Value>(read: (profile: UserRow) => Value) =>
  calls(once(routes.readOwnProfile), ofLoaded(profileOf, read));

type Readers = Readonly<Record<string, (profile: UserRow) => unknown>>;
const eachOfProfile = <Members extends Readers>(members: Members) =>
  Object.fromEntries(Object.entries(members).map(([name, read]) => [name, ofProfile(read)])) as {
    [Name in keyof Members]: ReturnType<typeof ofProfile<ReturnType<Members[Name]>>>;
  };

/** Reads members that the profile may omit. */
const ifSent = <Name extends keyof UserRow>(...names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, (profile: UserRow) => profile[name] ?? null])) as {
    [Each in Name]: (profile: UserRow) => Exclude<UserRow[Each], undefined> | null;
  };

/** The members that every route sends of every user. */
const common = {
  id: idFrom('userId'),
  handle: promised('handle'),
  firstName: name('firstName'),
  lastName: name('lastName'),
  userType: promised('userType'),
  accountType: promised('accountType'),
  country: promised('country'),
  profilePicId: ofMember('profilePic', ({ profilePic }: UserRow) => profilePic ?? null),
  coverPhotoId: ofMember('coverPhoto', ({ coverPhoto }: UserRow) => coverPhoto ?? null),
  anonymous: ofMember('anonymous', isAnonymous),
};

/** An item of a list of users. */
const listed = {
  user: theRow,
  details: theRow,
};

export const userResolvers = {
  Query: {
    me: free((_root, _arguments, { platform, loaders }) => {
      requireCredential('user', platform.credential);
      return loaders.user.viewer();
    }),
    searchUsers: calls(pages(routes.searchUsers), (_root, { term, ...paging }, { loaders }) =>
      loaders.user.search(term ?? null, paging),
    ),
    randomUsers: calls(unshared(routes.listRandomUsers), (_root, { count }, { loaders }) => {
      if (count < 1 || count > MAXIMUM_RANDOM_USERS) {
        throw badInput(
          ['count'],
          outOfRange(1, MAXIMUM_RANDOM_USERS),
          `must be between 1 and ${MAXIMUM_RANDOM_USERS}.`,
        );
      }
      return loaders.user.random(count);
    }),
  },
  Mutation: {
    createAnonymousUser: write(routes.createAnonymousUser, createAnonymousUser),
  },
  CreateAnonymousUserPayload: {
    details: ({ user }) => user,
    // The response mixes tokens with profile fields.
    token: ({ extra }) => findTokens(extra),
    extra: ({ extra }) => besideTokens(extra),
  },
  User: common,
  Viewer: {
    ...eachOfProfile({
      ...common,
      ...ifSent('parentFlags', 'position', 'role', 'email', 'trainer', 'trainee', 'militaryGrade'),
      ...ifSent('displayRank', 'displayDutyTitle', 'gender', 'civilianGrade', 'civilianBand'),
      ...ifSent('jobSeriesNumber', 'jobTitle'),
      organizationRoles: routes.organizationRolesOf,
    }),
    friends: calls(once(routes.listFriends), (_viewer, _arguments, { loaders }) =>
      loaders.user.friends.load(),
    ),
    profileImage: calls(once(routes.readProfilePicture), (_viewer, _arguments, { loaders }) =>
      loaders.user.picture.load(),
    ),
    coverImage: calls(once(routes.readCoverPhoto), (_viewer, _arguments, { loaders }) =>
      loaders.user.cover.load(),
    ),
  },
  ProfileDetails: { organizationRoles: routes.organizationRolesOf },
  Image: imageResolvers,
  Friend: listed,
  RandomUser: listed,
  UserSearchConnection: connectionResolvers,
  UserSearchEdge: { ...edgeResolvers, details: ({ node }) => node },
} satisfies Resolvers;
