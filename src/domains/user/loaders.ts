import { type Connection, type PageArguments, readConnection } from '../../graph/connection.ts';
import { loadOnce, oncePerKey } from '../../graph/loader.ts';
import type { Platform } from '../../platform/client.ts';
import { given } from '../../platform/route.ts';
import * as routes from '../../platform/routes/user.ts';
import type { Picture } from './image.ts';

/** The signed-in user. The profile is read once, when a member of it is needed. */
export interface SignedInUser {
  profile(): Promise<routes.UserRow>;
}

/**
 * User reads of one operation.
 *
 * own, friends, picture, cover: one call each. Null if the user has no such picture. search: one call per distinct page. random:
 * a call each time, never shared. linked: the user that another record names by ID. The platform has no route that reads a user
 * by ID, so this is the signed-in user, from the caller's profile, or a friend, from the list of friends; null for anyone else
 * and without a user token. At most two calls per operation. It does not depend on the operation's other reads: one record, one
 * value. Each fails with UNAUTHENTICATED, FORBIDDEN, RATE_LIMITED, UPSTREAM_TIMEOUT, UPSTREAM_UNAVAILABLE or
 * UPSTREAM_BAD_RESPONSE.
 */
export function userLoaders(platform: Platform) {
  const hasUserToken = platform.credential.kind === 'user';
  const pages = oncePerKey(
    platform,
    ({ term, limit, page }: { term: string | null; limit: number; page: number }) =>
      platform.read(routes.searchUsers, { limit, page, ...given({ term }) }),
  );
  const own = loadOnce(platform, () => platform.read(routes.readOwnProfile, {}));
  const friends = loadOnce(platform, () => platform.read(routes.listFriends, {}));
  const friendsById = loadOnce(
    platform,
    async () => new Map((await friends.load()).map((row) => [String(row.userId), row])),
  );
  const ownProfileOf = async (userId: routes.UserRow['userId']): Promise<routes.UserRow | null> => {
    if (!hasUserToken) return null;
    const row = await own.load();
    return String(row.userId) === String(userId) ? row : null;
  };
  return {
    own,
    viewer: (): SignedInUser => {
      let profile: Promise<routes.UserRow> | undefined;
      return {
        profile: () => {
          profile ??= own.load();
          return profile;
        },
      };
    },
    friends,
    picture: loadOnce(platform, async () => asPicture(await platform.read(routes.readProfilePicture, {}))),
    cover: loadOnce(platform, async () => asPicture(await platform.read(routes.readCoverPhoto, {}))),
    search: (term: string | null, paging: PageArguments): Promise<Connection<routes.UserRow>> =>
      readConnection(paging, term === null ? 'searchUsers' : `searchUsers:${term}`, (limit, page) =>
        pages.load({ term, limit, page }),
      ),
    random: (count: number) => platform.read(routes.listRandomUsers, { count }),
    linked: async (userId: string | null): Promise<routes.UserRow | null> => {
      if (userId === null || !hasUserToken) return null;
      return (await ownProfileOf(userId)) ?? (await friendsById.load()).get(userId) ?? null;
    },
    /** The caller's profile if it is this user's. Null: it is not, or there is no user token. One call per operation. */
    ownProfileOf,
  };
}

const asPicture = (base64: string | null): Picture | null => (base64 === null ? null : { base64 });

export type UserLoaders = ReturnType<typeof userLoaders>;
