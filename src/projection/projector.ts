import { isAscii, isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { Image } from './image.ts';
import { KIND, type Shape } from './shape.ts';

/** Address of the shape or the program. Below it, the module may have constants. */
export const PROGRAM_AT = 1024;
/** Zeroed bytes after a text, which the module may look at. */
const PADDING = 32;
const PAGE = 65_536;
/** Bytes of an index for each byte of its text: one that outgrows it would cost more than parsing. */
const INDEX_RATIO = 3;
/** Memory of the module, in pages: at most 4 MB. */
const MAXIMUM_PAGES = 64;

interface Module {
  read(shape: number, isList: boolean, from: number, to: number, index: number, indexEnd: number): number;
  write(
    program: number,
    text: number,
    index: number,
    records: number,
    count: number,
    to: number,
    toEnd: number,
  ): number;
  objects(): number;
  characters(): number;
}

/** Where the rows of a text are. */
export interface Recording {
  readonly projector: Projector;
  /** Of the text's outermost rows. */
  readonly shape: Shape;
  readonly text: Buffer;
  readonly isAscii: boolean;
  /** Records of the rows, in words: see `assembly/index.ts`. */
  readonly index: Int32Array;
}

/** Rows as JSON, and what a response limit counts of them. */
export interface Written {
  readonly json: Buffer;
  readonly objects: number;
  readonly characters: number;
}

/** What happened to a body that might not have to be parsed. */
export type Reading =
  /** It was not parsed. */
  | 'recorded'
  /** The projector gave up: the body is in a form that only the parser understands, or invalid. */
  | 'unusual'
  /** The projector did not try, since it gave up on such bodies before. */
  | 'paused';

/** Bodies that are not tried after the projector has given up: twice as many each time, up to this number. */
const LONGEST_PAUSE = 1024;

/** How often the projector has given up on rows of a shape lately. */
class Patience {
  #pause = 0;
  #left = 0;

  /** @returns whether to try the next body. */
  tries(): boolean {
    if (this.#left === 0) return true;
    this.#left -= 1;
    return false;
  }

  failed(): void {
    this.#pause = Math.min(Math.max(1, this.#pause * 2), LONGEST_PAUSE);
    this.#left = this.#pause;
  }

  succeeded(): void {
    this.#pause = 0;
  }
}

/** What the projector needs for rows of a shape. */
interface KnownShape {
  readonly image: Uint8Array;
  readonly patience: Patience;
}

/**
 * The WebAssembly module. Every call fills its memory anew and copies its result out, without awaiting anything: nothing
 * is left for the next.
 */
export class Projector {
  readonly #memory = new WebAssembly.Memory({ initial: 8, maximum: MAXIMUM_PAGES });
  readonly #module: Module;
  readonly #shapes = new WeakMap<Shape, KnownShape>();
  readonly #onList: (written: boolean) => void;
  #bytes: Buffer = Buffer.from(this.#memory.buffer);

  /** @param onList called for each list that could be written as bytes: whether it was. */
  constructor(onList: (written: boolean) => void = () => {}) {
    const module = new WebAssembly.Module(readFileSync(new URL('projection.wasm', import.meta.url)));
    const { exports } = new WebAssembly.Instance(module, { env: { memory: this.#memory } });
    this.#module = exports as unknown as Module;
    this.#onList = onList;
  }

  /** Records the rows of a text, unless it has to be parsed. */
  read(text: Buffer, shape: Shape, isList: boolean): Recording | Exclude<Reading, 'recorded'> {
    const { image, patience } = this.#known(shape);
    if (!patience.tries()) return 'paused';
    const recording = this.#read(text, shape, image, isList);
    if (recording) return recording;
    patience.failed();
    return 'unusual';
  }

  #read(text: Buffer, shape: Shape, image: Uint8Array, isList: boolean): Recording | null {
    const from = aligned(PROGRAM_AT + image.length);
    const to = from + text.length;
    const index = aligned(to + PADDING);
    const indexEnd = index + 4096 + text.length * INDEX_RATIO;
    if (!isUtf8(text) || !this.#reserve(indexEnd)) return null;
    const bytes = this.#bytes;
    bytes.set(image, PROGRAM_AT);
    bytes.set(text, from);
    bytes.fill(0, to, to + PADDING);
    const words = this.#module.read(PROGRAM_AT, isList, from, to, index, indexEnd);
    if (words === 0) return null;
    return {
      projector: this,
      shape,
      text,
      isAscii: isAscii(text),
      index: new Int32Array(this.#memory.buffer.slice(index, index + words * 4)),
    };
  }

  /** Writes rows of a recording in their order. Null: one of them has a value that is not copied as it is. */
  write(recording: Recording, records: readonly number[], program: Uint8Array): Written | null {
    const written = this.#write(recording, records, program);
    const { patience } = this.#known(recording.shape);
    if (written) patience.succeeded();
    else patience.failed();
    this.#onList(written !== null);
    return written;
  }

  #write({ text, index }: Recording, records: readonly number[], program: Uint8Array): Written | null {
    const first = records[0] ?? 0;
    const last = records[records.length - 1] ?? 0;
    // Rows are recorded in the order of the text.
    for (let item = 1; item < records.length; item += 1)
      if ((records[item] ?? 0) <= (records[item - 1] ?? 0)) return null;
    const firstByte = index[first] ?? 0;
    const lastByte = index[last + 1] ?? 0;
    const lastWord = index[last + 2] ?? 0;
    const textAt = aligned(PROGRAM_AT + program.length);
    const textEnd = textAt + lastByte - firstByte;
    const indexAt = aligned(textEnd + PADDING);
    const recordsAt = indexAt + (lastWord - first) * 4;
    const out = recordsAt + records.length * 4;
    const outEnd = out + 4096 + (lastByte - firstByte) * 2;
    if (!this.#reserve(outEnd)) return null;
    const bytes = this.#bytes;
    bytes.set(program, PROGRAM_AT);
    bytes.set(text.subarray(firstByte, lastByte), textAt);
    bytes.fill(0, textEnd, textEnd + PADDING);
    const words = new Int32Array(bytes.buffer, indexAt, lastWord - first + records.length);
    words.set(index.subarray(first, lastWord));
    words.set(records, lastWord - first);
    const end = this.#module.write(
      PROGRAM_AT,
      textAt - firstByte,
      indexAt - first * 4,
      recordsAt,
      records.length,
      out,
      outEnd,
    );
    if (end === 0) return null;
    return {
      json: Buffer.copyBytesFrom(bytes, out, end - out),
      objects: this.#module.objects(),
      characters: this.#module.characters(),
    };
  }

  /** @returns false if the module may not have that much memory. */
  #reserve(end: number): boolean {
    const missing = Math.ceil((end - this.#bytes.length) / PAGE);
    if (missing <= 0) return true;
    if (this.#bytes.length / PAGE + missing > MAXIMUM_PAGES) return false;
    this.#memory.grow(missing);
    this.#bytes = Buffer.from(this.#memory.buffer);
    return true;
  }

  #known(shape: Shape): KnownShape {
    const known = this.#shapes.get(shape);
    if (known) return known;
    const image = new Image(PROGRAM_AT);
    placeShape(image, shape, new Map());
    const added = { image: image.finish(), patience: new Patience() };
    this.#shapes.set(shape, added);
    return added;
  }
}

const aligned = (address: number): number => (address + 15) & ~15;

const MEMBER_SIZE = 16;

/** Places a shape and those of its members. @returns its address. */
function placeShape(image: Image, shape: Shape, placed: Map<Shape, number>): number {
  const known = placed.get(shape);
  if (known !== undefined) return known;
  const at = image.reserve(4 + shape.members.length * MEMBER_SIZE);
  placed.set(shape, at);
  image.word(at, shape.members.length);
  shape.members.forEach(({ name, kind, isRequired, isNullable, shape: rows }, number) => {
    const member = at + 4 + number * MEMBER_SIZE;
    const key = image.text(`${JSON.stringify(name)}:`);
    image.word(member, key.at);
    image.word(member + 4, key.length);
    image.byte(member + 8, kind);
    image.byte(member + 9, (isRequired ? 1 : 0) | (isNullable || kind === KIND.any ? 2 : 0));
    if (rows) image.word(member + 12, placeShape(image, rows, placed));
  });
  return at;
}
