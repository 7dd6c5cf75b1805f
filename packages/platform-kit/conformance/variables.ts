/**
 * Variables of the conformance command in addition to the gateway's own, with their descriptions. All are optional: a route is
 * skipped if one that it requires is not set.
 */
export const CONFORMANCE_VARIABLES = {
  CONFORMANCE_USER_TOKEN: "a signed-in user's token, preferably a student's; most routes require it",
  CONFORMANCE_INSTRUCTOR_TOKEN: "an instructor's token, for the questions of a course",
  CONFORMANCE_ATO_TOKEN: 'a token from the sign-on of an ATO request',
  CONFORMANCE_LOGOUT_TOKEN: 'a token whose session may be signed out',
  CONFORMANCE_REFRESH_TOKEN: 'a refresh token that may be used up',
  CONFORMANCE_DEVICE_TOKEN: 'the push token of a device to register for that session',
  CONFORMANCE_REDIRECT_URI: 'a redirect URI that is registered for the app',
  CONFORMANCE_COURSE_ID: 'a course; default: one that the platform lists',
  CONFORMANCE_CLASS_ID: "one of the user's classes; default: one that the platform lists",
  CONFORMANCE_STUDENT_ID: "the user's student ID in that class",
  CONFORMANCE_LESSON_ID: 'a lesson; default: the first of the course',
  CONFORMANCE_TAUGHT_COURSE_ID: 'a course of the instructor; default: that of their first class',
  CONFORMANCE_NOTE_ID: 'a note to read; default: one that the platform lists',
  CONFORMANCE_BUCKET_ID: 'a bucket to read; it is never changed',
  CONFORMANCE_ORG_ID: 'an organization that the plugin may access',
  CONFORMANCE_ATO_REQUEST_ID: 'the ATO request of that sign-on',
} as const;

export type ConformanceVariable = keyof typeof CONFORMANCE_VARIABLES;
