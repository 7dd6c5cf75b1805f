// Code that sends an operation, for each client: shown by the start page, copied by the explorer.

/**
 * The request to send.
 * @typedef {object} Sent
 * @property {string} endpoint
 * @property {string} document one operation with its fragments
 * @property {'query' | 'mutation' | 'subscription'} operation
 * @property {object | null} variables
 * @property {Record<string, string>} headers
 */

const indented = (text, by) => text.replaceAll(/\n(?=[^\n])/g, `\n${' '.repeat(by)}`);
const inShell = (text) => `'${text.replaceAll("'", "'\\''")}'`;
const inQuotes = (text) => `'${text.replaceAll(/[\\']/g, '\\$&')}'`;
const inTemplate = (text) => text.trimEnd().replaceAll(/[\\`]|\$\{/g, '\\$&');

const literal = (value, by) => indented(JSON.stringify(value, null, 2), by);
const given = ({ variables }) => variables !== null && Object.keys(variables).length > 0;
/** A member of an object literal. Empty without variables. */
const variablesMember = (sent, by) =>
  given(sent) ? `\n${' '.repeat(by)}variables: ${literal(sent.variables, by)},` : '';
const template = (tag, sent, by) =>
  `${tag}\`\n${' '.repeat(by + 2)}${indented(inTemplate(sent.document), by + 2)}\n${' '.repeat(by)}\``;

/** Options of the package's clients. In an app, the session is one that a user has signed in to. */
function options({ endpoint, headers }) {
  const authorization = Object.entries(headers).find(([name]) => name.toLowerCase() === 'authorization')?.[1];
  const session =
    authorization === undefined ? '' : `\n  session: { authorization: () => ${inQuotes(authorization)} },`;
  return `{\n  url: ${inQuotes(endpoint)},${session}\n}`;
}

function curl(sent) {
  const { endpoint, document, operation, headers } = sent;
  const isStream = operation === 'subscription';
  const lines = Object.entries({
    'content-type': 'application/json',
    ...(isStream ? { accept: 'text/event-stream' } : {}),
    ...headers,
  }).map(([name, value]) => `  -H ${inShell(`${name}: ${value}`)} \\\n`);
  const body = { query: document, ...(given(sent) ? { variables: sent.variables } : {}) };
  return `curl -s${isStream ? 'N' : ''} ${endpoint} \\\n${lines.join('')}  -d ${inShell(JSON.stringify(body))}`;
}

function fetched(sent) {
  if (sent.operation === 'subscription')
    return `import { readEvents } from '@learning-platform/client/stream';

const events = readEvents({${options(sent).slice(1, -2)}
  query: ${template('', sent, 2)},${variablesMember(sent, 2)}
});
for await (const { result } of events) console.log(JSON.stringify(result.data));`;
  const headers = Object.entries({ 'content-type': 'application/json', ...sent.headers }).map(
    ([name, value]) => `    ${/^\w+$/.test(name) ? name : inQuotes(name)}: ${inQuotes(value)},\n`,
  );
  return `const response = await fetch(${inQuotes(sent.endpoint)}, {
  method: 'POST',
  headers: {
${headers.join('')}  },
  body: JSON.stringify({
    query: ${template('', sent, 4)},${variablesMember(sent, 4)}
  }),
});
const { data, errors } = await response.json();
console.log(JSON.stringify(data), errors);`;
}

function apollo(sent) {
  const [method, member] = {
    query: ['query', 'query'],
    mutation: ['mutate', 'mutation'],
    subscription: ['subscribe', 'query'],
  }[sent.operation];
  const call = `client.${method}({
  ${member}: ${template('gql', sent, 2)},${variablesMember(sent, 2)}
})`;
  return `import { gql } from '@apollo/client';
import { createClient } from '@learning-platform/client/apollo';

const client = createClient(${options(sent)});

${
  sent.operation === 'subscription'
    ? `${call}.subscribe(({ data }) => console.log(JSON.stringify(data)));`
    : `const { data } = await ${call};\nconsole.log(JSON.stringify(data));`
}`;
}

function urql(sent) {
  const variables = given(sent) ? literal(sent.variables, 2) : '{}';
  const call = `client.${sent.operation}(
  ${template('gql', sent, 2)},
  ${variables},
)`;
  return `import { createClient } from '@learning-platform/client/urql';
import { gql } from '@urql/core';

const client = createClient(${options(sent)});

${
  sent.operation === 'subscription'
    ? `${call}.subscribe(({ data }) => console.log(JSON.stringify(data)));`
    : `const { data } = await ${call};\nconsole.log(JSON.stringify(data));`
}`;
}

/** Relay's compiler wants the name of the module in those of operations and fragments. */
function namedForRelay(document, operation) {
  const name = `${operation} start${operation[0].toUpperCase()}${operation.slice(1)}`;
  const written = new RegExp(`^${operation}\\b(\\s+\\w+)?`, 'm');
  const text = document.trim();
  const named = written.test(text) ? text.replace(written, name) : text.replace(/^\{/m, `${name} {`);
  return named.replaceAll(/(\bfragment\s+|\.\.\.\s*)(?!on\b)([A-Za-z_]\w*)/g, '$1start_$2');
}

function relay(written) {
  const sent = { ...written, document: namedForRelay(written.document, written.operation) };
  const variables = sent.variables ?? {};
  const [name, call] = {
    query: [
      'fetchQuery',
      `const data = await fetchQuery(
  environment,
  ${template('graphql', sent, 2)},
  ${literal(variables, 2)},
).toPromise();
console.log(JSON.stringify(data));`,
    ],
    mutation: [
      'commitMutation',
      `commitMutation(environment, {
  mutation: ${template('graphql', sent, 2)},
  variables: ${literal(variables, 2)},
  onCompleted: (data) => console.log(JSON.stringify(data)),
});`,
    ],
    subscription: [
      'requestSubscription',
      `requestSubscription(environment, {
  subscription: ${template('graphql', sent, 2)},
  variables: ${literal(variables, 2)},
  onNext: (data) => console.log(JSON.stringify(data)),
});`,
    ],
  }[sent.operation];
  return `// src/start.js, compiled by relay-compiler
import { createEnvironment } from '@learning-platform/client/relay';
import { ${[name, 'graphql'].sort().join(', ')} } from 'relay-runtime';

const environment = createEnvironment(${options(sent)});

${call}`;
}

const WRITERS = { curl, fetch: fetched, apollo, urql, relay };

/** @param {Sent} sent */
export const codeFor = (client, sent) => WRITERS[client](sent);
