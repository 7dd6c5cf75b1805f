import {
  type GraphQLArgument,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import type { School } from 'learning-platform-kit/sandbox';
import { isRecord } from '../../src/lib/is-record.ts';
import type { Random } from '../support/random.ts';
import type { Result } from './facts.ts';
import type { Operation, Selected } from './operation.ts';

const MOST_IDS_IN_LIST = 3;
/** Distinct values to choose from per type: enough to vary, few enough that operations meet the same records. */
const MOST_VALUES = 12;

/** Argument values that work: from the seed data, and from the responses so far. */
export class KnownValues {
  readonly #schema: GraphQLSchema;
  readonly #random: Random;
  readonly #ids = new Map<string, Set<string>>();
  readonly #cursors = new Map<string, Set<string>>();
  readonly #named: Readonly<Record<string, readonly unknown[]>>;

  constructor(schema: GraphQLSchema, random: Random, school: School) {
    this.#schema = schema;
    this.#random = random;
    for (const { userId } of school.users.slice(0, 8)) this.addId('User', userId);
    for (const { groupId } of school.classes) this.addId('Class', groupId);
    for (const { courseId } of school.courses) this.addId('Course', courseId);
    for (const { noteId } of school.notes) this.addId('Note', noteId);
    for (const { id } of school.buckets) this.addId('Bucket', id);
    for (const { badgeId } of school.badges) this.addId('Badge', badgeId);
    for (const { students } of school.classes) {
      for (const { studentId } of students.slice(0, 1)) this.addId('ClassStudent', studentId);
    }
    for (const { levels } of school.courses.slice(0, 4)) {
      for (const { lessons } of levels.slice(0, 1)) {
        for (const { lessonId } of lessons) this.addId('Lesson', lessonId);
      }
    }
    this.#named = {
      categories: [...new Set(school.leaderboard.map(({ categories }) => categories.join()))].map((joined) =>
        joined.split(','),
      ),
      capabilityIds: [school.badges.slice(0, 3), school.badges].map((badges) =>
        badges.map(({ badgeId }) => badgeId),
      ),
      count: [2, 25],
      first: [2, 100],
      key: ['title', 'huts.0.beds', 'settings', 'topics', 'nothing'],
      orgIds: [['org-meridian'], ['org-harbor', 'org-vanguard']],
      since: ['2026-01-01', '2026-04-30T00:00:00Z'],
      term: ['a', 'map', 'first', '@'],
    };
  }

  addId(type: string, id: string): void {
    add(this.#ids, type, id);
  }

  /** Collects the IDs and cursors of a response. */
  collect({ fields }: Operation, { data }: Result): void {
    if (isRecord(data)) this.#collectFrom(fields, data);
  }

  #collectFrom(fields: readonly Selected[], object: Readonly<Record<string, unknown>>): void {
    for (const selected of fields) {
      const value = object[selected.responseKey];
      for (const item of Array.isArray(value) ? value : [value]) {
        if (!isRecord(item)) continue;
        if (typeof item.__typename === 'string' && typeof item.id === 'string') {
          this.addId(item.__typename, item.id);
        }
        if (isRecord(item.pageInfo) && typeof item.pageInfo.endCursor === 'string') {
          add(this.#cursors, listKey(selected, selected.args), item.pageInfo.endCursor);
        }
        this.#collectFrom(selected.below, item);
      }
    }
  }

  /** Values for the arguments of a field; each optional one is given at random. Null if a required one has no known value. */
  argumentsOf(step: Pick<Selected, 'parent' | 'field' | 'target'>): Record<string, unknown> | null {
    const { field, target } = step;
    const args: Record<string, unknown> = {};
    for (const argument of field.args.filter(({ name }) => name !== 'after')) {
      const required = isNonNullType(argument.type) && argument.defaultValue === undefined;
      if (!required && this.#random.chance(0.5)) continue;
      const value = this.#valueOf(argument, target?.name ?? '');
      if (value !== undefined) args[argument.name] = value;
      else if (required) return null;
    }
    if (field.args.some(({ name }) => name === 'after') && this.#random.chance(0.3)) {
      const cursor = this.#random.pick([...(this.#cursors.get(listKey(step, args)) ?? [])]);
      if (cursor !== undefined) args.after = cursor;
    }
    return args;
  }

  #valueOf({ name, type }: Pick<GraphQLArgument, 'name' | 'type'>, result: string): unknown {
    const samples = this.#named[name];
    if (samples) return this.#random.pick(samples);
    if (name === 'representations') {
      return this.#random
        .some([...(this.#ids.get(result) ?? [])], MOST_IDS_IN_LIST)
        .map((id) => ({ __typename: result, id }));
    }
    const id = this.#typeOfId(name, result);
    if (id !== null) {
      const known = [...(this.#ids.get(id) ?? [])];
      if (!isListType(getNullableType(type))) return this.#random.pick(known);
      return known.length === 0 ? undefined : this.#random.some(known, MOST_IDS_IN_LIST);
    }
    return this.#byType(getNullableType(type));
  }

  /** The type that an argument's ID belongs to, as in `ClassStudent` for `studentId`. Null: it is no ID. */
  #typeOfId(name: string, result: string): string | null {
    if (name === 'id') return result;
    const [, stem] = /^(\w+)Ids?$/.exec(name) ?? [];
    if (stem === undefined) return null;
    const noun = stem.replace(/^./, (first) => first.toUpperCase());
    const types = [...this.#ids.keys()].filter((type) => isObjectType(this.#schema.getType(type)));
    return types.find((type) => type === noun) ?? types.find((type) => type.endsWith(noun)) ?? null;
  }

  #byType(type: GraphQLInputType): unknown {
    if (isEnumType(type)) return this.#random.pick(type.getValues())?.name;
    if (isInputObjectType(type)) {
      const values = Object.values(type.getFields())
        .filter((field) => isNonNullType(field.type) || this.#random.chance(0.4))
        .map((field) => [field.name, this.#valueOf(field, '')] as const);
      return Object.fromEntries(values.filter(([, value]) => value !== undefined));
    }
    return getNamedType(type).name === 'Boolean' ? this.#random.chance(0.5) : undefined;
  }
}

/** Cursors belong to a list: a field with its filters. */
const listKey = (
  { parent, field }: Pick<Selected, 'parent' | 'field'>,
  { first: _, after: __, ...filters }: Readonly<Record<string, unknown>>,
): string => `${parent.name}.${field.name} ${JSON.stringify(filters)}`;

function add(values: Map<string, Set<string>>, key: string, value: string): void {
  const known = values.get(key) ?? new Set();
  if (known.size < MOST_VALUES) known.add(value);
  values.set(key, known);
}
