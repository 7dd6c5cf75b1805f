/** Rows that responses included, by key. Indexed on first lookup: most operations look up none of their rows. */
export class RowIndex<Row> {
  readonly #keyOf: (row: Row) => string;
  readonly #byKey = new Map<string, Row>();
  #unindexed: Row[] = [];

  constructor(keyOf: (row: Row) => string) {
    this.#keyOf = keyOf;
  }

  add(row: Row): void {
    this.#unindexed.push(row);
  }

  /** The row most recently added under a key. */
  find(key: string): Row | undefined {
    for (const row of this.#unindexed) this.#byKey.set(this.#keyOf(row), row);
    this.#unindexed = [];
    return this.#byKey.get(key);
  }
}
