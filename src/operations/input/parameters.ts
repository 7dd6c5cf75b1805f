import { isRecord } from '../../lib/is-record.ts';
import { RequestError } from '../request.ts';
import { type ErrorBehavior, errorBehaviorOf } from './error-behavior.ts';

/** The parameters of a GraphQL request. Source: GraphQL over HTTP, Request Parameters. */
export interface Parameters {
  /** The text of the document. Null: the request names it by ID or hash. */
  readonly query: string | null;
  /** The ID of a trusted document. Null: none. */
  readonly documentId: string | null;
  /** Null: the only operation of the document. */
  readonly operationName: string | null;
  readonly variables: Record<string, unknown> | undefined;
  readonly extensions: Record<string, unknown> | undefined;
  readonly onError: ErrorBehavior;
}

/**
 * Reads the parameters of a request from a body, a message or a URL. Empty texts count as none: socket clients send an empty
 * name, and the socket protocol requires a text even beside a hash.
 * @throws RequestError 400 if one is of the wrong type.
 */
export function readParameters(sent: unknown): Parameters {
  if (Array.isArray(sent))
    throw invalid('Send each operation in a request of its own: batches are not supported.');
  if (!isRecord(sent)) throw invalid('Send a JSON object with the operation in `query`.');
  const { documentId } = sent;
  return {
    query: textIn(sent, 'query'),
    documentId: typeof documentId === 'string' ? documentId : null,
    operationName: textIn(sent, 'operationName'),
    variables: objectIn(sent, 'variables'),
    extensions: objectIn(sent, 'extensions'),
    onError: errorBehaviorOf(sent.onError),
  };
}

function textIn(sent: Record<string, unknown>, name: 'query' | 'operationName'): string | null {
  const value = sent[name] ?? '';
  if (typeof value !== 'string') throw invalid(`\`${name}\` must be a string.`);
  return value === '' ? null : value;
}

function objectIn(
  sent: Record<string, unknown>,
  name: 'variables' | 'extensions',
): Record<string, unknown> | undefined {
  const value = sent[name] ?? undefined;
  if (value === undefined || isRecord(value)) return value;
  throw invalid(`\`${name}\` must be an object.`);
}

const invalid = (message: string): RequestError => new RequestError(400, message, { reason: 'request' });
