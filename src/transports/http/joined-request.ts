import type { Socket } from 'node:net';
import type { Clock } from '../../lib/clock.ts';
import { IncomingMessage } from './node-http.ts';

/** Minimum bytes of a part that is not joined. */
const LARGE_PART = 1024;
/** Small parts that may wait to be joined. */
const MAX_PARTS = 1000;

/**
 * A request that joins the small parts of its body as they arrive. Node makes an object of each chunk, which takes hundreds of
 * bytes. One read of 64 KB has up to eleven thousand, and they are retained until the request is processed.
 */
export class JoinedRequest extends IncomingMessage {
  /** Whether its body is discarded as it arrives, because its address sends too many at once. */
  isDiscarded = false;
  readonly #clock: Clock;
  readonly #small: Buffer[] = [];
  #hasBegun = false;
  #isScheduled = false;

  constructor(socket: Socket, clock: Clock) {
    super(socket);
    this.#clock = clock;
  }

  /** Discards the body as it arrives. */
  discard(): void {
    this.isDiscarded = true;
    this.resume();
  }

  /** Called by Node's parser. @returns whether it should read on. */
  override push(part: Buffer | null): boolean {
    // Most bodies arrive in one part.
    if (!this.#hasBegun || part === null || part.length >= LARGE_PART) {
      this.#hasBegun = true;
      this.#join();
      return super.push(part);
    }
    if (this.#small.push(part) === MAX_PARTS) this.#join();
    else this.#schedule();
    return this.readableLength < this.readableHighWaterMark;
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.#clock.setImmediate(() => {
      this.#isScheduled = false;
      this.#join();
    });
  }

  #join(): void {
    if (this.#small.length > 0) super.push(Buffer.concat(this.#small.splice(0)));
  }
}
