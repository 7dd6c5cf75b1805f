import {
  batched,
  type CallRule,
  costs,
  type FieldCosts,
  once,
  perArguments,
  rule,
  unshared,
} from '../../graph/cost.ts';
import * as routes from '../../platform/routes/badge.ts';
import { readOwnProfile } from '../../platform/routes/user.ts';
import { inChunks, MAXIMUM_IDS } from './by-user.ts';

/** All users of the argument, in as few calls as they fit in. */
const ofUsers = (route: { method: string; path: string }): CallRule =>
  rule(route, `once for up to ${MAXIMUM_IDS} distinct users`, ({ args: { userIds } }) => {
    const distinct = [...new Set(Array.isArray(userIds) ? userIds.map(String) : [])];
    return { key: JSON.stringify(distinct), count: inChunks(distinct).length };
  });

/** One user per object, batched. With a user token, the signed-in user is confirmed first. */
const ofUser = (route: { method: string; path: string }) =>
  costs(once(readOwnProfile), batched(route, MAXIMUM_IDS));

/** One user per object, batched, with the plugin credential. */
const ofAnyUser = (route: { method: string; path: string }) => costs(batched(route, MAXIMUM_IDS));

export const badgeCosts: FieldCosts = {
  'Query.badgeAssertions': costs(ofUsers(routes.listAssertions)),
  'Query.otherSkills': costs(ofUsers(routes.listOtherSkills)),
  'Query.courseBadges': costs(perArguments(routes.listCourseBadges, 'orgIds')),
  'Query.objectiveBadges': costs(perArguments(routes.listObjectiveBadges, 'orgIds')),
  'Query.learningRecords': costs(perArguments(routes.listRecords, 'orgIds')),
  'User.badgeAssertions': costs(once(readOwnProfile), once(routes.listAssertions)),
  'User.otherSkills': costs(once(readOwnProfile), once(routes.listOtherSkills)),
  'BadgeAssertion.badgeAssertions': ofUser(routes.listAssertions),
  'BadgeAssertion.otherSkills': ofUser(routes.listOtherSkills),
  'OtherSkills.badgeAssertions': ofUser(routes.listAssertions),
  'LearningRecord.badgeAssertions': ofAnyUser(routes.listAssertions),
  'LearningRecord.otherSkills': ofAnyUser(routes.listOtherSkills),
  'Candidate.badgeAssertions': ofAnyUser(routes.listAssertions),
  'Candidate.otherSkills': ofAnyUser(routes.listOtherSkills),
  'BadgeAssertion.badge': costs(once(routes.listCourseBadges), once(routes.listObjectiveBadges)),
  'Mutation.assertBadge': costs(unshared(routes.assertBadge)),
  'Mutation.createBadge': costs(unshared(routes.createBadge)),
  'Mutation.addUserInfo': costs(unshared(routes.addInfo)),
  'AssertBadgePayload.assertion': costs(unshared(routes.listAssertions)),
};
