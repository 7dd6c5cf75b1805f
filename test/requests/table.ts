import { SAMPLES } from 'learning-platform-kit/contract/examples';
import type { RouteId } from 'learning-platform-kit/contract/routes';
import { minimal, operationNamed, textOf, variablesOf } from '../reach/operations.ts';
import {
  type CallerName,
  callerOf,
  ROWS,
  type RouteCall,
  type Row,
  routeCallOf,
  routeOfRow,
} from '../reach/table.ts';
import { schema } from '../support/schema.ts';
import type { Caller, Operation } from './gateway.ts';

/** An operation of `schema/examples`, and the requests that it must send: the examples of their routes in the contract. */
export interface RequestRow extends Operation {
  /** The operation's name, and which arguments it has, if it has optional ones. */
  title: string;
  arguments: 'minimal' | 'full';
  /** The route that the row is about. */
  route: RouteId;
  calls: readonly RouteCall[];
  /** Values of the placeholders in the calls; `{a.b}` in them stands for the response's value at `a.b`. */
  values: Readonly<Record<string, string>>;
  /** The `Authorization` of the calls, if not the operation's. */
  token?: string;
  /** The reason of a deliberate deviation from the contract. */
  departs?: string;
}

const CALLERS: Readonly<Record<CallerName, Caller>> = {
  nobody: 'nobody',
  student: 'user',
  instructor: 'user',
  leaving: 'user',
  session: 'user',
  plugin: 'plugin',
  ato: 'ato',
};

/** Deviations of operations with minimal arguments. */
const DEPARTURES: Readonly<Record<string, RequestRow['departs']>> = {
  CompleteAtoSignOn:
    'The platform starts the sign-on of an ATO request, so the plugin has no code verifier to send.',
};

function rowsOf(name: string, row: Row): RequestRow[] {
  const operation = operationNamed(name);
  const reduced = minimal(operation, schema);
  const hasOptional = textOf(reduced) !== textOf(operation);
  const { calls, minimalCalls = calls, minimalValues, token, opens, values } = row;
  const shared = {
    ...SAMPLES,
    ...(token && { refreshToken: '{exchangeCode.token.refreshToken}' }),
    ...values,
  };
  const parts = {
    route: routeOfRow(row).id,
    as: CALLERS[callerOf(row)],
    ...(token !== undefined && { token }),
    ...(opens !== undefined && { opens }),
  };
  const departs = DEPARTURES[name];
  const full: RequestRow = {
    ...parts,
    title: hasOptional ? `${name}, full` : name,
    arguments: 'full',
    document: textOf(operation),
    variables: variablesOf(operation, shared),
    calls: calls.map((call) => routeCallOf(call)),
    values: shared,
  };
  if (!hasOptional) return [full];
  return [
    {
      ...parts,
      title: `${name}, minimal`,
      arguments: 'minimal',
      document: textOf(reduced),
      variables: variablesOf(reduced, shared),
      calls: minimalCalls.map((call) => routeCallOf(call, 'minimal')),
      values: { ...shared, ...minimalValues },
      ...(departs && { departs }),
    },
    full,
  ];
}

const ofClass = ROWS.ClassLevels;
const [byClass] = ofClass
  ? rowsOf('ClassLevels', { ...ofClass, calls: ['readClass', ['readLevels', 'ofClass']] })
  : [];

/** Every operation that calls a route, with the minimal and the full set of arguments. */
export const REQUESTS: readonly RequestRow[] = [
  ...Object.entries(ROWS).flatMap(([name, row]) => rowsOf(name, row)),
  ...(byClass
    ? [
        {
          ...byClass,
          title: 'ClassLevels, of a class whose course the platform does not name',
          responses: { readClass: { groupId: SAMPLES.classId } },
        },
      ]
    : []),
];

/** A parameter that the graph deliberately never sends, with the reason. */
export const NOT_OFFERED: Readonly<Record<string, string>> = {
  'listBadgeAssertions: userId': 'A single user is sent as a list of one, in `userIds`.',
  'listOtherSkills: userId': 'A single user is sent as a list of one, in `userIds`.',
};
