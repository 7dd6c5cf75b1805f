import { Environment, Network, RecordSource, Store } from 'relay-runtime';
import { AUTHORIZATION, INPUT, MUTATION, QUERY, URL_OF_GRAPH, VARIABLES } from './documents.mjs';

/** The network function of Relay's guide: relay.dev, Quickstart. Relay itself sends nothing. */
const post = async (body) => {
  const response = await fetch(URL_OF_GRAPH, {
    method: 'POST',
    headers: {
      Accept: 'application/graphql-response+json; charset=utf-8, application/json; charset=utf-8',
      'Content-Type': 'application/json',
      authorization: AUTHORIZATION,
    },
    body: JSON.stringify(body),
  });
  return response.json();
};
const environmentOf = (send) =>
  new Environment({ network: Network.create(send), store: new Store(new RecordSource()) });
const run = (environment, params, variables) =>
  new Promise((resolve) => {
    const request = { cacheID: params.name, id: null, text: null, metadata: {}, ...params };
    environment
      .getNetwork()
      .execute(request, variables, { force: true })
      .subscribe({ complete: resolve, error: resolve });
  });

const plain = environmentOf((request, variables) => post({ query: request.text, variables }));
await run(plain, { name: 'Course', operationKind: 'query', text: QUERY }, VARIABLES);
await run(plain, { name: 'Score', operationKind: 'mutation', text: MUTATION }, INPUT);
// relay.dev, Persisted Queries: what the compiler has persisted has an ID and no text.
const persisted = environmentOf(({ id }, variables) => post({ documentId: id, variables }));
await run(persisted, { name: 'Course', operationKind: 'query', id: 'course' }, VARIABLES);
