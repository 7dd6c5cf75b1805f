import { type App, startApp } from '../../src/app/app.ts';
import { readConfig } from '../../src/config/config.ts';
import type { RecordedRequest, Sandbox, SandboxOptions } from '../../src/sandbox/index.ts';
import { openLog } from '../../src/telemetry/log.ts';
import { Faults } from './faults.ts';
import { startResponseCheck } from './response-check.ts';

export interface GraphError {
  message: string;
  path?: (string | number)[];
  locations?: { line: number; column: number }[];
  extensions: {
    code: string;
    requestId: string;
    retryable: boolean;
    retryAfterMs?: number;
    upstream?: { route: string; status?: number };
  };
}

export interface Answer {
  status: number;
  headers: Headers;
  /** The body as it came, for what a client must never see. */
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for
  data: any;
  errors: GraphError[];
  /** The calls that the platform received meanwhile, as in `GET /edu/v1/course?courseId=c-first-aid`, in order. */
  calls: string[];
}

interface QueryOptions {
  as?: Record<string, string>;
  variables?: Record<string, unknown>;
  operationName?: string;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/**
 * A gateway and the sandbox platform behind it, each on real ports. Closing it fails where the sandbox answered against
 * the contract.
 */
export interface TestGateway {
  url: string;
  sandbox: Sandbox;
  faults: Faults;
  /** Every request that the platform received so far. */
  requests: RecordedRequest[];
  /** What the gateway logged so far. */
  logLines: string[];
  /** How often each route answered in a form that is not the documented one. */
  drift: ReadonlyMap<string, number>;
  /** Where its metrics are; null: nowhere. */
  metricsUrl: string | null;
  /** Adds what is measured of the process. */
  collectProcess(): void;
  query(document: string, options?: QueryOptions): Promise<Answer>;
  close(): Promise<void>;
}

/** Tests ask faster than anybody would. */
const UNLIMITED = { LIMIT_RATE: '0', LIMIT_SIGN_IN: '0' };

const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });

/** The headers of the sandbox school's people. */
export const as = {
  nobody: {},
  student: bearer('demo-student-token'),
  instructor: bearer('demo-instructor-token'),
  plugin: { authorization: `Basic ${Buffer.from('demo-plugin:demo-plugin-secret').toString('base64')}` },
  bearer,
};

export interface TestGatewayOptions {
  environment?: Record<string, string>;
  sandbox?: SandboxOptions;
}

export async function startGateway({
  environment = {},
  sandbox = {},
}: TestGatewayOptions = {}): Promise<TestGateway> {
  const faults = new Faults();
  const requests: RecordedRequest[] = [];
  const logLines: string[] = [];
  const config = readConfig({ PORT: '0', ...UNLIMITED, ...environment });
  const log = openLog(config.logLevel, { write: (line) => void logLines.push(line) });
  const responses = startResponseCheck();
  const app: App = await startApp(config, log, {
    onResponse: responses.onResponse,
    ...sandbox,
    onRequest: (request) => {
      requests.push(request);
      sandbox.onRequest?.(request);
    },
    intercept: async (request, response) =>
      (await sandbox.intercept?.(request, response)) || faults.intercept(request, response),
  });
  if (!app.sandbox) throw new Error('these tests run on the embedded platform');
  return {
    url: app.url,
    sandbox: app.sandbox,
    faults,
    requests,
    logLines,
    drift: app.drift,
    metricsUrl: app.metricsUrl,
    collectProcess: () => app.metrics.collectProcess(),
    query: (document, options) => query(app.url, requests, document, options),
    close: async () => {
      await app.close();
      responses.end();
    },
  };
}

async function query(
  url: string,
  requests: RecordedRequest[],
  document: string,
  { as: credential = {}, variables, operationName, headers = {}, signal }: QueryOptions = {},
): Promise<Answer> {
  const seen = requests.length;
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...credential, ...headers },
    body: JSON.stringify({ query: document, variables, operationName }),
    ...(signal ? { signal } : {}),
  });
  const text = await response.text();
  const { data, errors = [] } = JSON.parse(text);
  const calls = requests.slice(seen).map(callOf);
  return { status: response.status, headers: response.headers, text, data, errors, calls };
}

/** The body of an answer whose form the test knows. */
// biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for
export const jsonOf = async (response: Response): Promise<any> => response.json();

/** Method, path and query as they were sent. */
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
