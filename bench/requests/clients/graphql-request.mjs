import { GraphQLClient, gql } from 'graphql-request';
import { AUTHORIZATION, attempt, INPUT, MUTATION, QUERY, URL_OF_GRAPH, VARIABLES } from './documents.mjs';

const headers = { authorization: AUTHORIZATION };
const client = new GraphQLClient(URL_OF_GRAPH, { headers });
await client.request(gql`${QUERY}`, VARIABLES);
await client.request(MUTATION, INPUT);
await attempt(() =>
  client.batchRequests([
    { document: QUERY, variables: VARIABLES },
    { document: QUERY, variables: { id: 'c-knots' } },
  ]),
);
const byGet = new GraphQLClient(URL_OF_GRAPH, { headers, method: 'GET', jsonSerializer: JSON });
await attempt(() => byGet.request(QUERY, VARIABLES));
