/** What each client sends. */
export const QUERY = 'query Course($id: ID!) { course(id: $id) { id name } me { id handle } }';
export const VARIABLES = { id: 'c-radio' };
export const MUTATION =
  'mutation Score($input: SubmitScoreInput!) { submitScore(input: $input) { entry { score } } }';
export const INPUT = { input: { categories: ['knots'], score: 5 } };
export const SUBSCRIPTION = 'subscription Received { notificationReceived { cursor } }';

export const [, , URL_OF_GRAPH, AUTHORIZATION, FOLDER] = process.argv;
export const SOCKET_URL = URL_OF_GRAPH.replace('http', 'ws');

/** Runs what may be refused. */
export const attempt = (work) =>
  Promise.resolve()
    .then(work)
    .catch(() => {});
