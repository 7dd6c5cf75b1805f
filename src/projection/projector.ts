import { isAscii, isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { Image } from './image.ts';
import { KIND, type Shape } from './shape.ts';

/** Address of the shape or the program. Below it, the module may have constants. */
export const PROGRAM_AT = 1024;
/** Zeroed bytes after a text, which the module may look at. */
const PADDING = 32;
const PAGE = 65_536;
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

/** The WebAssembly module. Every call fills its memory anew and copies its result out: nothing is left for the next. */
export class Projector {
  readonly #memory = new WebAssembly.Memory({ initial: 8, maximum: MAXIMUM_PAGES });
  readonly #module: Module;
  readonly #images = new WeakMap<Shape, Uint8Array>();
  #bytes: Buffer = Buffer.from(this.#memory.buffer);

  constructor() {
    const module = new WebAssembly.Module(readFileSync(new URL('projection.wasm', import.meta.url)));
    const { exports } = new WebAssembly.Instance(module, { env: { memory: this.#memory } });
    this.#module = exports as unknown as Module;
  }

  /** Records the rows of a text. Null: it has to be parsed. */
  read(text: Buffer, shape: Shape, isList: boolean): Recording | null {
    const image = this.#imageOf(shape);
    const from = aligned(PROGRAM_AT + image.length);
    const to = from + text.length;
    const index = aligned(to + PADDING);
    // Rows of a few members take less; an index that outgrows it would cost more than parsing.
    const indexEnd = index + 4096 + text.length * 2;
    if (!isUtf8(text) || !this.#reserve(indexEnd)) return null;
    const bytes = this.#bytes;
    bytes.set(image, PROGRAM_AT);
    text.copy(bytes, from);
    bytes.fill(0, to, to + PADDING);
    const words = this.#module.read(PROGRAM_AT, isList, from, to, index, indexEnd);
    if (words === 0) return null;
    return {
      projector: this,
      text,
      isAscii: isAscii(text),
      index: new Int32Array(this.#memory.buffer.slice(index, index + words * 4)),
    };
  }

  /** Writes rows. Null: one of them has a value that is not copied as it is. */
  write({ text, index }: Recording, records: readonly number[], program: Uint8Array): Written | null {
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
    text.copy(bytes, textAt, firstByte, lastByte);
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

  #imageOf(shape: Shape): Uint8Array {
    const known = this.#images.get(shape);
    if (known) return known;
    const image = new Image(PROGRAM_AT);
    placeShape(image, shape, new Map());
    const bytes = image.finish();
    this.#images.set(shape, bytes);
    return bytes;
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
