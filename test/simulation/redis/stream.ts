import { ErrorReply } from './replies.ts';

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

const MAX_NUMBER = Number.MAX_SAFE_INTEGER;

/** Entries by increasing ID. */
export class Stream {
  #entries: readonly StreamEntry[];
  #last: EntryId;

  constructor(entries: readonly StreamEntry[] = [], last: EntryId = { time: 0, number: 0 }) {
    this.#entries = entries;
    this.#last = last;
  }

  get size(): number {
    return this.#entries.length;
  }

  get entries(): readonly StreamEntry[] {
    return this.#entries;
  }

  clone(): Stream {
    return new Stream(this.#entries, this.#last);
  }

  /** @throws ErrorReply */
  add(id: EntryId, fields: readonly string[]): void {
    if (compare(id, this.#last) <= 0)
      throw new ErrorReply(
        'ERR The ID specified in XADD is equal or smaller than the target stream top item',
      );
    this.#last = id;
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

const invalidId = (): ErrorReply =>
  new ErrorReply('ERR Invalid stream ID specified as stream command argument');

/** @param missing the number of an ID that consists of a time alone. @throws ErrorReply */
export function idIn(text: string, missing: number): EntryId {
  const [, time, number] = /^(\d+)(?:-(\d+))?$/.exec(text) ?? [];
  if (time === undefined) throw invalidId();
  return { time: Number(time), number: number === undefined ? missing : Number(number) };
}

/** @throws ErrorReply */
export function startIn(text: string): EntryId {
  if (text === '-') return { time: 0, number: 0 };
  if (text === '+') return { time: MAX_NUMBER, number: MAX_NUMBER };
  if (!text.startsWith('(')) return idIn(text, 0);
  const { time, number } = idIn(text.slice(1), 0);
  return { time, number: number + 1 };
}

/** @throws ErrorReply */
export function endIn(text: string): EntryId {
  if (text === '-' || text === '+') return startIn(text);
  if (!text.startsWith('(')) return idIn(text, MAX_NUMBER);
  const { time, number } = idIn(text.slice(1), MAX_NUMBER);
  return number > 0 ? { time, number: number - 1 } : { time: time - 1, number: MAX_NUMBER };
}

export const textOfId = ({ time, number }: EntryId): string => `${time}-${number}`;
