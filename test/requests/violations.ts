import type { Credential, Parameter, Route, Rule } from 'learning-platform-kit/contract/vocabulary';
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { pathOf, queryOf, type ReceivedRequest } from './platform.ts';

/**
 * All violations of the contract by a request; empty if it conforms.
 * Messages never contain values of the request.
 */
export function violations(request: ReceivedRequest, route: Route): string[] {
  const sent = parametersOf(request);
  return [
    ...lineViolations(request, route),
    ...credentialViolations(request, route.credential),
    ...bodyViolations(request, route),
    ...route.parameters.flatMap((parameter) => parameterViolations(parameter, sent)),
    ...undocumented(sent, route),
    ...(route.rules ?? []).flatMap((rule) => ruleViolations(rule, sent)),
  ];
}

/** The parameters of a request. A query parameter has all its values, a body member its JSON. */
interface Sent {
  query: ReadonlyMap<string, readonly string[]>;
  body: ReadonlyMap<string, unknown>;
}

function parametersOf(request: ReceivedRequest): Sent {
  const query = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(queryOf(request)))
    query.set(name, [...(query.get(name) ?? []), value]);
  const json = jsonOf(request.body);
  const body = typeof json === 'object' && json !== null && !Array.isArray(json) ? json : {};
  return { query, body: new Map(Object.entries(body)) };
}

function lineViolations(request: ReceivedRequest, { method, path, host }: Route): string[] {
  const found = [];
  if (request.method !== method) found.push(`the method is ${request.method}, not ${method}`);
  if (pathOf(request) !== path) found.push(`the path is ${pathOf(request)}, not ${path}`);
  if (request.host !== host) found.push(`the host is ${request.host}, not ${host}`);
  if (request.target.endsWith('?')) found.push('the query is empty');
  return found;
}

/** Headers that carry a credential, or that a client may use for one. */
const CREDENTIAL_HEADERS = ['authorization', 'authentication', 'proxy-authorization', 'cookie', 'x-api-key'];

const FORMS: Record<Credential['kind'], RegExp> = {
  'user token': /^Bearer [\x21-\x7e]+$/,
  'ATO token': /^Bearer [\x21-\x7e]+$/,
  'plugin credential': /^Basic [A-Za-z0-9+/]+={0,2}$/,
};

/** The credential must be in its header exactly once, in its format, and nowhere else. */
function credentialViolations({ headers, target }: ReceivedRequest, credential: Credential | null): string[] {
  const found = [];
  const carriers = headers.filter(([name]) => CREDENTIAL_HEADERS.includes(name));
  const expected = credential?.header.toLowerCase();
  for (const [name] of carriers) if (name !== expected) found.push(`the header ${name} carries a credential`);
  if (!credential) return found;
  const values = carriers.filter(([name]) => name === expected).map(([, value]) => value);
  const [value = ''] = values;
  if (values.length !== 1) found.push(`the header ${expected} occurs ${values.length} times instead of once`);
  else if (!FORMS[credential.kind].test(value))
    found.push(`the header ${expected} is not a ${credential.kind}`);
  const secret = value.split(' ')[1] ?? '';
  if (secret === '') return found;
  for (const [name, other] of headers)
    if (name !== expected && other.includes(secret)) found.push(`the header ${name} contains the credential`);
  if (target.includes(encodeURIComponent(secret))) found.push('the address contains the credential');
  return found;
}

/** The body must be JSON if the route documents body parameters, and empty otherwise. */
function bodyViolations({ headers, body }: ReceivedRequest, { parameters }: Route): string[] {
  const type = headers.find(([name]) => name === 'content-type')?.[1];
  if (!parameters.some((parameter) => parameter.in === 'body')) {
    return [
      ...(body.length > 0 ? ['the body is undocumented'] : []),
      ...(type !== undefined ? ['there is a content-type although no body is documented'] : []),
    ];
  }
  const json = jsonOf(body);
  const isObject = typeof json === 'object' && json !== null && !Array.isArray(json);
  return [
    ...(isObject ? [] : ['the body is not a JSON object']),
    ...(type === 'application/json' ? [] : [`the content-type is ${type}, not application/json`]),
  ];
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

function parameterViolations({ name, in: place, schema, required }: Parameter, sent: Sent): string[] {
  const value = place === 'body' ? sent.body.get(name) : sent.query.get(name);
  if (value === undefined) return required ? [`${name} is required in the ${place}`] : [];
  const isValid =
    place === 'body' ? Value.Check(schema, value) : isValidQuery(schema, sent.query.get(name) ?? []);
  return isValid ? [] : [`${name} in the ${place} is not of its documented type`];
}

/** Query values are text: one is valid if any interpretation is. Only a documented list may be repeated. */
const isValidQuery = (schema: TSchema, values: readonly string[]): boolean =>
  values.length === 1
    ? interpretations(values[0] ?? '').some((value) => Value.Check(schema, value))
    : Value.Check(schema, values);

const interpretations = (text: string): unknown[] => [
  text,
  ...(/^-?\d+(\.\d+)?$/.test(text) ? [Number(text)] : []),
  ...(text === 'true' || text === 'false' ? [text === 'true'] : []),
];

/** Parameters that the route does not document in their location. */
function undocumented({ query, body }: Sent, { parameters }: Route): string[] {
  const unknownIn = (place: Parameter['in'], names: Iterable<string>) =>
    [...names]
      .filter((name) => !parameters.some((parameter) => parameter.in === place && parameter.name === name))
      .map((name) => `${name} is not documented in the ${place}`);
  return [...unknownIn('query', query.keys()), ...unknownIn('body', body.keys())];
}

function ruleViolations(rule: Rule, { query, body }: Sent): string[] {
  const has = (name: string): boolean => query.has(name) || body.has(name);
  if ('anyOf' in rule) return rule.anyOf.some(has) ? [] : [`one of ${rule.anyOf.join(', ')} is required`];
  const applies = Object.entries(rule.when).every(
    ([name, value]) => body.get(name) === value || query.get(name)?.[0] === value,
  );
  return applies ? rule.required.filter((name) => !has(name)).map((name) => `${name} is required here`) : [];
}
