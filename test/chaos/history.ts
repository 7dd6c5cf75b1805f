import { createReadStream, createWriteStream, type WriteStream } from 'node:fs';
import { createInterface } from 'node:readline';

/**
 * What happened in a run, as seen from outside: by those who caused events, and by those who received them. Each record is
 * a line of JSON. Times (`at`) are milliseconds of one clock, that of the process that writes the history.
 */
export type HistoryRecord =
  /** A subscriber exists from now on. `topic`: subscribers of one topic receive the same events in the same order. */
  | { kind: 'subscriber'; at: number; subscriber: string; topic: string }
  /** A source exists. It sends the events 1, 2, 3, … one after the other to a topic. */
  | { kind: 'source'; at: number; source: string; topic: string }
  /** An event was sent for the first time. */
  | { kind: 'sent'; at: number; source: string; number: number }
  /** An event was sent again, because nobody knows what became of the attempt before, which may still be under way. */
  | { kind: 'retried'; at: number; source: string; number: number }
  /** The platform, or the gateway on its behalf, has accepted an event: it must be delivered, or a gap. */
  | { kind: 'accepted'; at: number; source: string; number: number }
  /** Nobody knows whether an event was accepted: it may be delivered, at most once. */
  | { kind: 'uncertain'; at: number; source: string; number: number }
  /** The platform has written a note. `text`: its source and number. */
  | { kind: 'written'; at: number; text: string; noteId: string }
  /** A request to write a note was answered, with the note or with the code of an error. */
  | { kind: 'answered'; at: number; text: string; noteId: string | null; code: string | null }
  /** A subscriber connected, and resumes after a cursor. Null: it starts now. */
  | { kind: 'connected'; at: number; subscriber: string; after: string | null }
  | { kind: 'position'; at: number; subscriber: string; cursor: string }
  | { kind: 'received'; at: number; subscriber: string; source: string; number: number }
  | { kind: 'gap'; at: number; subscriber: string; reason: string; cursor: string }
  /** A subscriber was refused, with the code of the error. */
  | { kind: 'refused'; at: number; subscriber: string; code: string }
  | { kind: 'fault'; at: number; fault: string; target: string; lasts: number }
  | { kind: 'healed'; at: number; fault: string; target: string }
  /** Redis has lost what it had acknowledged since `since`. */
  | { kind: 'writes-lost'; at: number; since: number }
  /** No fault lasts, and every subscriber had time to receive what was accepted before `since`. */
  | { kind: 'drained'; at: number; since: number };

/** The event that a notification's text names. */
export function eventIn(text: string): { source: string; number: number } {
  const space = text.lastIndexOf(' ');
  return { source: text.slice(0, space), number: Number(text.slice(space + 1)) };
}

/** Takes records as they happen. */
export interface History {
  add(record: HistoryRecord): void;
}

/** A history in memory. */
export class RecordedHistory implements History {
  readonly records: HistoryRecord[] = [];

  add(record: HistoryRecord): void {
    this.records.push(record);
  }
}

/** A history in a file of JSON lines. */
export class HistoryFile implements History {
  readonly #file: WriteStream;

  constructor(path: string) {
    this.#file = createWriteStream(path);
  }

  add(record: HistoryRecord): void {
    this.#file.write(`${JSON.stringify(record)}\n`);
  }

  close(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#file.once('error', reject);
      this.#file.end(resolve);
    });
  }
}

/** Reads a file of JSON lines, without holding it in memory. */
export async function* readHistory(path: string): AsyncGenerator<HistoryRecord, void, void> {
  for await (const line of createInterface({ input: createReadStream(path) })) yield JSON.parse(line);
}
