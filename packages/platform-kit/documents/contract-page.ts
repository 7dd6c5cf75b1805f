import * as facts from '../contract/facts.ts';
import { INBOUND_CALLS } from '../contract/inbound.ts';
import { RESOURCES, type Resource } from '../contract/resources.ts';
import { nameOf, ROUTES, ROUTES_BY_ID, SECTIONS } from '../contract/routes.ts';
import {
  AUTHENTICATION,
  CAPABILITIES,
  PROFILE_DATA_POLICY,
  RESPONSES_NOT_SHOWN,
  SANDBOX_RULE,
  XAPI_V2_RULES,
} from '../contract/rules.ts';
import { XAPI } from '../contract/sections/xapi.ts';
import type { InboundCall } from '../contract/vocabulary.ts';
import { contents, list, numbered, sectionLines, table } from './contract-routes.ts';
import { anchorOf, code, type Member, membersOf, remarksOn, typeInWords } from './contract-types.ts';

const block = (...lines: readonly string[]): string[] => [...lines, ''];

/** The REST contract for people, from its data alone: `npm run contract:print` writes it to `docs/platform-api.md`. */
export const contractPage = (): string =>
  [
    ...introduction(),
    ...service(),
    ...hosts(),
    ...resources(),
    ...states(),
    ...endpoints(),
    ...responsesNotShown(),
    ...pluginEndpoints(),
    ...authentication(),
    ...events(),
    ...errors(),
    ...limits(),
    ...versioning(),
    ...notShown(),
  ]
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trimEnd()
    .concat('\n');

const introduction = (): string[] => [
  ...block('# The REST contract of the platform'),
  ...block('<!-- Generated from packages/platform-kit/contract by `npm run contract:print`. -->'),
  ...block(
    'The learning platform is an HTTP service for apps and plugins. This page is everything that the gateway takes for ' +
      `granted about it: ${ROUTES.length} routes, ${INBOUND_CALLS.length} calls in the other direction, and what the ` +
      'platform leaves open. It is made from the data in `packages/platform-kit/contract`, which the sandbox and the tests use as well. ' +
      '[Requests of the gateway](platform-requests.md) shows how the graph calls each route; `npm run contract:openapi` ' +
      'prints the contract as an OpenAPI document.',
  ),
  ...block(
    'Comments in the sources cite it by heading: "Contract: Endpoints, Notes" is [Endpoints](#endpoints), then ' +
      '[Notes](#notes); "Contract: Resources, Note" is [Resources](#resources), then [Note](#note). A number after a ' +
      'heading is an item of its list. "Rules" and "Details" of a section are the remarks below its routes.',
  ),
  ...block(
    'Addresses are placeholders. "Not shown" means that the platform does not document it: the gateway accepts any shape there, ' +
      'and nothing depends on one.',
  ),
];

const service = (): string[] => [
  ...block('## What the service does'),
  ...block(...numbered(CAPABILITIES)),
  ...block('### Sandbox rule', '', SANDBOX_RULE),
  ...block('### Profile data policy', '', PROFILE_DATA_POLICY),
  ...block('### General rules', '', ...list(facts.GENERAL_RULES)),
];

const hosts = (): string[] => [
  ...block('## Hosts'),
  ...block(
    ...table(
      ['routes', 'production', 'sandbox'],
      Object.entries(facts.HOSTS).map(([host, { production, sandbox }]) => [
        host === 'base' ? 'all others' : host,
        code(production),
        sandbox === null ? 'no address of its own' : code(sandbox),
      ]),
    ),
  ),
];

const resources = (): string[] => [
  ...block('## Resources'),
  ...block(
    'Identifiers are strings. "May be absent" means that a response can lack the member; one that can be null says so ' +
      'in its type.',
  ),
  ...RESOURCES.flatMap((resource) => resourceLines(resource, 3)),
  ...pagedLists(),
  ...block(
    '### Shapes without detail',
    '',
    'The contract does not show:',
    '',
    ...list(facts.NOT_SHOWN.filter((subject) => /as read|records|skills|entries/.test(subject))),
  ),
];

const resourceLines = (resource: Resource, level: number): string[] => [
  ...block(`${'#'.repeat(level)} ${resource.title}`),
  ...(resource.description === undefined ? [] : block(resource.description)),
  ...(resource.variants ?? []).flatMap(({ title }) => block(`<a id="${anchorOf(title)}"></a>`)),
  ...block(...membersTable(resource)),
  ...(resource.parts ?? []).flatMap((part) => resourceLines(part, level + 1)),
];

/** A resource with variants has a column for each: whether the member is there. */
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

/** A member that has a narrower type in its place says so. */
function presenceOf(member: Member | undefined, { schema }: Member): string {
  if (!member) return 'no';
  const type = typeInWords(member.schema);
  const only = type === typeInWords(schema) ? '' : `, ${type}`;
  return (member.required ? 'always' : 'may be absent') + only;
}

const pagedLists = (): string[] => [
  ...block('### Paged list wrapper'),
  ...block(
    'Course list and class list: `docs` (array), `total`, `page`, `limit`, `pages` (numbers). The user search shows ' +
      '`docs`, `total` and `page`. How note lists, leaderboards and notification lists are wrapped is not shown.',
  ),
];

const acknowledgement = facts.NOTIFICATION_ACKNOWLEDGEMENT;

const states = (): string[] => [
  ...block('## States and transitions'),
  ...block(
    '### ATO request status',
    '',
    `${facts.ATO_STATUSES.map(code).join(', ')}. Which may follow which is not shown.`,
  ),
  ...block(
    '### Notification acknowledge flag',
    '',
    `${code(`${nameOf(ROUTES_BY_ID[acknowledgement.route])}`)} turns it from \`${acknowledgement.from}\` to ` +
      `\`${acknowledgement.to}\`, where ${acknowledgement.condition}. No other transition is shown.`,
  ),
  ...block(
    '### ATO alert type',
    '',
    `${facts.ATO_ALERT_TYPES.map(code).join(', ')}; by default ${code(facts.ATO_ALERT_TYPE_DEFAULT)}.`,
  ),
];

const endpoints = (): string[] => [
  ...block('## Endpoints'),
  ...block(...contents(SECTIONS)),
  ...SECTIONS.flatMap((section) => [...sectionLines(section), ...(section === XAPI ? xapiRules() : [])]),
];

const xapiRules = (): string[] => [
  ...block('#### Version 2 rules', '', ...numbered(XAPI_V2_RULES)),
  ...block(
    ...list([
      `Home page: ${code(facts.XAPI_HOME_PAGE)}`,
      `Object type URI: ${code(facts.XAPI_URI_FORMS.objectType)}`,
      `Extension ID URI: ${code(facts.XAPI_URI_FORMS.extensionId)}`,
      `Kinds: ${facts.XAPI_KINDS.map(code).join(', ')}`,
    ]),
  ),
  ...block(
    '#### Version 1 rules',
    '',
    'Keys of `object` that index the statement:',
    '',
    ...table(
      ['key', 'meaning'],
      facts.XAPI_V1_OBJECT_KEYS.map(({ key, meaning }) => [code(key), meaning]),
    ),
  ),
  ...block(
    `Preset verbs: ${facts.XAPI_V1_PRESET_VERBS.map(code).join(', ')}. Any other text is a verb as well.`,
  ),
];

const responsesNotShown = (): string[] => [
  ...block('## Responses not shown'),
  ...block(...numbered(RESPONSES_NOT_SHOWN)),
];

const pluginEndpoints = (): string[] => [
  ...block('## Plugin-implemented endpoints'),
  ...block(
    'A plugin registers addresses in the developer console, and the service calls them: a POST of JSON with ' +
      `\`Authorization: ${facts.PLUGIN_CREDENTIAL.header}\`, made from ${code(facts.PLUGIN_CREDENTIAL.plain)}. ` +
      'The calls are under [Events](#events).',
  ),
  ...block('Before an ATO plugin is used:', '', ...list(facts.ATO_PREREQUISITES)),
];

const authentication = (): string[] => [...block('## Authentication'), ...block(...numbered(AUTHENTICATION))];

const events = (): string[] => [
  ...block('## Events'),
  ...INBOUND_CALLS.flatMap(inboundLines),
  ...block(
    '### SSO redirect of an ATO request',
    '',
    `The browser is sent to ${facts.ATO_SSO_REDIRECT.to} with ${facts.ATO_SSO_REDIRECT.carries.code}; \`state\` is ` +
      `${facts.ATO_SSO_REDIRECT.carries.state}. How the code is named is not shown.`,
  ),
];

const inboundLines = ({ name, trigger, members, notes = [] }: InboundCall): string[] => [
  ...block(`### Call: ${name}`),
  ...block(trigger),
  ...(members.length === 0
    ? []
    : block(
        ...table(
          ['member', 'type', 'required', 'meaning'],
          members.map(({ name: member, schema, required, description = '' }) => [
            code(member),
            typeInWords(schema),
            required ? 'yes' : '',
            description,
          ]),
        ),
      )),
  ...block(...list(notes)),
];

const errors = (): string[] => [
  ...block('## Errors'),
  ...block(
    'Two refusals follow from the contract: production refuses a client ID of the sandbox, and a bucket refuses to be ' +
      'changed by users who are not on its access list. Status codes, error codes and error bodies are not shown.',
  ),
];

const limits = (): string[] => [
  ...block('## Limits'),
  ...block(
    ...table(
      ['limit', 'value'],
      [
        ['Users of one random pick', String(facts.LIMITS.randomUsersMaximum)],
        ['Default `limit` of the course list', String(facts.LIMITS.courseListDefaultLimit)],
        ['Default `limit` of the class list', String(facts.LIMITS.classListDefaultLimit)],
        ['Default `page` of the course list', String(facts.LIMITS.courseListDefaultPage)],
        [
          'Length of a code verifier',
          `${facts.LIMITS.codeVerifierMinLength} to ${facts.LIMITS.codeVerifierMaxLength} characters`,
        ],
        ['Number of buckets', "bounded by the app's storage"],
      ],
    ),
  ),
  ...block('Rate limits, the storage size of buckets and other maximum page sizes are not shown.'),
];

const versioning = (): string[] => [
  ...block('## Versioning'),
  ...block('The version is in the path. Both versions of xAPI are in use.'),
  ...block(
    ...table(
      ['area', 'prefix'],
      facts.VERSION_PREFIXES.map(({ area, prefix }) => [area, code(prefix)]),
    ),
  ),
];

const notShown = (): string[] => [
  ...block('## What is not shown'),
  ...block('Beside the [responses](#responses-not-shown) of routes:', '', ...list(facts.NOT_SHOWN)),
];

if (import.meta.main) process.stdout.write(contractPage());
