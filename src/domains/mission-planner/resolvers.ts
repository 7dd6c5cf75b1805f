import type { Resolvers } from '../../generated/resolvers.ts';
import { badgeIdOf } from '../../platform/routes/badge.ts';
import { requiredId } from '../../platform/wire.ts';
import { findCandidates, findCapabilities } from './search.ts';

export const missionPlannerResolvers = {
  Query: {
    capabilities: (_root, { term }, { loaders }) => findCapabilities(term, loaders.badge),
    candidates: (_root, { capabilityIds }, { loaders }) => findCandidates(capabilityIds, loaders.badge),
  },
  Capability: {
    id: (badge) => requiredId(badgeIdOf(badge)),
  },
  Candidate: {
    user: ({ userId }, _arguments, { loaders }) => loaders.user.linked(userId),
    learningRecord: ({ record }) => record,
  },
} satisfies Resolvers;
