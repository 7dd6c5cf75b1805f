import { createHash } from 'node:crypto';
import type { GraphQLRequest } from '@apollo/server';
import { GatewayError } from '../../graph/errors.ts';

/**
 * Refuses a persisted query that is none, before Apollo sees it: Apollo answers one as a fault of the server, and looks
 * its store up by whatever the hash is.
 */
export function checkPersistedQuery({ query, extensions }: GraphQLRequest): GatewayError | null {
  const persisted: unknown = extensions?.persistedQuery;
  // Apollo takes it for absent.
  if (!persisted) return null;
  const { version, sha256Hash } = { version: null, sha256Hash: null, ...Object(persisted) };
  if (version !== 1 || typeof sha256Hash !== 'string')
    return refusal('needs `version: 1` and a `sha256Hash`');
  const isItsOwn = query === undefined || sha256Hash === createHash('sha256').update(query).digest('hex');
  return isItsOwn ? null : refusal('has the `sha256Hash` of another document');
}

const refusal = (what: string): GatewayError =>
  new GatewayError('BAD_REQUEST', `The extension \`persistedQuery\` ${what}.`);
