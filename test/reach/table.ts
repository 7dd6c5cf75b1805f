import { exampleOf, SAMPLES } from 'learning-platform-kit/contract/examples';
import {
  nameOf,
  ROUTES,
  ROUTES_BY_ID,
  type Route,
  type RouteId,
} from 'learning-platform-kit/contract/routes';
import type { Example } from 'learning-platform-kit/contract/vocabulary';
import { fieldCosts } from '../../src/domains/schema.ts';
import {
  fieldsOf,
  OPERATION_NAMES,
  operationNamed,
  rootFieldsOf,
  textOf,
  variablesOf,
} from './operations.ts';

/** Values that are known only when a platform runs. */
export interface World {
  studentToken: string;
  instructorToken: string;
  /** The `Basic` value of the configured plugin. */
  plugin: string;
  /** A token of a session that is signed out. */
  leavingToken: string;
  /** Tokens of a session that is registered and refreshed. */
  sessionToken: string;
  sessionRefreshToken: string;
  redirectUri: string;
  /** Codes of two finished sign-ins, each with its verifier. */
  code: string;
  codeVerifier: string;
  deviceCode: string;
  deviceCodeVerifier: string;
  /** An ATO request, the code of its sign-on and a token from another sign-on. */
  atoRequestId: string;
  atoCode: string;
  atoToken: string;
  atoRefreshToken: string;
  xapiHomePage: string;
  xapiBase: string;
  xapiApiIdBase: string;
}

/** A call to a route with one of its examples: by default the full one, or with minimal arguments the minimal one. */
type Call = RouteId | readonly [route: RouteId, example: string];

export type CallerName = 'nobody' | 'student' | 'instructor' | 'plugin' | 'ato' | 'leaving' | 'session';

/** What an operation of `schema/examples` calls. */
export interface Row {
  /** All calls; the last is to the route that the row is about. */
  calls: readonly Call[];
  /** Those of the operation with only the arguments that it needs, if other examples or routes. */
  minimalCalls?: readonly Call[];
  /** The fields that call the route. Default: the root fields. */
  fields?: readonly string[];
  /** Subscriptions with this route as their source. */
  streams?: readonly string[];
  /** Default: who has the credential of the route. */
  as?: CallerName;
  /** Values of placeholders. `{a.b}` stands for the response's value at `a.b`, `{S256 a.b}` for its base64url SHA-256. */
  values?: Readonly<Record<string, string>>;
  /** Those that the gateway makes up if no argument gives them. */
  minimalValues?: Readonly<Record<string, string>>;
  /** The token of the calls, if not the operation's. */
  token?: string;
  /** Path in the response of a URL for the browser; the call to it is the last. */
  opens?: string;
  /** More calls if the platform has sent the ATO request to the gateway. */
  ofKnownRequest?: readonly Call[];
}

const OF_NEW_SESSION = { as: 'nobody', token: '{exchangeCode.token.accessToken}' } as const;

/** What does not follow from the declared costs of an operation's fields. */
const DECLARED: Readonly<Record<string, Partial<Row>>> = {
  BeginSignIn: {
    calls: ['signIn'],
    as: 'nobody',
    opens: 'beginSignIn.url',
    values: { codeChallenge: '{S256 beginSignIn.codeVerifier}' },
    minimalValues: { state: '{beginSignIn.state}', nonce: '{beginSignIn.nonce}' },
  },
  ExchangeCode: { calls: [['issueToken', 'minimal']] },
  ExchangeCodeOnDevice: {
    calls: [['issueToken', 'minimal'], 'registerDevice'],
    minimalCalls: ['issueToken'],
    fields: ['ExchangeCodePayload.deviceRegistered'],
    ...OF_NEW_SESSION,
  },
  RefreshSession: { calls: [['issueToken', 'refresh']] },
  RefreshAtoSession: {
    calls: [['issueToken', 'refreshOfAto']],
    // Without the registration, it is the app's.
    minimalCalls: [['issueToken', 'refresh']],
    minimalValues: { refreshToken: SAMPLES.atoRefreshToken },
  },
  SignOut: { as: 'leaving' },
  TokenValid: { fields: ['Query.session', 'Session.tokenValid', 'Session.tokenExtra'] },
  SessionValid: { fields: ['Query.session', 'Session.sessionValid', 'Session.sessionExtra'] },
  CompleteAtoSignOn: {
    calls: [['issueToken', 'atoSignOnWithVerifier']],
    minimalCalls: [['issueToken', 'atoSignOn']],
    ofKnownRequest: ['readOwnProfile'],
    token: '{completeAtoSignOn.token.accessToken}',
  },
  RaiseAtoAlert: { streams: ['Subscription.atoAlertRaised'] },
  // The operation's credential is not sent.
  CreateAnonymousUser: { as: 'student' },
  CourseLessons: { calls: ['readCourse', ['readLevels', 'minimal']], fields: ['Course.lessons'] },
  ClassLevels: { calls: ['readClass', ['readLevels', 'minimal']] },
  Classes: { fields: ['Query.classes', 'Class.joinCode', 'Class.viewer'] },
  MyLockedLessons: {
    calls: ['readClass', ['listClasses', 'whole'], ['readLevels', 'full']],
    fields: ['ClassStudent.lessons'],
  },
  Class: { fields: ['Query.class', 'Class.instructors', 'Class.students', 'Class.observers'] },
  Questions: { as: 'instructor' },
  Notes: { calls: ['listNotes'], fields: ['Query.notes'], as: 'instructor' },
  CourseNotes: {
    calls: ['readCourse', ['listNotes', 'ofCourse']],
    fields: ['Course.notes'],
    as: 'instructor',
  },
  ClassNotes: { calls: ['readClass', ['listNotes', 'ofClass']], fields: ['Class.notes'], as: 'instructor' },
  LessonNotes: {
    calls: ['readNote', ['readLevels', 'minimal'], ['listNotes', 'ofLesson']],
    fields: ['Lesson.notes'],
    values: { noteId: 'n-ana-tourniquet' },
    as: 'instructor',
  },
  TrainingDashboard: {
    calls: ['readClass', ['listClasses', 'whole'], ['readLevels', 'full'], ['listNotes', 'ofStudent']],
    fields: ['ClassStudent.notes', 'StudentLesson.notes'],
  },
  CreateTrainingNote: { minimalCalls: [['createNote', 'forTraining']], as: 'instructor' },
  Bucket: { fields: ['Query.bucket', 'Bucket.data'] },
  SendNotification: { as: 'instructor' },
  RegisterDevice: { as: 'session' },
  Me: { fields: ['Query.me'] },
  OrgLearners: {
    calls: [['listLearningRecords', 'ofOrganization']],
    minimalCalls: [['listLearningRecords', 'minimal']],
  },
  Learners: { fields: ['Query.learners'] },
  Notifications: { fields: ['Viewer.notifications'], streams: ['Subscription.notificationReceived'] },
  RecordActivity: { minimalCalls: ['readOwnProfile', 'recordActivity'] },
  // The plugin's credential is used for the user's own rows, after the platform has confirmed the user.
  MyBadgeAssertions: { calls: ['readOwnProfile', ['listBadgeAssertions', 'ofUser']], as: 'student' },
  MyOtherSkills: { calls: ['readOwnProfile', ['listOtherSkills', 'ofUser']], as: 'student' },
};

const IDS = new Map<string, RouteId>(ROUTES.map((route) => [nameOf(route), route.id]));

const routesOf = (field: string): RouteId[] =>
  (fieldCosts[field]?.calls ?? []).flatMap(({ route }) => IDS.get(route) ?? []);

/**
 * The calls of an operation, from the costs of its fields: a mutation's write, or each route that a query reads. The
 * fields are those at the root, or those below that call the last route.
 */
function derived(name: string): Pick<Row, 'calls' | 'fields'> {
  const operation = operationNamed(name);
  const roots = rootFieldsOf(operation);
  if (operation.operation === 'mutation')
    return { calls: roots.flatMap((field) => routesOf(field).slice(0, 1)), fields: roots };
  const fields = fieldsOf(operation);
  const calls = [...new Set(fields.flatMap(routesOf))];
  const calling = fields.filter((field) => routesOf(field).some((route) => route === calls.at(-1)));
  return { calls, fields: calling.some((field) => roots.includes(field)) ? roots : calling };
}

/** Every operation of `schema/examples` that calls a route of the platform. */
const rows = (): Record<string, Row> => {
  const inbound = new Set(INBOUND.map(({ operation }) => operation));
  const names = OPERATION_NAMES.filter(
    (name) => !inbound.has(name) && operationNamed(name).operation !== 'subscription',
  );
  // It ends the session that registers a device.
  const isLast = (name: string): number => Number(name === 'RefreshSession');
  const ordered = names.toSorted((one, other) => isLast(one) - isLast(other));
  return Object.fromEntries(ordered.map((name) => [name, { ...derived(name), ...DECLARED[name] }]));
};

/** A call to a route with its parameters. */
export interface RouteCall {
  route: Route;
  parameters: Example;
}

export const routeCallOf = (call: Call, example?: 'minimal'): RouteCall => {
  const [id, name] = typeof call === 'string' ? [call, example] : call;
  const route = ROUTES_BY_ID[id];
  return { route, parameters: exampleOf(route, name ?? (example && route.example ? example : undefined)) };
};

/** The route that a row is about. */
export const routeOfRow = ({ calls }: Row): Route => {
  const last = calls.at(-1);
  if (!last) throw new Error('the row has no calls');
  return routeCallOf(last).route;
};

const WITH_CREDENTIAL = {
  'user token': 'student',
  'plugin credential': 'plugin',
  'ATO token': 'ato',
} as const;

export const callerOf = (row: Row): CallerName => {
  const { credential } = routeOfRow(row);
  return row.as ?? (credential ? WITH_CREDENTIAL[credential.kind] : 'nobody');
};

/** One way to reach a route through the graph. */
export interface Reach {
  /** The name of the operation in `schema/examples`. */
  operation: string;
  /** The route of the contract. */
  route: string;
  /** The fields of the graph that call it, all in the document. */
  fields: readonly string[];
  streams?: readonly string[];
  document: string;
  variables: Readonly<Record<string, unknown>>;
  /** The `Authorization` header of the operation. Null: none. */
  authorization: string | null;
  /** The routes of all calls of the operation; `test/requests` compares what is sent. */
  calls: readonly string[];
  opens?: string;
}

/** Every route of the contract and the fields that call it. */
export const reachTable = (world: World): readonly Reach[] =>
  Object.entries(ROWS).map(([name, row]) => {
    const { calls, fields, streams, opens, values = {}, ofKnownRequest = [] } = row;
    const operation = operationNamed(name);
    return {
      operation: name,
      route: nameOf(routeOfRow(row)),
      fields: fields ?? rootFieldsOf(operation),
      ...(streams && { streams }),
      document: textOf(operation),
      variables: variablesOf(operation, { ...valuesOf(world, row), ...values }),
      authorization: authorizationsOf(world)[callerOf(row)],
      calls: [...calls, ...ofKnownRequest].map((call) => nameOf(routeCallOf(call).route)),
      ...(opens !== undefined && { opens }),
    };
  });

/** Values of the placeholders. A device is registered for another session than the one that is exchanged first. */
function valuesOf(world: World, { token }: Row): Readonly<Record<string, string>> {
  const { sessionRefreshToken, deviceCode, deviceCodeVerifier, ...rest } = world;
  const ofDevice = {
    code: deviceCode,
    codeVerifier: deviceCodeVerifier,
    refreshToken: '{exchangeCode.token.refreshToken}',
  };
  return {
    ...SAMPLES,
    ...rest,
    refreshToken: sessionRefreshToken,
    ...(token === OF_NEW_SESSION.token ? ofDevice : {}),
  };
}

const authorizationsOf = (world: World): Readonly<Record<CallerName, string | null>> => ({
  nobody: null,
  student: `Bearer ${world.studentToken}`,
  instructor: `Bearer ${world.instructorToken}`,
  plugin: world.plugin,
  ato: `Bearer ${world.atoToken}`,
  leaving: `Bearer ${world.leavingToken}`,
  session: `Bearer ${world.sessionToken}`,
});

/** A call from the platform to the plugin, and the fields that expose it. */
export interface InboundReach {
  /** The name of the operation in `schema/examples`. */
  operation: string;
  /** The name of the call in the contract. */
  call: string;
  /** The gateway's endpoint. */
  endpoint: string;
  fields: readonly string[];
  /** Subscriptions that deliver it. */
  streams?: readonly string[];
  document: string;
  variables: Readonly<Record<string, unknown>>;
  /** The routes that the endpoint calls, and the document. */
  calls: readonly string[];
}

const BADGES: readonly RouteId[] = ['listCourseBadges', 'listObjectiveBadges'];

const INBOUND: readonly (Pick<InboundReach, 'operation' | 'call' | 'endpoint' | 'streams'> & {
  fields?: readonly string[];
  routes: readonly RouteId[];
})[] = [
  {
    call: 'ATO request',
    endpoint: '/plugin/ato/requests',
    operation: 'AtoRequest',
    streams: ['Subscription.atoRequestChanged'],
    routes: [],
  },
  {
    call: 'ATO distribution change',
    endpoint: '/plugin/ato/distributions',
    operation: 'AtoDistributions',
    fields: ['AtoRequest.distributions'],
    streams: ['Subscription.atoDistributionsChanged'],
    routes: [],
  },
  {
    call: 'mission planner capabilities search',
    endpoint: '/plugin/mission-planner/capabilities',
    operation: 'Capabilities',
    routes: BADGES,
  },
  {
    call: 'mission planner candidate search',
    endpoint: '/plugin/mission-planner/candidates',
    operation: 'Candidates',
    routes: [...BADGES, 'listLearningRecords'],
  },
];

export const ROWS: Readonly<Record<string, Row>> = rows();

/** The calls from the platform to the plugin. */
export const inboundTable = (world: World): readonly InboundReach[] =>
  INBOUND.map(({ routes, fields, ...rest }) => {
    const operation = operationNamed(rest.operation);
    return {
      ...rest,
      fields: fields ?? rootFieldsOf(operation),
      document: textOf(operation),
      variables: variablesOf(operation, { ...world }),
      calls: routes.map((id) => nameOf(ROUTES_BY_ID[id])),
    };
  });
