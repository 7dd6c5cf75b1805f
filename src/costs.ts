import { atoCosts } from './domains/ato/costs.ts';
import { authCosts } from './domains/auth/costs.ts';
import { badgeCosts } from './domains/badge/costs.ts';
import { bucketCosts } from './domains/bucket/costs.ts';
import { classCosts } from './domains/class/costs.ts';
import { courseCosts } from './domains/course/costs.ts';
import { leaderboardCosts } from './domains/leaderboard/costs.ts';
import { missionPlannerCosts } from './domains/mission-planner/costs.ts';
import { noteCosts } from './domains/note/costs.ts';
import { notificationCosts } from './domains/notification/costs.ts';
import { questionCosts } from './domains/question/costs.ts';
import { userCosts } from './domains/user/costs.ts';
import { xapiCosts } from './domains/xapi/costs.ts';
import type { FieldCosts } from './graph/cost.ts';

/** What the fields of the graph cost; a field that is not in it makes no call. */
export const fieldCosts: FieldCosts = {
  ...atoCosts,
  ...authCosts,
  ...badgeCosts,
  ...bucketCosts,
  ...classCosts,
  ...courseCosts,
  ...leaderboardCosts,
  ...missionPlannerCosts,
  ...noteCosts,
  ...notificationCosts,
  ...questionCosts,
  ...userCosts,
  ...xapiCosts,
};
