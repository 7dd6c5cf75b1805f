import { nameOf, type Route, routeNamed } from 'learning-platform-kit/contract/routes';
import { SYSTEM_CLOCK } from '../../src/lib/clock.ts';
import { addressesOf, createPlatform, type Platform } from '../../src/platform/client.ts';
import type { QueryParams } from '../../src/platform/route.ts';
import { SIGN_IN_PATH } from '../../src/platform/routes/auth.ts';
import type { DeclaredRoute } from '../reach/declared.ts';

/** A mutation of one declaration in `src/platform/routes`. */
export interface Mutant {
  kind: MutantKind;
  /** The declared route, as in `PUT /edu/v1/note`. */
  route: string;
  /** The mutated parameter. Undefined: not a parameter. */
  parameter?: string;
  /** Description of the mutation. */
  about: string;
  /** Applies the mutation. @returns reverts it. */
  plant(): () => void;
}

export const MUTANT_KINDS = [
  'method',
  'path',
  'host',
  'header',
  'credential',
  'place',
  'name',
  'omission',
] as const;
type MutantKind = (typeof MUTANT_KINDS)[number];

/** All mutants of the declared routes. A route with two declarations has the mutants of both. */
export function mutantsOf(declared: ReadonlyMap<string, DeclaredRoute>): Mutant[] {
  const routes = [...new Set([...declared.values()].map(nameOf)), SIGN_IN];
  return [
    ...[...declared].flatMap(([constant, route]) => declarationMutants(constant, route)),
    {
      kind: 'path',
      route: SIGN_IN,
      about: 'SIGN_IN_PATH: a trailing slash',
      plant: () => changeAddress((path, query) => [withOtherSlash(path), query]),
    },
    ...routes.flatMap(parameterMutants),
  ];
}

/** Opened by a browser: the client declares only the path, and the operation builds the rest of the URL. */
const SIGN_IN = `GET ${SIGN_IN_PATH}`;

/** Replaces members of a declared route, which the client reads on every call. */
function mutate(route: DeclaredRoute, changes: Readonly<Record<string, unknown>>): () => void {
  const before = Object.fromEntries(Object.keys(changes).map((name) => [name, Reflect.get(route, name)]));
  Object.assign(route, changes);
  return () => void Object.assign(route, before);
}

const withOtherSlash = (path: string): string => (path.endsWith('/') ? path.slice(0, -1) : `${path}/`);

function declarationMutants(constant: string, route: DeclaredRoute): Mutant[] {
  const { method, path, host, credential, credentialHeader } = route;
  const mutant = (kind: MutantKind, about: string, changes: Readonly<Record<string, unknown>>): Mutant => ({
    kind,
    route: nameOf(route),
    about: `${constant}: ${about}`,
    plant: () => mutate(route, changes),
  });
  const otherMethods = ['GET', 'PUT', 'POST', 'DELETE'].filter((other) => other !== method);
  const otherHeader = credentialHeader === 'authorization' ? 'authentication' : 'authorization';
  const otherHosts = ['platform', 'notes', 'push'].filter((other) => other !== host);
  const takesParameters = (routeNamed(nameOf(route))?.parameters.length ?? 0) > 0;
  const mutants = [
    ...otherMethods.map((other) => mutant('method', `${other} for ${method}`, { method: other })),
    mutant('path', path.endsWith('/') ? 'no trailing slash' : 'a trailing slash', {
      path: withOtherSlash(path),
    }),
    ...otherHosts.map((other) => mutant('host', `${other} for ${host}`, { host: other })),
    ...(takesParameters ? [mutant('place', 'parameters in the other location', otherPlace(route))] : []),
  ];
  return credential === 'none'
    ? [...mutants, mutant('credential', 'a credential although none is required', { credential: 'user' })]
    : [
        ...mutants,
        mutant('header', `${otherHeader} for ${credentialHeader}`, { credentialHeader: otherHeader }),
        mutant('credential', 'no credential', { credential: 'none' }),
      ];
}

/** Swaps the declared location of the parameters, or else the kind of the route, which implies it. */
function otherPlace(route: DeclaredRoute): Readonly<Record<string, unknown>> {
  const named = Object.entries(route).find(([, value]) => value === 'query' || value === 'body');
  if (named) return { [named[0]]: named[1] === 'query' ? 'body' : 'query' };
  // The client sends no body with a GET, so the route becomes a write with a body.
  return route.kind === 'read' ? { kind: 'write', method: 'PUT' } : { kind: 'read' };
}

/** Parameters are not part of a declaration: each is mutated between the domains and the client. */
const parameterMutants = (route: string): Mutant[] =>
  (routeNamed(route)?.parameters ?? []).flatMap(({ name }) => [
    {
      kind: 'name',
      route,
      parameter: name,
      about: `${name} under another name`,
      plant: () => changeParameters(route, name, `${name}Mistaken`),
    },
    {
      kind: 'omission',
      route,
      parameter: name,
      about: `${name} omitted`,
      plant: () => changeParameters(route, name, null),
    },
  ]);

/** The client's prototype, which the clients of all operations share. */
const CLIENT: Platform = Object.getPrototypeOf(
  createPlatform({
    clock: SYSTEM_CLOCK,
    addresses: addressesOf({ platform: null, notes: null, push: null }),
    send: () => {},
    credential: { kind: 'none' },
  }),
);

/** Renames one parameter of a route. Null: omits it. */
function changeParameters(route: string, name: string, newName: string | null): () => void {
  const changed = <Values extends object>(values: Values): Values =>
    Object.fromEntries(
      Object.entries(values).flatMap(([key, value]) =>
        key !== name ? [[key, value]] : newName === null ? [] : [[newName, value]],
      ),
    ) as Values;
  if (route === SIGN_IN) return changeAddress((path, query) => [path, changed(query)]);
  const { read, write } = CLIENT;
  CLIENT.read = function (this: Platform, called, params) {
    return read.call(this, called, called.name === route ? changed(params) : params);
  } as Platform['read'];
  CLIENT.write = function (this: Platform, called, params) {
    return write.call(this, called, called.name === route ? changed(params) : params);
  } as Platform['write'];
  return () => void Object.assign(CLIENT, { read, write });
}

function changeAddress(change: (path: string, query: QueryParams) => [string, QueryParams]): () => void {
  const { address } = CLIENT;
  CLIENT.address = function (path, query) {
    return address.call(this, ...change(path, query));
  };
  return () => void Object.assign(CLIENT, { address });
}

/** Mistakes in the contract's record of a route, which the gateway's requests must reveal. */
export function contractMutantsOf(route: Route): Mutant[] {
  const { id, method, path, host, credential, parameters } = route;
  const mutant = (kind: MutantKind, about: string, changes: Partial<Route>): Mutant => ({
    kind,
    route: nameOf(route),
    about: `${id}: ${about}`,
    plant: () => {
      const before = { method, path, host, credential, parameters };
      Object.assign(route, changes);
      return () => void Object.assign(route, before);
    },
  });
  return [
    mutant('method', 'another method', { method: method === 'GET' ? 'POST' : 'GET' }),
    mutant('path', 'another slash', { path: withOtherSlash(path) }),
    mutant('host', 'another host', { host: host === 'notes' ? 'base' : 'notes' }),
    mutant('credential', 'another credential', {
      credential: credential ? null : { kind: 'user token', header: 'Authorization', required: true },
    }),
    ...(credential
      ? [
          mutant('header', 'the credential in another header', {
            credential: {
              ...credential,
              header: credential.header === 'Authorization' ? 'Authentication' : 'Authorization',
            },
          }),
        ]
      : []),
    ...parameters.flatMap((changed) => {
      const others = parameters.filter((one) => one !== changed);
      const place = changed.in === 'query' ? ('body' as const) : ('query' as const);
      return [
        { ...mutant('omission', `without ${changed.name}`, { parameters: others }), parameter: changed.name },
        {
          ...mutant('place', `${changed.name} in the ${place}`, {
            parameters: [...others, { ...changed, in: place }],
          }),
          parameter: changed.name,
        },
      ];
    }),
  ];
}
