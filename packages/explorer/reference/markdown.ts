import type { Graph } from '../graph.ts';
import type { ReadableField, ReadableInput, ReadableType } from '../schema-reading.ts';
import { BASE, ERRORS, GUIDE, MARKDOWN, MIGRATING, pathOf, SDL } from './addresses.ts';
import { capitalized } from './capitalized.ts';
import { type Catalog, type Entry, SECTIONS } from './catalog.ts';
import { firstSentence } from './entry-page.ts';
import { guide } from './guide.ts';
import { errorTable, RETRY_RULE } from './retry.ts';
import { SECTION_KINDS } from './shell.ts';
import { OF_ANY_OPERATION } from './topic-pages.ts';

const line = (text: string): string => text.replaceAll(/\s*\n\s*/g, ' ').trim();
const withDefault = ({ type, defaultValue }: ReadableInput): string =>
  defaultValue === null ? type : `${type} = ${defaultValue}`;

const signatureOf = ({ name, args, type }: ReadableField): string =>
  `${name}${args.length === 0 ? '' : `(${args.map((arg) => `${arg.name}: ${withDefault(arg)}`).join(', ')})`}: ${type}`;

const deprecated = (reason: string | null): string =>
  reason === null ? '' : ` **Deprecated:** ${line(reason)}`;

const inputItem = (input: ReadableInput): string =>
  `- \`${input.name}: ${withDefault(input)}\`: ${line(input.description)}${deprecated(input.deprecation)}`;

/** The credential, the key and the platform calls of a field, which its description leaves out. */
const factsOf = ({ credential, takesKey, costs }: ReadableField): string =>
  [
    credential === null ? '' : `Credential: ${credential}.`,
    takesKey ? 'Takes an idempotency key.' : '',
    costs.length === 0
      ? ''
      : `Platform calls: ${costs.map(({ route, often }) => `\`${route}\` ${often}`).join('; ')}.`,
  ]
    .filter((fact) => fact !== '')
    .join(' ');

function fieldItem(field: ReadableField): string {
  const args = field.args.map((arg) => `  ${inputItem(arg)}`);
  return [
    `- \`${signatureOf(field)}\`: ${line(`${field.description} ${factsOf(field)}`)}${deprecated(field.deprecation)}`,
    ...args,
  ].join('\n');
}

function typeLines({ fields, values }: ReadableType): string[] {
  return [
    ...fields.map((field) =>
      field.args.length > 0 || field.defaultValue === null ? fieldItem(field) : inputItem(field),
    ),
    ...values.map(
      ({ name, description, deprecation }) => `- \`${name}\`: ${line(description)}${deprecated(deprecation)}`,
    ),
  ];
}

/** One entry in Markdown. @param level of its heading. */
function entryMarkdown(catalog: Catalog, entry: Entry, level: number): string {
  const { field, type, args, example } = entry;
  const errors = catalog.errorsOf(entry.coordinate).map(({ code }) => `\`${code}\``);
  const parts = [
    `${'#'.repeat(level)} ${entry.section === 'directives' ? entry.coordinate : field ? `${SECTION_KINDS[entry.section]} ${entry.name}` : entry.name}`,
    ...(field ? [`\`${signatureOf(field)}\``] : []),
    `${entry.description.trim()}${deprecated(entry.deprecation)}`,
    field ? factsOf(field) : '',
    args.map(inputItem).join('\n'),
    type ? typeLines(type).join('\n') : '',
    field && example ? `\`\`\`graphql\n${example.document.trimEnd()}\n\`\`\`` : '',
    field && example && Object.keys(example.variables).length > 0
      ? `Variables: \`${JSON.stringify(example.variables)}\``
      : '',
    field && errors.length > 0 ? `Errors: ${errors.join(', ')}` : '',
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

/** The page of one entry: with the types that a document for it needs. */
export function entryPageMarkdown(catalog: Catalog, entry: Entry): string {
  const related = relatedTypes(catalog, entry).map((other) => entryMarkdown(catalog, other, 2));
  return `${[entryMarkdown(catalog, entry, 1), ...related].join('\n\n')}\n`;
}

/** The input types of a root field's arguments, and the types of its result two levels down. */
function relatedTypes(catalog: Catalog, { field }: Entry): Entry[] {
  if (!field) return [];
  const found = new Set<string>();
  const visit = (name: string, depth: number): void => {
    const type = catalog.types.get(name);
    if (!type || depth === 0 || found.has(name)) return;
    found.add(name);
    for (const member of type.fields) visit(member.typeName, depth - 1);
  };
  for (const { typeName } of field.args) visit(typeName, 4);
  visit(field.typeName, 3);
  return [...found].flatMap((name) => catalog.find(name)?.entry ?? []);
}

/** Every error code, and when to retry. */
export const errorsMarkdown = ({ errorCodes }: Graph): string =>
  [
    errorTable(errorCodes),
    '',
    RETRY_RULE,
    '',
    `Any operation can be refused as a whole with ${OF_ANY_OPERATION.map((code) => `\`${code}\``).join(', ')}.`,
  ].join('\n');

/** The whole reference as one document. */
export function wholeMarkdown(catalog: Catalog): string {
  const sections = SECTIONS.map((section) =>
    [
      `## ${capitalized(section)}`,
      ...catalog.in(section).map((entry) => entryMarkdown(catalog, entry, 3)),
    ].join('\n\n'),
  );
  const intro = guide(catalog.source).replace(/^# .*\n/, '# Learning platform graph\n');
  return `${[intro.trim(), ...sections, `## Errors\n\n${errorsMarkdown(catalog.source)}`].join('\n\n')}\n`;
}

/** The directory for language models. Format: https://llmstxt.org */
export function llmsText(catalog: Catalog): string {
  const list = (section: (typeof SECTIONS)[number]): string =>
    [
      `## ${capitalized(section)}`,
      '',
      ...catalog
        .in(section)
        .map((entry) => `- [${entry.name}](${pathOf(entry)}.md): ${line(firstSentence(entry.description))}`),
    ].join('\n');
  return `# Learning platform graph

> One typed GraphQL graph over a learning platform: courses, classes, notes, badges, notifications and learning activity, with
> real-time streams.

Send operations to \`POST /graphql\`. Read the guide first; the page of a root field has its arguments, its result types and an
example, which is everything that a document needs.

## Start here

- [Basics](${GUIDE}.md): credentials, lists, null and errors, streams, prices
- [Whole reference](${MARKDOWN}): the guide and every field, type and error in one file
- [SDL](${SDL}): the schema with descriptions
- [Errors](${ERRORS}.md): every code and what a client does about it

${[list('queries'), list('mutations'), list('subscriptions')].join('\n\n')}

## Optional

- [Migrating](${MIGRATING}.md): breaking changes and their replacements
- [Pages for people](${BASE}): the same reference with search and runnable examples
${SECTIONS.slice(3)
  .flatMap((section) => catalog.in(section))
  .map((entry) => `- [${entry.name}](${pathOf(entry)}.md): ${line(firstSentence(entry.description))}`)
  .join('\n')}
`;
}
