import type { Position } from './log.ts';
import type { Page } from './reader.ts';

/** Receives a page, or why there is none. */
export interface PageReader {
  onPage(page: Page): void;
  onFailure(error: unknown): void;
}

/** Where a page begins. `oldest`: at the oldest retained entry. `now`: no entries. */
export type PageStart = Position | 'oldest' | 'now';

/** Reads each page once for all readers of a topic that need it in the same turn of the event loop: one append wakes them. */
export class PageReads {
  readonly #read: (topic: string, from: PageStart) => Promise<Page>;
  readonly #waiting = new Map<string, PageReader[]>();

  constructor(read: (topic: string, from: PageStart) => Promise<Page>) {
    this.#read = read;
  }

  request(topic: string, from: PageStart, reader: PageReader): void {
    const start = typeof from === 'string' ? from : `${from.epoch} ${from.sequence} ${from.time}`;
    const key = `${start} ${topic}`;
    const waiting = this.#waiting.get(key);
    if (waiting) {
      waiting.push(reader);
      return;
    }
    const readers = [reader];
    this.#waiting.set(key, readers);
    // Readers that come after that start another read.
    setImmediate(() => {
      this.#waiting.delete(key);
      this.#read(topic, from).then(
        (page) => {
          for (const each of readers) each.onPage(page);
        },
        (error: unknown) => {
          for (const each of readers) each.onFailure(error);
        },
      );
    });
  }
}
