import { GatewayError } from '../../graph/errors.ts';
import type { Parameters } from '../input/parameters.ts';
import { documentHash } from '../reports/operation-facts.ts';
import { RetainedCache } from './retained-cache.ts';
import type { RetainedMemory } from './retained-memory.ts';

/** Estimated bytes of an entry beside its text. */
const ENTRY_BYTES = 500;
const CHARACTER_BYTES = 2;

/** The texts of automatic persisted queries, by hash. Source: Apollo's `persistedQuery` extension. */
export class PersistedQueries extends RetainedCache<string> {
  constructor(memory: RetainedMemory) {
    super(memory, 'persisted_query', (text) => ENTRY_BYTES + text.length * CHARACTER_BYTES);
  }

  /** The text of the document in a request: its own, or one that arrived under this hash before. */
  textOf({ query, extensions }: Parameters): string | GatewayError {
    const persisted = extensions?.persistedQuery;
    if (!persisted) return query ?? NO_DOCUMENT;
    const { version, sha256Hash } = { version: null, sha256Hash: null, ...Object(persisted) };
    if (version !== 1 || typeof sha256Hash !== 'string')
      return refusal('needs `version: 1` and a `sha256Hash`');
    const known = this.find(sha256Hash);
    if (query === null) return known ?? NOT_FOUND;
    // A text that is known under the hash need not be hashed again.
    if (query === known || sha256Hash === documentHash(query)) return query;
    return refusal('has the `sha256Hash` of another document');
  }

  /** Retains the text of a document that runs, if it came with its hash. */
  register({ query, extensions }: Parameters): void {
    const hash = hashIn(extensions);
    if (query !== null && typeof hash === 'string' && !this.holds(hash, query)) this.add(hash, query);
  }
}

/** The hash of a persisted query. */
export const hashIn = (extensions: Parameters['extensions']): unknown =>
  Object(extensions?.persistedQuery).sha256Hash;

const refusal = (problem: string): GatewayError =>
  new GatewayError('BAD_REQUEST', `The extension \`persistedQuery\` ${problem}.`, {
    reason: 'persisted-query',
  });
const NO_DOCUMENT = new GatewayError(
  'BAD_REQUEST',
  'Send the operation in `query`, or the hash of a persisted one in `extensions.persistedQuery`.',
  { reason: 'request' },
);
/** Clients look for this message. */
const NOT_FOUND = new GatewayError('PERSISTED_QUERY_NOT_FOUND', 'PersistedQueryNotFound', {
  reason: 'persisted-query',
});
