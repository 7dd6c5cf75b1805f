import { SAMPLES } from 'learning-platform-kit/contract/examples';
import { nameOf, type Route, type RouteId, routeNamed } from 'learning-platform-kit/contract/routes';
import { type RecordedRequest, type Sandbox, startSandbox } from 'learning-platform-kit/sandbox';
import { startApp } from '../../src/app/app.ts';
import { openLog } from '../../src/telemetry/log.ts';
import { at } from '../reach/walk.ts';
import { readTestConfig } from '../support/bounds.ts';
import { query } from '../support/gateway.ts';
import { documentedBody, type Leaf, partsOf } from './documented-body.ts';

const PLUGIN = { clientId: SAMPLES.pluginId, clientSecret: SAMPLES.pluginSecret };

/** `Authorization` headers by caller. */
export const AUTHORIZATION = {
  nobody: null,
  user: 'Bearer user-token',
  plugin: `Basic ${Buffer.from(`${PLUGIN.clientId}:${PLUGIN.clientSecret}`).toString('base64')}`,
  ato: 'Bearer ato-token',
} as const;
export type Caller = keyof typeof AUTHORIZATION;

/** A note with every member, so that none has to be read. */
const NOTE = {
  ...Object.fromEntries(
    ['noteId', 'text', 'lessonId', 'courseId', 'classId', 'studentId', 'userId', 'creatorId'].map((name) => [
      name,
      name,
    ]),
  ),
  courseIds: ['courseId'],
  createdDate: SAMPLES.now,
};

/** Responses of routes whose response the contract does not show, if `{}` is not enough. */
const UNDOCUMENTED: Readonly<Partial<Record<RouteId, unknown>>> = {
  issueToken: { access_token: 'new-token', refresh_token: 'new-refresh-token' },
  listNotes: [],
  createNote: NOTE,
  createBucket: { public: true, users: [SAMPLES.userId] },
  listEntries: [],
  submitScore: { userId: SAMPLES.userId, score: 1, categories: [], rank: 1 },
  listNotifications: [],
  listLearningRecords: [],
  assertBadge: {
    assertionId: 'as-1',
    badgeId: 'b-1',
    name: 'n',
    type: 't',
    image: 'i',
    issuerName: 's',
    issuedOn: SAMPLES.now,
  },
  createBadge: { badgeId: 'b-1' },
  listBadgeAssertions: [],
  listCourseBadges: [],
  listObjectiveBadges: [],
  listOtherSkills: [],
};

/** IDs of the recording platform's records, one of each kind. */
const IDS: Readonly<Record<string, string>> = {
  ...SAMPLES,
  course: SAMPLES.courseId,
  groupId: SAMPLES.classId,
};

/** A value of the documented type; a member that the request specifies gets the requested value. */
function exampleOf({ name, schema }: Leaf, requested: URLSearchParams): unknown {
  const { type, format, const: only } = partsOf(schema);
  if (only !== undefined) return only;
  if (type === 'null') return null;
  if (type === 'boolean') return false;
  // A list has one row in all, and the page has the requested size.
  if (type === 'number' || type === 'integer') return name === 'limit' ? Number(requested.get(name)) : 1;
  if (format === 'date-time') return '2026-03-01T09:30:00.000Z';
  if (format === 'uri') return `https://platform.example/${name}`;
  return requested.get(name) ?? IDS[name] ?? name;
}

/** The recording platform's response to a route. */
function exampleResponse({ id, response }: Route, requested: URLSearchParams): unknown {
  if (response.kind === 'json') return documentedBody(response.schema, (leaf) => exampleOf(leaf, requested));
  if (response.kind === 'base64') return Buffer.from('a picture').toString('base64');
  return UNDOCUMENTED[id] ?? {};
}

/** Bodies that replace the default ones, by route. */
type Responses = Readonly<Partial<Record<RouteId, unknown>>>;

export interface Operation {
  document: string;
  variables?: Readonly<Record<string, unknown>>;
  as: Caller;
  responses?: Responses;
  /** Path in the response of the URL that a browser opens. */
  opens?: string;
}

interface Ran {
  // biome-ignore lint/suspicious/noExplicitAny: a test knows the shape of its data
  data: any;
  errors: readonly { message: string }[];
  /** All requests that the platform received, in order of arrival. */
  requests: RecordedRequest[];
}

/** A gateway in front of a platform that records its requests. */
export interface RecordedGateway {
  run(operation: Operation): Promise<Ran>;
  close(): Promise<void>;
}

export async function startRecordedGateway(): Promise<RecordedGateway> {
  let responses: Responses = {};
  const received: RecordedRequest[] = [];
  const platform = await startSandbox({
    onRequest: (request) => void received.push(request),
    intercept: ({ method = '', url = '' }, response) => {
      const [path = '', query] = url.split('?', 2);
      const route = routeNamed(nameOf({ method, path }));
      if (!route) return false;
      const isReplaced = route.id in responses;
      const body = isReplaced ? responses[route.id] : exampleResponse(route, new URLSearchParams(query));
      response.setHeader('content-type', typeof body === 'string' ? 'text/plain' : 'application/json');
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
      return true;
    },
  });
  const app = await startApp(
    { ...readTestConfig(environmentOf(platform)), dependencyCheckInterval: 0 },
    openLog('silent', { write() {} }),
  );
  return {
    run: async ({ document, variables = {}, as, responses: own = {}, opens }) => {
      responses = own;
      const authorization = AUTHORIZATION[as];
      if (authorization !== null) await confirmSession(app.url, authorization);
      received.length = 0;
      const result = await query(app.url, received, document, {
        variables,
        as: authorization === null ? {} : { authorization },
      });
      const { data = null, errors } = result;
      if (opens) await (await fetch(at(data, opens))).text();
      return { data, errors, requests: received.splice(0) };
    },
    close: async () => {
      await app.close();
      await platform.close();
    },
  };
}

/** A session is confirmed once per interval: the operation that follows makes its own requests alone. */
const confirmSession = (url: string, authorization: string) =>
  query(
    url,
    [],
    'mutation { sendNotification(input: { receiverId: "u", text: "t", persist: false }) { streamed } }',
    { as: { authorization } },
  );

const environmentOf = ({ url, notesUrl, pushSandboxUrl }: Sandbox): Record<string, string> => ({
  PORT: '0',
  LIMIT_RATE: '0',
  LIMIT_SIGN_IN: '0',
  SESSION_CHECK_INTERVAL: String(24 * 3_600_000),
  PLATFORM_URL: url,
  PLATFORM_NOTES_URL: notesUrl,
  PLATFORM_PUSH_URL: pushSandboxUrl,
  APP_CLIENT_ID: SAMPLES.clientId,
  APP_CLIENT_SECRET: SAMPLES.clientSecret,
  PLUGIN_CLIENT_ID: PLUGIN.clientId,
  PLUGIN_CLIENT_SECRET: PLUGIN.clientSecret,
  XAPI_HOME_PAGE: SAMPLES.xapiHomePage,
  XAPI_BASE: SAMPLES.xapiBase,
  XAPI_API_ID_BASE: SAMPLES.xapiApiIdBase,
});
