import { HOSTS } from '../contract/facts.ts';
import type { Credential, Parameter, Response, Route, Rule, Section } from '../contract/vocabulary.ts';
import { anchorOf, code, remarksOn, typeInWords } from './contract-types.ts';

/** The anchor of a route, the same on every page. */
export const routeAnchor = ({ method, path }: { method: string; path: string }): string =>
  `${method.toLowerCase()}-${path.replace(/^\/|\/$/g, '').replaceAll('/', '-')}`;

/** A table in Markdown. Text in a cell cannot end the cell. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string[] => [
  `| ${head.join(' | ')} |`,
  `|${head.map(() => '---').join('|')}|`,
  ...rows.map((row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`),
];

export const list = (items: readonly string[]): string[] => items.map((item) => `- ${item}`);
function addressOf(host: Route['host']): string {
  const { production, sandbox } = HOSTS[host];
  const isOwn = host !== 'base' && sandbox !== null;
  return code(production) + (isOwn ? `, in the sandbox ${code(sandbox)}` : '');
}

const CREDENTIALS: Record<Credential['kind'], string> = {
  'user token': 'the token of a user',
  'plugin credential': 'the Basic credential of a plugin',
  'ATO token': 'a token from the SSO of an ATO request',
};

const credentialOf = (credential: Credential | null): string => {
  if (!credential) return 'none is shown';
  const { kind, header, required } = credential;
  const mark = required ? 'required' : 'shown, but not marked as required';
  return `${CREDENTIALS[kind]} in ${code(header)} (${mark})`;
};

export const conditional = (rules: readonly Rule[]): string[] =>
  rules.map((rule) => {
    if ('anyOf' in rule) return `At least one of ${rule.anyOf.map(code).join(', ')} is required.`;
    const when = Object.entries(rule.when).map(([name, value]) => `${code(name)} is ${code(value)}`);
    return `Where ${when.join(' and ')}, ${rule.required.map(code).join(' and ')} are required.`;
  });

const parameterRow = ({ name, in: place, schema, required, description }: Parameter): string[] => [
  code(name),
  place,
  typeInWords(schema),
  required ? 'yes' : '',
  [...(description === undefined ? [] : [description]), ...remarksOn(schema)].join(' '),
];

function responseOf(response: Response): string {
  if (response.kind === 'json') return typeInWords(response.schema);
  if (response.kind === 'base64') return 'a JPEG as base64 text';
  if (response.kind === 'page') return 'a page for a browser, which ends in a redirect';
  return '[not shown](#responses-not-shown)';
}

function routeLines(route: Route): string[] {
  const { id, method, path, host, credential, parameters, rules = [], response, summary, notes = [] } = route;
  const anchor = routeAnchor(route);
  const remarks = [...conditional(rules), ...notes];
  return [
    `<a id="${anchor}"></a>`,
    '',
    `#### ${method} ${path}`,
    '',
    `${summary} ([the gateway's requests](#request-${anchor}))`,
    '',
    `- ID: ${code(id)}`,
    `- Host: ${addressOf(host)}`,
    `- Credential: ${credentialOf(credential)}`,
    `- Response: ${responseOf(response)}`,
    '',
    ...(parameters.length === 0
      ? ['No parameters.']
      : table(['parameter', 'in', 'type', 'required', 'meaning'], parameters.map(parameterRow))),
    '',
    ...(remarks.length === 0 ? [] : [...list(remarks), '']),
  ];
}

const listed = (route: Route): string =>
  `[${code(`${route.method} ${route.path}`)}](#${routeAnchor(route)}) ${route.summary}`;

/** The routes of one section, with a list of them first. */
export const sectionLines = ({ title, routes }: Section): string[] => [
  `### ${title}`,
  '',
  ...list(Object.values(routes).map(listed)),
  '',
  ...Object.values(routes).flatMap(routeLines),
];

/** The sections with their routes, for the top of a page. */
export const contents = (sections: readonly Section[]): string[] =>
  list(
    sections.map(({ title, routes }) => {
      const { length } = Object.keys(routes);
      const count = length === 1 ? '1 route' : `${length} routes`;
      return `[${title}](#${anchorOf(title)}): ${count}`;
    }),
  );
