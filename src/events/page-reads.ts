import type { Page, PageReader, PageStart } from './reader.ts';

/** Reads each page once for all readers of a topic that need it at the same time: one append wakes them all. */
export class PageReads {
  readonly #read: (topic: string, from: PageStart) => Promise<Page>;
  readonly #waiting = new Map<string, PageReader[]>();

  readonly #defer: (send: () => void) => void;

  /** @param defer delays each read; until then, further readers join it. */
  constructor(read: (topic: string, from: PageStart) => Promise<Page>, defer: (send: () => void) => void) {
    this.#read = read;
    this.#defer = defer;
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
    this.#defer(() => {
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
