import type { GraphQLResolveInfo } from 'graphql';
import type { Connection, Edge, PageArguments } from '../../graph/connection.ts';
import { readConnection } from '../../graph/connection.ts';
import { once, oncePerKey } from '../../graph/loader.ts';
import { RowIndex } from '../../graph/row-index.ts';
import { fieldsBelow } from '../../graph/selection.ts';
import type { Platform } from '../../platform/client.ts';
import { given } from '../../platform/route.ts';
import {
  listFriends,
  listRandomUsers,
  readCoverPhoto,
  readOwnProfile,
  readProfilePicture,
  searchUsers,
  type UserNamed,
  type UserRow,
} from '../../platform/routes/user.ts';
import type { Picture } from './image.ts';

export type UserPage = Connection<UserRow>;
export type UserPageItem = Edge<UserRow>;

/**
 * User reads of one operation.
 *
 * own, friends, picture, cover: one call each; null if the platform has none.
 * search: one call per distinct page. random: a call each time, never shared.
 * prime: adds a row from another response, since the platform has no route that reads a user by ID.
 * find, fromReference: a user that another record references: from the rows read so far, then from the own profile and the
 * friends, else a row with only the ID. At most two calls per operation, or none if only the ID is selected.
 * Each fails with UNAUTHENTICATED, FORBIDDEN, RATE_LIMITED, UPSTREAM_TIMEOUT, UPSTREAM_UNAVAILABLE or
 * UPSTREAM_BAD_RESPONSE.
 */
export function userLoaders(platform: Platform) {
  const known = new RowIndex<UserRow>(({ userId }) => String(userId));
  const prime = (row: UserRow): void => known.add(row);
  const primeAll = <Rows extends Iterable<UserRow> | null>(rows: Rows): Rows => {
    for (const row of rows ?? []) prime(row);
    return rows;
  };
  const pages = oncePerKey(
    platform,
    async ({ term, limit, page }: { term: string | null; limit: number; page: number }) => {
      const response = await platform.read(searchUsers, { limit, page, ...given({ term }) });
      primeAll(response?.rows ?? null);
      return response;
    },
    ({ term, limit, page }) => JSON.stringify([limit, page, term]),
  );
  const own = once(platform, async () => {
    const row = await platform.read(readOwnProfile, {});
    if (row) prime(row);
    return row;
  });
  const friends = once(platform, async () => primeAll(await platform.read(listFriends, {})));
  const find = async (userId: string): Promise<UserRow> => {
    if (!known.find(userId) && platform.credential.kind === 'user') await own.load();
    if (!known.find(userId) && platform.credential.kind === 'user') await friends.load();
    return known.find(userId) ?? { userId };
  };
  return {
    own,
    friends,
    picture: once(platform, async () => asPicture(await platform.read(readProfilePicture, {}))),
    cover: once(platform, async () => asPicture(await platform.read(readCoverPhoto, {}))),
    search: (term: string | null, paging: PageArguments): Promise<UserPage | null> =>
      readConnection(paging, term === null ? 'searchUsers' : `searchUsers:${term}`, (limit, page) =>
        pages.load({ term, limit, page }),
      ),
    random: async (count: number) => primeAll(await platform.read(listRandomUsers, { count })),
    prime,
    find,
    fromReference: (user: UserNamed, info: GraphQLResolveInfo): UserRow | null | Promise<UserRow> => {
      if (user == null || user === '') return null;
      const userId = String(typeof user === 'object' ? user.userId : user);
      if (typeof user === 'object' && !known.find(userId)) prime(user);
      return known.find(userId) ?? (selectsMoreThanId(info) ? find(userId) : { userId });
    },
    /** The own profile if it is this user's, else null. One call per operation. */
    ownProfileOf: async (userId: UserRow['userId']): Promise<UserRow | null> => {
      const row = await own.load();
      return row && String(row.userId) === String(userId) ? row : null;
    },
  };
}

/** Fields of a user that need only the ID, or a read of their own. */
export const RESOLVED_BY_ID: ReadonlySet<string> = new Set([
  '__typename',
  'id',
  'friends',
  'profileImage',
  'coverImage',
  'notifications',
  'badgeAssertions',
  'otherSkills',
]);

const selectsMoreThanId = (info: GraphQLResolveInfo): boolean =>
  fieldsBelow(info).some(({ name }) => !RESOLVED_BY_ID.has(name.value));

const asPicture = (base64: string | null): Picture | null => (base64 === null ? null : { base64 });

export type UserLoaders = ReturnType<typeof userLoaders>;
