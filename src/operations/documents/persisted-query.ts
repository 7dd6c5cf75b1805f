import { createHash } from 'node:crypto';
import { GatewayError } from '../../graph/errors.ts';
import { RetainedCache } from './retained-cache.ts';
import type { RetainedMemory } from './retained-memory.ts';
import type { DocumentRequest } from './trusted-documents.ts';

/** Estimated bytes of an entry beside its text. */
const ENTRY_BYTES = 500;
const CHARACTER_BYTES = 2;

/** The texts of automatic persisted queries. */
export const createPersistedQueries = (memory: RetainedMemory): RetainedCache<string> =>
  new RetainedCache(memory, 'persisted_query', (text) => ENTRY_BYTES + text.length * CHARACTER_BYTES);

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
