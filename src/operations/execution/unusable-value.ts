import { StacklessError } from '../../lib/stackless-error.ts';

/** A resolved value that its field cannot return: null, not a list, or refused by its scalar. */
export class UnusableValue extends StacklessError {
  override readonly name = 'UnusableValue';
}
