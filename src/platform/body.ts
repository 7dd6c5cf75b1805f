import { isBlank, parseInSlices } from './large-json.ts';

/** The answer cannot be read as what its route promises. Message and cause never quote the answer. */
export class UnexpectedShape extends Error {
  override readonly name = 'UnexpectedShape';
}

/** What an answer holds. */
export interface Body {
  /** Whether there is nothing but white space. */
  isBlank(): boolean;
  text(): string;
  /** @throws UnexpectedShape where it is no JSON. */
  json(): unknown;
}

class BytesBody implements Body {
  readonly #bytes: Buffer;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  isBlank(): boolean {
    return isBlank(this.#bytes);
  }

  text(): string {
    return this.#bytes.toString('utf8');
  }

  json(): unknown {
    try {
      return JSON.parse(this.text());
    } catch {
      throw new UnexpectedShape('not JSON');
    }
  }
}

/** A body that was parsed before. */
class ParsedBody extends BytesBody {
  readonly #parsed: { json: unknown } | null;

  /** @param parsed null: it is no JSON. */
  constructor(bytes: Buffer, parsed: { json: unknown } | null) {
    super(bytes);
    this.#parsed = parsed;
  }

  override json(): unknown {
    if (!this.#parsed) throw new UnexpectedShape('not JSON');
    return this.#parsed.json;
  }
}

/** The body of an answer, in UTF-8. */
export const bodyOf = (bytes: Buffer): Body => new BytesBody(bytes);

/** The body of a large answer, parsed while the event loop goes on. */
export async function largeBodyOf(bytes: Buffer): Promise<Body> {
  const parsed = await parseInSlices(bytes).then(
    (json) => ({ json }),
    () => null,
  );
  return new ParsedBody(bytes, parsed);
}
