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

export type UserWindow = Connection<UserRow>;
export type UserWindowRow = Edge<UserRow>;

/**
 * User reads of one operation.
 *
 * own, friends, picture, cover: one call each; null when the platform has none.
 * search: one call per distinct page. random: a call each time, never shared.
 * see: notes a row that another answer brought along; the platform reads no user by id.
 * find, named: a user whom another record names, from the rows seen, then from the own profile and the friends, else
 * a row of only the id. At most two calls in an operation, and none where no more than the id is asked for.
 * Each fails with UNAUTHENTICATED, FORBIDDEN, RATE_LIMITED, UPSTREAM_TIMEOUT, UPSTREAM_UNAVAILABLE or
 * UPSTREAM_BAD_RESPONSE.
 */
export function userLoaders(platform: Platform) {
  const seen = new RowIndex<UserRow>(({ userId }) => String(userId));
  const see = (row: UserRow): void => seen.add(row);
  const seeAll = <Rows extends Iterable<UserRow> | null>(rows: Rows): Rows => {
    for (const row of rows ?? []) see(row);
    return rows;
  };
  const pages = oncePerKey(
    platform,
    async ({ term, limit, page }: { term: string | null; limit: number; page: number }) => {
      const reply = await platform.read(searchUsers, { limit, page, ...given({ term }) });
      seeAll(reply?.rows ?? null);
      return reply;
    },
    ({ term, limit, page }) => JSON.stringify([limit, page, term]),
  );
  const own = once(platform, async () => {
    const row = await platform.read(readOwnProfile, {});
    if (row) see(row);
    return row;
  });
  const friends = once(platform, async () => seeAll(await platform.read(listFriends, {})));
  const find = async (userId: string): Promise<UserRow> => {
    if (!seen.find(userId) && platform.credential.kind === 'user') await own.load();
    if (!seen.find(userId) && platform.credential.kind === 'user') await friends.load();
    return seen.find(userId) ?? { userId };
  };
  return {
    own,
    friends,
    picture: once(platform, async () => asPicture(await platform.read(readProfilePicture, {}))),
    cover: once(platform, async () => asPicture(await platform.read(readCoverPhoto, {}))),
    search: (term: string | null, window: PageArguments): Promise<UserWindow | null> =>
      readConnection(window, term === null ? 'searchUsers' : `searchUsers:${term}`, (limit, page) =>
        pages.load({ term, limit, page }),
      ),
    random: async (count: number) => seeAll(await platform.read(listRandomUsers, { count })),
    see,
    find,
    named: (user: UserNamed, info: GraphQLResolveInfo): UserRow | null | Promise<UserRow> => {
      if (user == null || user === '') return null;
      const userId = String(typeof user === 'object' ? user.userId : user);
      if (typeof user === 'object' && !seen.find(userId)) see(user);
      return seen.find(userId) ?? (asksForMoreThanId(info) ? find(userId) : { userId });
    },
    /** The own profile where it is this user's, else null. One call in an operation, however often it is asked. */
    ownIf: async (userId: UserRow['userId']): Promise<UserRow | null> => {
      const row = await own.load();
      return row && String(row.userId) === String(userId) ? row : null;
    },
  };
}

/** Fields of a user that are answered from the id, or from reads of their own. */
export const ANSWERED_BY_ID: ReadonlySet<string> = new Set([
  '__typename',
  'id',
  'friends',
  'profileImage',
  'coverImage',
  'notifications',
  'badgeAssertions',
  'otherSkills',
]);

const asksForMoreThanId = (info: GraphQLResolveInfo): boolean =>
  fieldsBelow(info).some(({ name }) => !ANSWERED_BY_ID.has(name.value));

const asPicture = (base64: string | null): Picture | null => (base64 === null ? null : { base64 });

export type UserLoaders = ReturnType<typeof userLoaders>;
