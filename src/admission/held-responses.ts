import { Charge } from './accounts.ts';
import type { Caller, Resource } from './limits.ts';

/**
 * What one operation, or one event of a stream, makes the process hold of the platform's responses until it has its result. Reading
 * them is work, so their bytes are spent as well.
 */
export class HeldResponses extends Charge<Resource> {
  constructor(caller: Caller) {
    super(caller, 'responses');
  }

  /** Bytes that no single response may exceed. */
  get limit(): number {
    return this.account.limitOf('responses');
  }

  /** @returns false at a limit. */
  add(bytes: number): boolean {
    this.account.spend('bytes', bytes);
    // Other operations may wait for a call of one that has ended, which has been released.
    return this.change(this.amount + bytes);
  }
}
