import { Type } from 'typebox';
import { isRecord, parseJson } from '../conformance/json.ts';
import { nameOf, ROUTES, ROUTES_BY_ID, type Route, type RouteId, type ValuesOf } from '../contract/routes.ts';
import type { Host, Leniency, Parameter, Rule } from '../contract/vocabulary.ts';
import { basicCredential, bearerToken } from './credential.ts';
import { type Call, type Handler, type Received, type Routes, replyOf } from './exchange.ts';
import { checkedValue } from './parameter-check.ts';
import { badRequest, unauthorized } from './refusal.ts';
import type { State } from './state.ts';

type Sent = ReadonlyMap<string, unknown>;
type SentIn = Readonly<Record<Parameter['in'], Sent>>;

/**
 * The routes of these hosts. Every request is checked against the contract before its handler runs: method and path, the
 * credential and its header, the location and type of each parameter, and required parameters.
 */
export const contractRoutes = (
  state: State,
  handlers: Readonly<Record<RouteId, Handler>>,
  ...hosts: readonly Host[]
): Routes =>
  ROUTES.filter(({ host }) => hosts.includes(host)).map((route) => [
    nameOf(route),
    async (request) => {
      const credential = credentialOf(request, route);
      const sent = { query: grouped(request.url.searchParams), body: bodyOf(request, route) };
      const values = valuesOf(state, route, sent);
      return replyOf(route, await handlers[route.id]({ request, route, credential, values }));
    },
  ]);

/** The query of a request, checked as that of a route. */
export const queryOf = <Id extends RouteId>(state: State, id: Id, { url }: Received) =>
  valuesOf(state, ROUTES_BY_ID[id], { query: grouped(url.searchParams), body: new Map() }) as ValuesOf<Id>;

/** Whether the sandbox is more lenient than the contract for a route, or for one of its parameters. */
const isLenient = ({ sandbox }: Route, what: Leniency['what'], parameter?: string): boolean =>
  sandbox?.allows?.some(
    (one) => one.what === what && (!('parameter' in one) || one.parameter === parameter),
  ) ?? false;

const HEADERS = ['Authorization', 'Authentication'] as const;
const headerOf = ({ headers }: Received, name: string) => headers[name.toLowerCase()];
const FORMS = {
  'user token': { noun: 'a user token', is: bearerToken },
  'ATO token': { noun: 'a token from an ATO sign-on', is: bearerToken },
  'plugin credential': { noun: "a plugin's Basic credential", is: basicCredential },
} as const;

function credentialOf(request: Received, { credential, ...route }: Route): string | null {
  const stray = HEADERS.find((name) => name !== credential?.header && headerOf(request, name) !== undefined);
  if (!credential) {
    if (stray) throw unauthorized(`${nameOf(route)} takes no credential: omit the header ${stray}`);
    return null;
  }
  const { noun, is } = FORMS[credential.kind];
  if (stray) throw unauthorized(`${noun} belongs in the header ${credential.header}, not in ${stray}`);
  const sent = headerOf(request, credential.header);
  if (sent === undefined || is(sent) === null) {
    throw unauthorized(`the header ${credential.header} must carry ${noun}`);
  }
  return sent;
}

/** The members of the body. Contract: JSON is the only encoding of bodies. */
function bodyOf({ headers, body: text }: Received, route: Route): Sent {
  if (text === '') return new Map();
  const takesBody = route.parameters.some((parameter) => parameter.in === 'body');
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (takesBody && type === 'application/x-www-form-urlencoded' && isLenient(route, 'form as body')) {
    return grouped(new URLSearchParams(text));
  }
  const members = membersOf(text);
  if (!takesBody) {
    if (members && members.size > 0) return members;
    throw badRequest(`${nameOf(route)} takes no body`);
  }
  if (type !== 'application/json') {
    throw badRequest(`${nameOf(route)} takes its body as JSON, with content-type: application/json`);
  }
  if (!members) throw badRequest('the body must be a JSON object');
  return members;
}

function membersOf(text: string): Sent | null {
  const json = parseJson(text)?.json;
  return isRecord(json) ? new Map(Object.entries(json)) : null;
}

/** Collects the parameters; one that is sent several times becomes an array. */
function grouped(parameters: URLSearchParams): Sent {
  return new Map(
    [...new Set(parameters.keys())].map((name) => {
      const values = parameters.getAll(name);
      return [name, values.length === 1 ? values[0] : values];
    }),
  );
}

function valuesOf(state: State, route: Route, sent: SentIn): Call['values'] {
  for (const place of ['query', 'body'] as const) {
    for (const name of sent[place].keys()) refuseStray(route, name, place);
  }
  const values = new Map(
    route.parameters
      .filter(({ name, in: place }) => sent[place].has(name))
      .map((parameter) => [
        parameter.name,
        checkedValue(
          parameter,
          sent[parameter.in].get(parameter.name),
          isLenient(route, 'other members', parameter.name),
        ),
      ]),
  );
  refuseOmissions(state, route, values);
  return Object.fromEntries(values);
}

function refuseStray(route: Route, name: string, place: Parameter['in']): void {
  const documented = route.parameters.find((parameter) => parameter.name === name);
  if (!documented) throw badRequest(`${nameOf(route)} has no parameter ${name} (sent in the ${place})`);
  if (documented.in !== place)
    throw badRequest(`${name} belongs in the ${documented.in}, not in the ${place}`);
}

function refuseOmissions(state: State, route: Route, values: Sent): void {
  const isPlugin = state.plugins.has(String(values.get('client_id')));
  for (const { anyOf, where } of requirementsOf(route, values)) {
    const candidates = route.parameters.filter((parameter) => anyOf.includes(parameter.name));
    if (candidates.some((parameter) => isGiven(parameter, values))) continue;
    if (isPlugin && anyOf.every((one) => isLenient(route, 'omission by plugins', one))) continue;
    throw badRequest(`${anyOf.join(' or ')} is required in the ${candidates[0]?.in}${where}`);
  }
}

/** An empty string does not count, unless the parameter may be any JSON. */
function isGiven({ name, schema }: Parameter, values: Sent): boolean {
  return values.has(name) && (values.get(name) !== '' || Type.IsUnknown(schema));
}

interface Requirement {
  /** At least one of these parameters. */
  anyOf: readonly string[];
  /** The condition, for the message. */
  where: string;
}

function requirementsOf({ parameters, rules = [], sandbox }: Route, values: Sent): Requirement[] {
  const required = parameters.filter((parameter) => parameter.required).map(({ name }) => name);
  return [...required, ...rules, ...(sandbox?.requires ?? [])].flatMap((rule) =>
    requirementsIn(rule, values),
  );
}

function requirementsIn(rule: string | Rule, values: Sent): Requirement[] {
  if (typeof rule === 'string') return [{ anyOf: [rule], where: '' }];
  if ('anyOf' in rule) return [{ anyOf: rule.anyOf, where: '' }];
  const conditions = Object.entries(rule.when);
  if (!conditions.every(([name, value]) => values.get(name) === value)) return [];
  const where = ` if ${conditions.map((condition) => condition.join(' is ')).join(' and ')}`;
  return rule.required.map((name) => ({ anyOf: [name], where }));
}
