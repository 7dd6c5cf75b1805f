import { createHash } from 'node:crypto';
import { type CorpusRequest, readCorpus } from '../requests/corpus.ts';
import type { ContestantId } from './contestants.ts';
import type { GraphQLRequest } from './workloads.ts';

/** One request as it is sent, without the credential. */
export interface RenderedRequest {
  method: 'GET' | 'POST';
  path: string;
  headers: Readonly<Record<string, string>>;
  body: string | null;
}

/** How a client sends an operation. */
export interface Form {
  id: string;
  title: string;
  /** Over a WebSocket, as `graphql-transport-ws` has it: the body is the payload. */
  isSocket?: boolean;
  /** Sent once before, so that the server knows the document under its name. */
  register?(request: GraphQLRequest): RenderedRequest;
  render(request: GraphQLRequest): RenderedRequest;
  /** The contestant that it needs beside the gateway. */
  server?: ContestantId;
  /** Whether other servers understand it as they are set up here. */
  isCommon: boolean;
}

const json = { 'content-type': 'application/json' };

/** As the bench has always sent them. */
export const PLAIN: Form = {
  id: 'plain',
  title: 'plain: `query` and `operationName`',
  isCommon: true,
  render: (request) => ({
    method: 'POST',
    path: '/graphql',
    headers: { ...json, accept: 'application/json' },
    body: JSON.stringify(request),
  }),
};

/** Headers that belong to a connection or a credential, or differ in length with the body. */
const OWN_HEADERS = [
  'host',
  'connection',
  'content-length',
  'authorization',
  'accept-encoding',
  'origin',
  'referer',
];

/** The recorded request of a client that has what `isIt` looks for. */
function recorded(
  client: string,
  isIt: (request: CorpusRequest, parameters: Parameters) => boolean,
): CorpusRequest {
  const found = readCorpus()
    .find((each) => each.client === client)
    ?.requests.find((request) => request.response.code === null && isIt(request, parametersOf(request)));
  if (!found) throw new Error(`the corpus has no such request of ${client}`);
  return found;
}

type Parameters = Record<string, unknown>;

/** The parameters of a recorded request, with those of a URL parsed. */
function parametersOf({ target, body }: CorpusRequest): Parameters {
  if (body !== null) return JSON.parse(body);
  const { searchParams } = new URL(target, 'http://gateway.example');
  return Object.fromEntries(
    [...searchParams].map(([name, value]) => [
      name,
      ['variables', 'extensions'].includes(name) ? JSON.parse(value) : value,
    ]),
  );
}

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The recorded parameters about another operation. Workloads have no variables: clients send them as `{}`, or not at all. */
function about({ query, operationName }: GraphQLRequest, sent: Parameters): Parameters {
  const persisted = Object(sent.extensions).persistedQuery;
  return Object.fromEntries(
    Object.entries(sent).map(([name, value]) => {
      if (name === 'query') return [name, query];
      if (name === 'operationName') return [name, operationName];
      if (name === 'variables') return [name, {}];
      if (name === 'documentId') return [name, sha256(query)];
      if (name !== 'extensions' || !persisted) return [name, value];
      return [name, { ...Object(value), persistedQuery: { ...persisted, sha256Hash: sha256(query) } }];
    }),
  );
}

/** A form that sends operations as a client sent the recorded one. */
function like(
  id: string,
  title: string,
  request: CorpusRequest,
  options: Pick<Form, 'isCommon'> & Partial<Form>,
): Form {
  const headers = Object.fromEntries(
    request.headers.filter(([name]) => !OWN_HEADERS.includes(name.toLowerCase())),
  );
  const sent = parametersOf(request);
  return {
    id,
    title,
    render: (operation) => {
      const parameters = about(operation, sent);
      if (request.method === 'POST')
        return { method: 'POST', path: '/graphql', headers, body: JSON.stringify(parameters) };
      const texts = Object.entries(parameters).map(([name, value]): [string, string] => [
        name,
        typeof value === 'string' ? value : JSON.stringify(value),
      ]);
      return { method: 'GET', path: `/graphql?${new URLSearchParams(texts)}`, headers, body: null };
    },
    ...options,
  };
}

const hasHash = (_request: CorpusRequest, { query, extensions }: Parameters): boolean =>
  query === undefined && Object(extensions).persistedQuery !== undefined;
const hasText = ({ method }: CorpusRequest, { query }: Parameters): boolean =>
  method === 'POST' && typeof query === 'string' && query.startsWith('query');
const registering = ({ query, operationName }: GraphQLRequest): RenderedRequest =>
  PLAIN.render({
    query,
    operationName,
    ...{ extensions: { persistedQuery: { version: 1, sha256Hash: sha256(query) } } },
  });

/** The forms of clients, from the corpus. */
export const FORMS: readonly Form[] = [
  PLAIN,
  like('apollo-client', 'Apollo Client', recorded('apollo-client', hasText), { isCommon: true }),
  like(
    'apollo-client-hash',
    'Apollo Client, persisted query',
    recorded(
      'apollo-client',
      (request, parameters) => request.method === 'POST' && hasHash(request, parameters),
    ),
    { isCommon: false, register: registering },
  ),
  like(
    'apollo-client-get-hash',
    'Apollo Client, persisted query by GET',
    recorded(
      'apollo-client',
      (request, parameters) => request.method === 'GET' && hasHash(request, parameters),
    ),
    { isCommon: false, register: registering },
  ),
  like(
    'urql-get',
    'urql, by GET as it prefers',
    recorded('urql', ({ method }, { query }) => method === 'GET' && query !== undefined),
    { isCommon: true },
  ),
  like('urql', 'urql, by POST', recorded('urql', hasText), { isCommon: true }),
  like('relay', 'Relay', recorded('relay', hasText), { isCommon: true }),
  like(
    'relay-id',
    'Relay, `documentId` of a trusted document',
    recorded('relay', (_request, { documentId }) => documentId !== undefined),
    { isCommon: false, server: 'gateway-trusted' },
  ),
  like('graphql-request', 'graphql-request', recorded('graphql-request', hasText), { isCommon: true }),
  like('apollo-kotlin', 'Apollo Kotlin', recorded('apollo-kotlin', hasText), { isCommon: true }),
  {
    id: 'socket',
    title: 'graphql-ws, over a socket',
    isSocket: true,
    isCommon: false,
    render: (request) => ({ ...PLAIN.render(request), body: JSON.stringify(request) }),
  },
];
