import { randomBytes } from 'node:crypto';

/** Stands for a slice in a result. Nobody outside of the process can know or guess it. */
const MARK = `slice-${randomBytes(16).toString('hex')}-`;
const QUOTED_MARK = `"${MARK}`;

/** The parts of a response that are JSON already, in a result that is otherwise an object. */
export class Slices {
  readonly #slices: Uint8Array[] = [];
  /** Whether the operation has lists that could be slices. */
  isWanted = false;

  /** Adds JSON. @returns the text to put in its place in the result. */
  add(json: Uint8Array): string {
    return `${MARK}${this.#slices.push(json) - 1}`;
  }

  get isEmpty(): boolean {
    return this.#slices.length === 0;
  }

  /** Puts the slices in their places. @param text the result as JSON. */
  join(text: string): Buffer {
    let length = Buffer.byteLength(text);
    for (const slice of this.#slices) length += slice.length;
    // Somewhat more than needed: the text has placeholders.
    const bytes = Buffer.allocUnsafe(length);
    let written = 0;
    let read = 0;
    for (;;) {
      const mark = text.indexOf(QUOTED_MARK, read);
      written += bytes.write(mark === -1 ? text.slice(read) : text.slice(read, mark), written);
      if (mark === -1) return bytes.subarray(0, written);
      const quote = text.indexOf('"', mark + QUOTED_MARK.length);
      const slice = this.#slices[Number(text.slice(mark + QUOTED_MARK.length, quote))];
      if (slice) {
        bytes.set(slice, written);
        written += slice.length;
      }
      read = quote + 1;
    }
  }
}
