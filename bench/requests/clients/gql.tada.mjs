import { Client, fetchExchange } from '@urql/core';
import { initGraphQLTada } from 'gql.tada';
import { AUTHORIZATION, INPUT, MUTATION, QUERY, URL_OF_GRAPH, VARIABLES } from './documents.mjs';

// Documents of gql.tada are parsed ones with types; urql is the client of its guide.
const graphql = initGraphQLTada();
const client = new Client({
  url: URL_OF_GRAPH,
  exchanges: [fetchExchange],
  fetchOptions: { headers: { authorization: AUTHORIZATION } },
});
await client.query(graphql(QUERY), VARIABLES).toPromise();
await client.mutation(graphql(MUTATION), INPUT).toPromise();
