/** Address of the shape or the program in the module's memory. Below it, the module may have constants. */
export const PROGRAM_AT = 1024;

/** Words and texts to be placed in the module's memory at {@link PROGRAM_AT}; addresses in it are absolute. */
export class Image {
  #bytes = Buffer.alloc(256);
  #length = 0;

  /** Reserves zeroed bytes, aligned to words. @returns their address. */
  reserve(length: number): number {
    const at = (this.#length + 3) & ~3;
    this.#length = at + length;
    if (this.#length > this.#bytes.length) this.#bytes = Buffer.concat([this.#bytes], 2 * this.#length);
    return PROGRAM_AT + at;
  }

  /** Adds a text, and puts its address and its length in bytes at an address. */
  text(at: number, text: string): void {
    const bytes = Buffer.from(text);
    const place = this.reserve(bytes.length);
    bytes.copy(this.#bytes, place - PROGRAM_AT);
    this.word(at, place);
    this.word(at + 4, bytes.length);
  }

  word(at: number, value: number): void {
    this.#bytes.writeUInt32LE(value, at - PROGRAM_AT);
  }

  finish(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }
}
