import { readFileSync } from 'node:fs';
import * as facts from '../contract/facts.ts';
import { INBOUND_CALLS } from '../contract/inbound.ts';
import { RESOURCES, type Resource } from '../contract/resources.ts';
import { nameOf, ROUTES, ROUTES_BY_ID, SECTIONS } from '../contract/routes.ts';
import { XAPI } from '../contract/sections/xapi.ts';
import type { InboundCall } from '../contract/vocabulary.ts';
import { contents, list, sectionLines, table } from './contract-routes.ts';
import { anchorOf, code, type Member, membersOf, remarksOn, typeInWords } from './contract-types.ts';

const codes = (values: readonly string[]): string => values.map(code).join(', ');

/** A text of this folder, with what the data of the contract has for its `{{places}}`. */
function filled(file: string, values: Readonly<Record<string, string | number>>): string {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8');
  return text.replaceAll(/\{\{(\w+)\}\}/g, (place, name: string) => String(values[name] ?? place));
}

/**
 * The REST contract as a readable page: its data, and the rules that are not data. `npm run contract:print` writes it to
 * `docs/platform-api.md`. Comments cite its numbered lists.
 */
export const contractPage = (): string =>
  filled('contract-page.md', {
    ...facts.LIMITS,
    routes: ROUTES.length,
    calls: INBOUND_CALLS.length,
    hosts: table(
      ['routes', 'production', 'sandbox'],
      Object.entries(facts.HOSTS).map(([host, { production, sandbox }]) => [
        host === 'base' ? 'all others' : host,
        code(production),
        sandbox === null ? 'no address of its own' : code(sandbox),
      ]),
    ).join('\n'),
    resources: RESOURCES.map((resource) => resourceSection(resource, 3)).join('\n'),
    atoStatuses: codes(facts.ATO_STATUSES),
    acknowledge: code(nameOf(ROUTES_BY_ID.acknowledgeNotification)),
    alertTypes: codes(facts.ATO_ALERT_TYPES),
    defaultAlertType: code(facts.ATO_ALERT_TYPE_DEFAULT),
    contents: contents(SECTIONS).join('\n'),
    sections: SECTIONS.flatMap((section) => [
      ...sectionLines(section),
      section === XAPI ? filled('xapi-rules.md', XAPI_FACTS) : '',
    ]).join('\n'),
    inboundCalls: INBOUND_CALLS.map(inboundCall).join('\n'),
  }).replaceAll(/\n{3,}/g, '\n\n');

const XAPI_FACTS = { kinds: codes(facts.XAPI_KINDS), presetVerbs: codes(facts.XAPI_V1_PRESET_VERBS) };

function resourceSection(resource: Resource, level: number): string {
  const { title, description = '', variants = [], parts = [] } = resource;
  return [
    `${'#'.repeat(level)} ${title}\n`,
    `${description}\n`,
    ...variants.map((variant) => `<a id="${anchorOf(variant.title)}"></a>\n`),
    ...membersTable(resource),
    '',
    ...parts.map((part) => resourceSection(part, level + 1)),
  ].join('\n');
}
/** A resource with variants has a column for each: whether it has the member. */
function membersTable({ title, schema, variants = [] }: Resource): string[] {
  const places = variants.length === 0 ? [{ title, schema }] : variants;
  const columns = places.map(
    (place) => new Map(membersOf(place.schema).map((member) => [member.name, member])),
  );
  return table(
    [
      'member',
      'type',
      ...(variants.length === 0 ? ['presence'] : variants.map((place) => place.title)),
      'meaning',
    ],
    membersOf(schema).map((member) => [
      code(member.name),
      typeInWords(member.schema),
      ...columns.map((column) => presenceOf(column.get(member.name), member)),
      remarksOn(member.schema).join(' '),
    ]),
  );
}

/** Whether a variant has a member, with its type if that is narrower. */
function presenceOf(member: Member | undefined, { schema }: Member): string {
  if (!member) return 'no';
  const type = typeInWords(member.schema);
  const only = type === typeInWords(schema) ? '' : `, ${type}`;
  return (member.required ? 'always' : 'may be absent') + only;
}

const inboundCall = ({ name, trigger, body, notes = [] }: InboundCall): string =>
  [
    `### Call: ${name}\n`,
    `${trigger}\n`,
    ...(body === null ? [] : membersTable({ title: name, schema: body })),
    '',
    ...list(notes),
    '',
  ].join('\n');

if (import.meta.main) process.stdout.write(contractPage());
