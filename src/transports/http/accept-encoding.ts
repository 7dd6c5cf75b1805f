import Negotiator from 'negotiator';

/** The response encoding that an `accept-encoding` header negotiates. */
export interface AcceptedEncoding<Encoding> {
  /** Null: send the response uncompressed. */
  encoding: Encoding | null;
  /** Whether the client rejects uncompressed responses (`identity;q=0`). */
  isRequired: boolean;
}

/** With the option that is missing from the types: it decides among equal weights. */
interface EncodingNegotiator {
  encodings(available: readonly string[], options: { preferred: readonly string[] }): readonly string[];
}

/**
 * Reads an `accept-encoding` header. Source: RFC 9110, 12.5.3.
 * @param available encodings in order of preference.
 */
export function readAcceptEncoding<Encoding extends string>(
  header: string | string[] | undefined,
  available: readonly Encoding[],
): AcceptedEncoding<Encoding> {
  // An old name of the same. Source: RFC 9110, 8.4.1.3.
  const accept = String(header ?? '').replace(/\bx-gzip\b/i, 'gzip');
  const negotiator: EncodingNegotiator = new Negotiator({ headers: { 'accept-encoding': accept } });
  const accepted = negotiator.encodings([...available, 'identity'], { preferred: available });
  return {
    encoding: available.find((candidate) => candidate === accepted[0]) ?? null,
    isRequired: accepted.length > 0 && !accepted.includes('identity'),
  };
}
