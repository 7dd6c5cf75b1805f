/** Bodies that are not tried after the projector has given up: twice as many each time, up to this number. */
const LONGEST_PAUSE = 1024;

/** How often the projector has given up on rows of a shape lately. */
export class Patience {
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
