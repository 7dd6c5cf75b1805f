/** Rows that responses included, by key. Indexed on first lookup: most operations look up none of their rows. */
export class RowIndex<Row> {
  readonly #keyOf: (row: Row) => string | null;
  readonly #byKey = new Map<string, Row>();
  #unindexed: Row[] = [];

  /** @param keyOf null: the row is not indexed. */
  constructor(keyOf: (row: Row) => string | null) {
    this.#keyOf = keyOf;
  }

  add(row: Row): void {
    this.#unindexed.push(row);
  }

  /** The row most recently added under a key. */
  find(key: string): Row | undefined {
    for (const row of this.#unindexed) {
      const rowKey = this.#keyOf(row);
      if (rowKey !== null) this.#byKey.set(rowKey, row);
    }
    this.#unindexed = [];
    return this.#byKey.get(key);
  }
}
