import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { addressOf, CHANGES, ERRORS, GUIDE, MIGRATING, pathOf } from './addresses.ts';
import type { Catalog, Entry } from './catalog.ts';
import { firstSentence } from './entry-page.ts';
import { guide } from './guide.ts';
import { type Guide, pathOfGuide } from './guides.ts';
import { anchorOf } from './prose.ts';
import { SECTION_KINDS } from './shell.ts';

/** A search entry: name, kind, address below the root, description, container, and synonyms. */
export type Found = readonly [
  name: string,
  kind: string,
  address: string,
  description: string,
  owner: string,
  words?: string,
];

const short = (text: string): string =>
  firstSentence(text).replaceAll(/\s+/g, ' ').replaceAll('`', '').slice(0, 140);

/** The index as a script, so that the search also works on pages opened from disk. */
export const searchIndex = (catalog: Catalog, guides: readonly Guide[]): string =>
  `globalThis.referenceIndex = ${JSON.stringify(searchEntries(catalog, guides))};\n`;

/** All search entries. */
export function searchEntries(catalog: Catalog, guides: readonly Guide[]): Found[] {
  const topics: Found[] = [
    ['Basics', 'guide', GUIDE, 'Rules for every operation.', ''],
    ...sectionsOf(guide(catalog.source), GUIDE, 'Basics'),
    ...guides.flatMap((one): Found[] => [
      [one.title, 'guide', pathOfGuide(one), one.summary, '', one.name],
      ...sectionsOf(one.markdown, pathOfGuide(one), one.title),
    ]),
    ['Changes', 'guide', CHANGES, 'What changed in the graph, by day.', ''],
    ['Migrating', 'guide', MIGRATING, 'Breaking changes and their replacements.', ''],
    ['Errors', 'guide', ERRORS, 'Every error code.', ''],
    ...Object.entries(catalog.source.errorCodes).map(
      ([code, { meaning }]): Found => [
        code,
        'error',
        `${ERRORS}#${code}`,
        short(meaning),
        '',
        ...synonymsOf(code),
      ],
    ),
  ];
  const entries = catalog.entries.flatMap((entry): Found[] => [
    [
      entry.name,
      SECTION_KINDS[entry.section],
      pathOf(entry),
      short(entry.description),
      '',
      ...synonymsOf(entry.name),
    ],
    ...membersOf(catalog, entry),
  ]);
  return [...entries, ...topics];
}

/** Synonyms, by words that follow one another in names. */
const SYNONYMS = Object.entries<string>(
  // Our own file.
  JSON.parse(readFileSync(join(import.meta.dirname, 'synonyms.json'), 'utf8')),
);

/** Synonyms of a name in camel case, or of a code: one text, or none. */
function synonymsOf(name: string): [] | [string] {
  const written = name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
  const found = SYNONYMS.flatMap(([words, synonyms]) =>
    new RegExp(`\\b${words}(e?s)?\\b`).test(written) ? [synonyms] : [],
  );
  return found.length === 0 ? [] : [found.join(' ')];
}

/** The sections of a guide, each found by the words of its text. */
const sectionsOf = (markdown: string, path: string, owner: string): Found[] =>
  markdown
    .split(/^## /m)
    .slice(1)
    .map((section): Found => {
      const title = section.slice(0, section.indexOf('\n'));
      return [title, 'guide', `${path}#${anchorOf(title)}`, '', owner, wordsOf(section)];
    });

/** The longer words of a text, each once. */
const wordsOf = (text: string): string =>
  [...new Set(text.toLowerCase().match(/[a-z][a-z-]{3,}/g) ?? [])].join(' ');

const membersOf = (catalog: Catalog, { name: owner, type }: Entry): Found[] =>
  [...(type?.fields ?? []), ...(type?.values ?? [])].map(({ name, description }) => [
    name,
    type?.kind === 'enum' ? 'value' : type?.kind === 'input' ? 'member' : 'field',
    addressOf(catalog, `${owner}.${name}`) ?? '',
    short(description),
    owner,
    ...synonymsOf(name),
  ]);
