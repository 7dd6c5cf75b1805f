/** Members with scores, in the order of scores and then of bytes. */
export class SortedSet {
  readonly #scores: Map<string, number>;
  /** Null: to be sorted again. */
  #sorted: readonly (readonly [member: string, score: number])[] | null = null;

  constructor(scores = new Map<string, number>()) {
    this.#scores = scores;
  }

  get size(): number {
    return this.#scores.size;
  }

  clone(): SortedSet {
    return new SortedSet(new Map(this.#scores));
  }

  /** @returns whether the member is new. */
  add(member: string, score: number): boolean {
    const isNew = !this.#scores.has(member);
    this.#scores.set(member, score);
    this.#sorted = null;
    return isNew;
  }

  remove(member: string): boolean {
    this.#sorted = null;
    return this.#scores.delete(member);
  }

  get sorted(): readonly (readonly [member: string, score: number])[] {
    this.#sorted ??= [...this.#scores].sort(
      ([one, a], [other, b]) => a - b || (one < other ? -1 : one > other ? 1 : 0),
    );
    return this.#sorted;
  }

  between(from: number, to: number): (readonly [member: string, score: number])[] {
    return this.sorted.filter(([, score]) => score >= from && score <= to);
  }
}

export const scoreIn = (text: string): number => {
  const infinite = /^([+-])inf$/.exec(text);
  return infinite ? Number(`${infinite[1]}Infinity`) : Number(text);
};

export function textOfScore(score: number): string {
  if (Number.isFinite(score)) return String(score);
  return score > 0 ? 'inf' : '-inf';
}
