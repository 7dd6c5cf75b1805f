import { GraphQLID, type GraphQLInputType, getNamedType, isInputObjectType } from 'graphql';
import { markedFields } from '../nullability/semantic-non-null.ts';
import type { DeclaredRoute } from '../reach/declared.ts';
import { status } from '../support/faults.ts';
import { as } from '../support/gateway.ts';
import { schema } from '../support/schema.ts';
import { type Chain, chainsOf, ROOTS, routesOf, selectionsOfRoot } from './chains.ts';
import { type CaseQuery, type Kind, type MatrixCase, run, type Station, withoutIndexes } from './run.ts';
import { MATRIX_WRITES } from './writes.ts';

/** The declared routes by method and path. */
type Routes = ReadonlyMap<string, DeclaredRoute>;

/** The chains that a credential can use, by route. */
export interface Reachable {
  /** Root fields by route. */
  roots: ReadonlyMap<string, readonly string[]>;
  /** The case of a root field and a route. Null: no document reaches the route without an error. */
  caseOf(root: string, route: string, field?: string): Promise<MatrixCase | null>;
  /** Fields that call a route, as in `Course.objectives`, with the root fields that lead to them. */
  fields: ReadonlyMap<string, readonly { root: string; route: string }[]>;
}

const KINDS: readonly Kind[] = ['user', 'plugin', 'ato'];

/** Routes that the gateway calls with the plugin's credential for users who read their own rows. */
const LENT: ReadonlySet<string> = new Set([
  'GET /plugin/v2/ai/badge/assertion',
  'GET /plugin/v2/ai/other-skills',
]);

/** Fields to select beside a chain, under the alias `sibling`. */
const SIBLINGS: Readonly<Record<'user' | 'plugin', readonly { route: string; selection: string }[]>> = {
  user: [
    { route: 'GET /leaderboard/v1/rank', selection: 'leaderboardRank(categories: ["sibling"]) { score }' },
    { route: 'GET /edu/v1/course/list', selection: 'courses(first: 100) { nodes { name } }' },
  ],
  plugin: [
    { route: 'GET /plugin/v2/ai/badge/course', selection: 'courseBadges(orgIds: ["sibling"]) { id }' },
    { route: 'GET /plugin/v2/ai/record-data', selection: 'learningRecords(orgIds: ["sibling"]) { extra }' },
  ],
};

/** Fields that turn a route's error code into another outcome. */
function insteadAt(field: string, lost: string): Readonly<Record<string, string | null>> {
  // A list of badges that the credential may not read contributes nothing.
  if (/\.badge$/.test(lost)) return { FORBIDDEN: null };
  // A record requires its actor.
  return field === 'Mutation.recordActivity' ? { NOT_FOUND: 'NOT_FOUND' } : {};
}

/** Finds the routes that each root field reaches with the available credentials, on a working platform. */
export async function reachable(station: Station, routes: Routes): Promise<Reachable> {
  const { gateway, credentials } = station;
  const inDocument = (selection: string): string =>
    selection.replace('$atoRequestId', JSON.stringify(station.atoRequestId));
  const chains = new Map<string, { chain: Chain; kinds: readonly Kind[] }[]>();
  const roots = new Map<string, string[]>();
  const fields = new Map<string, { root: string; route: string }[]>();
  for (const root of ROOTS) {
    const opens: Kind[] = [];
    for (const kind of KINDS) {
      const source = `{ ${inDocument(selectionsOfRoot(root)[0] ?? '')} }`;
      if ((await gateway.query(source, { as: { ...credentials[kind] } })).errors.length === 0)
        opens.push(kind);
    }
    for (const [route, found] of chainsOf(root)) {
      const needsPlugin = routes.get(route)?.credential === 'plugin';
      const kinds = opens.filter((kind) =>
        needsPlugin ? kind === 'plugin' || LENT.has(route) : kind !== 'plugin',
      );
      if (kinds.length === 0) continue;
      roots.set(route, [...(roots.get(route) ?? []), root]);
      const shortest = found.toSorted((one, other) => one.coordinates.length - other.coordinates.length);
      chains.set(
        `${root} ${route}`,
        shortest.map((chain) => ({ chain, kinds })),
      );
      for (const field of new Set(found.map(({ coordinates }) => coordinates.at(-1) ?? ''))) {
        fields.set(`${field} ${route}`, [...(fields.get(`${field} ${route}`) ?? []), { root, route }]);
      }
    }
  }
  let askers = 0;
  const tried = async (chain: Chain, kind: Kind, selection: string): Promise<MatrixCase | null> => {
    const siblings = SIBLINGS[kind === 'plugin' ? 'plugin' : 'user'];
    const sibling = siblings.find(({ route }) => route !== chain.route);
    const source = `{ ${inDocument(selection)} sibling: ${sibling?.selection} }`;
    // Each user has their own token, so that no call is shared.
    const credential = kind === 'user' ? as.bearer(`matrix-${askers++}`) : credentials[kind];
    const one = { source, credential: kind, ...(kind === 'user' ? { authorization: credential } : {}) };
    const { data, errors, calls } = await run(station, one);
    if (errors.length > 0 || !calls.some((call) => call.split('?', 1)[0] === chain.route)) return null;
    const [root = ''] = chain.coordinates;
    const field = chain.coordinates.at(-1) ?? '';
    const lost = await placeOf(station, chain, one);
    if (lost === null) return null;
    return {
      ...one,
      name: root === field ? field : `${field} below ${root}`,
      route: chain.route,
      lost,
      healthy: data,
      instead: {
        ...insteadAt(field, lost),
        // The gateway's own credential is rejected, not the caller's.
        ...(LENT.has(chain.route) && kind !== 'plugin' ? { UNAUTHENTICATED: 'NOT_CONFIGURED' } : {}),
      },
    };
  };
  return {
    roots,
    fields,
    caseOf: async (root, route, field) => {
      for (const { chain, kinds } of chains.get(`${root} ${route}`) ?? []) {
        if (field !== undefined && chain.coordinates.at(-1) !== field) continue;
        for (const selection of chain.selections) {
          for (const kind of kinds) {
            const found = await tried(chain, kind, selection);
            if (found) return found;
          }
        }
      }
      return null;
    },
  };
}

/**
 * Path of the field that fails: the first field of a chain that actually calls the route. The costs say which fields
 * may call it; which one does depends on the data. Null: several fields of the chain fail.
 */
async function placeOf(
  station: Station,
  { coordinates, route }: Chain,
  one: CaseQuery,
): Promise<string | null> {
  station.platform.begin(route, status(500));
  const { errors } = await run(station, one);
  station.platform.end();
  const places = new Set(errors.map(({ path = [] }) => withoutIndexes(path)));
  const isOfChain = (place: string): boolean => {
    const names = place.split('.').filter((step) => step !== '*');
    const coordinate = coordinates[names.length - 1] ?? '';
    const isPrefix = names.every((name, index) => coordinates[index]?.endsWith(`.${name}`));
    return isPrefix && routesOf(coordinate).includes(route);
  };
  const [place = 'nowhere'] = places;
  if (![...places].every(isOfChain) || places.size === 0)
    return `a field of ${coordinates.join(', ')} that calls ${route}, not ${[...places].join()}`;
  return places.size === 1 ? place : null;
}

/** Whether an argument has an ID, of what is written to: without any, a 404 means a wrong address. */
function hasId({ type }: { type: GraphQLInputType }): boolean {
  const named = getNamedType(type);
  return named === GraphQLID || (isInputObjectType(named) && Object.values(named.getFields()).some(hasId));
}

const NEVER_NULL: ReadonlySet<string> = new Set(markedFields(schema));

/** The mutations of the matrix, with their results on a working platform. */
export async function writeCases(station: Station, routes: Routes): Promise<MatrixCase[]> {
  const { platform } = station;
  const mutations = schema.getMutationType()?.getFields();
  const cases: MatrixCase[] = [];
  for (const { field, credential: authorization, ...write } of MATRIX_WRITES) {
    const route = routes.get(write.route);
    const isRead = route?.kind === 'read';
    const mutation = mutations?.[write.lost?.split('.', 1)[0] ?? ''];
    const creates = route?.read.wire.form === 'found';
    const instead = {
      ...insteadAt(field, ''),
      // What was just written must be found.
      ...(isRead && NEVER_NULL.has(field)
        ? { none: 'UPSTREAM_BAD_RESPONSE', NOT_FOUND: 'UPSTREAM_BAD_RESPONSE' }
        : {}),
      ...(isRead || mutation?.args.some(hasId) ? {} : { NOT_FOUND: 'UPSTREAM_BAD_RESPONSE' }),
    };
    const one = { ...write, name: field, credential: 'user' as const, authorization, instead };
    platform.responses = isRead ? write.responses : { [write.route]: {}, ...write.responses };
    const { data, errors } = await run(station, one);
    platform.end();
    const unidentified = creates ? errors.map(({ path = [] }) => withoutIndexes(path)).join() : '';
    cases.push({ ...one, healthy: data, unidentified });
  }
  return cases;
}
