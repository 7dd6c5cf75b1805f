/**
 * Rows that answers brought along, by key. They are put in order when one is first looked for: most operations look
 * for none of the hundreds that they see.
 */
export class Seen<Row> {
  readonly #keyOf: (row: Row) => string;
  readonly #byKey = new Map<string, Row>();
  #waiting: Row[] = [];

  constructor(keyOf: (row: Row) => string) {
    this.#keyOf = keyOf;
  }

  add(row: Row): void {
    this.#waiting.push(row);
  }

  /** The row of this key that was seen last. */
  find(key: string): Row | undefined {
    for (const row of this.#waiting) this.#byKey.set(this.#keyOf(row), row);
    this.#waiting = [];
    return this.#byKey.get(key);
  }
}
