import { filled } from 'learning-platform-kit/contract/examples';
import type { RecordedRequest } from 'learning-platform-kit/sandbox';
import type { RouteCall } from '../reach/table.ts';
import { filledIn } from '../reach/walk.ts';
import { AUTHORIZATION, type RecordedGateway } from './gateway.ts';
import type { RequestRow } from './table.ts';

/** Headers of the connection, not of the request. */
const OF_THE_CONNECTION = ['host', 'connection', 'content-length', 'transfer-encoding'];
/** Headers that a browser adds; a test that opens a URL acts as one. */
const OF_THE_BROWSER = ['accept', 'accept-encoding', 'accept-language', 'sec-fetch-mode', 'user-agent'];

/** The address that a route of each host is sent to. */
const LISTENERS = { base: 'base', notes: 'notes', push: 'push-sandbox' } as const;

/** A request as text: the host, request line, headers in alphabetical order, an empty line, body. */
function textOf({ listener, method, url, headers, body }: RecordedRequest, isOpened = false): string {
  const left = [...OF_THE_CONNECTION, ...(isOpened ? OF_THE_BROWSER : [])];
  const lines = Object.entries(headers)
    .filter(([name]) => !left.includes(name))
    .map(([name, value]) => `${name}: ${value}`)
    .toSorted();
  return [listener, `${method} ${url}`, ...lines, ...(body === '' ? [] : ['', body])].join('\n');
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
  /** All requests, in alphabetical order. */
  actual: readonly string[];
  expected: readonly string[];
  /** Errors of the operation. */
  problems: string[];
}

/** Runs a row: what the platform received, and what it receives by the contract. */
export async function checkRow(gateway: RecordedGateway, row: RequestRow): Promise<Checked> {
  const { data, errors, requests } = await gateway.run(row);
  return {
    actual: requests.map((request) => textOf(request, row.opens !== undefined)).toSorted(),
    expected: row.calls
      .map((call) => `${LISTENERS[call.route.host]}\n${filledIn(expectedText(call, row), data)}`)
      .toSorted(),
    problems: errors.map(({ message }) => message),
  };
}
