/** A resolved value that its field cannot return: null, not a list, or refused by its scalar. */
export class UnusableValue extends Error {
  override readonly name = 'UnusableValue';
}
