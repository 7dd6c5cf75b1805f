import { ERROR_CODES } from '../../graph/errors.ts';
import { addressOf, CHANGES, ERRORS, GUIDE, MIGRATING, pathOf } from './addresses.ts';
import type { Catalog, Entry } from './catalog.ts';
import { firstSentence } from './entry-page.ts';
import { guide } from './guide.ts';
import { anchorOf } from './prose.ts';
import { SECTION_KINDS } from './shell.ts';

/** Something that can be found: name, kind, address below the root, description, and what it is in. */
type Found = readonly [name: string, kind: string, address: string, description: string, owner: string];

const short = (text: string): string =>
  firstSentence(text).replaceAll(/\s+/g, ' ').replaceAll('`', '').slice(0, 140);

/** The names of everything with their addresses, as a script, so that the search also works on pages opened from disk. */
export function searchIndex(catalog: Catalog): string {
  const topics: Found[] = [
    ['Guide', 'guide', GUIDE, 'Rules for every operation.', ''],
    ...[...guide().matchAll(/^## (.+)$/gm)].map(
      ([, title = '']): Found => [title, 'guide', `${GUIDE}#${anchorOf(title)}`, '', 'Guide'],
    ),
    ['Changes', 'guide', CHANGES, 'What changed in the graph, by day.', ''],
    ['Migrating', 'guide', MIGRATING, 'Breaking changes and their replacements.', ''],
    ['Errors', 'guide', ERRORS, 'Every error code.', ''],
    ...Object.entries(ERROR_CODES).map(
      ([code, { meaning }]): Found => [code, 'error', `${ERRORS}#${code}`, short(meaning), ''],
    ),
  ];
  const entries = catalog.entries.flatMap((entry): Found[] => [
    [entry.name, SECTION_KINDS[entry.section], pathOf(entry), short(entry.description), ''],
    ...membersOf(catalog, entry),
  ]);
  return `globalThis.referenceIndex = ${JSON.stringify([...entries, ...topics])};\n`;
}

const membersOf = (catalog: Catalog, { name: owner, type }: Entry): Found[] =>
  [...(type?.fields ?? []), ...(type?.values ?? [])].map(({ name, description }) => [
    name,
    type?.kind === 'enum' ? 'value' : type?.kind === 'input' ? 'member' : 'field',
    addressOf(catalog, `${owner}.${name}`) ?? '',
    short(description),
    owner,
  ]);
