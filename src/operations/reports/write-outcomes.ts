import type { FormattedExecutionResult, GraphQLFormattedError } from 'graphql';
import { ERROR_CODES, isErrorCode } from '../../graph/errors.ts';
import type { RootField } from '../documents/root-fields.ts';

/**
 * The outcomes of a mutation's root fields that were executed: `success`, the code of its error, or `unknown` if the write may
 * have taken effect although it failed. A payload that could be read only in part is a success.
 */
export function writeOutcomes(
  { data, errors = [] }: FormattedExecutionResult,
  fields: readonly RootField[],
): { field: string; outcome: string }[] {
  if (data === undefined) return [];
  const keys = new Set<string>();
  return fields.flatMap(({ key, name }) => {
    const within = errors.filter(({ path }) => path?.[0] === key);
    const error = within.find(({ path }) => path?.length === 1);
    // After a limit is exceeded, further fields are null without an error: they were not executed.
    const isExecuted = within.length > 0 || data?.[key] != null;
    if (!isExecuted || name.startsWith('__') || keys.has(key)) return [];
    keys.add(key);
    return [{ field: name, outcome: error ? outcomeOf(error) : 'success' }];
  });
}

/** An error that is not retryable although its code is says that the outcome of the write is unknown. */
function outcomeOf({ extensions }: GraphQLFormattedError): string {
  const code = extensions?.code;
  if (!isErrorCode(code) || code === 'UPSTREAM_BAD_RESPONSE' || code === 'INTERNAL_SERVER_ERROR')
    return 'unknown';
  return ERROR_CODES[code].retryable && extensions?.retryable === false ? 'unknown' : code;
}
