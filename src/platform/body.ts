import type { Projector, Recording } from '../projection/projector.ts';
import type { Shape } from '../projection/shape.ts';
import { isBlank, parseInSlices } from './large-json.ts';

/** The response is not of its route's documented shape. Message and cause never quote the response. */
export class UnexpectedShape extends Error {
  override readonly name = 'UnexpectedShape';
}

/** Minimum size of a body that is not parsed, in bytes. */
const WORTHWHILE = 1024;

/** A response body in UTF-8, parsed at most once. */
export class Body {
  readonly #bytes: Buffer;
  /** Undefined: not parsed yet. Null: not JSON. */
  #parsed: { json: unknown } | null | undefined;
  readonly #projector: Projector | undefined;

  constructor(bytes: Buffer, parsed?: { json: unknown } | null, projector?: Projector) {
    this.#bytes = bytes;
    this.#parsed = parsed;
    this.#projector = projector;
  }

  /** Records where the rows are, without parsing. Null: the body has to be parsed. */
  record(shape: Shape, isList: boolean): Recording | null {
    if (!this.#projector || this.#bytes.length < WORTHWHILE || this.#parsed !== undefined) return null;
    return this.#projector.read(this.#bytes, shape, isList);
  }

  get isList(): boolean {
    return this.#bytes[0] === 0x5b;
  }

  /** Parses a large body without blocking the event loop. */
  static async parsedInSlices(bytes: Buffer): Promise<Body> {
    const parsed = await parseInSlices(bytes).then(
      (json) => ({ json }),
      () => null,
    );
    return new Body(bytes, parsed);
  }

  /** True if the body is empty or only white space. */
  isBlank(): boolean {
    return isBlank(this.#bytes);
  }

  text(): string {
    return this.#bytes.toString('utf8');
  }

  /** @throws UnexpectedShape if the body is not JSON. */
  json(): unknown {
    if (this.#parsed === undefined) this.#parsed = parseWhole(this.text());
    if (!this.#parsed) throw new UnexpectedShape('not JSON');
    return this.#parsed.json;
  }
}

function parseWhole(text: string): { json: unknown } | null {
  try {
    return { json: JSON.parse(text) };
  } catch {
    return null;
  }
}
