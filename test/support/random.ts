/** Numbers that a seed determines. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 up to 1. The generator is Mulberry32. */
  next = (): number => {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };

  between(from: number, to: number): number {
    return from + this.next() * (to - from);
  }

  /** @throws RangeError if there are none. */
  one<Item>(items: readonly Item[]): Item {
    const item = this.pick(items);
    if (item === undefined) throw new RangeError('there is nothing to choose from');
    return item;
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** An integer from 0 to below the limit. */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  /** One of the items; undefined if there are none. */
  pick<Item>(items: readonly Item[]): Item | undefined {
    return items[this.below(items.length)];
  }

  /** Up to this many of the items, in their order. */
  some<Item>(items: readonly Item[], most: number): Item[] {
    const left = new Set(items.keys());
    while (left.size > most) left.delete([...left][this.below(left.size)] ?? 0);
    return items.filter((_, index) => left.has(index));
  }
}
