import { createHash } from 'node:crypto';
import type { CorpusRequest } from './corpus.ts';

/** Requests of a client that cannot run here, constructed from its sources. */
interface ConstructedClient {
  readonly client: string;
  readonly version: string;
  readonly constructed: string;
  readonly requests: readonly Omit<CorpusRequest, 'response'>[];
}

const QUERY = 'query Course($id: ID!) { course(id: $id) { id name } me { id handle } }';
const variables = { id: 'c-radio' };
const authorization = 'Bearer demo-student-token';
/** As the compilers of Apollo's mobile clients print it: one line, with type names. */
const MOBILE =
  'query Course($id: ID!) { course(id: $id) { __typename id name } me { __typename id handle } }';
const MOBILE_OF_IOS = MOBILE.replace(
  'course(id: $id) { __typename id name }',
  'course(id: $id) { __typename name id }',
);
const persistedQueryOf = (query: string) => ({
  version: 1,
  sha256Hash: createHash('sha256').update(query).digest('hex'),
});
const persistedQuery = persistedQueryOf(MOBILE);

const post = (headers: Record<string, string>, body: unknown): Omit<CorpusRequest, 'response'> => ({
  method: 'POST',
  target: '/graphql',
  headers: Object.entries(headers),
  body: JSON.stringify(body),
});
const get = (
  headers: Record<string, string>,
  parameters: Record<string, unknown>,
): Omit<CorpusRequest, 'response'> => {
  const pairs = Object.entries(parameters).map(([name, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return `${name}=${encodeURIComponent(text)}`;
  });
  return {
    method: 'GET',
    target: `/graphql?${pairs.join('&')}`,
    headers: Object.entries(headers),
    body: null,
  };
};

const KOTLIN = {
  Accept: 'multipart/mixed;deferSpec=20220824, application/graphql-response+json, application/json',
  Authorization: authorization,
  Host: 'gateway.example',
  Connection: 'Keep-Alive',
  'Accept-Encoding': 'gzip',
  'User-Agent': 'okhttp/4.12.0',
};
const kotlinLibrary = { name: 'apollo-kotlin', version: '5.0.0' };
const IOS = {
  Host: 'gateway.example',
  'Content-Type': 'application/json',
  'X-APOLLO-OPERATION-NAME': 'Course',
  'X-APOLLO-OPERATION-TYPE': 'query',
  'apollographql-client-name': 'com.example.school-apollo-ios',
  'apollographql-client-version': '2.1.0-17',
  Accept: '*/*',
  Authorization: authorization,
  'User-Agent': 'School/17 CFNetwork/1568.200.51 Darwin/24.1.0',
};

export const CONSTRUCTED: readonly ConstructedClient[] = [
  {
    client: 'apollo-kotlin',
    version: '5',
    constructed:
      'apollographql/apollo-kotlin, libraries/apollo-api/src/commonMain/kotlin/com/apollographql/apollo/api/http/DefaultHttpRequestComposer.kt; headers of the connection as OkHttp sends them',
    requests: [
      post(
        { ...KOTLIN, 'Content-Type': 'application/json' },
        { operationName: 'Course', variables, query: MOBILE, extensions: { clientLibrary: kotlinLibrary } },
      ),
      post(
        { ...KOTLIN, 'Content-Type': 'application/json' },
        { operationName: 'Course', variables, extensions: { persistedQuery, clientLibrary: kotlinLibrary } },
      ),
      post(
        { ...KOTLIN, 'Content-Type': 'application/json' },
        {
          operationName: 'Course',
          variables,
          query: MOBILE,
          extensions: { persistedQuery, clientLibrary: kotlinLibrary },
        },
      ),
      get(
        { ...KOTLIN, 'Apollo-Require-Preflight': 'true' },
        { operationName: 'Course', variables, extensions: { persistedQuery } },
      ),
    ],
  },
  {
    client: 'apollo-ios',
    version: '2',
    constructed:
      'apollographql/apollo-ios, Sources/Apollo/HTTPRequest.swift and JSONRequest.swift; headers of the connection as URLSession sends them',
    requests: [
      post(IOS, { operationName: 'Course', query: MOBILE_OF_IOS, variables }),
      get(IOS, {
        extensions: { persistedQuery: persistedQueryOf(MOBILE_OF_IOS) },
        operationName: 'Course',
        variables,
      }),
      post(IOS, {
        operationName: 'Course',
        query: MOBILE_OF_IOS,
        variables,
        extensions: { persistedQuery: persistedQueryOf(MOBILE_OF_IOS) },
      }),
    ],
  },
  {
    client: 'apollo-sandbox',
    version: 'hosted',
    constructed:
      'apollographql/embeddable-explorer, packages/explorer/src/helpers/postMessageRelayHelpers.ts; headers of the page as Chromium sends them',
    requests: [
      post(
        {
          Host: 'gateway.example',
          Connection: 'keep-alive',
          accept: '*/*',
          'content-type': 'application/json',
          authorization,
          Origin: 'https://studio.apollographql.com',
          'Sec-Fetch-Site': 'cross-site',
          'Sec-Fetch-Mode': 'cors',
          'Sec-Fetch-Dest': 'empty',
          Referer: 'https://studio.apollographql.com/',
        },
        { operationName: 'Course', query: QUERY, variables },
      ),
    ],
  },
  {
    client: 'postman',
    version: '11',
    constructed:
      'postmanlabs/postman-runtime, lib/requester/core-body-builder.js; its system headers as its console shows them',
    requests: [
      post(
        {
          Authorization: authorization,
          'Content-Type': 'application/json',
          'User-Agent': 'PostmanRuntime/7.43.0',
          Accept: '*/*',
          'Cache-Control': 'no-cache',
          'Postman-Token': '00000000-0000-4000-8000-000000000000',
          Host: 'gateway.example',
          'Accept-Encoding': 'gzip, deflate, br',
          Connection: 'keep-alive',
        },
        { query: QUERY, variables },
      ),
    ],
  },
];
