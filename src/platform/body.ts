import type { ProjectionOutcome, Projector } from 'learning-platform-projection/projector';
import type { Recording, Shape } from 'learning-platform-projection/shape';
import type { Clock } from '../lib/clock.ts';
import { type Parsed, parsed } from '../lib/exact-json.ts';
import { structureBytes } from '../lib/structure-bytes.ts';
import { isBlank, parseInSlices } from './large-json.ts';

/** The response is not of its route's documented shape. Message and cause never quote the response. */
export class UnexpectedShape extends Error {
  override readonly name = 'UnexpectedShape';
}

/** The response has no result: it is empty, or null. */
export class NothingThere extends UnexpectedShape {}

/** The response says that the request was not fulfilled. */
export class PlatformRefusal extends UnexpectedShape {}

const OPEN_LIST = 0x5b;
/** Minimum size of a body that is not parsed, in bytes: a small one is parsed faster. */
const WORTHWHILE = 1024;

/** What happened to a body whose rows might be copied into the response: it was `recorded`, or why it was parsed. */
export type CopyOutcome = ProjectionOutcome | 'small' | 'large';

/** A response body in UTF-8, parsed at most once. */
export class Body {
  readonly bytes: Buffer;
  /** Undefined: not parsed yet. Null: not JSON. */
  #parsed: Parsed | null | undefined;
  readonly #projector: Projector | null;
  /** Null: recording was not attempted. */
  copyOutcome: CopyOutcome | null = null;

  /** @param projector null: the operation has no use for rows that are not parsed. */
  constructor(bytes: Buffer, projector: Projector | null = null, parsed?: Parsed | null) {
    this.bytes = withoutMark(bytes);
    this.#projector = projector;
    this.#parsed = parsed;
  }

  /** Records where the rows are, without parsing. Null: the body has to be parsed. */
  record(shape: Shape, isList: boolean): Recording | null {
    if (!this.#projector) return null;
    const recording = this.#record(this.#projector, shape, isList);
    this.copyOutcome = typeof recording === 'string' ? recording : 'recorded';
    return typeof recording === 'string' ? null : recording;
  }

  #record(projector: Projector, shape: Shape, isList: boolean): Recording | Exclude<CopyOutcome, 'recorded'> {
    if (this.#parsed !== undefined) return 'large';
    return this.bytes.length < WORTHWHILE ? 'small' : projector.read(this.bytes, shape, isList);
  }

  /** Whether its first character opens a list. */
  get isList(): boolean {
    return this.bytes[0] === OPEN_LIST;
  }

  /** Parses a large body without blocking the event loop. */
  static async parsedInSlices(bytes: Buffer, projector: Projector | null, clock: Clock): Promise<Body> {
    const parsed = await parseInSlices(withoutMark(bytes), clock).catch(() => null);
    return new Body(bytes, projector, parsed);
  }

  /** The same body, read as another value. */
  with(json: unknown): Body {
    return new Body(this.bytes, null, { json, isExact: this.isExact });
  }

  /** True if the body is empty or only white space. */
  isBlank(): boolean {
    return isBlank(this.bytes);
  }

  text(): string {
    return this.bytes.toString('utf8');
  }

  /** @throws UnexpectedShape if the body is not JSON. @throws NothingThere if it is empty. */
  json(): unknown {
    return this.#parse().json;
  }

  /** Whether no number of the parsed body needs more than a double. */
  get isExact(): boolean {
    return this.#parse().isExact;
  }

  #parse(): Parsed {
    if (this.#parsed === undefined) this.#parsed = parseWhole(this.text());
    if (this.#parsed) return this.#parsed;
    throw this.isBlank() ? new NothingThere('nothing') : new UnexpectedShape('not JSON');
  }
}

/** Minimum size of a body whose lists and objects are counted, in bytes. */
const COUNTED = 65_536;
/** Memory of a small parsed body, as a multiple of its size. */
const SMALL_FACTOR = 4;

/** Estimated bytes that a body and its value take when it is parsed. */
export const memoryOf = (body: Buffer): number =>
  body.length < COUNTED ? SMALL_FACTOR * body.length : 2 * body.length + structureBytes(body);

/** UTF-8 may begin with a byte order mark, which is not part of the text. */
const withoutMark = (bytes: Buffer): Buffer =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;

function parseWhole(text: string): Parsed | null {
  try {
    return parsed(text);
  } catch {
    return null;
  }
}
