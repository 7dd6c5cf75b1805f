import { GatewayError } from '../graph/errors.ts';
import { Body, UnexpectedShape } from '../platform/body.ts';
import type { ReadRoute } from '../platform/route.ts';
import { postAtoAlert, postAtoStatus } from '../platform/routes/ato.ts';
import {
  exchangeAuthorizationCode,
  logout,
  validateSession,
  validateToken,
} from '../platform/routes/auth.ts';
import {
  addInfo,
  assertBadge,
  createBadge,
  listAssertions,
  listCourseBadges,
  listObjectiveBadges,
  listOtherSkills,
  listRecords,
} from '../platform/routes/badge.ts';
import {
  addBucketUser,
  createBucket,
  deleteBucket,
  readBucket,
  removeBucketUser,
  updateBucket,
} from '../platform/routes/bucket.ts';
import { listClasses, readClassStructure } from '../platform/routes/class.ts';
import {
  listCourses,
  listObjectives,
  listPerformance,
  readCourse,
  readCourseLevels,
} from '../platform/routes/course.ts';
import { listEntries, readRank, submitScore } from '../platform/routes/leaderboard.ts';
import { createNote, listNotes, readNote, removeNote } from '../platform/routes/note.ts';
import {
  acknowledgeNotification,
  listNotifications,
  registerDevice,
  sendNotification,
} from '../platform/routes/notification.ts';
import { listQuestions } from '../platform/routes/question.ts';
import {
  createAnonymousUser,
  listFriends,
  listRandomUsers,
  readCoverPhoto,
  readOwnProfile,
  readProfilePicture,
  searchUsers,
} from '../platform/routes/user.ts';
import { postActivity, postStatement } from '../platform/routes/xapi.ts';

/** Every route that the gateway calls. Both forms of the token route share a reader. */
export const PLATFORM_ROUTES: readonly (Pick<
  ReadRoute<never, unknown>,
  'name' | 'host' | 'credential' | 'read'
> & { kind: 'read' | 'write' })[] = [
  exchangeAuthorizationCode,
  logout,
  validateToken,
  validateSession,
  readOwnProfile,
  listFriends,
  readProfilePicture,
  readCoverPhoto,
  createAnonymousUser,
  searchUsers,
  listRandomUsers,
  readCourse,
  listCourses,
  listObjectives,
  listPerformance,
  readCourseLevels,
  listClasses,
  readClassStructure,
  listQuestions,
  listNotes,
  readNote,
  createNote,
  removeNote,
  readBucket,
  createBucket,
  updateBucket,
  deleteBucket,
  addBucketUser,
  removeBucketUser,
  listEntries,
  readRank,
  submitScore,
  sendNotification,
  registerDevice,
  listNotifications,
  acknowledgeNotification,
  postStatement,
  postActivity,
  listRecords,
  assertBadge,
  listAssertions,
  createBadge,
  listCourseBadges,
  listObjectiveBadges,
  listOtherSkills,
  addInfo,
  postAtoStatus,
  postAtoAlert,
];

const READERS = new Map(PLATFORM_ROUTES.map(({ name, read }) => [name, read]));

/** Routes that have a reader, as in `GET /edu/v1/course`. */
export const readableRoutes: ReadonlySet<string> = new Set(READERS.keys());

/**
 * Reads a response body with the gateway's own reader of the route.
 * @returns the reason why the reader rejects it, without quoting it. Null: readable, or the gateway never calls the route.
 */
export function rejectionOf(route: string, bytes: Buffer): string | null {
  try {
    READERS.get(route)?.(new Body(bytes));
    return null;
  } catch (error) {
    if (error instanceof UnexpectedShape || error instanceof GatewayError) return error.message;
    throw error;
  }
}
