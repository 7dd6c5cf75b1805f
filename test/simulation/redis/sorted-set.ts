import { ErrorReply } from './replies.ts';

/** One end of a range of scores. */
export interface ScoreBound {
  score: number;
  isExclusive: boolean;
}

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

  has(member: string): boolean {
    return this.#scores.has(member);
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

  between(from: ScoreBound, to: ScoreBound): (readonly [member: string, score: number])[] {
    return this.sorted.filter(
      ([, score]) =>
        (from.isExclusive ? score > from.score : score >= from.score) &&
        (to.isExclusive ? score < to.score : score <= to.score),
    );
  }
}

/** @throws ErrorReply */
export function scoreIn(text: string): number {
  const infinite = /^([+-]?)inf(inity)?$/i.exec(text);
  if (infinite) return infinite[1] === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  const score = text.trim() === '' || /\s/.test(text) ? Number.NaN : Number(text);
  if (Number.isNaN(score)) throw new ErrorReply('ERR value is not a valid float');
  return score;
}

/** @throws ErrorReply */
export function boundIn(text: string): ScoreBound {
  const isExclusive = text.startsWith('(');
  try {
    return { score: scoreIn(isExclusive ? text.slice(1) : text), isExclusive };
  } catch {
    throw new ErrorReply('ERR min or max is not a float');
  }
}

export function textOfScore(score: number): string {
  if (Number.isFinite(score)) return String(score);
  return score > 0 ? 'inf' : '-inf';
}
