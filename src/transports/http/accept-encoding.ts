/** Encodings of a response, those that take the least CPU time first (docs/decisions/compression.md). */
export const ENCODINGS = ['br', 'zstd', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** What an `accept-encoding` header asks for. */
export interface AcceptedEncoding {
  /** Null: the response is to be sent as it is. */
  encoding: Encoding | null;
  /** Whether a response as it is would not be accepted (`identity;q=0`). */
  isRequired: boolean;
}

const NONE: AcceptedEncoding = { encoding: null, isRequired: false };
/** Distinct headers that are remembered; clients send a handful. */
const MAXIMUM_KNOWN = 100;
/** Characters; browsers send about 25. */
const LONGEST_KNOWN = 200;

/** Reads `accept-encoding` headers, each one once. */
export class AcceptedEncodings {
  readonly #known = new Map<string, AcceptedEncoding>();

  of(header: string | string[] | undefined): AcceptedEncoding {
    if (typeof header !== 'string') return NONE;
    const known = this.#known.get(header);
    if (known) return known;
    const accepted = readAcceptEncoding(header);
    if (header.length > LONGEST_KNOWN) return accepted;
    if (this.#known.size >= MAXIMUM_KNOWN) this.#known.clear();
    this.#known.set(header, accepted);
    return accepted;
  }
}

/** Source: RFC 9110, 12.5.3. */
function readAcceptEncoding(header: string): AcceptedEncoding {
  const weights = new Map<string, number>();
  for (const item of header.toLowerCase().split(',')) {
    const [coding = '', ...parameters] = item.split(';').map((part) => part.trim());
    if (coding !== '') weights.set(coding === 'x-gzip' ? 'gzip' : coding, weightOf(parameters));
  }
  const others = weights.get('*');
  const weight = (coding: string): number => weights.get(coding) ?? others ?? 0;
  let encoding: Encoding | null = null;
  // Without a weight of its own, the identity is acceptable but not preferred.
  let best = weights.get('identity') ?? 0;
  for (const candidate of ENCODINGS) {
    if (
      weight(candidate) > best ||
      (encoding === null && weight(candidate) > 0 && weight(candidate) >= best)
    ) {
      encoding = candidate;
      best = weight(candidate);
    }
  }
  return { encoding, isRequired: (weights.get('identity') ?? others) === 0 && encoding !== null };
}

/** The weight among the parameters of a coding; 0 if it is invalid. */
function weightOf(parameters: readonly string[]): number {
  const parameter = parameters.find((each) => each.startsWith('q='));
  if (parameter === undefined) return 1;
  return /^q=(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(parameter) ? Number(parameter.slice(2)) : 0;
}
