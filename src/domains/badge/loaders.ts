import { type Connection, type PageArguments, readWholeList } from '../../graph/connection.ts';
import { badInput, GatewayError } from '../../graph/errors.ts';
import { oncePerKey } from '../../graph/loader.ts';
import { type PluginRegistration, pluginOf } from '../../platform/app-registration.ts';
import type { Platform } from '../../platform/client.ts';
import { credentialOfPlugin } from '../../platform/credential.ts';
import type { ReadRoute } from '../../platform/route.ts';
import * as routes from '../../platform/routes/badge.ts';
import type { UserRow } from '../../platform/routes/user.ts';
import type { RowOfUser } from '../../platform/wire.ts';
import { checkBatchable, rowsByUser } from './by-user.ts';

export type Assertion = RowOfUser<routes.AssertionRow>;
export type Skills = RowOfUser<routes.SkillsRow>;
/** A user that the plugin reads by ID. */
export interface LearnerReference {
  userId: string;
}
export type LearnerRecord = RowOfUser<routes.RecordRow>;
/** A record, and the organization of the request. Null: all organizations. */
export interface RecordOfMember extends LearnerRecord {
  asked: string | null;
}

/** A route that takes the comma-separated IDs of several users. */
type RouteOfUsers<Row> = ReadRoute<{ userIds: string }, RowOfUser<Row>[]>;

/** Comma-separated IDs of organizations. Undefined `orgIds`: all that the plugin may access. */
type Organizations = { orgIds?: string };

/**
 * Reads of the AI plugin routes in one operation.
 *
 * assertions, otherSkills: user ID -> rows, with the caller's plugin credential; see {@link rowsByUser}.
 * ownAssertions, ownSkills: the signed-in user's rows, read with the gateway's plugin credential.
 * courseBadges, objectiveBadges, records: organizations -> rows; one call per distinct set.
 * orgLearners: organizations -> a page of records; one call per organization, because a record need not name its own.
 * byId: badge ID -> the badge of a course or objective. Null: not found, or the caller has no plugin credential.
 *
 * **Lending rule.** The gateway's credential reads only the rows of the user who owns the caller's token, and only after
 * the platform has confirmed that user to this token in this operation.
 * @param readOwn reads the caller's profile.
 */
export function badgeLoaders(
  platform: Platform,
  plugin: PluginRegistration,
  readOwn: () => Promise<UserRow>,
) {
  const batched = (read: <Row>(route: RouteOfUsers<Row>, userIds: string) => Promise<RowOfUser<Row>[]>) => ({
    assertions: rowsByUser(platform, (userIds) => read(routes.listAssertions, userIds)),
    otherSkills: rowsByUser(platform, (userIds) => read(routes.listOtherSkills, userIds)),
  });
  const callerReads = batched((route, userIds) => platform.read(route, { userIds }));
  const gatewayReads = batched((route, userIds) =>
    platform
      .as(credentialOfPlugin(pluginOf(plugin)))
      .read(route, { userIds })
      .catch((error: unknown) => {
        throw error instanceof GatewayError && error.upstreamStatus === 401 ? rejected(route.name) : error;
      }),
  );

  const byOrganizations = <Row>(route: ReadRoute<Organizations, Row[]>) =>
    oncePerKey(platform, (organizations: Organizations) => platform.read(route, organizations));
  const courseBadges = byOrganizations(routes.listCourseBadges);
  const objectiveBadges = byOrganizations(routes.listObjectiveBadges);
  const records = byOrganizations(routes.listRecords);

  return {
    assertions: callerReads.assertions,
    otherSkills: callerReads.otherSkills,
    ownAssertions: async () => gatewayReads.assertions.load(String((await readOwn()).userId)),
    ownSkills: async () => gatewayReads.otherSkills.load(String((await readOwn()).userId)),
    courseBadges,
    objectiveBadges,
    records,
    orgLearners: (
      orgIds: readonly string[] | null | undefined,
      paging: PageArguments,
    ): Promise<Connection<RecordOfMember>> => {
      const asked = distinctOrganizations(orgIds);
      return readWholeList(paging, `orgLearners:${JSON.stringify(asked)}`, async () => {
        const lists = asked.map(async (orgId) =>
          (await records.load(orgId === null ? {} : { orgIds: orgId })).map((one) => ({
            ...one,
            asked: orgId,
          })),
        );
        return (await Promise.all(lists)).flat();
      });
    },
    byId: async (badgeId: string | null): Promise<routes.BadgeRow | null> => {
      if (badgeId === null || platform.credential.kind !== 'plugin') return null;
      const lists = await Promise.all([
        emptyIfForbidden(courseBadges.load({})),
        emptyIfForbidden(objectiveBadges.load({})),
      ]);
      return lists.flat().find((badge) => routes.badgeIdOf(badge) === badgeId) ?? null;
    },
    clearAssertions: (): void => {
      for (const reads of [callerReads, gatewayReads]) reads.assertions.clear();
      records.clear();
    },
    clearBadges: (): void => {
      courseBadges.clear();
      objectiveBadges.clear();
    },
  };
}

/** The caller's own credential is valid: UNAUTHENTICATED would sign the user out. */
const rejected = (route: string): GatewayError =>
  new GatewayError(
    'NOT_CONFIGURED',
    "The platform rejected the gateway's plugin credential: the operator must check PLUGIN_CLIENT_ID and PLUGIN_CLIENT_SECRET.",
    { upstream: { route, status: 401 } },
  );

/** A list that the credential may not read counts as empty. */
const emptyIfForbidden = (badges: Promise<routes.BadgeRow[]>): Promise<routes.BadgeRow[]> =>
  badges.catch((error: unknown) => {
    if (error instanceof GatewayError && error.code === 'FORBIDDEN') return [];
    throw error;
  });

/** @throws GatewayError BAD_USER_INPUT */
export function joinedOrganizations(orgIds: readonly string[] | null | undefined): Organizations {
  return orgIds == null ? {} : { orgIds: distinctOrganizations(orgIds).join(',') };
}

/** Null alone: all organizations. @throws GatewayError BAD_USER_INPUT */
function distinctOrganizations(orgIds: readonly string[] | null | undefined): (string | null)[] {
  if (orgIds == null) return [null];
  checkBatchable(orgIds, 'orgIds');
  if (orgIds.length > 0) return [...new Set(orgIds)];
  throw badInput(['orgIds'], 'REQUIRED', 'must not be empty; omit it to include all organizations.');
}

export type BadgeLoaders = ReturnType<typeof badgeLoaders>;
