import { randomBytes } from 'node:crypto';

/** Start of the placeholder of a slice. Random, so that no client or platform can forge one. */
const MARK = `slice-${randomBytes(16).toString('hex')}-`;
const QUOTED_MARK = `"${MARK}`;

/** The parts of a result that are JSON already; the rest is an object. */
export class Slices {
  readonly #slices: Uint8Array[] = [];
  /** Whether the operation has lists that could be slices. */
  isWanted = false;

  /** Adds JSON. @returns the placeholder for it in the result. */
  add(json: Uint8Array): string {
    return `${MARK}${this.#slices.push(json) - 1}`;
  }

  get isEmpty(): boolean {
    return this.#slices.length === 0;
  }

  /** Replaces the placeholders with their slices. @param text the result as JSON. */
  join(text: string): Buffer {
    let length = Buffer.byteLength(text);
    for (const slice of this.#slices) length += slice.length;
    // Slightly more than needed, because it includes the placeholders.
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
