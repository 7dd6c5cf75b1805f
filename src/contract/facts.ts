/** What the contract says outside its routes and resources, as data. Addresses stay placeholders. */

import type { Host } from './vocabulary.ts';

/** Where each host is found. Null: the contract names no address of its own for the sandbox. */
export const HOSTS: Readonly<Record<Host, { production: string; sandbox: string | null }>> = {
  base: { production: '{base_url}', sandbox: '{sandbox_base_url}' },
  notes: { production: '{notes_base_url}', sandbox: null },
  push: { production: '{base_url}', sandbox: '{push_sandbox_base_url}' },
};

/** Path prefixes by area, with the version in them. */
export const VERSION_PREFIXES = [
  { area: 'OAuth', prefix: '/oauth/v2' },
  { area: 'AI plugin', prefix: '/plugin/v2/ai' },
  { area: 'ATO plugin', prefix: '/plugin/v1/ato' },
  { area: 'User, search', prefix: '/user/v1' },
  { area: 'Education (course, class, note, question, xAPI v1)', prefix: '/edu/v1' },
  { area: 'xAPI v2', prefix: '/edu/v2/xapi' },
  { area: 'Buckets', prefix: '/app/v1' },
  { area: 'Leaderboard', prefix: '/leaderboard/v1' },
  { area: 'Notifications', prefix: '/notifications/v1' },
] as const;

/** The limits that have a number. The number of an app's buckets is bounded only by the app's storage. */
export const LIMITS = {
  randomUsersMaximum: 25,
  courseListDefaultLimit: 10,
  classListDefaultLimit: 10,
  courseListDefaultPage: 1,
  codeVerifierMinLength: 43,
  codeVerifierMaxLength: 128,
} as const;

/** Exactly as the contract writes it. `.-_` is a range here: it covers `.` to `_` and leaves out `-`. */
export const CODE_VERIFIER_PATTERN = '^([A-Za-z0-9.-_~]){43,128}$';

export const RESPONSE_TYPES = ['code', 'implicit'] as const;
export const CODE_CHALLENGE_METHOD = 'S256';
export const GRANT_TYPES = ['authorization_code', 'refresh_token'] as const;

/** The plugin credential, in both directions: base64 of the first form goes into the second. */
export const PLUGIN_CREDENTIAL = {
  plain: '<client_id>:<client_secret>',
  header: 'Basic <base64_encoded_string>',
} as const;

/** No transitions between them are shown. */
export const ATO_STATUSES = [
  'not-started',
  'in-progress',
  'action-required',
  'under-review',
  'completed',
] as const;

export const ATO_ALERT_TYPES = ['info', 'success', 'warning', 'error'] as const;
export const ATO_ALERT_TYPE_DEFAULT = 'info';

/** The one transition that the contract shows. */
export const NOTIFICATION_ACKNOWLEDGEMENT = {
  from: false,
  to: true,
  method: 'POST',
  path: '/notifications/v1/acknowledge',
  condition: 'notificationId is given',
} as const;

/** Kinds of things that xAPI v2 statements name, for object types and for extension IDs alike. */
export const XAPI_KINDS = [
  'course',
  'lesson',
  'lesson-result',
  'objective',
  'badge',
  'student',
  'education-class',
  'user',
] as const;

export const XAPI_URI_FORMS = {
  /** Goes into `object.id`. */
  objectType: '{xapi_base}/objects/<kind>',
  /** A key of `object.extensions` and `context.extensions`. */
  extensionId: '{xapi_api_id_base}/<kind>',
} as const;

/** The value of `actor.account.homePage` in xAPI v2. */
export const XAPI_HOME_PAGE = '{service_home_page}';

/** Keys of an xAPI v1 `object` that the service indexes statements by. */
export const XAPI_V1_OBJECT_KEYS = [
  {
    key: 'lessonId',
    meaning: 'The lesson. Without it the statement does not show up in the results of a student.',
  },
  { key: 'classId', meaning: 'The class in which it happened.' },
  {
    key: 'studentId',
    meaning:
      'The student who acted, within a class. Without it the service takes the newest class of the acting ' +
      'user that has the lesson.',
  },
  { key: 'lessonResultId', meaning: 'The lesson result of the statement.' },
  { key: 'objectiveId', meaning: 'The course objective of the statement.' },
  { key: 'questionText', meaning: 'The text of a question. Needs a lessonId as well.' },
  {
    key: 'questionIndex',
    meaning: 'Like questionText, but names the question by its position in the array of questions.',
  },
  { key: 'error', meaning: 'The student made an error.' },
  { key: 'assist', meaning: 'The student was assisted.' },
  { key: 'safety', meaning: 'A safety by the student.' },
  { key: 'knowledge', meaning: 'The student showed a skill or knowledge.' },
  { key: 'target', meaning: 'Free text for anything that the IDs cannot name.' },
] as const;

/** xAPI v1 takes any other verb too; statements with the same verb are grouped. */
export const XAPI_V1_PRESET_VERBS = [
  'Correct Item Selected',
  'Incorrect Item Selected',
  'Perfect Sequence',
  'Repeated Steps',
] as const;

/** Rules on the use of the service that are not about one route, beside those of `rules.ts`. */
export const GENERAL_RULES = [
  'The only refusals that follow from the contract are the sandbox rule and the access lists of buckets.',
  'Client IDs, client secrets and redirect URIs are managed in the developer console.',
  'New apps sign in with PKCE; the implicit flow may be deprecated.',
  'Several areas are preliminary; the contract does not say which.',
] as const;

/** The browser redirect that ends the SSO of an ATO request. How the code is named in it is not shown. */
export const ATO_SSO_REDIRECT = {
  to: 'the redirect URI in the configuration of the plugin',
  carries: { code: 'an authorization code, for a token', state: 'the requestId' },
} as const;

/** What has to be in place before an ATO plugin is used. */
export const ATO_PREREQUISITES = [
  'The organization is registered in the developer console.',
  'A platform administrator has given the permission to develop ATO plugins.',
  'The plugin has been created, configured and activated.',
] as const;

/** Subjects about which the contract says that nothing is shown, apart from responses of routes. */
export const NOT_SHOWN = [
  'fields of leaderboard entries',
  'fields of notes as read, other than those that requests carry',
  'fields of notifications as read, other than those of creation and notificationId',
  'user learning records',
  'badges and badge assertions as read',
  'hobbies and other skills',
  'transitions between ATO statuses',
  'token lifetimes and scopes',
  'addresses and bodies of the mission planner endpoints',
  'bodies of the calls that the service makes',
  'retries and delivery guarantees of those calls',
  'status codes, error codes and error bodies',
  'rate limits',
  'storage size of buckets',
  'maximum page sizes',
  'deprecation policy and version negotiation',
] as const;
