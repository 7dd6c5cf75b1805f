import type { World } from '../../reach/table.ts';

const NOTES = 'notes(first: 9) { nodes { id text } totalCount }';

/** What users read: every field that a write of theirs changes, each in a document of its own. */
const OF_USERS: readonly string[] = [
  '{ bucket(id: "packing-list") { id data } }',
  '{ bucket(id: "packing-list") { id data(key: "tent.0") } }',
  '{ bucket(id: "trail-map") { id data } }',
  '{ bucket(id: "packing-list") { id access { public userIds } } }',
  '{ me { id notifications(first: 9) { nodes { id acknowledged } totalCount } } }',
  '{ me { id all: notifications(includeAcknowledged: true, first: 9) { nodes { id acknowledged } } } }',
  '{ me { id firstName badgeAssertions { id name } } }',
  `{ notes(filter: { classId: "g-first-aid-spring" }) { edges { node { id text } } totalCount } }`,
  '{ note(id: "n-ana-clouds") { id text } }',
  `{ class(id: "g-first-aid-spring") { id name ${NOTES} } }`,
  `{ class(id: "g-first-aid-spring") { id students { id ${NOTES} } } }`,
  `{ class(id: "g-first-aid-spring") { id viewer { id lessons { locked lesson { id } notes(first: 2) { nodes { id } } } } } }`,
  `{ course(id: "c-first-aid") { id name ${NOTES} } }`,
  `{ course(id: "c-first-aid") { id lesson(id: "l-tourniquet") { id name ${NOTES} } } }`,
  '{ course(id: "c-first-aid") { id objectives { id performance { skill score lessonScores { lessonId score } } } } }',
  '{ leaderboard(categories: ["knots", "this week"], first: 9) { nodes { userId score rank } } }',
  '{ leaderboardRank(categories: ["knots", "this week"]) { userId score rank } }',
  '{ courses(first: 2) { nodes { id name } pageInfo { endCursor } } }',
];

const OF_PLUGINS: readonly string[] = [
  '{ badgeAssertions(userIds: ["u-ana"]) { id name badge { id name } } }',
  '{ learners(userIds: ["u-ana"]) { userId badgeAssertions { id } learningRecord { badgeIds } } }',
  '{ orgLearners(orgIds: ["org-meridian"], first: 9) { nodes { userId badgeIds additionalInfo { title description } } } }',
  '{ learningRecords(orgIds: ["org-meridian"]) { userId badgeIds } }',
  '{ candidates(capabilityIds: ["b-c-first-aid"]) { userId capabilityIds } }',
  '{ capabilities { id name } }',
  '{ courseBadges(orgIds: ["org-meridian"]) { id name } }',
  '{ objectiveBadges(orgIds: ["org-meridian"]) { id name } }',
];

const OF_REQUESTS: readonly string[] = [
  'query ($atoRequestId: ID!) { atoRequest(id: $atoRequestId) { id status complete cancellable updatedDate } }',
  'query ($atoRequestId: ID!) { atoRequest(id: $atoRequestId) { id alerts(first: 9) { nodes { title text } } } }',
  '{ atoRequests(first: 9) { nodes { id status } } }',
];

export const ALL_READS: readonly string[] = [...OF_USERS, ...OF_PLUGINS, ...OF_REQUESTS];

/** The documents that the caller with a credential reads. */
export function readsOf(authorization: string | null, { plugin, atoToken }: World): readonly string[] {
  if (authorization === null) return [];
  if (authorization === `Bearer ${atoToken}`) return OF_REQUESTS;
  return authorization === plugin ? OF_PLUGINS : OF_USERS;
}
