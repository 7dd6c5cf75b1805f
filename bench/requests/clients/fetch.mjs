import { AUTHORIZATION, INPUT, MUTATION, QUERY, URL_OF_GRAPH, VARIABLES } from './documents.mjs';

for (const body of [
  { query: QUERY, variables: VARIABLES },
  { query: MUTATION, variables: INPUT },
]) {
  const response = await fetch(URL_OF_GRAPH, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: AUTHORIZATION },
    body: JSON.stringify(body),
  });
  await response.text();
}
