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
    const [head = '', ...rest] = text.split(QUOTED_MARK);
    const parts: Uint8Array[] = [Buffer.from(head)];
    for (const part of rest) {
      const quote = part.indexOf('"');
      const slice = this.#slices[Number(part.slice(0, quote))];
      if (slice) parts.push(slice);
      parts.push(Buffer.from(part.slice(quote + 1)));
    }
    return Buffer.concat(parts);
  }
}
