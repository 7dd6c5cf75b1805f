import { costs, type FieldCosts, once, rule } from '../../graph/cost.ts';
import {
  listAssertions,
  listCourseBadges,
  listObjectiveBadges,
  listRecords,
} from '../../platform/routes/badge.ts';

/** Maximum number of users whose assertions one call reads. */
const USERS_PER_CALL = 100;

const badges = [once(listCourseBadges), once(listObjectiveBadges)];

export const missionPlannerCosts: FieldCosts = {
  'Query.capabilities': costs(...badges),
  'Query.candidates': costs(
    ...badges,
    once(listRecords),
    rule(listAssertions, `once for up to ${USERS_PER_CALL} people found`, ({ assumedSize }) => ({
      key: 'candidates',
      count: Math.ceil(assumedSize('Query.candidates') / USERS_PER_CALL),
    })),
  ),
};
