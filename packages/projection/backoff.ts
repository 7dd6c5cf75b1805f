/** Maximum bodies that are skipped after the projector gave up. The number doubles with each failure up to this one. */
const LONGEST_PAUSE = 1024;

/** Backs off from rows of a shape that the projector gave up on. */
export class Backoff {
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
