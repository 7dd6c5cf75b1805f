import { type GraphQLField, type GraphQLObjectType, getNamedType, isObjectType } from 'graphql';
import { fieldCosts } from '../../src/domains/schema.ts';
import { schema } from '../support/schema.ts';
import { OWN, STRANGER } from './platform.ts';

/** A path of fields from the root to one that calls a route, by coordinates, as in `Query.course`. */
export interface Chain {
  /** Method and path of the route, as in `GET /edu/v1/course`. */
  route: string;
  coordinates: readonly string[];
  /** Candidate selections at the root, as in `course(id: "c") { id objectives { id } }`. */
  selections: readonly string[];
}

const query = schema.getQueryType();
if (!query) throw new Error('the schema has no queries');

/** Arguments of fields; alternatives are tried in turn. */
const ARGUMENTS: Readonly<Record<string, readonly string[]>> = {
  'Query.atoRequest': ['(id: $atoRequestId)'],
  'Query.badgeAssertions': [`(userIds: ["${OWN}", "${STRANGER}"])`],
  'Query.bucket': ['(id: "b")'],
  'Query.candidates': ['(capabilityIds: ["b-course"])'],
  'Query.class': ['(id: "g")'],
  'Query.course': ['(id: "c")'],
  'Query.leaderboard': ['', `(categories: ["${STRANGER}"])`],
  'Query.leaderboardRank': [`(userId: "${OWN}")`, `(userId: "${STRANGER}")`],
  'Query.note': [`(id: "n-${OWN}")`, `(id: "n-${STRANGER}")`],
  'Query.otherSkills': [`(userIds: ["${OWN}", "${STRANGER}"])`],
  'Query.randomUsers': ['(count: 2)'],
  'Query.searchUsers': ['(term: "a")'],
  'Course.lesson': ['(id: "l")'],
  'Lesson.locked': ['(studentId: "s")'],
};

/** Maximum steps of a chain. */
const LONGEST = 6;
/** Maximum chains of one field to one route, the shortest first. */
const TRIED = 12;

/** The routes that a field may call, by method and path. */
export const routesOf = (coordinate: string): string[] => [
  ...new Set((fieldCosts[coordinate]?.calls ?? []).map(({ route }) => route)),
];

/** Coordinate of a field, as in `Query.course`. */
const coordinateOf = (type: GraphQLObjectType, field: GraphQLField<unknown, unknown>): string =>
  `${type.name}.${field.name}`;

/** Rows of connections are read through `nodes`: edges contain the same ones. */
const isStep = (type: GraphQLObjectType, field: GraphQLField<unknown, unknown>): boolean =>
  !type.name.endsWith('Connection') || field.name === 'nodes' || coordinateOf(type, field) in fieldCosts;

interface Step {
  type: GraphQLObjectType;
  field: GraphQLField<unknown, unknown>;
}

/** All paths down from a type, the shortest first. */
function* paths(from: GraphQLObjectType): Generator<readonly Step[]> {
  let front: (readonly Step[])[] = [[]];
  for (let length = 1; length <= LONGEST; length += 1) {
    const next: (readonly Step[])[] = [];
    for (const path of front) {
      const last = path.at(-1);
      const type = last ? getNamedType(last.field.type) : from;
      if (!isObjectType(type)) continue;
      for (const field of Object.values(type.getFields())) {
        if (!isStep(type, field) || path.some((step) => step.field === field)) continue;
        const longer = [...path, { type, field }];
        yield longer;
        next.push(longer);
      }
    }
    front = next;
  }
}

/** A field of an object that shows whether the rest of it is intact. */
function shown(type: GraphQLObjectType): string {
  const { id } = type.getFields();
  return id && !(`${type.name}.id` in fieldCosts) ? 'id' : '__typename';
}

function selectionsOf([step, ...below]: readonly Step[]): string[] {
  if (!step) return [''];
  const { type, field } = step;
  const named = getNamedType(field.type);
  const heads = (ARGUMENTS[coordinateOf(type, field)] ?? ['']).map((given) => field.name + given);
  if (!isObjectType(named)) return heads;
  const inner = selectionsOf(below).map((selection) => `{ ${shown(named)} ${selection} }`);
  return heads.flatMap((head) => inner.map((selection) => `${head} ${selection}`));
}

export const ROOTS: readonly string[] = Object.keys(query.getFields());

const rootStep = (root: string): Step => {
  const field = query?.getFields()[root];
  if (!field || !query) throw new Error(`field ${root} not found`);
  return { type: query, field };
};

/** A root field on its own. */
export const selectionsOfRoot = (root: string): readonly string[] => selectionsOf([rootStep(root)]);

/** Chains from a root field to every field that calls a route, by route, the shortest first. */
export function chainsOf(root: string): Map<string, Chain[]> {
  const found = new Map<string, Chain[]>();
  const first = rootStep(root);
  const note = (path: readonly Step[]): void => {
    const coordinates = path.map(({ type, field }) => coordinateOf(type, field));
    const last = coordinates.at(-1) ?? '';
    for (const route of routesOf(last)) {
      const known = found.get(route) ?? [];
      found.set(route, known);
      if (known.filter((chain) => chain.coordinates.at(-1) === last).length >= TRIED) continue;
      known.push({ route, coordinates, selections: selectionsOf(path) });
    }
  };
  note([first]);
  const below = getNamedType(first.field.type);
  if (isObjectType(below)) for (const path of paths(below)) note([first, ...path]);
  return found;
}
