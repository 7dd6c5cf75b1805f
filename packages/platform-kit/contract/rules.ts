/** The contract's numbered lists. Comments cite the numbers. */

/** The service's capabilities, numbered as in the contract. */
export const CAPABILITIES = [
  'Sign-in with authorization code and PKCE or the implicit flow; validation and refresh of sessions.',
  'Profile, friends and pictures of the logged-in user; anonymous users; search for other users.',
  'Courses with their objectives, performance, levels and lesson locks; classes and their people.',
  'Questions of a course.',
  'Notes about lessons, classes, students, users and courses.',
  'Buckets: app data shared by a list of users.',
  'Leaderboard entries.',
  'Push notifications: sending, registration, listing and acknowledgement.',
  'Learning activity as xAPI statements, in versions 1 and 2.',
  'For an AI plugin: learning records, badges, hobbies and skills, and additional info.',
  'Calls to the endpoints of a plugin: mission planner search, ATO requests and distribution changes.',
  'For an ATO plugin: status updates and alerts.',
] as const;

export const SANDBOX_RULE =
  'A client ID of the sandbox works with the sandbox addresses only; production refuses its requests. The push ' +
  'routes have their own sandbox address.';

export const PROFILE_DATA_POLICY =
  'An app may show the profile data it receives (names, pictures, e-mail addresses and anything else that identifies ' +
  'a person) but may not store it. An app stores its own data, under user IDs.';

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
  'User routes take the login token in `Authorization`. The question route and the token validation take it in a ' +
    'header named `Authentication`.',
  'Logout, session validation and token validation take it as a bearer token.',
  'Authorization code flow: the sign-in page with response type `code`, then the token endpoint with grant type ' +
    '`authorization_code`, the code and its verifier. PKCE is the flow for new apps; the implicit flow, which returns ' +
    'tokens directly, may be deprecated.',
  'Refresh: the token endpoint with grant type `refresh_token`, the refresh token, the client ID and the client secret.',
  'The developer console issues client IDs and secrets, and stores the redirect URIs.',
  'AI plugin routes are called by an agent, not on behalf of a user: `Authorization: Basic` with client ID, colon and ' +
    'client secret in base64. The plugin must exist, and a platform administrator permits each set of routes.',
  'Calls from the service to a plugin carry the same Basic credential, which the plugin checks. An ATO plugin may ' +
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
  'The `extensions` of the `object` contain the service API ID of the object under the extension ID URI of its kind. ' +
    'The `id` of the object is a URI of the service or one that leads to the system of the caller.',
  'IDs of other resources (student, class, user, lesson, course) may be added to the `extensions` of the `context`, ' +
    'which is recommended for correct links.',
  'Object type URIs, for the `id` of the object, consist of the xAPI base and a kind.',
  'Extension ID URIs consist of the xAPI API ID base and a kind.',
] as const;
