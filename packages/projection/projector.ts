import { isAscii, isUtf8 } from 'node:buffer';
import { PROGRAM_AT } from './image.ts';
import { instantiate } from './module.ts';
import type { Recording, Shape, Written } from './shape.ts';
import { imageOf } from './shape-image.ts';

/** Zeroed bytes after a text, which the module may read. */
const PADDING = 32;
const PAGE = 65_536;
/** Bytes of an index for each byte of its text: one that outgrows it would cost more than parsing. */
const INDEX_RATIO = 3;
/** Memory of the module, in pages: at most 4 MB. */
const MAXIMUM_PAGES = 64;
/** Maximum bodies that are skipped after the projector gave up. The number doubles with each failure up to this one. */
const LONGEST_PAUSE = 1024;

/** The outcome for a body that might not have to be parsed. */
export type ProjectionOutcome =
  /** It was not parsed. */
  | 'recorded'
  /** The projector gave up: the body is in a form that only the parser understands, or invalid. */
  | 'unusual'
  /** The projector did not try, because it gave up on such bodies before. */
  | 'paused';

/** The projector's state for rows of a shape. */
interface KnownShape {
  readonly image: Uint8Array;
  /** Bodies that are skipped after a failure, and how many of them are left. */
  pause: number;
  left: number;
}

/**
 * The WebAssembly module. Every call fills its memory anew and copies its result out, without awaiting anything, so calls
 * share no state.
 */
export class Projector {
  readonly #memory = new WebAssembly.Memory({ initial: 8, maximum: MAXIMUM_PAGES });
  readonly #module = instantiate(this.#memory);
  readonly #shapes = new WeakMap<Shape, KnownShape>();
  readonly #onList: (written: boolean) => void;
  #bytes: Buffer = Buffer.from(this.#memory.buffer);

  /** @param onList called for each list that could be written as bytes, with whether it was. */
  constructor(onList: (written: boolean) => void = () => {}) {
    this.#onList = onList;
  }

  /** Records the rows of a text, unless it has to be parsed. */
  read(text: Buffer, shape: Shape, isList: boolean): Recording | Exclude<ProjectionOutcome, 'recorded'> {
    const known = this.#known(shape);
    if (known.left > 0) {
      known.left -= 1;
      return 'paused';
    }
    const recording = this.#read(text, shape, known.image, isList);
    if (recording) return recording;
    backOff(known);
    return 'unusual';
  }

  #read(text: Buffer, shape: Shape, image: Uint8Array, isList: boolean): Recording | null {
    const from = aligned(PROGRAM_AT + image.length);
    const to = from + text.length;
    const index = aligned(to + PADDING);
    const indexEnd = index + 4096 + text.length * INDEX_RATIO;
    const ascii = isAscii(text);
    if ((!ascii && !isUtf8(text)) || !this.#reserve(indexEnd)) return null;
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
      isAscii: ascii,
      index: new Int32Array(this.#memory.buffer.slice(index, index + words * 4)),
    };
  }

  /** Writes rows of a recording in their order. Null: one of them has a value that is not copied as it is. */
  write(recording: Recording, records: readonly number[], program: Uint8Array): Written | null {
    const written = this.#write(recording, records, program);
    const known = this.#known(recording.shape);
    if (written === 'unusual') backOff(known);
    else known.pause = 0;
    const isWritten = typeof written !== 'string';
    this.#onList(isWritten);
    return isWritten ? written : null;
  }

  /** `unfit`: the rows are in another order, or the selection repeats too much of them. */
  #write(
    { text, index }: Recording,
    records: readonly number[],
    program: Uint8Array,
  ): Written | 'unusual' | 'unfit' {
    const first = records[0] ?? 0;
    const last = records[records.length - 1] ?? 0;
    // Rows are recorded in the order of the text.
    for (let item = 1; item < records.length; item += 1)
      if ((records[item] ?? 0) <= (records[item - 1] ?? 0)) return 'unfit';
    const firstByte = index[first] ?? 0;
    const lastByte = index[last + 1] ?? 0;
    const lastWord = index[last + 2] ?? 0;
    const textAt = aligned(PROGRAM_AT + program.length);
    const textEnd = textAt + lastByte - firstByte;
    const indexAt = aligned(textEnd + PADDING);
    const recordsAt = indexAt + (lastWord - first) * 4;
    const out = recordsAt + records.length * 4;
    const outEnd = out + 4096 + (lastByte - firstByte) * 2;
    if (!this.#reserve(outEnd)) return 'unfit';
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
    if (end <= 1) return end === 0 ? 'unusual' : 'unfit';
    const json = Buffer.allocUnsafe(end - out);
    bytes.copy(json, 0, out, end);
    const { objects, characters } = this.#module;
    return { json, objects: objects.value, characters: characters.value };
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
    const added = { image: imageOf(shape), pause: 0, left: 0 };
    this.#shapes.set(shape, added);
    return added;
  }
}

/** Skips the next bodies of rows that the projector gave up on. */
function backOff(known: KnownShape): void {
  known.pause = Math.min(Math.max(1, known.pause * 2), LONGEST_PAUSE);
  known.left = known.pause;
}

const aligned = (address: number): number => (address + 15) & ~15;
