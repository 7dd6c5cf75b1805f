// Defines `findInReference`, as in the pages, where it is a classic script.
import '../static/search.js';
import { Catalog, type ReferenceSource } from './catalog.ts';
import { type Found, searchEntries } from './search-index.ts';
import { guidesOf } from './typed-documents.ts';

declare global {
  var findInReference: (index: readonly Found[], text: string) => Found[];
}

/**
 * The search of the reference. @returns a function that finds the entries that match all significant words of a text, best first.
 */
export function openSearch(source: ReferenceSource): (text: string) => Found[] {
  const index = searchEntries(new Catalog(source), guidesOf(source));
  return (text) => globalThis.findInReference(index, text);
}
