/** What the contract says in numbered lists. The numbers are part of it: comments cite them. */

/** What the service offers, numbered as in the contract. */
export const CAPABILITIES = [
  'Sign-in with an authorization code and PKCE, or implicitly, and validation and refresh of sessions.',
  'Profile, friends and pictures of the logged-in user; anonymous users; search for other users.',
  'Courses with their objectives, performance, levels and lesson locks; classes and their people.',
  'Questions of a course.',
  'Notes about lessons, classes, students, users and courses.',
  'Buckets: app data that a list of users shares.',
  'Leaderboard entries.',
  'Push notifications: sending, registration, listing and acknowledgement.',
  'Learning activity as xAPI statements, in versions 1 and 2.',
  'For an AI plugin: learning records, badges, hobbies and skills, and additional info.',
  'Calls to the endpoints of a plugin: mission planner search, ATO requests and distribution changes.',
  'For an ATO plugin: status updates and alerts.',
] as const;

export const SANDBOX_RULE =
  'A client ID of the sandbox works with the sandbox addresses only; production refuses its requests. The push ' +
  'routes have a sandbox address of their own.';

export const PROFILE_DATA_POLICY =
  'Profile data that an app receives (names, pictures, e-mail addresses and whatever else identifies a person) may ' +
  'be shown and may not be stored. What an app stores is its own data, under the user ID it belongs to.';

/** Responses that are not shown, numbered as in the contract. */
export const RESPONSES_NOT_SHOWN = [
  'Reading learning records (AI plugin).',
  'Asserting a badge.',
  'Reading badge assertions.',
  'Creating a badge.',
  'Reading course badges and objective badges.',
  'Reading other skills.',
  'Adding additional info.',
  'The mission planner endpoints: neither their addresses nor any body.',
  'The token endpoint, logout, token validation and session validation.',
  'The bucket routes.',
  'The note routes.',
  'The leaderboard routes.',
  'The push notification routes.',
  'The xAPI routes.',
  'The ATO status and alert routes.',
] as const;

/** Rules of authentication, numbered as in the contract. */
export const AUTHENTICATION = [
  'Routes for users take the token from the login in `Authorization`. The question route and the token validation ' +
    'take it in a header named `Authentication`.',
  'Logout, session validation and token validation take it as a bearer token.',
  'Authorization code flow: the sign-in page with response type `code`, then the token endpoint with grant type ' +
    '`authorization_code`, the code and its verifier. PKCE is the flow for new apps; the implicit flow, which returns ' +
    'tokens directly, may be deprecated.',
  'Refresh: the token endpoint with grant type `refresh_token`, the refresh token, the client ID and the client secret.',
  'The developer console issues client IDs and secrets, and holds the redirect URIs.',
  'AI plugin routes are called by an agent, not for a user: `Authorization: Basic` with client ID, colon and client ' +
    'secret in base64. The plugin has to exist, and a platform administrator permits each set of routes to it.',
  'Calls of the service to a plugin have the same Basic credential, which the plugin checks. A plugin for ATO may ' +
    'also check that a call comes from the API host of the service.',
  'ATO plugin routes take a token from SSO: the user arrives at the redirect URI of the plugin with a code, and the ' +
    'plugin exchanges the code for a token.',
  'Lifetimes and scopes of tokens are not shown.',
] as const;

/** Rules on version 2 statements, numbered as in the contract. */
export const XAPI_V2_RULES = [
  'The `account` of the `actor` has the home page of the service as `homePage` and the account name on the platform ' +
    'as `name`.',
  'The `id` of the `verb` is on the list of verbs that the service allows; custom verbs are added on request.',
  'The `extensions` of the `object` hold the service API ID of the object under the extension ID URI of its kind. The ' +
    '`id` of the object is a URI of the service or one that leads to the system of the caller.',
  'IDs of other things (student, class, user, lesson, course) may go into the `extensions` of the `context`, which is ' +
    'recommended for correct links.',
  'Object type URIs, for the `id` of the object, are made of the xAPI base and a kind.',
  'Extension ID URIs are made of the xAPI API ID base and a kind.',
] as const;
