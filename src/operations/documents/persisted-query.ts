import { createHash } from 'node:crypto';
import { GatewayError } from '../../graph/errors.ts';
import type { DocumentRequest } from './trusted-documents.ts';

/**
 * Refuses a malformed `persistedQuery` extension before Apollo sees it: Apollo responds with a server error, and looks
 * up its store by a hash of any type.
 */
export function checkPersistedQuery({ query, extensions }: DocumentRequest): GatewayError | null {
  const persisted: unknown = extensions?.persistedQuery;
  // Apollo treats it as absent.
  if (!persisted) return null;
  const { version, sha256Hash } = { version: null, sha256Hash: null, ...Object(persisted) };
  if (version !== 1 || typeof sha256Hash !== 'string')
    return refusal('needs `version: 1` and a `sha256Hash`');
  const isOwnHash = query === undefined || sha256Hash === createHash('sha256').update(query).digest('hex');
  return isOwnHash ? null : refusal('has the `sha256Hash` of another document');
}

const refusal = (problem: string): GatewayError =>
  new GatewayError('BAD_REQUEST', `The extension \`persistedQuery\` ${problem}.`, {
    reason: 'persisted-query',
  });
