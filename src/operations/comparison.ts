import { type DocumentNode, type ExecutionResult, type GraphQLError, visit } from 'graphql';
import type { Slices } from 'learning-platform-projection/slices';
import type { Context } from '../domains/context.ts';
import type { Boundary } from '../lib/boundary.ts';
import type { Clock } from '../lib/clock.ts';
import { isRecord } from '../lib/is-record.ts';
import type { Log } from '../telemetry/log.ts';
import { reportError } from './error-formatting.ts';
import type { ComparisonObserver } from './observers.ts';
import { documentHash } from './operation-facts.ts';
import type { PlanOf } from './plans.ts';
import type { ResolvedOperation } from './response.ts';

export interface ComparisonOptions {
  clock: Clock;
  /** Plans that graphql-js runs. */
  planOf: PlanOf;
  /** Share of the queries that are compared, from 0 to 1. */
  share: number;
  observer: ComparisonObserver;
  boundary: Boundary;
  log: Log;
}

/** A query that the compiled executor has run. */
interface Executed {
  readonly operation: ResolvedOperation;
  readonly requestId: string;
  /** Holds the rows that it has read. */
  readonly context: Context;
  readonly result: ExecutionResult;
  readonly slices: Slices | null;
}

/** Where two results differ. It names fields, kinds and codes, and never a value. */
export interface Difference {
  /** Response keys; `*` is an index, or a member that the document does not name. */
  readonly path: string;
  readonly compiled: string;
  readonly reference: string;
}

/** Differences in one log line. */
const MAXIMUM_DIFFERENCES = 10;

/**
 * Runs a share of the queries again with graphql-js, on the rows that were read, and reports how the results differ: after the
 * response, in a later turn of the event loop.
 */
export function createComparison({ clock, planOf, share, observer, boundary, log }: ComparisonOptions) {
  const compare = async ({ operation, requestId, context, result, slices }: Executed): Promise<void> => {
    const { document, definition, variables } = operation;
    let calls = 0;
    context.platform.end(() => {
      calls += 1;
    });
    const reference = await planOf(document, definition.name?.value ?? null)(context, variables);
    if (calls > 0 || isCutShort(result) || isCutShort(reference)) {
      observer.compared('incomplete');
      return;
    }
    const differences = differencesBetween(document, [
      { ...result, text: slices ? slices.join(JSON.stringify(result.data)).toString() : jsonOf(result) },
      { ...reference, text: jsonOf(reference) },
    ]);
    observer.compared(differences.length === 0 ? 'same' : 'different');
    if (differences.length === 0) return;
    const shown = differences.slice(0, MAXIMUM_DIFFERENCES);
    const hash = documentHash(document.loc?.source.body ?? '');
    log.warn(
      { requestId, document: hash, count: differences.length, differences: shown },
      'executors differ',
    );
  };
  return (executed: Executed): void => {
    if (Math.random() < share) clock.setImmediate(() => boundary.run('comparison', () => compare(executed)));
  };
}

const jsonOf = ({ data }: ExecutionResult): string => JSON.stringify(data ?? null);

/** Each executor stops at a place of its own where the response becomes too large. */
const isCutShort = ({ errors = [] }: ExecutionResult): boolean =>
  errors.some((error) => codeOf(error) === 'OPERATION_TOO_EXPENSIVE');

const codeOf = (error: GraphQLError): string => reportError(error, '').code;

type Written = Pick<ExecutionResult, 'errors'> & { readonly text: string };

/** How the results of a document differ. Further errors within a value that is null may be reported or not (GraphQL, 6.4.4). */
export function differencesBetween(
  document: DocumentNode,
  [compiled, reference]: [Written, Written],
): Difference[] {
  const keys = responseKeys(document);
  const [one, other]: unknown[] = [JSON.parse(compiled.text), JSON.parse(reference.text)];
  const differences: Difference[] = [];
  if (compiled.text !== reference.text) {
    compareValues(one, other, [], keys, differences);
    if (differences.length === 0) differences.push({ path: '', compiled: 'order', reference: 'order' });
  }
  const [mine, theirs] = [errorsIn(compiled, one, keys), errorsIn(reference, other, keys)];
  for (const path of new Set([...mine.keys(), ...theirs.keys()])) {
    const difference = {
      path,
      compiled: mine.get(path) ?? 'no error',
      reference: theirs.get(path) ?? 'no error',
    };
    if (difference.compiled !== difference.reference) differences.push(difference);
  }
  return differences;
}

function responseKeys(document: DocumentNode): ReadonlySet<string> {
  const keys = new Set<string>();
  visit(document, { Field: ({ name, alias }) => void keys.add((alias ?? name).value) });
  return keys;
}

type Path = readonly (string | number)[];

const patternOf = (path: Path, keys: ReadonlySet<string>): string =>
  path.map((step) => (typeof step === 'string' && keys.has(step) ? step : '*')).join('.');

function compareValues(
  one: unknown,
  other: unknown,
  path: Path,
  keys: ReadonlySet<string>,
  found: Difference[],
): void {
  const report = (compiled: string, reference: string): void => {
    const pattern = patternOf(path, keys);
    if (!found.some((known) => known.path === pattern)) found.push({ path: pattern, compiled, reference });
  };
  const [kind, otherKind] = [kindOf(one), kindOf(other)];
  if (kind !== otherKind) report(kind, otherKind);
  else if (Array.isArray(one) && Array.isArray(other)) {
    if (one.length !== other.length) report('list', 'list of another length');
    else
      for (const [index, item] of one.entries())
        compareValues(item, other[index], [...path, index], keys, found);
  } else if (isRecord(one) && isRecord(other)) {
    for (const key of new Set([...Object.keys(one), ...Object.keys(other)]))
      compareValues(one[key], other[key], [...path, key], keys, found);
  } else if (one !== other) report(kind, `another ${kind}`);
}

function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  return Array.isArray(value) ? 'list' : typeof value;
}

/** The codes of the errors by the pattern of their path, without those of fields within a value that is null. */
function errorsIn({ errors = [] }: Written, data: unknown, keys: ReadonlySet<string>): Map<string, string> {
  const codes = new Map<string, Set<string>>();
  for (const error of errors) {
    const path = error.path ?? [];
    if (isGone(path, data)) continue;
    const pattern = `errors at ${patternOf(path, keys)}`;
    codes.set(pattern, (codes.get(pattern) ?? new Set()).add(codeOf(error)));
  }
  return new Map([...codes].map(([pattern, found]) => [pattern, [...found].toSorted().join(', ')]));
}

/** Whether a value above the path is null. */
function isGone(path: Path, data: unknown): boolean {
  let value = data;
  for (const step of path.slice(0, -1)) {
    if (Array.isArray(value)) value = value[Number(step)];
    else if (isRecord(value)) value = value[step];
    if (value === null) return true;
  }
  return value === null;
}
