import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AUTHORIZATION, FOLDER, INPUT, MUTATION, QUERY, URL_OF_GRAPH, VARIABLES } from './documents.mjs';

const collection = join(FOLDER, 'collection');
mkdirSync(collection);
writeFileSync(
  join(collection, 'bruno.json'),
  JSON.stringify({ version: '1', name: 'corpus', type: 'collection' }),
);
const requestOf = (name, seq, query, variables) => `meta {
  name: ${name}
  type: graphql
  seq: ${seq}
}

post {
  url: ${URL_OF_GRAPH}
  body: graphql
  auth: none
}

headers {
  authorization: ${AUTHORIZATION}
}

body:graphql {
  ${query}
}

body:graphql:vars {
  ${JSON.stringify(variables)}
}
`;
writeFileSync(join(collection, 'Course.bru'), requestOf('Course', 1, QUERY, VARIABLES));
writeFileSync(join(collection, 'Score.bru'), requestOf('Score', 2, MUTATION, INPUT));
execFileSync(join(FOLDER, 'node_modules/.bin/bru'), ['run'], { cwd: collection, stdio: 'inherit' });
