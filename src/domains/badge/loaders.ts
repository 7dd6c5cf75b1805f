import { GatewayError } from '../../graph/errors.ts';
import { oncePerKey } from '../../graph/loader.ts';
import { type PluginRegistration, pluginOf } from '../../platform/app-registration.ts';
import type { Platform } from '../../platform/client.ts';
import { credentialOfPlugin } from '../../platform/credential.ts';
import type { ReadRoute } from '../../platform/route.ts';
import {
  type AssertionRow,
  type BadgeRow,
  badgeIdOf,
  listAssertions,
  listCourseBadges,
  listObjectiveBadges,
  listOtherSkills,
  listRecords,
  type RecordRow,
  type SkillsRow,
} from '../../platform/routes/badge.ts';
import type { UserRow } from '../../platform/routes/user.ts';
import type { RowOfUser } from '../../platform/wire.ts';
import { checkBatchable, type OfUser, type RowsByUser, rowsByUser } from './by-user.ts';

export type Assertion = OfUser<AssertionRow>;
export type Skills = OfUser<SkillsRow>;
export type Learned = RowOfUser<RecordRow>;

/** Organizations as the platform takes them, with commas between their ids; without `orgIds`: all accessible ones. */
type Organizations = { orgIds?: string };

/** A badge as a list of badges shows it, or, when partial, as much of it as an assertion tells. */
export interface KnownBadge {
  row: BadgeRow;
  partial: boolean;
}

/**
 * Reads of the AI plugin routes in one operation.
 *
 * assertions, otherSkills: user id -> rows, under the plugin credential that the caller sent; see {@link rowsByUser}.
 * assertionsOf, otherSkillsOf: the same for a user field; also the signed-in user's own, under the gateway's plugin
 * credential.
 * courseBadges, objectiveBadges, records: organizations -> rows; one call for each distinct set.
 * details: badge id -> the badge of a course or objective, where the caller's own credential reads those, else null.
 *
 * **The lending rule.** The gateway's credential is lent to read one user's rows, after the platform has told, in this
 * operation and to the caller's own token, that this user is the one the token belongs to.
 * @param confirmOwn the own profile, where it is this user's.
 */
export function badgeLoaders(
  platform: Platform,
  plugin: PluginRegistration,
  confirmOwn: (userId: string) => Promise<UserRow | null>,
) {
  const batched = (under: () => Platform) => ({
    assertions: rowsByUser(platform, (userIds) => under().read(listAssertions, { userIds })),
    otherSkills: rowsByUser(platform, (userIds) => under().read(listOtherSkills, { userIds })),
  });
  const callers = batched(() => platform);
  const lent = batched(() => platform.as(credentialOfPlugin(pluginOf(plugin))));

  const ofUser =
    <Row>(pick: (reads: ReturnType<typeof batched>) => RowsByUser<Row>) =>
    async (userId: string): Promise<OfUser<Row>[]> => {
      if (platform.credential.kind === 'plugin') return pick(callers).load(userId);
      if (platform.credential.kind === 'none') throw new GatewayError('UNAUTHENTICATED', NEEDS_CREDENTIAL);
      if (!(await confirmOwn(userId))) throw new GatewayError('FORBIDDEN', NEEDS_PLUGIN);
      return pick(lent).load(userId);
    };

  const byOrganizations = <Row>(route: ReadRoute<Organizations, Row[]>) =>
    oncePerKey(
      platform,
      (organizations: Organizations) => platform.read(route, organizations),
      ({ orgIds }) => JSON.stringify(orgIds ?? null),
    );
  const courseBadges = byOrganizations(listCourseBadges);
  const objectiveBadges = byOrganizations(listObjectiveBadges);
  const records = byOrganizations(listRecords);

  return {
    assertions: callers.assertions,
    otherSkills: callers.otherSkills,
    assertionsOf: ofUser((reads) => reads.assertions),
    otherSkillsOf: ofUser((reads) => reads.otherSkills),
    courseBadges,
    objectiveBadges,
    records,
    details: async (badgeId: string | null): Promise<BadgeRow | null> => {
      if (badgeId === null || platform.credential.kind !== 'plugin') return null;
      const lists = await Promise.all([allowed(courseBadges.load({})), allowed(objectiveBadges.load({}))]);
      return lists.flat().find((badge) => badgeIdOf(badge) === badgeId) ?? null;
    },
    clearAssertions: (): void => {
      for (const reads of [callers, lent]) reads.assertions.clear();
      records.clear();
    },
    clearBadges: (): void => {
      courseBadges.clear();
      objectiveBadges.clear();
    },
  };
}

const NEEDS_CREDENTIAL =
  'This field needs a user token for your own badges and skills, or the plugin credential (`Authorization: Basic …`) for those of others.';
const NEEDS_PLUGIN =
  'Badges and skills of anybody but yourself need the plugin credential: send it as `Authorization: Basic …`.';

/** A list that the credential may not read adds nothing. */
const allowed = (badges: Promise<BadgeRow[] | null>): Promise<BadgeRow[]> =>
  badges.then(
    (rows) => rows ?? [],
    (error: unknown) => {
      if (error instanceof GatewayError && error.code === 'FORBIDDEN') return [];
      throw error;
    },
  );

/** @throws GatewayError BAD_USER_INPUT */
export function joinedOrganizations(orgIds: readonly string[] | null | undefined): Organizations {
  if (orgIds == null) return {};
  for (const orgId of orgIds) checkBatchable(orgId, 'orgIds');
  const distinct = [...new Set(orgIds)];
  if (distinct.length > 0) return { orgIds: distinct.join(',') };
  throw new GatewayError('BAD_USER_INPUT', '`orgIds` must not be empty: leave it out for all organizations.');
}

export type BadgeLoaders = ReturnType<typeof badgeLoaders>;
