import { nameOf, routeNamed } from '../../src/contract/routes.ts';
import { filledIn } from '../reach/walk.ts';
import { AUTHORIZATION, type RecordedGateway } from './gateway.ts';
import { pathOf, type ReceivedRequest, routeOf } from './platform.ts';
import type { RequestRow } from './table.ts';
import { violations } from './violations.ts';

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

/** The text of the expected request, with placeholders. */
export function expectedText({
  route,
  target,
  body,
  opens,
  accept = 'application/json',
}: RequestRow): string {
  const [method = ''] = route.split(' ');
  const credential = routeNamed(route)?.credential ?? null;
  const kinds = { 'user token': 'user', 'plugin credential': 'plugin', 'ATO token': 'ato' } as const;
  const lines = [
    ...(opens ? [] : [`accept: ${accept}`]),
    ...(credential ? [`${credential.header.toLowerCase()}: ${AUTHORIZATION[kinds[credential.kind]]}`] : []),
    ...(body === undefined ? [] : ['content-type: application/json']),
  ];
  return [`${method} ${target}`, ...lines.toSorted(), ...(body === undefined ? [] : ['', body])].join('\n');
}

/** Method and path of a request, whether or not the contract has such a route. */
const calledName = (request: ReceivedRequest): string =>
  nameOf({ method: request.method, path: pathOf(request) });

/** Violations of the contract by a request, prefixed with its route. */
function allViolations(request: ReceivedRequest): string[] {
  const route = routeOf(request);
  const found = route ? violations(request, route) : ['the route is not in the contract'];
  return found.map((violation) => `${calledName(request)}: ${violation}`);
}

/** Result of running a row. */
export interface Checked {
  /** The request to the row's route. Null: none was received. */
  actual: string | null;
  expected: string;
  /** Contract violations, errors of the operation, and missing or unexpected requests. */
  problems: string[];
}

/** Runs a row and checks all requests that the platform received for it against the contract. */
export async function checkRow(gateway: RecordedGateway, row: RequestRow): Promise<Checked> {
  const { data, errors, requests } = await gateway.run(row);
  const ofRoute = requests.filter((request) => calledName(request) === row.route);
  const expectedCalls = [row.route, ...(row.besides ?? [])].toSorted();
  const received = requests.map(calledName).toSorted();
  const [request] = ofRoute;
  return {
    actual: request ? textOf(request, row.opens !== undefined) : null,
    expected: filledIn(expectedText(row), data),
    problems: [
      ...requests.flatMap(allViolations).filter((violation) => !row.departs?.violations.includes(violation)),
      ...errors.map(({ message }) => `the operation failed: ${message}`),
      ...(received.join() === expectedCalls.join()
        ? []
        : [`received ${received.join(', ') || 'nothing'} instead of ${expectedCalls.join(', ')}`]),
    ],
  };
}
