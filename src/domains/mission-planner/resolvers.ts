import type { Resolvers } from '../../generated/resolvers.ts';
import { calls, once, rule } from '../../graph/cost.ts';
import * as routes from '../../platform/routes/badge.ts';
import { findCandidates, findCapabilities } from './search.ts';

/** Maximum number of users whose assertions one call reads. */
const USERS_PER_CALL = 100;

const badges = [once(routes.listCourseBadges), once(routes.listObjectiveBadges)];

const assertionsOfFound = rule(
  routes.listAssertions,
  `once for up to ${USERS_PER_CALL} people found`,
  ({ assumedSize }) => ({
    key: 'candidates',
    count: Math.ceil(assumedSize('Query.candidates') / USERS_PER_CALL),
  }),
);

export const missionPlannerResolvers = {
  Query: {
    capabilities: calls(badges, (_root, { term }, { loaders }) => findCapabilities(term, loaders.badge)),
    candidates: calls(
      [...badges, once(routes.listRecords), assertionsOfFound],
      (_root, { capabilityIds }, { loaders }) => findCandidates(capabilityIds, loaders.badge),
    ),
  },
  Candidate: { learner: ({ userId }) => ({ userId }) },
} satisfies Resolvers;
