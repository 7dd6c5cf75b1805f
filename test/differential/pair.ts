import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Sandbox, startSandbox } from 'learning-platform-kit/sandbox';
import { repeated } from '../projection/bodies.ts';
import { driftedBody } from '../projection/drifted-body.ts';
import { callOf, startGateway, type TestGateway } from '../support/gateway.ts';
import { Random } from '../support/random.ts';

/** What the platform does with the calls of one operation. */
export interface Weather {
  readonly seed: number;
  /** Whether its bodies differ from the documented ones, and their lists are long enough to be copied. */
  readonly drifts: boolean;
  /** Whether some routes fail. Not with a status that is retried or opens a circuit: that depends on the time. */
  readonly fails: boolean;
}

/** An operation of a caller. */
export interface Request {
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** How a gateway responds. */
export interface Answer {
  readonly status: number;
  readonly type: string | null;
  /** The body without its errors. */
  readonly rest: string;
  readonly errors: readonly { path?: readonly (string | number)[] }[];
  /** Platform calls, sorted. */
  readonly calls: readonly string[];
}

/** A gateway of each executor. Both get the same bytes for the same call, which a third platform has sent once. */
export class Pair {
  readonly #source: Sandbox;
  readonly #recorded = new Map<string, Promise<Recorded>>();
  readonly #gateways: readonly TestGateway[];
  #weather: Weather = { seed: 0, drifts: false, fails: false };

  private constructor(source: Sandbox, gateways: readonly TestGateway[]) {
    this.#source = source;
    this.#gateways = gateways;
  }

  static async start(): Promise<Pair> {
    const source = await startSandbox();
    let pair: Pair | null = null;
    const gateways = await Promise.all(
      ['compiled', 'graphql-js'].map((EXECUTOR) =>
        startGateway({
          environment: { EXECUTOR, LOG_LEVEL: 'fatal' },
          sandbox: { intercept: (request, response) => pair?.intercept(request, response) ?? false },
        }),
      ),
    );
    pair = new Pair(source, gateways);
    return pair;
  }

  async intercept(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    if (request.method !== 'GET') return false;
    const { url = '', headers } = request;
    const isNotes = this.#gateways.some(({ sandbox }) => new URL(sandbox.notesUrl).host === headers.host);
    const origin = isNotes ? this.#source.notesUrl : this.#source.url;
    const credentials = Object.entries(headers).filter(([name]) => /authorization|token/i.test(name));
    const key = JSON.stringify([origin, url, credentials]);
    const made =
      this.#recorded.get(key) ??
      record(`${origin}${url}`, new Headers(credentials.map(([name, value]) => [name, String(value)])));
    this.#recorded.set(key, made);
    const { status, type, body } = inWeather(await made, this.#weather, key);
    response.writeHead(status, { 'content-type': type });
    response.end(body);
    return true;
  }

  /** The answers of both gateways, each of which is asked twice: known documents take another path. */
  async ask(request: Request, weather: Weather): Promise<readonly [Answer[], Answer[]]> {
    this.#weather = weather;
    const [compiled = [], reference = []] = await Promise.all(
      this.#gateways.map(async (gateway) => [await ask(gateway, request), await ask(gateway, request)]),
    );
    return [compiled, reference];
  }

  async close(): Promise<void> {
    await Promise.all(this.#gateways.map((gateway) => gateway.close()));
    await this.#source.close();
  }
}

interface Recorded {
  readonly status: number;
  readonly type: string;
  readonly body: Buffer;
}

async function record(url: string, headers: Headers): Promise<Recorded> {
  const response = await fetch(url, { headers });
  const type = response.headers.get('content-type') ?? 'application/json';
  return { status: response.status, type, body: Buffer.from(await response.arrayBuffer()) };
}

const FAILURES: readonly Recorded[] = [
  { status: 403, type: 'application/json', body: Buffer.from('{}') },
  { status: 404, type: 'application/json', body: Buffer.from('{}') },
  { status: 200, type: 'text/html', body: Buffer.from('<!doctype html>') },
];

/** The same call gets the same bytes in one weather. */
function inWeather(recorded: Recorded, { seed, drifts, fails }: Weather, key: string): Recorded {
  let mixed = seed;
  for (let at = 0; at < key.length; at += 1) mixed = (Math.imul(mixed, 31) + key.charCodeAt(at)) >>> 0;
  const random = new Random(mixed);
  if (fails && random.chance(0.2)) return random.pick(FAILURES) ?? recorded;
  if (!drifts || recorded.status !== 200 || !recorded.type.includes('json')) return recorded;
  return { ...recorded, body: driftedBody(repeated(JSON.parse(recorded.body.toString())), mixed) };
}

async function ask({ url, requests, logLines }: TestGateway, { query, headers }: Request): Promise<Answer> {
  // Thousands of operations follow one another.
  requests.length = 0;
  logLines.length = 0;
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-request-id': 'same', ...headers },
    body: JSON.stringify({ query }),
  });
  const text = await response.text();
  const { errors = [] }: { errors?: Answer['errors'] } = JSON.parse(text);
  const start = errors.length > 0 ? `{"errors":${JSON.stringify(errors)}` : '';
  if (!text.startsWith(start)) throw new Error('the errors do not come first');
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    rest: text.slice(start.length),
    errors,
    calls: requests.map(callOf).toSorted(),
  };
}
