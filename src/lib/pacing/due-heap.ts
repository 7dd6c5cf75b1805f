/** An item of a {@link DueHeap}. Only the heap writes it. */
export interface Due {
  /** By the clock's `monotonic()`. */
  dueAt: number;
  /** Index in the heap. -1: not in it. */
  position: number;
}

/** A binary heap of items by due time, earliest first, from which any item can be removed. */
export class DueHeap<Item extends Due> {
  readonly #items: Item[] = [];

  get first(): Item | undefined {
    return this.#items[0];
  }

  /** Adds an item, or moves it to another time. */
  set(item: Item, dueAt: number): void {
    const isLater = item.position >= 0 && dueAt > item.dueAt;
    item.dueAt = dueAt;
    if (item.position < 0) item.position = this.#items.push(item) - 1;
    if (isLater) this.#sink(item);
    else this.#rise(item);
  }

  /** No-op if it is not in the heap. */
  remove(item: Item): void {
    const { position } = item;
    const last = position < 0 ? undefined : this.#items.pop();
    item.position = -1;
    if (!last || last === item) return;
    this.#place(last, position);
    this.#rise(last);
    this.#sink(last);
  }

  #rise(item: Item): void {
    while (item.position > 0) {
      const above = (item.position - 1) >> 1;
      const parent = this.#items[above];
      if (!parent || parent.dueAt <= item.dueAt) return;
      this.#place(parent, item.position);
      this.#place(item, above);
    }
  }

  #sink(item: Item): void {
    for (;;) {
      const left = this.#items[2 * item.position + 1];
      const right = this.#items[2 * item.position + 2];
      const child = right && left && right.dueAt < left.dueAt ? right : left;
      if (!child || child.dueAt >= item.dueAt) return;
      const below = child.position;
      this.#place(child, item.position);
      this.#place(item, below);
    }
  }

  #place(item: Item, position: number): void {
    this.#items[position] = item;
    item.position = position;
  }
}
