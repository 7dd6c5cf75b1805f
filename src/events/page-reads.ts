import type { Boundary } from '../lib/boundary.ts';
import type { Page, PageReader, PageStart } from './reader.ts';

/** Reads each page once for all readers of a topic that need it at the same time: one append wakes them all. */
export class PageReads {
  readonly #read: (topic: string, from: PageStart) => Promise<Page>;
  readonly #waiting = new Map<string, PageReader[]>();

  readonly #defer: (send: () => void) => void;
  readonly #boundary: Boundary;

  /** @param defer delays each read; until then, further readers join it. */
  constructor(
    read: (topic: string, from: PageStart) => Promise<Page>,
    defer: (send: () => void) => void,
    boundary: Boundary,
  ) {
    this.#read = read;
    this.#defer = defer;
    this.#boundary = boundary;
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
        (page) => this.#boundary.each('page', readers, (each) => each.onPage(page)),
        (error: unknown) => this.#boundary.each('page', readers, (each) => each.onFailure(error)),
      );
    });
  }
}
