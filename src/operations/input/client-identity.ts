/** Name and version that a client application states. Null: not stated. */
export interface ClientIdentity {
  readonly name: string | null;
  readonly version: string | null;
}

/** Longest name or version, in characters. */
const LONGEST = 64;
/** Characters that are replaced before a client's name reaches a log line. */
const UNUSUAL = /[^\w .:/@+()-]/g;

export const UNKNOWN_CLIENT: ClientIdentity = { name: null, version: null };

/**
 * The identity in Apollo's client awareness headers, or in a `connection_init` payload with members of the same names.
 */
export function clientIdentityIn(source: Readonly<Record<string, unknown>> | undefined): ClientIdentity {
  const name = plain(source?.['apollographql-client-name']);
  const version = plain(source?.['apollographql-client-version']);
  return name === null && version === null ? UNKNOWN_CLIENT : { name, version };
}

const plain = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value.slice(0, LONGEST).replace(UNUSUAL, '_') : null;
