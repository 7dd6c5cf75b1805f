import * as facts from '../contract/facts.ts';
import { INBOUND_CALLS } from '../contract/inbound.ts';
import { RESOURCES, type Resource } from '../contract/resources.ts';
import { nameOf, ROUTES, ROUTES_BY_ID, SECTIONS } from '../contract/routes.ts';
import { XAPI } from '../contract/sections/xapi.ts';
import type { InboundCall } from '../contract/vocabulary.ts';
import { contents, list, sectionLines, table } from './contract-routes.ts';
import { anchorOf, code, type Member, membersOf, remarksOn, typeInWords } from './contract-types.ts';

/** Inserts lists as lines. */
const markdown = (parts: TemplateStringsArray, ...values: readonly (string | number | readonly string[])[]) =>
  String.raw(
    { raw: parts },
    ...values.map((value) => (typeof value === 'object' ? value.join('\n') : value)),
  );

const SHAPES_NOT_SHOWN = list([
  'fields of leaderboard entries',
  'fields of notes as read, other than those that requests carry',
  'fields of notifications as read, other than those of creation and notificationId',
  'user learning records',
  'badges and badge assertions as read',
  'hobbies and other skills',
]);

/**
 * The REST contract as a readable page: its data, and the rules that are not data. `npm run contract:print` writes it to
 * `docs/platform-api.md`. Comments cite its numbered lists.
 */
export const contractPage = (): string =>
  markdown`# The REST contract of the platform

<!-- Generated from packages/platform-kit by \`npm run contract:print\`. -->

The learning platform is an HTTP service for apps and plugins. This page states everything that the gateway assumes about it: ${ROUTES.length} routes, ${INBOUND_CALLS.length} calls in the other direction, and what the platform leaves open. It is made from the data in
\`packages/platform-kit/contract\`, which the sandbox and the tests use as well. [Requests of the gateway](#requests-of-the-gateway)
shows how the graph calls each route; \`npm run contract:openapi\` prints the contract as an OpenAPI document.

Comments in the sources cite it by heading: "Contract: Endpoints, Notes" is [Endpoints](#endpoints), then [Notes](#notes);
"Contract: Resources, Note" is [Resources](#resources), then [Note](#note). A number after a heading is an item of its list.
"Rules" and "Details" of a section are the remarks below its routes.

Addresses are placeholders. "Not shown" means that the platform does not document it: the gateway accepts any shape there, and
nothing depends on one.

## What the service does

1. Sign-in with authorization code and PKCE or the implicit flow; validation and refresh of sessions.
2. Profile, friends and pictures of the logged-in user; anonymous users; search for other users.
3. Courses with their objectives, performance, levels and lesson locks; classes and their people.
4. Questions of a course.
5. Notes about lessons, classes, students, users and courses.
6. Buckets: app data shared by a list of users.
7. Leaderboard entries.
8. Push notifications: sending, registration, listing and acknowledgement.
9. Learning activity as xAPI statements, in versions 1 and 2.
10. For an AI plugin: learning records, badges, hobbies and skills, and additional info.
11. Calls to the endpoints of a plugin: mission planner search, ATO requests and distribution changes.
12. For an ATO plugin: status updates and alerts.

### Sandbox rule

A client ID of the sandbox works with the sandbox addresses only; production refuses its requests. The push routes have their own
sandbox address.

### Profile data policy

An app may show the profile data it receives (names, pictures, e-mail addresses and anything else that identifies a person) but may
not store it. An app stores its own data, under user IDs.

### General rules

- The contract defines only two reasons for refusal: the sandbox rule and the access lists of buckets.
- Client IDs, client secrets and redirect URIs are managed in the developer console.
- New apps sign in with PKCE; the implicit flow may be deprecated.
- Several areas are preliminary; the contract does not name them.

## Hosts

${table(
  ['routes', 'production', 'sandbox'],
  Object.entries(facts.HOSTS).map(([host, { production, sandbox }]) => [
    host === 'base' ? 'all others' : host,
    code(production),
    sandbox === null ? 'no address of its own' : code(sandbox),
  ]),
)}

## Resources

Identifiers are strings. "May be absent" means that a response can lack the member; one that can be null says so in its type.

${RESOURCES.map((resource) => resourceSection(resource, 3))}

### Paged list wrapper

Course list and class list: \`docs\` (array), \`total\`, \`page\`, \`limit\`, \`pages\` (numbers). The user search shows \`docs\`, \`total\` and
\`page\`. How note lists, leaderboards and notification lists are wrapped is not shown.

### Shapes without detail

The contract does not show:

${SHAPES_NOT_SHOWN}

## States and transitions

### ATO request status

${facts.ATO_STATUSES.map(code).join(', ')}. Which may follow which is not shown.

### Notification acknowledge flag

${code(nameOf(ROUTES_BY_ID.acknowledgeNotification))} turns it from \`false\` to \`true\`, where notificationId is given. No other transition is shown.

### ATO alert type

${facts.ATO_ALERT_TYPES.map(code).join(', ')}; by default ${code(facts.ATO_ALERT_TYPE_DEFAULT)}.

## Endpoints

${contents(SECTIONS)}

${SECTIONS.map((section) => markdown`${sectionLines(section)}\n${section === XAPI ? xapiRules() : ''}`)}

## Responses not shown

1. Reading learning records (AI plugin).
2. Asserting a badge.
3. Reading badge assertions.
4. Creating a badge.
5. Reading course badges and objective badges.
6. Reading other skills.
7. Adding additional info.
8. The mission planner endpoints: neither their addresses nor any body.
9. The token endpoint, logout, token validation and session validation.
10. The bucket routes.
11. The note routes.
12. The leaderboard routes.
13. The push notification routes.
14. The xAPI routes.
15. The ATO status and alert routes.

## Plugin-implemented endpoints

A plugin registers addresses in the developer console, and the service calls them: a POST of JSON with
\`Authorization: Basic <base64_encoded_string>\`, made from \`<client_id>:<client_secret>\`. The calls are under [Events](#events).

Before an ATO plugin is used:

- The organization is registered in the developer console.
- A platform administrator has granted permission to develop ATO plugins.
- The plugin has been created, configured and activated.

## Authentication

1. User routes take the login token in \`Authorization\`. The question route and the token validation take it in a header named
   \`Authentication\`.
2. Logout, session validation and token validation take it as a bearer token.
3. Authorization code flow: the sign-in page with response type \`code\`, then the token endpoint with grant type
   \`authorization_code\`, the code and its verifier. PKCE is the flow for new apps; the implicit flow, which returns tokens directly,
   may be deprecated.
4. Refresh: the token endpoint with grant type \`refresh_token\`, the refresh token, the client ID and the client secret.
5. The developer console issues client IDs and secrets, and stores the redirect URIs.
6. AI plugin routes are called by an agent, not on behalf of a user: \`Authorization: Basic\` with client ID, colon and client secret in
   base64. The plugin must exist, and a platform administrator permits each set of routes.
7. Calls from the service to a plugin carry the same Basic credential, which the plugin checks. An ATO plugin may also check that a call
   comes from the API host of the service.
8. ATO plugin routes take a token from SSO: the user arrives at the redirect URI of the plugin with a code, and the plugin exchanges the
   code for a token.
9. Lifetimes and scopes of tokens are not shown.

## Events

${INBOUND_CALLS.map(inboundCall)}

### SSO redirect of an ATO request

The browser is sent to the redirect URI in the plugin's configuration with an authorization code, to exchange for a token; \`state\` is
the requestId. How the code is named is not shown.

## Errors

Two refusals follow from the contract: production refuses a client ID of the sandbox, and a bucket refuses to be changed by users who
are not on its access list. Status codes, error codes and error bodies are not shown.

## Limits

| limit | value |
|---|---|
| Users of one random pick | ${facts.LIMITS.randomUsersMaximum} |
| Default \`limit\` of the course list | ${facts.LIMITS.courseListDefaultLimit} |
| Default \`limit\` of the class list | ${facts.LIMITS.classListDefaultLimit} |
| Default \`page\` of the course list | ${facts.LIMITS.courseListDefaultPage} |
| Length of a code verifier | ${facts.LIMITS.codeVerifierMinLength} to ${facts.LIMITS.codeVerifierMaxLength} characters |
| Number of buckets | bounded by the app's storage |

Rate limits, the storage size of buckets and other maximum page sizes are not shown.

## Versioning

The version is in the path. Both versions of xAPI are in use.

| area | prefix |
|---|---|
| OAuth | \`/oauth/v2\` |
| AI plugin | \`/plugin/v2/ai\` |
| ATO plugin | \`/plugin/v1/ato\` |
| User, search | \`/user/v1\` |
| Education (course, class, note, question, xAPI v1) | \`/edu/v1\` |
| xAPI v2 | \`/edu/v2/xapi\` |
| Buckets | \`/app/v1\` |
| Leaderboard | \`/leaderboard/v1\` |
| Notifications | \`/notifications/v1\` |

## What is not shown

Beside the [responses](#responses-not-shown) of routes:

${SHAPES_NOT_SHOWN}
- transitions between ATO statuses
- token lifetimes and scopes
- addresses and bodies of the mission planner endpoints
- bodies of the calls that the service makes
- retries and delivery guarantees of those calls
- status codes, error codes and error bodies
- rate limits
- storage size of buckets
- maximum page sizes
- deprecation policy and version negotiation
`.replaceAll(/\n{3,}/g, '\n\n');

function resourceSection(resource: Resource, level: number): string {
  const { title, description = '', variants = [], parts = [] } = resource;
  return markdown`${'#'.repeat(level)} ${title}

${description}

${variants.map((variant) => `<a id="${anchorOf(variant.title)}"></a>\n`)}

${membersTable(resource)}

${parts.map((part) => resourceSection(part, level + 1))}
`;
}

/** A resource with variants has a column for each: whether it has the member. */
function membersTable({ title, schema, variants = [] }: Resource): string[] {
  const places = variants.length === 0 ? [{ title, schema }] : variants;
  const columns = places.map(
    (place) => new Map(membersOf(place.schema).map((member) => [member.name, member])),
  );
  return table(
    [
      'member',
      'type',
      ...(variants.length === 0 ? ['presence'] : variants.map((place) => place.title)),
      'meaning',
    ],
    membersOf(schema).map((member) => [
      code(member.name),
      typeInWords(member.schema),
      ...columns.map((column) => presenceOf(column.get(member.name), member)),
      remarksOn(member.schema).join(' '),
    ]),
  );
}

/** Whether a variant has a member, with its type if that is narrower. */
function presenceOf(member: Member | undefined, { schema }: Member): string {
  if (!member) return 'no';
  const type = typeInWords(member.schema);
  const only = type === typeInWords(schema) ? '' : `, ${type}`;
  return (member.required ? 'always' : 'may be absent') + only;
}

const xapiRules = (): string => markdown`#### Version 2 rules

1. The \`account\` of the \`actor\` has the home page of the service as \`homePage\` and the account name on the platform as \`name\`.
2. The \`id\` of the \`verb\` is on the list of verbs that the service allows; custom verbs are added on request.
3. The \`extensions\` of the \`object\` contain the service API ID of the object under the extension ID URI of its kind. The \`id\` of the
   object is a URI of the service or one that leads to the system of the caller.
4. IDs of other resources (student, class, user, lesson, course) may be added to the \`extensions\` of the \`context\`, which is recommended
   for correct links.
5. Object type URIs, for the \`id\` of the object, consist of the xAPI base and a kind.
6. Extension ID URIs consist of the xAPI API ID base and a kind.

- Home page: \`{service_home_page}\`
- Object type URI: \`{xapi_base}/objects/<kind>\`
- Extension ID URI: \`{xapi_api_id_base}/<kind>\`
- Kinds: ${facts.XAPI_KINDS.map(code).join(', ')}

#### Version 1 rules

Keys of \`object\` that index the statement: those of [xAPI version 1 object](#xapi-version-1-object).

Preset verbs: ${facts.XAPI_V1_PRESET_VERBS.map(code).join(', ')}. Any other text is a verb as well.
`;

const inboundCall = ({ name, trigger, body, notes = [] }: InboundCall): string => markdown`### Call: ${name}

${trigger}

${body === null ? '' : membersTable({ title: name, schema: body })}

${list(notes)}
`;

if (import.meta.main) process.stdout.write(contractPage());
