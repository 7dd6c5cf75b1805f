import { isRecord } from '../lib/is-record.ts';

/**
 * The parameters of a plain request: a document and no extensions. Null if the request has extensions or no document, or
 * if a parameter is of the wrong type.
 */
export function readPlainParameters(parameters: unknown) {
  if (!isRecord(parameters)) return null;
  const { query, operationName = null, variables = null, extensions = null } = parameters;
  if (typeof query !== 'string' || extensions !== null) return null;
  if (operationName !== null && typeof operationName !== 'string') return null;
  if (variables !== null && !isRecord(variables)) return null;
  return { query, operationName: operationName ?? undefined, variables: variables ?? undefined };
}
