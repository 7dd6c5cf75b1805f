/** A set that mostly has one item, and then takes no memory of its own: a `Set` takes 150 bytes. */
export class Few<Item extends object> {
  #only: Item | null = null;
  /** All items, if there is more than one. */
  #all: Set<Item> | null = null;

  get size(): number {
    return this.#all?.size ?? (this.#only ? 1 : 0);
  }

  add(item: Item): void {
    if (this.#all) this.#all.add(item);
    else if (this.#only === null) this.#only = item;
    else if (this.#only !== item) {
      this.#all = new Set([this.#only, item]);
      this.#only = null;
    }
  }

  delete(item: Item): void {
    if (this.#only === item) this.#only = null;
    this.#all?.delete(item);
    if (this.#all?.size === 0) this.#all = null;
  }

  /** Visits the items that are in it now, whatever the visits add or remove. */
  each(visit: (item: Item) => void): void {
    if (this.#all) for (const item of [...this.#all]) visit(item);
    else if (this.#only) visit(this.#only);
  }
}
