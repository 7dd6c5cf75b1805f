import { isRecord } from '../../src/lib/is-record.ts';
import type { Answer } from './pair.ts';

/** What two answers have in common if the executors agree: everything but the order of the errors. */
interface Comparable extends Omit<Answer, 'errors'> {
  readonly errors: readonly string[];
}

/**
 * Both answers as they must be equal, or null if they are. Each executor notices at a place of its own that a response is too
 * large, and reports those errors within a value that became null that it finds first (GraphQL, 6.4.4).
 */
export function difference(compiled: Answer, reference: Answer): readonly [Comparable, Comparable] | null {
  if (isTooLarge(compiled) && isTooLarge(reference)) return null;
  const pair = [comparable(compiled), comparable(reference)] as const;
  return JSON.stringify(pair[0]) === JSON.stringify(pair[1]) ? null : pair;
}

const isTooLarge = ({ errors }: Answer): boolean =>
  JSON.stringify(errors).includes('"OPERATION_TOO_EXPENSIVE"');

function comparable({ errors, ...answer }: Answer): Comparable {
  const body: unknown = JSON.parse(`{${answer.rest.replace(/^[{,]/, '')}`);
  const data = isRecord(body) ? body.data : null;
  const remaining = errors.filter(({ path = [] }) => !isGone(path, data));
  // If all of the errors are gone, which of them is left over is chance.
  return { ...answer, errors: remaining.map((error) => JSON.stringify(error)).toSorted() };
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
