import type { Catalog, Entry } from './catalog.ts';
import type { LinkOf } from './prose.ts';

/** Path of the reference's first page; the others are below it. */
export const BASE = '/schema';
/** The reference in the navigation. */
export const REFERENCE = { path: BASE, label: 'Reference' };
export const GUIDE = `${BASE}/guide`;
export const ERRORS = `${BASE}/errors`;
export const CHANGES = `${BASE}/changes`;
export const MIGRATING = `${BASE}/migrating`;
export const SDL = '/schema.graphql';
export const MARKDOWN = '/schema.md';
export const LLMS = '/llms.txt';
/** Names of everything, for the search. */
export const SEARCH_INDEX = `${BASE}/search-index.js`;
/** Descriptions, platform calls and errors of everything, for the explorer. */
export const SUMMARIES = `${BASE}/summaries.json`;
/** Demo users that examples can be run as. Holds their credentials. */
export const IDENTITIES = `${BASE}/identities.json`;

export const pathOf = ({ section, name }: Pick<Entry, 'section' | 'name'>): string =>
  `${BASE}/${section}/${name}`;

/** The address of a schema coordinate. Null: it does not exist. */
export function addressOf(catalog: Catalog, coordinate: string): string | null {
  const found = catalog.find(coordinate);
  if (!found) return null;
  const path = pathOf(found.entry);
  return found.anchor === null ? path : `${path}#${found.anchor}`;
}

/** Links names in prose: error codes, coordinates, types, and names of root fields that are neither common words nor other fields. */
export function linksIn(catalog: Catalog): LinkOf {
  const members = new Set(
    [...catalog.types.values()].flatMap(({ kind, fields }) =>
      kind === 'operations' ? [] : fields.map(({ name }) => name),
    ),
  );
  return (name) => {
    if (Object.hasOwn(catalog.source.errorCodes, name)) return `${ERRORS}#${name}`;
    if (/^[A-Z]\w*(\.\w+)?$/.test(name)) return addressOf(catalog, name);
    if (!/^[a-z]+[A-Z]\w*$/.test(name) || members.has(name)) return null;
    const entry = catalog.entries.find((candidate) => candidate.field && candidate.name === name);
    return entry ? pathOf(entry) : null;
  };
}
