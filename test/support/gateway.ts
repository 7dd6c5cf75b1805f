import { deepEqual } from 'node:assert/strict';
import type { RecordedRequest, Sandbox, SandboxOptions } from 'learning-platform-kit/sandbox';
import { type Dispatcher, request } from 'undici';
import { type App, startApp } from '../../src/app/app.ts';
import type { Config } from '../../src/config/config.ts';
import { openLog } from '../../src/telemetry/log.ts';
import { readTestConfig } from './bounds.ts';
import { EXECUTOR } from './executor.ts';
import type { FakeClock } from './fake-clock.ts';
import { Faults } from './faults.ts';
import type { GraphError } from './graph-error.ts';
import { UNHURRIED, UNLIMITED } from './process-environment.ts';
import { startResponseCheck } from './response-check.ts';
import { schema } from './schema.ts';

export interface QueryResult {
  status: number;
  headers: Headers;
  /** The raw body, to check for text that a client must never see. */
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test knows the shape of its data
  data: any;
  errors: GraphError[];
  /** The platform calls of the operation, as in `GET /edu/v1/course?courseId=c-first-aid`, in order. */
  calls: string[];
}

interface PostOptions {
  as?: Record<string, string>;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

interface QueryOptions extends PostOptions {
  variables?: Record<string, unknown>;
  operationName?: string;
}

/** Runs an operation, which must have no errors, with the credential of this name in `as`. */
type Ask = (document: string, variables?: Record<string, unknown>) => Promise<QueryResult>;

/**
 * A gateway and the sandbox platform behind it, on real ports. Closing it fails if a response of the sandbox violated the
 * contract.
 */
export interface TestGateway {
  url: string;
  sandbox: Sandbox;
  faults: Faults;
  /** All requests that the platform has received. */
  requests: RecordedRequest[];
  /** All lines that the gateway has logged. */
  logLines: string[];
  /** How often responses deviated from their documented shape, by route, deviation and member, separated by spaces. */
  drift(): Promise<ReadonlyMap<string, number>>;
  /** URL of its metrics. Null: not served. */
  metricsUrl: string | null;
  /** Reads its secrets and trusted documents again. @returns whether that succeeded. */
  reload(): boolean;
  /** Adds the metrics of the process. */
  collectProcess(): void;
  query(document: string, options?: QueryOptions): Promise<QueryResult>;
  /** Sends a body of the graph's endpoint: text as it is, anything else as JSON. */
  post(body: unknown, options?: PostOptions): Promise<QueryResult>;
  student: Ask;
  instructor: Ask;
  plugin: Ask;
  close(): Promise<void>;
}

const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });

/** `Authorization` headers of users in the sandbox's seed data. */
export const as = {
  nobody: {},
  student: bearer('demo-student-token'),
  instructor: bearer('demo-instructor-token'),
  plugin: { authorization: `Basic ${Buffer.from('demo-plugin:demo-plugin-secret').toString('base64')}` },
  bearer,
};

export interface TestGatewayOptions {
  /** Of the gateway, and the time of day of the platform. Default: the clock of the machine. */
  clock?: FakeClock;
  environment?: Record<string, string>;
  /** Replaces what no variable sets. */
  config?: Partial<Config>;
  sandbox?: SandboxOptions;
}

export async function startGateway({
  clock,
  environment = {},
  config: changes = {},
  sandbox = {},
}: TestGatewayOptions = {}): Promise<TestGateway> {
  const faults = new Faults();
  const requests: RecordedRequest[] = [];
  const logLines: string[] = [];
  const isUnhurried = !clock && environment.PLATFORM_TIMEOUT === undefined && !environment.OPERATION_TIMEOUT;
  const readAgain = (): Config => ({
    ...readTestConfig({
      PORT: '0',
      EXECUTOR,
      ...UNLIMITED,
      LIMIT_LAG: UNHURRIED.LIMIT_LAG,
      ...(isUnhurried ? UNHURRIED : {}),
      ...environment,
    }),
    // Tests count the calls of the platform.
    dependencyCheckInterval: 0,
    ...changes,
  });
  const config = readAgain();
  const log = openLog(config.logLevel, { write: (line) => void logLines.push(line) });
  const responses = startResponseCheck();
  // A start or an end may wait for a moment.
  const settled = <Result>(work: Promise<Result>): Promise<Result> => (clock ? clock.during(work) : work);
  const starting = startApp(config, log, {
    ...(clock && { clock }),
    schema,
    sandbox: {
      onResponse: responses.onResponse,
      ...(clock && { now: () => clock.now() }),
      ...sandbox,
      onRequest: (request) => {
        requests.push(request);
        sandbox.onRequest?.(request);
      },
      intercept: async (request, response) =>
        (await sandbox.intercept?.(request, response)) || faults.intercept(request, response),
    },
  });
  const askAs =
    (credential: Record<string, string>): Ask =>
    async (document, variables) => {
      const result = await query(app.url, requests, document, {
        as: credential,
        ...(variables && { variables }),
      });
      deepEqual(result.errors, []);
      return result;
    };
  const app: App = await settled(starting);
  if (!app.sandbox) throw new Error('these tests run on the embedded platform');
  return {
    url: app.url,
    sandbox: app.sandbox,
    faults,
    requests,
    logLines,
    drift: () => driftIn(app),
    metricsUrl: app.metricsUrl,
    reload: () => app.reload(readAgain),
    collectProcess: () => app.metrics.collectProcess(),
    query: (document, options) => query(app.url, requests, document, options),
    post: (body, options) => post(app.url, requests, body, options),
    student: askAs(as.student),
    instructor: askAs(as.instructor),
    plugin: askAs(as.plugin),
    close: async () => {
      await settled(app.close());
      responses.end();
    },
  };
}

async function driftIn({ metrics }: App): Promise<ReadonlyMap<string, number>> {
  const found = await metrics.registry.getSingleMetric('gateway_upstream_drift_total')?.get();
  const series = found?.values ?? [];
  return new Map(
    series.map(({ labels: { route, deviation, member }, value }) => [
      [route, deviation, ...(member === '' ? [] : [member])].join(' '),
      value,
    ]),
  );
}

/** Sends an operation to the gateway at a URL, whose platform adds to these requests. */
export const query = (
  url: string,
  requests: RecordedRequest[],
  document: string,
  { variables, operationName, ...options }: QueryOptions = {},
): Promise<QueryResult> => post(url, requests, { query: document, variables, operationName }, options);

/** Runs one operation on a gateway of its own, which has only these settings. */
export async function queryAnother(
  environment: Record<string, string>,
  document: string,
  options?: QueryOptions,
): Promise<QueryResult> {
  const config = { ...readTestConfig({ PORT: '0', ...environment }), dependencyCheckInterval: 0 };
  const app = await startApp(config, openLog('silent', { write() {} }));
  const result = await query(app.url, [], document, options);
  await app.close();
  return result;
}

async function post(
  url: string,
  requests: RecordedRequest[],
  body: unknown,
  { as: credential = {}, headers = {}, signal }: PostOptions = {},
): Promise<QueryResult> {
  const seen = requests.length;
  // Thousands of requests: `fetch` takes a quarter of their CPU time.
  const response = await request(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: '*/*', ...credential, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...(signal ? { signal } : {}),
  });
  const text = await response.body.text();
  // One event has the result of an operation.
  const { data, errors = [] } = JSON.parse(/^data: (\{.*)$/m.exec(text)?.[1] ?? text);
  const calls = requests.slice(seen).map(callOf);
  return { status: response.statusCode, headers: headersOf(response), text, data, errors, calls };
}

function headersOf({ headers }: Dispatcher.ResponseData): Headers {
  const found = Object.entries(headers).flatMap(([name, value = []]) =>
    [value].flat().map((one): [string, string] => [name, one]),
  );
  return new Headers(found);
}

/** The body of a response whose shape the test knows. */
// biome-ignore lint/suspicious/noExplicitAny: a test knows the shape of its data
export const jsonOf = async (response: Response): Promise<any> => response.json();

/** Method, path and query as sent. */
export const callOf = ({ method, path, query: search }: RecordedRequest): string =>
  `${method} ${path}${search === '' ? '' : `?${search}`}`;

/** How often each route was called, whatever its parameters. */
export function countByRoute(calls: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const call of calls) {
    const route = call.split('?', 1)[0] ?? call;
    counts[route] = (counts[route] ?? 0) + 1;
  }
  return counts;
}

/** The codes of the errors by path, as in `{ 'course.objectives': 'UPSTREAM_TIMEOUT' }`. */
export const codesByPath = (errors: readonly GraphError[]): Record<string, string> =>
  Object.fromEntries(errors.map(({ path, extensions }) => [path?.join('.') ?? '', extensions.code]));
