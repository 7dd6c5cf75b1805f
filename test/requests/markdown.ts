import { nameOf, ROUTES, SECTIONS } from 'learning-platform-kit/contract/routes';
import type { Route, Section } from 'learning-platform-kit/contract/vocabulary';
import { list, routeAnchor, table } from 'learning-platform-kit/documents/contract-routes';
import { INBOUND_REACHES, REACHES } from '../reach/walk.ts';
import { expectedText } from './check.ts';
import { NOT_SHOWN } from './members.ts';
import { NOT_OFFERED, REQUESTS, type RequestRow } from './table.ts';

const code = (text: string): string => `\`${text}\``;
const block = (...lines: readonly string[]): string[] => [...lines, ''];

/** The second part of `docs/platform-api.md`: the requests of the table; tests verify each of them. */
export const requestsPage = (): string =>
  [
    '',
    ...block('## Requests of the gateway'),
    ...block('<!-- Generated from test/requests by `npm run contract:print`. -->'),
    ...block(
      'How the graph calls each route: the fields that reach it, and the exact ' +
        'request of each operation in `schema/examples`, with the fewest arguments and with all of them. The tests in `test/requests` send ' +
        'each of them over a socket, compare it byte for byte, and check it against the contract.',
    ),
    ...block(
      'Headers of the connection (`host`, `connection`, `content-length`) are omitted. `user-token`, `ato-token` and ' +
        'the Basic credential of `demo-plugin` are the credentials of the operation; `demo-app` is the configured app. Text in ' +
        "braces, as in `{beginSignIn.state}`, is a placeholder for a value of the operation's response.",
    ),
    ...SECTIONS.flatMap(sectionLines),
    ...exceptions(),
    ...inbound(),
  ]
    .join('\n')
    .trimEnd()
    .concat('\n');

const sectionLines = ({ title, routes }: Section): string[] => [
  ...block(`### ${title}, as requested`),
  ...Object.values(routes).flatMap(routeLines),
];

function routeLines(route: Route): string[] {
  const name = nameOf(route);
  const anchor = routeAnchor(route);
  return [
    ...block(`<a id="request-${anchor}"></a>`),
    ...block(`#### ${name}`),
    ...block(`${route.summary} ([contract](#${anchor}))`),
    ...block(`Fields: ${fieldsOf(name).map(code).join(', ')}`),
    ...REQUESTS.filter((row) => row.route === route.id).flatMap(requestLines),
  ];
}

/** The fields and subscriptions that call a route. */
const fieldsOf = (route: string): string[] => [
  ...new Set(
    REACHES.filter((reach) => reach.route === route).flatMap(({ fields, streams = [] }) => [
      ...fields,
      ...streams,
    ]),
  ),
];

function requestLines(row: RequestRow): string[] {
  const call = row.calls.findLast(({ route }) => route.id === row.route);
  return [
    ...block(`${row.title}:`),
    ...block('```http', call ? expectedText(call, row) : '', '```'),
    ...(row.departs ? block(`This deviates from the contract. ${row.departs}`) : []),
  ];
}

const exceptions = (): string[] => [
  ...block('### What the graph does not use'),
  ...block('Parameters that are never sent:'),
  ...block(
    ...list(Object.entries(NOT_OFFERED).map(([parameter, reason]) => `${spelledOut(parameter)}. ${reason}`)),
  ),
  ...block('Members of documented responses that no field exposes:'),
  ...block(
    ...table(
      ['member', 'reason'],
      Object.entries(NOT_SHOWN).map(([member, reason]) => [code(spelledOut(member)), reason]),
    ),
  ),
];

/** The other direction. */
const inbound = (): string[] => [
  ...block('### Calls from the platform'),
  ...block(
    ...table(
      ['the platform calls', 'endpoint', 'graph'],
      INBOUND_REACHES.map(({ call, endpoint, fields, streams = [] }) => [
        call,
        code(`POST ${endpoint}`),
        [...fields, ...streams].map(code).join(', '),
      ]),
    ),
  ),
];

/** `GET /path: member` for `id: member`. */
const spelledOut = (text: string): string =>
  text.replace(/^\w+/, (id) => {
    const route = ROUTES.find((one) => one.id === id);
    return route ? nameOf(route) : id;
  });

if (import.meta.main) process.stdout.write(requestsPage());
