import type { Rule } from '../contract/vocabulary.ts';

/**
 * What the sandbox takes although the contract does not show it, with the reason. There is no other leniency: the
 * check and the handlers follow this list.
 */
export type Leniency = {
  route: string;
  reason: string;
} /** A route that the contract does not have; its query may be that of a route of the contract. */ & (
  | { allows: 'route'; queryOf?: string }
  | { allows: 'form as body' }
  | { allows: 'token without Bearer' }
  | { allows: 'ATO token' }
  /** The parameter may be left out where the client ID belongs to a plugin. */
  | { allows: 'omission by plugins'; parameter: string }
  /** Objects in this parameter may have members that the contract does not name. */
  | { allows: 'other members'; parameter: string }
);

const CONSOLE = "The developer's screen, where a person does what the platform's own screens would do.";
const STATEMENT = 'Statements follow the xAPI specification, which has more members than the contract names.';
const ATO_SESSION =
  'An ATO sign-on opens a session too, and the contract shows no other way to check or end it.';

export const LENIENCIES: readonly Leniency[] = [
  {
    route: 'POST /oauth/v2/signin',
    allows: 'route',
    queryOf: 'GET /oauth/v2/signin',
    reason:
      'The form of the login page needs a place to go; the contract shows only the page and the redirect.',
  },
  ...[
    'GET /console',
    'POST /console/notification',
    'POST /console/ato/request',
    'POST /console/ato/resend',
    'POST /console/ato/sign-on',
    'POST /console/ato/distributions',
    'POST /console/mission-planner/capabilities',
    'POST /console/mission-planner/candidates',
  ].map((route) => ({ route, allows: 'route' as const, reason: CONSOLE })),
  {
    route: 'POST /oauth/v2/token',
    allows: 'form as body',
    reason: 'OAuth clients send forms (RFC 6749, sections 4.1.3 and 6); the contract names no encoding.',
  },
  {
    route: 'POST /oauth/v2/token',
    allows: 'omission by plugins',
    parameter: 'code_verifier',
    reason: 'The platform starts the sign-on of an ATO request itself, so there is no challenge to verify.',
  },
  {
    route: 'every route with a user or ATO token',
    allows: 'token without Bearer',
    reason:
      'The contract says "bearer token" of three routes and "token" of the others, and shows no scheme.',
  },
  {
    route: 'GET /user/v1/my/profile',
    allows: 'ATO token',
    reason: 'The only way for a plugin to learn who signed on to an ATO request.',
  },
  ...['GET /oauth/v2/logout', 'GET /oauth/v2/token/validate', 'GET /oauth/v2/session/validate'].map(
    (route) => ({ route, allows: 'ATO token' as const, reason: ATO_SESSION }),
  ),
  ...['actor', 'verb', 'object', 'context'].map((parameter) => ({
    route: 'POST /edu/v2/xapi/statement',
    allows: 'other members' as const,
    parameter,
    reason: STATEMENT,
  })),
  {
    route: 'POST /edu/v1/xapi/statement',
    allows: 'other members',
    parameter: 'object',
    reason: 'The contract asks for a JSON object; the keys that it names are those that index the statement.',
  },
];

/**
 * What the sandbox requires although the contract does not: without it the route has nothing to act on. Beyond these,
 * every credential that the contract shows is required, and an empty text does not count as given.
 */
export const ADDED_REQUIREMENTS: Readonly<Record<string, readonly (string | Rule)[]>> = {
  'PUT /user/v1/my/profile': ['clientId', 'dateOfBirth'],
  'GET /edu/v1/course': ['courseId'],
  'GET /edu/v1/course/objectives': ['courseId'],
  'GET /edu/v1/course/objectives/performance': ['courseId'],
  'GET /edu/v1/question/': ['courseId'],
  'GET /edu/v1/note': ['noteId'],
  'PUT /edu/v1/note': ['text', { anyOf: ['lessonId', 'userId', 'classId', 'studentId', 'courseId'] }],
  'POST /edu/v1/note/remove': ['noteId'],
  'PUT /app/v1/bucket': ['id'],
  'POST /app/v1/bucket': ['id', 'key', 'value'],
  'DELETE /app/v1/bucket': ['id'],
  'POST /app/v1/bucket/user': ['id', 'userId'],
  'POST /app/v1/bucket/user/remove': ['id', 'userId'],
  'PUT /leaderboard/v1': ['categories', 'score'],
  'PUT /notifications/v1': ['receiver', 'text'],
  'PUT /notifications/v1/register': ['deviceToken', 'refreshToken'],
  'POST /edu/v1/xapi/statement': ['actor', 'verb', 'object'],
  'GET /plugin/v2/ai/badge/assertion': [{ anyOf: ['userId', 'userIds'] }],
  'GET /plugin/v2/ai/other-skills': [{ anyOf: ['userId', 'userIds'] }],
  'POST /plugin/v2/ai/additional-info': ['userId', 'additionalInfo'],
  'POST /plugin/v1/ato/status': ['requestId', 'status'],
  'POST /plugin/v1/ato/alert': ['requestId', 'title', 'text'],
};

/** Whether the sandbox is lenient in this way on the route, or on this parameter of it. */
export const isLenient = (route: string, allows: Leniency['allows'], parameter?: string): boolean =>
  LENIENCIES.some(
    (one) =>
      one.route === route && one.allows === allows && (!('parameter' in one) || one.parameter === parameter),
  );
