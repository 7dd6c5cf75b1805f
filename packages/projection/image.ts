/** Bytes and words to be placed in the module's memory at a fixed address; addresses in it are absolute. */
export class Image {
  readonly #address: number;
  #bytes = Buffer.alloc(256);
  #length = 0;

  constructor(address: number) {
    this.#address = address;
  }

  /** Reserves zeroed bytes, aligned to words. @returns their address. */
  reserve(length: number): number {
    const at = (this.#length + 3) & ~3;
    this.#length = at + length;
    while (this.#length > this.#bytes.length) {
      const larger = Buffer.alloc(this.#bytes.length * 2);
      this.#bytes.copy(larger);
      this.#bytes = larger;
    }
    return this.#address + at;
  }

  /** Adds a text. @returns its address and length in bytes. */
  text(text: string): { at: number; length: number } {
    const bytes = Buffer.from(text);
    const at = this.reserve(bytes.length);
    bytes.copy(this.#bytes, at - this.#address);
    return { at, length: bytes.length };
  }

  word(at: number, value: number): void {
    this.#bytes.writeUInt32LE(value, at - this.#address);
  }

  byte(at: number, value: number): void {
    this.#bytes.writeUInt8(value, at - this.#address);
  }

  finish(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }
}
