import { createClient } from 'graphql-sse';
import { AUTHORIZATION, QUERY, SUBSCRIPTION, URL_OF_GRAPH, VARIABLES } from './documents.mjs';

const client = createClient({ url: URL_OF_GRAPH, headers: { authorization: AUTHORIZATION } });
for (const payload of [
  { query: QUERY, variables: VARIABLES, operationName: 'Course' },
  { query: SUBSCRIPTION },
])
  for await (const _result of client.iterate(payload)) break;
client.dispose();
process.exit(0);
