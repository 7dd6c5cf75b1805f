import {
  getNamedType,
  isLeafType,
  isObjectType,
  Kind,
  parse,
  print,
  type SelectionSetNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { SAMPLES } from 'learning-platform-kit/contract/examples';
import type { RouteId } from 'learning-platform-kit/contract/routes';
import type { TSchema } from 'typebox';
import { fieldCosts } from '../../src/domains/schema.ts';
import { schema } from '../support/schema.ts';
import { documentedBody, type Leaf, partsOf } from './documented-body.ts';
import type { Operation } from './gateway.ts';
import { REQUESTS } from './table.ts';

const POSITION = 'Connections use cursors: `pageInfo` has the position of a page.';

/** Members that no field of the graph exposes, by route ID and path, with the reason. */
export const NOT_SHOWN: Readonly<Record<string, string>> = {
  'searchUsers: page': POSITION,
  'listCourses: page': POSITION,
  'listCourses: limit': POSITION,
  'listCourses: pages': POSITION,
  'listPerformance: [].name': 'The name of the objective, which `CourseObjective.name` exposes.',
  'listClasses: page': POSITION,
  'listClasses: limit': POSITION,
  'listClasses: pages': POSITION,
  'listQuestions: []._id': 'The same value as `id`.',
};

/** Values that a response must have for its rows to be joined with others. */
const JOINED: Readonly<Partial<Record<RouteId, Readonly<Record<string, unknown>>>>> = {
  listPerformance: { '[].objectiveId': SAMPLES.objectiveId },
  readLevels: {
    courseId: SAMPLES.courseId,
    'levels[].lessons[].courseId': SAMPLES.courseId,
    'levels[].lessons[].childLessons[].courseId': SAMPLES.courseId,
  },
};

const LESSON = `id course { id name description profilePicId coverPhotoId } name description profilePicId coverPhotoId media
  isAssessment expectedCompletionTime instructorGraded public launchParameters locked(studentId: "${SAMPLES.studentId}")`;

/** Documents that select a route's whole response, if none of `schema/examples` does. */
const DOCUMENTS: Readonly<Partial<Record<RouteId, Operation>>> = {
  // Through a class: the only way to read the course from the response itself.
  readLevels: {
    as: 'user',
    document: `{ theClass: class(id: "${SAMPLES.classId}") { levels {
      id name lessons { ${LESSON} childLessons { ${LESSON} } }
    } } }`,
  },
};

/** The operation that selects a route's whole response. */
export function fullOperation(route: RouteId): Operation {
  const rows = REQUESTS.filter((row) => row.route === route && !row.responses);
  const [longest] = rows.toSorted((one, other) => other.document.length - one.document.length);
  const operation = DOCUMENTS[route] ?? longest;
  if (!operation) throw new Error(`no operation selects ${route}`);
  return { ...operation, document: withAllValues(operation.document) };
}

/** A document with every value of the objects that it selects, where reading it needs no call. */
function withAllValues(document: string): string {
  const info = new TypeInfo(schema);
  const complete = (set: SelectionSetNode): SelectionSetNode => {
    const type = info.getParentType();
    if (!isObjectType(type)) return set;
    const selected = new Set(set.selections.map((one) => one.kind === Kind.FIELD && one.name.value));
    const missing = Object.values(type.getFields()).filter(
      ({ name, type: value, args }) =>
        isLeafType(getNamedType(value)) &&
        args.length === 0 &&
        !selected.has(name) &&
        !fieldCosts[`${type.name}.${name}`]?.calls.length,
    );
    const more = missing.map(
      ({ name }) => ({ kind: Kind.FIELD, name: { kind: Kind.NAME, value: name } }) as const,
    );
    return { ...set, selections: [...set.selections, ...more] };
  };
  return print(visit(parse(document), visitWithTypeInfo(info, { SelectionSet: complete })));
}

/** A body in which all values are distinct, if their types allow it. */
export interface CanaryBody {
  body: unknown;
  /** Each member's value. */
  values: ReadonlyMap<string, unknown>;
}

/** @param changed the path of a member to give another value. */
export function canaryBody(route: RouteId, schema: TSchema, changed?: string): CanaryBody {
  const values = new Map<string, unknown>();
  const body = documentedBody(schema, (leaf) => {
    const joined = JOINED[route]?.[leaf.path];
    const value = leaf.path === changed ? otherValue(leaf) : (joined ?? canary(leaf, values.size));
    values.set(leaf.path, value);
    return value;
  });
  return { body, values };
}

/** A value of the documented type, unique if the type allows it. */
function canary({ name, schema }: Leaf, number: number): unknown {
  const { type, format, pattern, const: only } = partsOf(schema);
  if (only !== undefined) return only;
  if (type === 'null') return null;
  if (type === 'boolean') return false;
  if (type === 'number' || type === 'integer') return 4000 + number;
  if (format === 'date-time') return new Date(Date.UTC(2031, 0, 1, 0, 0, number)).toISOString();
  if (format === 'uri') return `https://canary.example/${name}/${number}`;
  return `${pattern === '^@' ? '@' : ''}${name}-canary-${number}`;
}

/** A value that differs from the canary of the same member. */
function otherValue(leaf: Leaf): unknown {
  const value = canary(leaf, 900);
  if (typeof value === 'boolean') return !value;
  return value ?? 'other-canary';
}

/** Whether members of this type can have unique values. */
export const isDistinct = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number';

/** All leaf values in a response of the graph. */
export function scalarsIn(value: unknown): Set<unknown> {
  if (typeof value !== 'object' || value === null) return new Set([value]);
  return new Set(Object.values(value).flatMap((inner) => [...scalarsIn(inner)]));
}
