import { type Static, Type } from 'typebox';
import { GatewayError } from '../../graph/errors.ts';
import { isRecord } from '../../lib/is-record.ts';
import { recordedPage, recordedRows } from '../recorded.ts';
import { readRoute, writeRoute } from '../route.ts';
import { asId, firstId, without } from '../values.ts';
import {
  documented,
  flag,
  found,
  id,
  maybe,
  noun,
  openObject,
  otherIds,
  picture,
  promisedText,
  row,
  text,
} from '../wire.ts';

const parentFlags = Type.Object({ cameraDisabled: flag, proximityFriends: flag }, documented());
export type ParentFlagsRow = Static<typeof parentFlags>;

/**
 * A user. Every route sends the members up to `anonymous`, which the caller's profile omits; beyond them, each route sends a
 * different subset. Contract: Resources, User profile.
 */
export const userRow = Type.Object(
  {
    userId: id,
    handle: promisedText,
    firstName: text,
    lastName: text,
    userType: promisedText,
    accountType: promisedText,
    country: promisedText,
    profilePic: text,
    coverPhoto: text,
    anonymous: flag,
    parentFlags: maybe(parentFlags),
    position: text,
    role: text,
    organizationRoles: openObject,
    email: text,
    trainer: flag,
    trainee: flag,
    militaryGrade: text,
    displayRank: text,
    displayDutyTitle: text,
    gender: text,
    civilianGrade: text,
    civilianBand: text,
    jobSeriesNumber: text,
    jobTitle: text,
  },
  documented('handle', 'userType', 'accountType', 'country'),
);
export type UserRow = Static<typeof userRow>;
const USER = noun(userRow, ['user', 'users', 'profile', 'friends']);
export const extraOfUser = (user: UserRow): Record<string, unknown> => without(user, USER.members);

/** A role in an organization. */
export interface OrganizationRole {
  organizationId: string;
  role: string | null;
}

/**
 * The entries of the map of roles. Null: the row has none.
 * @throws GatewayError UPSTREAM_BAD_RESPONSE if it is not a map of texts. Contract: Resources, User profile.
 */
export function organizationRolesOf({
  organizationRoles,
}: Pick<UserRow, 'organizationRoles'>): OrganizationRole[] | null {
  if (organizationRoles == null) return null;
  const entries: [string, unknown][] | null = isRecord(organizationRoles)
    ? Object.entries(organizationRoles)
    : null;
  const roles = entries?.flatMap(([organizationId, role]) =>
    typeof role === 'string' || role === null ? [{ organizationId, role }] : [],
  );
  if (!roles || roles.length !== entries?.length)
    throw new GatewayError(
      'UPSTREAM_BAD_RESPONSE',
      'The platform sent `organizationRoles` in an unexpected format.',
    );
  return roles;
}

/** A user named by a record of undocumented shape: an ID, or an object that counts as its ID. */
const namedObject = Type.Object({ userId: maybe(id), ...otherIds });
const byAnyId = [{ userId: id }, { id }, { _id: id }].map((one) => Type.Interface([namedObject], one));
export const userNamed = maybe(Type.Union([id, ...byAnyId]));
export type UserNamed = Static<typeof namedObject> | string | number | null | undefined;

/** The ID of the first user that a record names. Null: it names none. */
export const idOfNamed = (...users: readonly UserNamed[]): string | null =>
  firstId(...users.flatMap((user) => (isRecord(user) ? [user.userId, user.id, user._id] : user)));

/** The named users that are more than an ID, by member: a record shows them in `extra`. */
export const includedUsers = (named: Readonly<Record<string, UserNamed>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(named).filter(
      ([, user]) => isRecord(user) && Object.keys(user).length > (idOfNamed(user) === null ? 0 : 1),
    ),
  );

/** Name and picture of a user, as a record of undocumented shape states them. */
export interface PersonSummary {
  handle: string | null;
  firstName: string | null;
  lastName: string | null;
  profilePicId: string | null;
}

/** The summary in the first user that a record names with more than an ID. Null: none has a name or a picture. */
export function summaryOf(...users: readonly unknown[]): PersonSummary | null {
  for (const user of users) {
    if (!isRecord(user)) continue;
    const summary: PersonSummary = {
      handle: textIn(user.handle),
      firstName: textIn(user.firstName),
      lastName: textIn(user.lastName),
      profilePicId: idOfUnknown(user.profilePic),
    };
    if (Object.values(summary).some((value) => value !== null)) return summary;
  }
  return null;
}

const textIn = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/**
 * Members of the users in a record beyond their ID and summary, by member: a record has them in `extra`, and the ID and the
 * summary in its fields.
 */
export function beyondSummary(
  named: Readonly<Record<string, unknown>>,
  id: string | null,
): Record<string, unknown> {
  const { profilePicId: profilePic = null, ...names } = summaryOf(...Object.values(named)) ?? {};
  const shown: Readonly<Record<string, string | null>> = { userId: id, id, _id: id, ...names, profilePic };
  const isShown = (value: unknown, field: string | null): boolean =>
    value == null || (typeof value !== 'object' && field !== null && String(value) === field);
  const isBeyond = ([member, value]: [string, unknown]): boolean =>
    !(SUMMARIZED.has(member) && isShown(value, shown[member] ?? null));
  return Object.fromEntries(
    Object.entries(named).flatMap(([member, user]) => {
      if (!isRecord(user)) return isShown(user, id) ? [] : [[member, user]];
      const beyond = Object.entries(user).filter(isBeyond);
      return beyond.length === 0 ? [] : [[member, Object.fromEntries(beyond)]];
    }),
  );
}

const SUMMARIZED: ReadonlySet<string> = new Set([
  ...Object.keys(namedObject.properties),
  ...['handle', 'firstName', 'lastName', 'profilePic'],
]);

/** A member of undocumented form that may name a user. Anything is accepted, so that it cannot cost the row. */
export const userPerhaps = maybe(Type.Union([id, Type.Unknown()]));
/** The ID in such a member: the value itself, or that of an object. Null: none. */
export const idOfUnknown = (user: unknown): string | null => asId(isRecord(user) ? user.userId : user);

/** GET /user/v1/my/profile: the signed-in user. Contract: Endpoints, User and profile. */
export const readOwnProfile = readRoute().at('/user/v1/my/profile', row(USER), {
  // An anonymous account has no name. Anyone can make some, so it is not who its owner is.
  confirms: ({ userId, firstName, anonymous }) =>
    anonymous === true || firstName == null ? null : String(userId),
});

/** GET /user/v1/my/friends: the signed-in user's friends. Contract: Endpoints, User and profile. */
export const listFriends = readRoute().at('/user/v1/my/friends', recordedRows(USER));

/** The response's content type is not shown: the body is base64 text of a JPEG. */
const PICTURE_TYPES = 'image/jpeg, */*';

/** GET /user/v1/my/profile/picture: JPEG as base64. Contract: Endpoints, User and profile. */
export const readProfilePicture = readRoute().at('/user/v1/my/profile/picture', picture, {
  absent: null,
  accept: PICTURE_TYPES,
});

/** GET /user/v1/my/profile/cover: JPEG as base64. Contract: Endpoints, User and profile. */
export const readCoverPhoto = readRoute().at('/user/v1/my/profile/cover', picture, {
  absent: null,
  accept: PICTURE_TYPES,
});

/** GET /user/v1/search: users with public search on, by handle or full name, or all of them without a term. Contract: Endpoints, User and profile. */
export const searchUsers = readRoute<{ limit: number; page: number; term?: string }>().at(
  '/user/v1/search',
  recordedPage(USER),
);

/** GET /user/v1/search/random: each call returns different rows. Contract: Endpoints, User and profile; Limits. */
export const listRandomUsers = readRoute<{ count: number }>().at(
  '/user/v1/search/random',
  recordedRows(USER),
  { shared: false },
);

/** PUT /user/v1/my/profile: creates an anonymous user; requires no credential. Contract: Endpoints, User and profile. */
export const createAnonymousUser = writeRoute<{
  anonymous: true;
  clientId: string;
  dateOfBirth?: string;
  deviceToken?: string;
}>().at('PUT', '/user/v1/my/profile', found(USER), { credential: 'none' });
