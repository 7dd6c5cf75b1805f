/** The response encoding that an `accept-encoding` header negotiates. */
export interface AcceptedEncoding<Encoding> {
  /** Null: send the response uncompressed. */
  encoding: Encoding | null;
  /** Whether the client rejects uncompressed responses (`identity;q=0`). */
  isRequired: boolean;
}

/**
 * Reads an `accept-encoding` header. Source: RFC 9110, 12.5.3.
 * @param available encodings in order of preference, which decides among equal weights.
 */
export function readAcceptEncoding<Encoding extends string>(
  header: string | string[] | undefined,
  available: readonly Encoding[],
): AcceptedEncoding<Encoding> {
  const weights = new Map<string, number>();
  for (const item of String(header ?? '')
    .toLowerCase()
    .split(',')) {
    const [coding = '', ...parameters] = item.split(';').map((part) => part.trim());
    if (coding !== '') weights.set(coding === 'x-gzip' ? 'gzip' : coding, weightOf(parameters));
  }
  const others = weights.get('*');
  const identity = weights.get('identity');
  let encoding: Encoding | null = null;
  let best = 0;
  for (const candidate of available) {
    const weight = weights.get(candidate) ?? others ?? 0;
    // Without an explicit weight, identity is acceptable but not preferred.
    if (weight <= best || weight < (identity ?? 0)) continue;
    encoding = candidate;
    best = weight;
  }
  return { encoding, isRequired: encoding !== null && (identity ?? others) === 0 };
}

/** The weight among the parameters of a coding; 0 if it is invalid. */
function weightOf(parameters: readonly string[]): number {
  const parameter = parameters.find((each) => each.startsWith('q='));
  if (parameter === undefined) return 1;
  return /^q=(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(parameter) ? Number(parameter.slice(2)) : 0;
}
