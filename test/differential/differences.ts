import { isRecord } from '../../src/lib/is-record.ts';
import type { Answer } from './pair.ts';

/** What two answers have in common if the executors agree: everything but the order of the errors. */
interface Comparable extends Omit<Answer, 'errors' | 'calls'> {
  /** Null: they may differ. */
  readonly calls: readonly string[] | null;
  readonly errors: readonly string[];
}

/**
 * Both answers as they must be equal, or null if they are. Each executor notices at a place of its own that a response is too
 * large, reports those errors within a value that became null that it finds first, and may or may not have started the fields
 * beside them by then, with their calls (GraphQL, 6.4.4).
 */
export function difference(compiled: Answer, reference: Answer): readonly [Comparable, Comparable] | null {
  if (isTooLarge(compiled) && isTooLarge(reference)) return null;
  const hasGone = [compiled, reference].some(({ errors, rest }) => errors.some(isGoneFrom(rest)));
  const pair = [comparable(compiled, hasGone), comparable(reference, hasGone)] as const;
  return JSON.stringify(pair[0]) === JSON.stringify(pair[1]) ? null : pair;
}

const isTooLarge = ({ errors }: Answer): boolean =>
  JSON.stringify(errors).includes('"OPERATION_TOO_EXPENSIVE"');

function comparable({ errors, calls, ...answer }: Answer, hasGone: boolean): Comparable {
  const isGone = isGoneFrom(answer.rest);
  const remaining = errors.filter((error) => !isGone(error)).map((error) => JSON.stringify(error));
  return { ...answer, calls: hasGone ? null : calls, errors: remaining.toSorted() };
}

/** Tells the errors of fields within a value that is null. @param rest the body without its errors. */
function isGoneFrom(rest: string): (error: Answer['errors'][number]) => boolean {
  const body: unknown = JSON.parse(`{${rest.replace(/^[{,]/, '')}`);
  const data = isRecord(body) ? body.data : null;
  return ({ path = [] }) => isGone(path, data);
}

/** Whether a value above the path is null. */
function isGone(path: readonly (string | number)[], data: unknown): boolean {
  let value = data;
  for (const step of path.slice(0, -1)) {
    if (Array.isArray(value)) value = value[Number(step)];
    else if (isRecord(value)) value = value[step];
    if (value === null) return true;
  }
  return value === null && path.length > 1;
}
