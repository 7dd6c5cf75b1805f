import { isBlank, parseInSlices } from './large-json.ts';

/** The answer cannot be read as what its route promises. Message and cause never quote the answer. */
export class UnexpectedShape extends Error {
  override readonly name = 'UnexpectedShape';
}

/** The body of an answer, in UTF-8. It is parsed once, however many readers look at it. */
export class Body {
  readonly #bytes: Buffer;
  /** Undefined: nobody has asked for it; null: it is no JSON. */
  #parsed: { json: unknown } | null | undefined;

  constructor(bytes: Buffer, parsed?: { json: unknown } | null) {
    this.#bytes = bytes;
    this.#parsed = parsed;
  }

  /** A large body, parsed while the event loop goes on. */
  static async parsedInSlices(bytes: Buffer): Promise<Body> {
    const parsed = await parseInSlices(bytes).then(
      (json) => ({ json }),
      () => null,
    );
    return new Body(bytes, parsed);
  }

  /** Whether there is nothing but white space. */
  isBlank(): boolean {
    return isBlank(this.#bytes);
  }

  text(): string {
    return this.#bytes.toString('utf8');
  }

  /** @throws UnexpectedShape where it is no JSON. */
  json(): unknown {
    if (this.#parsed === undefined) this.#parsed = parsedAtOnce(this.text());
    if (!this.#parsed) throw new UnexpectedShape('not JSON');
    return this.#parsed.json;
  }
}

function parsedAtOnce(text: string): { json: unknown } | null {
  try {
    return { json: JSON.parse(text) };
  } catch {
    return null;
  }
}
