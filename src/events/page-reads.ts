import type { Boundary } from '../lib/boundary.ts';
import type { Page, PageReader, PageStart } from './reader.ts';

/** Requests a page for a reader. */
type RequestPage = (topic: string, from: PageStart, reader: PageReader) => void;

/**
 * Reads each page once for all readers of a topic that need it at the same time: one append wakes them all.
 * @param defer delays each read; until then, further readers join it.
 */
export function sharedPages(
  read: (topic: string, from: PageStart) => Promise<Page>,
  defer: (send: () => void) => void,
  boundary: Boundary,
): RequestPage {
  const waiting = new Map<string, PageReader[]>();
  return (topic, from, reader) => {
    const start = typeof from === 'string' ? from : `${from.epoch} ${from.sequence} ${from.time}`;
    const key = `${start} ${topic}`;
    const joined = waiting.get(key);
    if (joined) {
      joined.push(reader);
      return;
    }
    const readers = [reader];
    waiting.set(key, readers);
    defer(() => {
      waiting.delete(key);
      read(topic, from).then(
        (page) => boundary.each('page', readers, (each) => each.onPage(page)),
        (error: unknown) => boundary.each('page', readers, (each) => each.onFailure(error)),
      );
    });
  };
}
