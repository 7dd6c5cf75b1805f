import { isRecord } from '../../src/lib/is-record.ts';
import type { DeclaredRoute } from '../reach/declared.ts';
import { settle } from '../reach/walk.ts';
import { as, type QueryResult, startGateway, type TestGateway } from '../support/gateway.ts';
import type { Expectation, Form, MatrixFault } from './faults.ts';
import { MatrixPlatform } from './platform.ts';

/** The caller: a user, a user of an ATO request, or the plugin. */
export type Kind = 'user' | 'ato' | 'plugin';

/** One document and one route; the route's faults must not affect the rest of the document. */
export interface MatrixCase {
  name: string;
  route: string;
  source: string;
  variables?: Readonly<Record<string, unknown>>;
  /** The caller. `authorization` overrides the station's credential. */
  credential: Kind;
  authorization?: Readonly<Record<string, string>>;
  /** Path of the field that fails, with `*` for each item of a list. Null: none fails. */
  lost: string | null;
  healthy: unknown;
  /** Other outcomes of some codes at this field; `none`: of a response that its reader accepts. Null: no error. */
  instead?: Readonly<Record<string, string | null>>;
  /** Paths that fail if a write is accepted with a response that has no ID. */
  unidentified?: string;
  responses?: Readonly<Record<string, unknown>>;
}

/** The part of a case that is sent to a gateway. */
export type CaseQuery = Pick<MatrixCase, 'source' | 'variables' | 'credential' | 'authorization'>;

/** A gateway on the matrix platform, with the callers' credentials. */
export interface Station {
  gateway: TestGateway;
  platform: MatrixPlatform;
  credentials: Readonly<Record<Kind, Readonly<Record<string, string>>>>;
  atoRequestId: string;
  /** Failed calls by route, as its circuit breaker counts them. */
  failures: Map<string, number>;
}

export async function startStation(environment: Record<string, string> = {}): Promise<Station> {
  const platform = new MatrixPlatform();
  let settled = false;
  const gateway = await startGateway({
    environment: {
      LIMIT_UPSTREAM_CALLS: '1000000000',
      LOG_LEVEL: 'silent',
      // Platform, clients and many gateways share one event loop here.
      ...environment,
    },
    config: { listEstimate: 1, platformResponseLimit: 1_000_000 },
    sandbox: { intercept: (request, response) => settled && platform.intercept(request, response) },
  });
  const { atoToken, atoRequestId } = await settle(gateway);
  settled = true;
  return {
    gateway,
    platform,
    credentials: { user: as.student, ato: as.bearer(atoToken), plugin: as.plugin },
    atoRequestId,
    failures: new Map(),
  };
}

/** The ATO request, which each station has its own of, or the sample in the reach table. */
const ATO_REQUEST = /\bato-[0-9a-f-]{36}\b|\bato-1\b/g;

/** Sends a case to a station. */
export const run = (
  { gateway, credentials, atoRequestId }: Station,
  { source, variables, credential, authorization }: CaseQuery,
): Promise<QueryResult> =>
  gateway.query(source.replace(ATO_REQUEST, atoRequestId), {
    as: { ...(authorization ?? credentials[credential]) },
    variables: JSON.parse(JSON.stringify(variables ?? {}).replace(ATO_REQUEST, atoRequestId)),
  });

/** Cases of one route under one fault, which run concurrently. */
export interface Group {
  route: DeclaredRoute;
  fault: MatrixFault;
  cases: readonly MatrixCase[];
}

export interface Outcome {
  problems: string[];
  /** Milliseconds of the slowest case. */
  slowest: number;
}

const SENT = ': sent ';
const QUICK = 2500;
const WAITING = 10_000;
/** Text that no response may contain: internals of the platform and the gateway, credentials, addresses. */
const LEAKED = /10\.0\.0\.7|internal detail|secret code|demo-student|node_modules|127\.0\.0\.1/;

async function runGroup(station: Station, { route, fault, cases }: Group): Promise<Outcome> {
  const name = `${route.method} ${route.path}`;
  const { platform } = station;
  platform.begin(name, fault.fault, Object.assign({}, ...cases.map(({ responses = {} }) => responses)));
  const outcomes = await Promise.all(
    cases.map(async (one) => {
      const startedAt = performance.now();
      const response = await run(station, one);
      return { one, response, took: performance.now() - startedAt };
    }),
  );
  platform.end();
  const expected = expectedAt(fault.expected, route);
  const problems = outcomes.flatMap(({ one, response, took }) =>
    [
      ...(expected === null && one.unidentified
        ? wrongIn(response, { ...one, lost: one.unidentified }, 'UPSTREAM_BAD_RESPONSE')
        : wrongIn(response, one, codeAt(expected, one, route))),
      ...(took > (fault.waits || fault.endless ? WAITING : QUICK) ? [`took ${Math.round(took)} ms`] : []),
      ...(LEAKED.test(response.text) ? [`leaks: ${response.text}`] : []),
    ].map((problem) => `${name}, ${fault.name}, ${one.name}: ${problem}`),
  );
  if (route.kind === 'write' && platform.calls !== cases.length)
    problems.push(`${name}, ${fault.name}${SENT}${platform.calls} times`);
  return { problems, slowest: Math.max(...outcomes.map(({ took }) => took)) };
}

/** Forms whose reader accepts any JSON, or any object. */
const ANY_JSON: ReadonlySet<Form> = new Set<Form>(['open', 'validation', 'found', 'value']);
/** UPSTREAM_BAD_RESPONSE if the value would be shown, otherwise no error. */
const NOT_SHOWN = 'not shown';

/** The expected error code of a route. Null: none. */
function expectedAt(expected: Expectation, route: DeclaredRoute): string | null {
  const { kind } = route;
  const { form } = route.read.wire;
  // An empty list or profile would hide a wrong address.
  if (expected === 'absent' && kind === 'read' && route.absent === undefined) return 'UPSTREAM_BAD_RESPONSE';
  if (expected === 'absent') return 'NOT_FOUND';
  if (expected === 'refused') return form === 'validation' ? null : 'UNAUTHENTICATED';
  if (expected === 'too deep') return ANY_JSON.has(form) ? NOT_SHOWN : 'UPSTREAM_BAD_RESPONSE';
  if (expected === 'nothing' && ANY_JSON.has(form)) return null;
  if (expected === 'nothing') return kind === 'read' ? expectedAt('absent', route) : 'UPSTREAM_BAD_RESPONSE';
  if ('code' in expected) return expected.code;
  return expected.readAs.includes(form) ? null : 'UPSTREAM_BAD_RESPONSE';
}

/** The expected error code of a case's field: a read of an unknown ID is null without an error. */
function codeAt(
  code: string | null,
  { lost, instead = {} }: MatrixCase,
  { kind }: DeclaredRoute,
): string | null {
  if (lost === null) return null;
  if (code === null) return instead.none ?? null;
  const known: Readonly<Record<string, string | null>> = {
    ...(kind === 'read' ? { NOT_FOUND: null } : {}),
    ...instead,
  };
  return code in known ? (known[code] ?? null) : code;
}

/** The start of a path down to the null that a non-null field has caused; the path itself if there is none. */
function nullAt(data: Record<string, unknown>, path: string): string {
  const steps = path.split('.');
  let value: unknown = data;
  for (const [index, step] of steps.entries()) {
    value = isRecord(value) ? value[step] : undefined;
    if (value === null) return steps.slice(0, index + 1).join('.');
  }
  return path;
}

function wrongIn(
  { data, errors }: QueryResult,
  { lost, healthy, route, source }: MatrixCase,
  code: string | null,
): string[] {
  const wrong: string[] = [];
  const expected = code === NOT_SHOWN ? (errors.length > 0 ? 'UPSTREAM_BAD_RESPONSE' : null) : code;
  const paths = new Set(errors.map(({ path = [] }) => withoutIndexes(path)));
  const codes = new Set(errors.map(({ extensions }) => extensions.code));
  if (expected === null) {
    if (errors.length > 0) wrong.push(`fails with ${[...codes].join()} at ${[...paths].join()} in ${source}`);
  } else {
    if ([...codes].join() !== expected)
      wrong.push(`${[...codes].join() || 'no error'} instead of ${expected} in ${source}`);
    // A value that the reader accepts may still be rejected where it is shown, which is below the field.
    const isBelow = code === NOT_SHOWN && [...paths].every((path) => path.startsWith(`${lost}.`));
    if (sorted([...paths]) !== sorted(lost?.split(',') ?? []) && !isBelow)
      wrong.push(`lost ${[...paths].join()} instead of ${lost}`);
    if (errors.some(({ extensions: { upstream } }) => upstream && upstream.route !== route))
      wrong.push('names another route');
  }
  const dropped = lost === null ? [] : lost.split(',').map((path) => nullAt(data, path));
  if (sameText(data, dropped) !== sameText(healthy, dropped))
    wrong.push(`the rest is not intact: ${JSON.stringify(data)} instead of ${JSON.stringify(healthy)}`);
  return wrong;
}

const sorted = (paths: readonly string[]): string => paths.toSorted().join();

/** The part of a response that must be equal on every station. */
const sameText = (data: unknown, dropped: readonly string[]): string =>
  JSON.stringify(without(data, dropped)).replace(ATO_REQUEST, 'ato');

export const withoutIndexes = (path: readonly (string | number)[]): string =>
  path.map((step) => (typeof step === 'number' ? '*' : step)).join('.');

/** The data without the fields at these paths; `*` matches every item. */
function without(data: unknown, paths: readonly string[]): unknown {
  const copy = structuredClone(data);
  for (const path of paths) remove(copy, path.split('.'));
  return copy;
}

function remove(value: unknown, [step, ...rest]: string[]): void {
  if (typeof value !== 'object' || value === null || step === undefined) return;
  if (step === '*') for (const item of Object.values(value)) remove(item, rest);
  else if (rest.length === 0) Reflect.deleteProperty(value, step);
  else remove(Reflect.get(value, step), rest);
}

/** Failed calls that cannot open a circuit: it takes 20 calls within ten seconds. */
const MAXIMUM_FAILURES = 19;
/** Calls of a route for one case: the first and two retries. */
const ATTEMPTS = 3;

/**
 * Runs groups on several stations concurrently. A station is replaced before a route's circuit could open, which has its
 * own tests. A group with a problem runs once more after all others, since responses are late on a busy machine. A problem
 * then is final, as is a write that was not sent exactly once.
 */
export async function runGroups(
  groups: readonly Group[],
  { stations, environment }: { stations: number; environment: Record<string, string> },
): Promise<Outcome> {
  const waiting = [...groups];
  const problems: string[] = [];
  const retries: Group[] = [];
  let slowest = 0;
  const work = async (waiting: Group[], found: (group: Group, outcome: Outcome) => void): Promise<void> => {
    let station = await startStation(environment);
    for (;;) {
      const index = waiting.findIndex((group) => fits(group, station));
      const group = waiting[Math.max(0, index)];
      if (!group) break;
      if (index < 0) {
        await station.gateway.close();
        station = await startStation(environment);
      }
      waiting.splice(Math.max(0, index), 1);
      const outcome = await runGroup(station, group);
      found(group, outcome);
      const name = `${group.route.method} ${group.route.path}`;
      if (group.fault.opensCircuit)
        station.failures.set(name, (station.failures.get(name) ?? 0) + station.platform.calls);
    }
    await station.gateway.close();
  };
  await Promise.all(
    Array.from({ length: stations }, () =>
      work(waiting, (group, outcome) => {
        slowest = Math.max(slowest, outcome.slowest);
        problems.push(...outcome.problems.filter((problem) => problem.includes(SENT)));
        if (outcome.problems.length > 0) retries.push(group);
      }),
    ),
  );
  if (retries.length > 0) await work(retries, (_group, outcome) => void problems.push(...outcome.problems));
  return { problems, slowest };
}

function fits({ route, fault, cases }: Group, { failures }: Station): boolean {
  if (!fault.opensCircuit) return true;
  const name = `${route.method} ${route.path}`;
  const attempts = cases.length * (route.kind === 'read' ? ATTEMPTS : 1);
  // A third route might open the circuit of the host.
  return (
    (failures.size < 2 || failures.has(name)) && (failures.get(name) ?? 0) + attempts <= MAXIMUM_FAILURES
  );
}

/** Cases that may run concurrently without opening a circuit. */
export const AT_ONCE = Math.floor(MAXIMUM_FAILURES / ATTEMPTS);
