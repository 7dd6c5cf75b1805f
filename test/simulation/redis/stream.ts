/** ID of an entry: a time in milliseconds and a number. */
export interface EntryId {
  time: number;
  number: number;
}

export interface StreamEntry {
  id: EntryId;
  /** Names and values in turn. */
  fields: readonly string[];
}

/** After every entry. */
export const LAST_ID: EntryId = { time: Number.MAX_SAFE_INTEGER, number: 0 };

/** Entries by increasing ID. */
export class Stream {
  #entries: readonly StreamEntry[];

  constructor(entries: readonly StreamEntry[] = []) {
    this.#entries = entries;
  }

  get size(): number {
    return this.#entries.length;
  }

  get entries(): readonly StreamEntry[] {
    return this.#entries;
  }

  clone(): Stream {
    return new Stream(this.#entries);
  }

  /** Adds an entry after all others. */
  add(id: EntryId, fields: readonly string[]): void {
    this.#entries = [...this.#entries, { id, fields }];
  }

  /** Removes entries before an ID. @returns how many. */
  trimBefore(id: EntryId): number {
    const before = this.size;
    this.#entries = this.#entries.filter((entry) => compare(entry.id, id) >= 0);
    return before - this.size;
  }

  /** Removes the oldest entries in whole nodes, as far as `length` remain. Redis also divides nodes by their bytes. */
  trimTo(length: number): void {
    const surplus = Math.max(0, this.size - length);
    this.#entries = this.#entries.slice(surplus - (surplus % NODE_ENTRIES));
  }

  between(from: EntryId, to: EntryId): StreamEntry[] {
    return this.#entries.filter(({ id }) => compare(id, from) >= 0 && compare(id, to) <= 0);
  }
}

/** `stream-node-max-entries` */
const NODE_ENTRIES = 100;

const compare = (a: EntryId, b: EntryId): number => a.time - b.time || a.number - b.number;

/** @param missing the number of an ID that consists of a time alone. */
export function idIn(text: string, missing: number): EntryId {
  const [time, number = missing] = text.split('-').map(Number);
  return { time: time ?? 0, number };
}

/** The first ID of a range, which may begin after one. */
export function startIn(text: string): EntryId {
  if (text === '-') return { time: 0, number: 0 };
  if (!text.startsWith('(')) return idIn(text, 0);
  const { time, number } = idIn(text.slice(1), 0);
  return { time, number: number + 1 };
}

export const textOfId = ({ time, number }: EntryId): string => `${time}-${number}`;
