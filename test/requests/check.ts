import { filled } from 'learning-platform-kit/contract/examples';
import type { Rule } from 'learning-platform-kit/contract/vocabulary';
import type { RouteCall } from '../reach/table.ts';
import { filledIn } from '../reach/walk.ts';
import { AUTHORIZATION, type RecordedGateway } from './gateway.ts';
import type { ReceivedRequest } from './platform.ts';
import type { RequestRow } from './table.ts';

/** Headers of the connection, not of the request. */
const OF_THE_CONNECTION = ['host', 'connection', 'content-length', 'transfer-encoding'];
/** Headers that a browser adds; a test that opens a URL acts as one. */
const OF_THE_BROWSER = ['accept', 'accept-encoding', 'accept-language', 'sec-fetch-mode', 'user-agent'];

/** A request as text: request line, headers in alphabetical order, an empty line, body. */
function textOf({ method, target, headers, body }: ReceivedRequest, isOpened = false): string {
  const left = [...OF_THE_CONNECTION, ...(isOpened ? OF_THE_BROWSER : [])];
  const lines = headers
    .filter(([name]) => !left.includes(name))
    .map(([name, value]) => `${name}: ${value}`)
    .toSorted();
  return [`${method} ${target}`, ...lines, ...(body.length > 0 ? ['', body.toString('utf8')] : [])].join(
    '\n',
  );
}

const KINDS = { 'user token': 'user', 'plugin credential': 'plugin', 'ATO token': 'ato' } as const;

/** The text of a call, with placeholders for values of the response: by the contract and its example. */
export function expectedText({ route, parameters }: RouteCall, { values, token, opens }: RequestRow): string {
  const { method, path, credential, response } = route;
  const sent = Object.entries(filled(parameters, values));
  const placeOf = (name: string) => route.parameters.find((one) => one.name === name)?.in ?? 'body';
  const query = sent
    .filter(([name]) => placeOf(name) === 'query')
    .flatMap(([name, value]) => asQuery(name, value));
  const members = sent.filter(([name]) => placeOf(name) === 'body');
  const hasBody = route.parameters.some((one) => one.in === 'body');
  const kind = credential && KINDS[credential.kind];
  const authorization =
    kind === 'user' && token !== undefined ? `Bearer ${token}` : kind && AUTHORIZATION[kind];
  const lines = [
    ...(opens ? [] : [`accept: ${response.kind === 'base64' ? 'image/jpeg, */*' : 'application/json'}`]),
    ...(credential ? [`${credential.header.toLowerCase()}: ${authorization}`] : []),
    ...(hasBody ? ['content-type: application/json'] : []),
  ];
  return [
    `${method} ${path}${query.length === 0 ? '' : `?${query.join('&')}`}`,
    ...lines.toSorted(),
    ...(hasBody ? ['', JSON.stringify(Object.fromEntries(members))] : []),
  ].join('\n');
}

/** A list repeats its parameter. */
const asQuery = (name: string, value: unknown): string[] =>
  [value]
    .flat()
    .map(String)
    .map((item) => `${name}=${PLACEHOLDER.test(item) ? item : encodeURIComponent(item)}`);
const PLACEHOLDER = /^\{[\w. ]+\}$/;

/** Result of running a row. */
export interface Checked {
  /** All requests with their hosts, in alphabetical order. */
  actual: readonly string[];
  expected: readonly string[];
  /** Errors of the operation. */
  errors: readonly string[];
}

/** Runs a row. The contract says what the platform must have received for it. */
export async function checkRow(gateway: RecordedGateway, row: RequestRow): Promise<Checked> {
  const { data, errors, requests } = await gateway.run(row);
  const expected = row.calls.map((call) => `${call.route.host}: ${expectedText(call, row)}`);
  return {
    actual: requests
      .map((request) => `${request.host}: ${textOf(request, row.opens !== undefined)}`)
      .toSorted(),
    expected: expected.map((text) => filledIn(text, data)).toSorted(),
    errors: errors.map(({ message }) => message),
  };
}

/** The rules of the contract beyond single parameters that a call breaks. */
export const brokenRules = ({ route, parameters }: RouteCall): Rule[] =>
  (route.rules ?? []).filter((rule) => {
    if ('anyOf' in rule) return !rule.anyOf.some((name) => name in parameters);
    const applies = Object.entries(rule.when).every(([name, value]) => parameters[name] === value);
    return applies && !rule.required.every((name) => name in parameters);
  });
