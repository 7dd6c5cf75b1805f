import { readFileSync } from 'node:fs';
import { Agent, request } from 'undici';
import { CERTIFICATES } from '../../support/certificates.ts';
import { RETRIES } from './stacks.ts';

/** A request as a client sends it. */
interface Sent {
  url: URL;
  method: string;
  headers: Record<string, string>;
  body: string | null;
}

/** How something is refused. */
export interface Refusal {
  name: string;
  status: number | null;
  /** Null: it does not come from the gateway, or from a proxy that speaks for it. */
  code: string | null;
  /** The clients that do not report the status. */
  unread?: readonly string[];
  /** Programs that it needs, as tags. */
  programs?: readonly string[];
  query?: string;
  /** Changes the request of a client, whatever client it is. */
  edit?(sent: Sent): void;
}

/** Where requests are refused. */
export interface Place {
  url: string;
  close(): Promise<void>;
}

const AGENT = new Agent({ connect: { ca: readFileSync(CERTIFICATES.ca, 'utf8') } });

/** A `fetch` that changes each request, also the headers that `fetch` does not let a client set. */
export const editing =
  (edit: (sent: Sent) => void = () => {}): typeof fetch =>
  async (input, init = {}) => {
    const sent: Sent = {
      url: new URL(String(input)),
      method: init.method ?? 'GET',
      headers: Object.fromEntries(new Headers(init.headers)),
      body: typeof init.body === 'string' ? init.body : null,
    };
    edit(sent);
    try {
      const { method, headers, body } = sent;
      const response = await request(sent.url, { method, headers, body, dispatcher: AGENT });
      const text = await response.body.text();
      const received = Object.entries(response.headers).flatMap(([name, value = []]) =>
        [value].flat().map((one): [string, string] => [name, one]),
      );
      return new Response(text, { status: response.statusCode, headers: received });
    } catch (cause) {
      throw new TypeError('fetch failed', { cause });
    }
  };

const setHeader = (name: string, value: string) => (sent: Sent) => {
  sent.headers[name] = value;
};
/** A request with a body, whatever the client's habit is. */
const asPost = (edit: (sent: Sent) => void) => (sent: Sent) => {
  const { query } = Object.fromEntries(sent.url.searchParams);
  sent.body ??= JSON.stringify({ query });
  sent.method = 'POST';
  sent.headers['content-type'] ??= 'application/json';
  sent.url.search = '';
  edit(sent);
};
const withBody = (body: string) =>
  asPost((sent) => {
    sent.body = body;
  });

/** Every way in which the gateway and the shipped proxies refuse a request. */
export const REFUSALS: readonly Refusal[] = [
  {
    name: 'a syntax error',
    status: 400,
    code: 'GRAPHQL_PARSE_FAILED',
    edit: withBody('{"query":"{"}'),
  },
  {
    name: 'an invalid document',
    status: 400,
    code: 'GRAPHQL_VALIDATION_FAILED',
    query: '{ nothing }',
  },
  {
    name: 'no such operation',
    status: 400,
    code: 'OPERATION_RESOLUTION_FAILURE',
    edit: withBody('{"query":"{ __typename }","operationName":"A"}'),
  },
  {
    name: 'an invalid variable',
    status: 400,
    code: 'BAD_USER_INPUT',
    edit: withBody('{"query":"query ($id: ID!) { course(id: $id) { id } }"}'),
  },
  {
    name: 'an operation over a limit',
    status: 400,
    code: 'OPERATION_TOO_EXPENSIVE',
    query: '{ classes(first: 100) { nodes { students { id } levels { id } course { objectives { id } } } } }',
  },
  {
    name: 'a hash that is not known',
    status: 200,
    code: 'PERSISTED_QUERY_NOT_FOUND',
    edit: withBody(`{"extensions":{"persistedQuery":{"version":1,"sha256Hash":"${'0'.repeat(64)}"}}}`),
  },
  {
    name: 'a body that is not JSON',
    status: 400,
    code: 'BAD_REQUEST',
    edit: withBody('{"query":'),
  },
  {
    name: 'a GET that any page could send',
    status: 400,
    code: 'BAD_REQUEST',
    edit: (sent) => {
      Object.assign(sent, { method: 'GET', body: null, headers: { accept: sent.headers.accept ?? '*/*' } });
      sent.url.search = '?query={__typename}';
    },
  },
  {
    name: 'a page of another origin (in development)',
    status: 403,
    code: 'FORBIDDEN',
    edit: setHeader('origin', 'https://elsewhere.example'),
  },
  {
    name: 'another method',
    status: 405,
    code: 'BAD_REQUEST',
    edit: asPost((sent) => {
      sent.method = 'PUT';
    }),
  },
  {
    name: 'no media type of the gateway',
    status: 406,
    code: 'BAD_REQUEST',
    edit: setHeader('accept', 'text/html'),
  },
  {
    name: 'a body over `LIMIT_BODY`',
    status: 413,
    code: 'BAD_REQUEST',
    edit: withBody(JSON.stringify({ query: `{ __typename } #${'x'.repeat(200_000)}` })),
  },
  {
    name: 'another type of body',
    status: 415,
    code: 'BAD_REQUEST',
    edit: asPost(setHeader('content-type', 'text/plain')),
  },
  {
    name: 'another host name (in development)',
    status: 421,
    code: 'FORBIDDEN',
    edit: setHeader('host', 'elsewhere.example'),
  },
  {
    name: 'headers over 16 KB',
    status: 431,
    code: 'BAD_REQUEST',
    edit: setHeader('x-large', 'x'.repeat(20_000)),
  },
  {
    name: 'the rate limit',
    status: 429,
    code: 'RATE_LIMITED',
  },
  {
    name: 'an overloaded gateway',
    status: 503,
    code: 'RATE_LIMITED',
  },
  {
    name: 'nginx, over its rate',
    status: 429,
    code: 'RATE_LIMITED',
    programs: ['nginx'],
  },
  {
    name: 'nginx, a body over its limit',
    status: 413,
    code: 'BAD_REQUEST',
    programs: ['nginx'],
    edit: withBody(JSON.stringify({ query: `{ __typename } #${'x'.repeat(2000)}` })),
  },
  {
    name: 'nginx, no gateway',
    status: 502,
    code: 'UPSTREAM_UNAVAILABLE',
    programs: ['nginx'],
  },
  {
    name: 'HAProxy, over its rate',
    status: 429,
    code: 'RATE_LIMITED',
    programs: ['haproxy'],
  },
  {
    name: 'HAProxy, no gateway',
    status: 503,
    code: 'UPSTREAM_UNAVAILABLE',
    programs: ['haproxy'],
  },
  {
    name: 'a wrong path',
    status: 404,
    code: null,
    edit: (sent) => {
      sent.url.pathname = '/graphq';
    },
  },
  {
    name: 'a page at a wrong address',
    status: 200,
    code: null,
    // It reports that the page is not JSON.
    unread: ['graphql-request'],
    edit: (sent) => {
      sent.url.pathname = '/';
      Object.assign(sent, { method: 'GET', body: null });
    },
  },
  {
    name: 'nobody at the address',
    status: null,
    code: null,
  },
];

/** What an app reads of a refusal with a client. */
export function readAs({ status, code, unread = [] }: Refusal, client: string): string {
  // It connects again.
  if (client === 'readEvents' && (status === null || status >= 500 || status === 429)) return RETRIES;
  if (status === null || unread.includes(client)) return 'unreachable';
  return code ?? String(status);
}
