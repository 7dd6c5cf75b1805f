import type { FieldCosts } from '../graph/cost.ts';
import { atoCosts } from './ato/costs.ts';
import { authCosts } from './auth/costs.ts';
import { badgeCosts } from './badge/costs.ts';
import { bucketCosts } from './bucket/costs.ts';
import { classCosts } from './class/costs.ts';
import { courseCosts } from './course/costs.ts';
import { leaderboardCosts } from './leaderboard/costs.ts';
import { missionPlannerCosts } from './mission-planner/costs.ts';
import { noteCosts } from './note/costs.ts';
import { notificationCosts } from './notification/costs.ts';
import { questionCosts } from './question/costs.ts';
import { userCosts } from './user/costs.ts';
import { xapiCosts } from './xapi/costs.ts';

/** Platform calls of the graph's fields. A field that is not listed makes none. */
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
