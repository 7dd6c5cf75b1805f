import type { Rule } from '../contract/vocabulary.ts';

/**
 * A request that the sandbox accepts although the contract does not show it, with the reason. The check and the handlers
 * follow this list; they accept no others.
 */
export type Leniency = {
  route: string;
  reason: string;
} /** A route that is not in the contract; its query may be that of a contract route. */ & (
  | { allows: 'route'; queryOf?: string }
  | { allows: 'form as body' }
  | { allows: 'token without Bearer' }
  | { allows: 'ATO token' }
  /** The parameter may be omitted if the client ID belongs to a plugin. */
  | { allows: 'omission by plugins'; parameter: string }
  /** Objects in this parameter may have members that are not in the contract. */
  | { allows: 'other members'; parameter: string }
);

const CONSOLE = "A page for developers, to trigger what people do on the platform's own pages.";
const STATEMENT = 'Statements follow the xAPI specification, which defines more members than the contract.';
const ATO_SESSION =
  'An ATO sign-on also opens a session, and the contract shows no other way to check or end it.';

export const LENIENCIES: readonly Leniency[] = [
  {
    route: 'POST /oauth/v2/signin',
    allows: 'route',
    queryOf: 'GET /oauth/v2/signin',
    reason: 'The form of the login page needs a target; the contract shows only the page and the redirect.',
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
    reason: 'The platform itself starts the sign-on of an ATO request, so there is no challenge to verify.',
  },
  {
    route: 'every route with a user or ATO token',
    allows: 'token without Bearer',
    reason:
      'The contract says "bearer token" for three routes and "token" for the others, and shows no scheme.',
  },
  {
    route: 'GET /user/v1/my/profile',
    allows: 'ATO token',
    reason: 'A plugin has no other way to find out who signed on to an ATO request.',
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
    reason: 'The contract requires a JSON object; the keys it names are those that index the statement.',
  },
];

/**
 * Parameters that the sandbox requires although the contract does not: without them the route has nothing to act on. In
 * addition, every credential that the contract shows is required, and an empty string counts as missing.
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

/** Whether a leniency applies to a route, or to one of its parameters. */
export const isLenient = (route: string, allows: Leniency['allows'], parameter?: string): boolean =>
  LENIENCIES.some(
    (one) =>
      one.route === route && one.allows === allows && (!('parameter' in one) || one.parameter === parameter),
  );
