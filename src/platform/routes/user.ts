import { type Static, Type } from 'typebox';
import { isRecord } from '../../graph/is-record.ts';
import { readRoute, writeRoute } from '../route.ts';
import {
  firstId,
  flag,
  id,
  maybe,
  openObject,
  type PageOf,
  page,
  picture,
  row,
  rows,
  text,
} from '../wire.ts';

const parentFlags = Type.Object({ cameraDisabled: flag, proximityFriends: flag });
export type ParentFlagsRow = Static<typeof parentFlags>;

/** A user; each route returns a different subset of the fields. Contract: Resources, User profile. */
export const userRow = Type.Object({
  userId: id,
  handle: text,
  firstName: text,
  lastName: text,
  userType: text,
  accountType: text,
  country: text,
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
});
export type UserRow = Static<typeof userRow>;

/** A reference to a user in a record of undocumented shape: an ID or the user's row. */
export const userNamed = maybe(Type.Union([id, userRow]));
export type UserNamed = UserRow | string | number | null | undefined;
export const idOfNamed = (user: UserNamed): string | null =>
  firstId(typeof user === 'object' ? user?.userId : user);

/** A member of undocumented form that may name a user. Anything is accepted, so that it cannot cost the row. */
export const userPerhaps = maybe(Type.Union([id, Type.Unknown()]));
/** The ID in such a member: the value itself, or that of an object. Null: none. */
export function idOfUnknown(user: unknown): string | null {
  const value = isRecord(user) ? user.userId : user;
  return typeof value === 'string' || typeof value === 'number' ? firstId(value) : null;
}

/** GET /user/v1/my/profile: the signed-in user. Contract: Endpoints, User and profile. */
export const readOwnProfile = readRoute<Record<string, never>, UserRow>({
  path: '/user/v1/my/profile',
  read: row(userRow),
});

/** GET /user/v1/my/friends: the signed-in user's friends. Contract: Endpoints, User and profile. */
export const listFriends = readRoute<Record<string, never>, UserRow[]>({
  path: '/user/v1/my/friends',
  read: rows(userRow),
});

/** The response's content type is not shown: the body is base64 text of a JPEG. */
const PICTURE_TYPES = 'image/jpeg, */*';

/** GET /user/v1/my/profile/picture: JPEG as base64. Contract: Endpoints, User and profile. */
export const readProfilePicture = readRoute<Record<string, never>, string | null>({
  path: '/user/v1/my/profile/picture',
  accept: PICTURE_TYPES,
  read: picture,
});

/** GET /user/v1/my/profile/cover: JPEG as base64. Contract: Endpoints, User and profile. */
export const readCoverPhoto = readRoute<Record<string, never>, string | null>({
  path: '/user/v1/my/profile/cover',
  accept: PICTURE_TYPES,
  read: picture,
});

/** GET /user/v1/search: users with public search on, by handle or full name, or all of them without a term. Contract: Endpoints, User and profile. */
export const searchUsers = readRoute<{ limit: number; page: number; term?: string }, PageOf<UserRow>>({
  path: '/user/v1/search',
  read: page(userRow),
});

/** GET /user/v1/search/random: each call returns different rows. Contract: Endpoints, User and profile; Limits. */
export const listRandomUsers = readRoute<{ count: number }, UserRow[]>({
  path: '/user/v1/search/random',
  shared: false,
  read: rows(userRow),
});

/** PUT /user/v1/my/profile: creates an anonymous user; requires no credential. Contract: Endpoints, User and profile. */
export const createAnonymousUser = writeRoute<
  { anonymous: true; clientId: string; dateOfBirth?: string; deviceToken?: string },
  UserRow
>({ method: 'PUT', path: '/user/v1/my/profile', credential: 'none', read: row(userRow) });

/** Whether the contract documents this field of a user; all others are in `extra`. */
export const isUserField = (field: string): boolean => Object.hasOwn(userRow.properties, field);
