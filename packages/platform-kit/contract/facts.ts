/** The contract's facts beyond its routes and resources, as data. Addresses remain placeholders. */

import type { Host } from './vocabulary.ts';

/** The address of each host. Null: the contract names no separate sandbox address. */
export const HOSTS: Readonly<Record<Host, { production: string; sandbox: string | null }>> = {
  base: { production: '{base_url}', sandbox: '{sandbox_base_url}' },
  notes: { production: '{notes_base_url}', sandbox: null },
  push: { production: '{base_url}', sandbox: '{push_sandbox_base_url}' },
};

/** Path prefixes by area, including the version. */
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

/** The numeric limits. The number of an app's buckets is limited only by the app's storage. */
export const LIMITS = {
  randomUsersMaximum: 25,
  courseListDefaultLimit: 10,
  classListDefaultLimit: 10,
  courseListDefaultPage: 1,
  codeVerifierMinLength: 43,
  codeVerifierMaxLength: 128,
} as const;

/** Exactly as in the contract. `.-_` is a range here: it covers `.` to `_` and excludes `-`. */
export const CODE_VERIFIER_PATTERN = '^([A-Za-z0-9.-_~]){43,128}$';

export const RESPONSE_TYPES = ['code', 'implicit'] as const;
export const CODE_CHALLENGE_METHOD = 'S256';
export const GRANT_TYPES = ['authorization_code', 'refresh_token'] as const;

/** The plugin credential, in both directions: `header` contains the base64 of `plain`. */
export const PLUGIN_CREDENTIAL = {
  plain: '<client_id>:<client_secret>',
  header: 'Basic <base64_encoded_string>',
} as const;

/** Transitions are not shown. */
export const ATO_STATUSES = [
  'not-started',
  'in-progress',
  'action-required',
  'under-review',
  'completed',
] as const;

export const ATO_ALERT_TYPES = ['info', 'success', 'warning', 'error'] as const;
export const ATO_ALERT_TYPE_DEFAULT = 'info';

/** The only transition that the contract shows. */
export const NOTIFICATION_ACKNOWLEDGEMENT = {
  from: false,
  to: true,
  route: 'acknowledgeNotification',
  condition: 'notificationId is given',
} as const;

/** Kinds of resources in xAPI v2 statements, for object types and extension IDs. */
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
  /** The value of `object.id`. */
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
    meaning: "The lesson. Without it, the statement does not appear in a student's results.",
  },
  { key: 'classId', meaning: 'The class in which it happened.' },
  {
    key: 'studentId',
    meaning:
      'The student in a class who acted. Without it, the service uses the newest class of the acting user that ' +
      'has the lesson.',
  },
  { key: 'lessonResultId', meaning: 'The lesson result of the statement.' },
  { key: 'objectiveId', meaning: 'The course objective of the statement.' },
  { key: 'questionText', meaning: 'The text of a question. Requires a lessonId.' },
  {
    key: 'questionIndex',
    meaning: 'Like questionText, but identifies the question by its index in the array of questions.',
  },
  { key: 'error', meaning: 'The student made an error.' },
  { key: 'assist', meaning: 'The student was assisted.' },
  { key: 'safety', meaning: 'A safety by the student.' },
  { key: 'knowledge', meaning: 'The student demonstrated a skill or knowledge.' },
  { key: 'target', meaning: 'Free text for anything that the IDs cannot identify.' },
] as const;

/** xAPI v1 also accepts any other verb; statements with the same verb are grouped. */
export const XAPI_V1_PRESET_VERBS = [
  'Correct Item Selected',
  'Incorrect Item Selected',
  'Perfect Sequence',
  'Repeated Steps',
] as const;

/** Rules on the use of the service as a whole, in addition to those in `rules.ts`. */
export const GENERAL_RULES = [
  'The contract defines only two reasons for refusal: the sandbox rule and the access lists of buckets.',
  'Client IDs, client secrets and redirect URIs are managed in the developer console.',
  'New apps sign in with PKCE; the implicit flow may be deprecated.',
  'Several areas are preliminary; the contract does not name them.',
] as const;

/** The browser redirect that ends the SSO of an ATO request. The name of the code parameter is not shown. */
export const ATO_SSO_REDIRECT = {
  to: "the redirect URI in the plugin's configuration",
  carries: { code: 'an authorization code, to exchange for a token', state: 'the requestId' },
} as const;

/** Prerequisites of an ATO plugin. */
export const ATO_PREREQUISITES = [
  'The organization is registered in the developer console.',
  'A platform administrator has granted permission to develop ATO plugins.',
  'The plugin has been created, configured and activated.',
] as const;

/** Subjects that the contract explicitly does not show, other than responses of routes. */
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
