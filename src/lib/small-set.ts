import { visitAll } from './boundary.ts';

/** A set that mostly has one or two items, which it holds without a `Set`: that would take 150 to 230 bytes more. */
export class SmallSet<Item extends object> {
  #first: Item | null = null;
  #second: Item | null = null;
  /** All items, if there are more. */
  #all: Set<Item> | null = null;

  get size(): number {
    if (this.#all) return this.#all.size;
    return (this.#first ? 1 : 0) + (this.#second ? 1 : 0);
  }

  add(item: Item): void {
    if (this.#all) this.#all.add(item);
    else if (item === this.#first || item === this.#second) return;
    else if (this.#first === null) this.#first = item;
    else if (this.#second === null) this.#second = item;
    else {
      this.#all = new Set([this.#first, this.#second, item]);
      this.#first = null;
      this.#second = null;
    }
  }

  delete(item: Item): void {
    if (this.#first === item) this.#first = null;
    if (this.#second === item) this.#second = null;
    this.#all?.delete(item);
    if (this.#all?.size === 0) this.#all = null;
  }

  /** Visits the items that are in it now, even if visits add or remove some. */
  each(visit: (item: Item) => void): void {
    const [first, second] = [this.#first, this.#second];
    if (this.#all) visitAll([...this.#all], visit);
    else if (first && second) visitAll([first, second], visit);
    else if (first) visit(first);
    else if (second) visit(second);
  }
}
