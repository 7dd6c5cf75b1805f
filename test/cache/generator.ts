import {
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isObjectType,
} from 'graphql';
import { isRecord } from '../../src/lib/is-record.ts';
import type { Random } from '../support/random.ts';
import type { Result } from './facts.ts';
import type { KnownValues } from './known-values.ts';
import { hasId, type Operation, type Selected } from './operation.ts';

type Field = GraphQLField<unknown, unknown>;
type Ask = (operation: Operation) => Promise<Result>;

/** A field of a type and the type of the objects it leads to. Null: it has plain values. */
interface Step {
  parent: GraphQLObjectType;
  field: Field;
  target: GraphQLObjectType | null;
}

/** Levels of objects in a random operation. */
const DEPTH = 4;
/** Objects selected beside each other. */
const BREADTH = 2;
/** Attempts of the tour to find an object, with other arguments each time. */
const ATTEMPTS = 6;

/** `id` is selected wherever it exists, and the SDL is not data. */
const isSelectable = ({ name }: Field): boolean => name !== 'id' && name !== '_service';

/** Generates valid operations from the schema. */
export class OperationGenerator {
  readonly #schema: GraphQLSchema;
  readonly #known: KnownValues;
  readonly #random: Random;

  constructor(schema: GraphQLSchema, known: KnownValues, random: Random) {
    this.#schema = schema;
    this.#known = known;
    this.#random = random;
  }

  /** The root fields of queries. */
  get roots(): readonly string[] {
    return Object.values(this.#query.getFields())
      .filter(isSelectable)
      .map(({ name }) => name);
  }

  /** The root fields of subscriptions. */
  get streams(): readonly string[] {
    return Object.keys(this.#schema.getSubscriptionType()?.getFields() ?? {});
  }

  /** The root field with nothing selected but its ID. Null: a required argument has no known value. */
  probe(root: string): Operation | null {
    const [step] = this.#rootSteps([root]);
    return step ? this.#along([step], []) : null;
  }

  /** A random query with one or two of these root fields. */
  query(roots: readonly string[]): Operation {
    const steps = this.#random.some(this.#rootSteps(roots), this.#random.chance(0.3) ? 2 : 1);
    const fields = distinctly(steps.flatMap((step) => this.#selected(step, DEPTH) ?? []));
    return fields.length > 0 ? { kind: 'query', fields } : this.query(roots);
  }

  /** A subscription that reads only cursors. */
  position(name: string): Operation {
    const step = this.#stream(name);
    const cursor = this.#stepsFrom(step.target).filter(({ field }) => field.name === 'cursor');
    return this.#subscription(
      step,
      null,
      cursor.map((one) => selection(one, {}, [])),
    );
  }

  /** A subscription with the whole payload and random objects below it, after a cursor. Null: from now on. */
  subscription(name: string, after: string | null): Operation {
    const step = this.#stream(name);
    const payload = this.#stepsFrom(step.target).flatMap((one) => this.#selected(one, DEPTH, true) ?? []);
    return this.#subscription(step, after, payload);
  }

  #subscription(step: Step, after: string | null, below: readonly Selected[]): Operation {
    const args = { ...this.#known.argumentsOf(step), ...(after !== null && { after }) };
    return { kind: 'subscription', fields: [selection(step, args, below)] };
  }

  #stream(name: string): Step {
    const step = this.#stepsFrom(this.#schema.getSubscriptionType()).find(({ field }) => field.name === name);
    if (!step) throw new Error(`the schema has no subscription ${name}`);
    return step;
  }

  /**
   * Asks for every field of every type that these root fields lead to: each link once with all plain fields of its target
   * and the IDs of what it links to, and once with its IDs alone. Arguments come from earlier responses. Links from types in `expanded` are left out, and
   * the types whose links were followed are added to it.
   */
  async tour(roots: readonly string[], expanded: Set<GraphQLObjectType>, ask: Ask): Promise<void> {
    const ways = this.#rootSteps(roots).map((step) => [step]);
    for (const way of ways) {
      const target = way.at(-1)?.target;
      if (!target || !(await this.#visit(way, target, ask)) || expanded.has(target)) continue;
      expanded.add(target);
      ways.push(...this.#linksFrom(target).map((step) => [...way, step]));
    }
  }

  /** @returns whether there was an object at the end of the way. */
  async #visit(way: readonly Step[], target: GraphQLObjectType, ask: Ask): Promise<boolean> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const plain = this.#plainFieldsOf(target).flatMap((step) => this.#selected(step, 0) ?? []);
      const links = this.#linksFrom(target)
        .filter((step) => step.target !== null && hasId(step.target))
        .flatMap((step) => this.#along([step], [])?.fields ?? []);
      const whole = this.#along(way, [...plain, ...links]);
      if (!whole) continue;
      const { data } = await ask(whole);
      if (!typesIn(data).has(target.name)) continue;
      if (hasId(target)) await ask(withoutPlainFields(whole));
      return true;
    }
    return false;
  }

  #along(way: readonly Step[], below: readonly Selected[]): Operation | null {
    let fields = below;
    for (const step of way.toReversed()) {
      const args = this.#known.argumentsOf(step);
      if (!args) return null;
      fields = [selection(step, args, fields)];
    }
    return { kind: 'query', fields };
  }

  #selected(step: Step, depth: number, whole = false): Selected | null {
    const args = this.#known.argumentsOf(step);
    if (!args) return null;
    const below = step.target ? this.#fieldsOf(step.target, depth - 1, whole) : [];
    return selection(step, args, below, this.#random.chance(0.2));
  }

  /** All or some plain fields of an object, and some objects below it. */
  #fieldsOf(type: GraphQLObjectType, depth: number, whole: boolean): Selected[] {
    const plain = this.#plainFieldsOf(type);
    const chosen = whole || this.#random.chance(0.6) ? plain : this.#random.some(plain, 2);
    const links = depth > 0 ? this.#random.some(this.#linksFrom(type), 1 + this.#random.below(BREADTH)) : [];
    const twice = this.#random.chance(0.2) ? links.slice(0, 1) : [];
    return distinctly([...chosen, ...links, ...twice].flatMap((step) => this.#selected(step, depth) ?? []));
  }

  #rootSteps(names: readonly string[]): Step[] {
    return this.#linksFrom(this.#query).filter(({ field }) => names.includes(field.name));
  }

  #plainFieldsOf(type: GraphQLObjectType): Step[] {
    return this.#stepsFrom(type).filter(({ target }) => target === null);
  }

  #linksFrom(type: GraphQLObjectType): Step[] {
    return this.#stepsFrom(type).filter(({ target }) => target !== null);
  }

  #stepsFrom(type: GraphQLObjectType | null | undefined): Step[] {
    return Object.values(type?.getFields() ?? {})
      .filter(isSelectable)
      .flatMap((field) => this.#targetsOf(field).map((target) => ({ parent: type, field, target })))
      .filter((step): step is Step => step.parent != null);
  }

  /** The types that a field leads to: several for a union. */
  #targetsOf({ type }: Field): readonly (GraphQLObjectType | null)[] {
    const named = getNamedType(type);
    if (isAbstractType(named)) return this.#schema.getPossibleTypes(named);
    return [isObjectType(named) ? named : null];
  }

  get #query(): GraphQLObjectType {
    const query = this.#schema.getQueryType();
    if (!query) throw new Error('the schema has no queries');
    return query;
  }
}

/** The same way to the same objects, with nothing selected of them but their IDs. */
function withoutPlainFields(operation: Operation): Operation {
  const bare = (fields: readonly Selected[]): Selected[] =>
    fields
      .filter(({ target }) => target !== null)
      .map((selected) => ({ ...selected, below: bare(selected.below) }));
  return { ...operation, fields: bare(operation.fields) };
}

const selection = (
  { parent, field, target }: Step,
  args: Readonly<Record<string, unknown>>,
  below: readonly Selected[],
  inline = false,
): Selected => ({ parent, field, responseKey: field.name, args, target, below, inline });

/** Fields beside each other, with an alias for each repeated name. */
function distinctly(fields: readonly Selected[]): Selected[] {
  const used = new Map<string, number>();
  return fields.map((selected) => {
    const { name } = selected.field;
    const times = used.get(name) ?? 0;
    used.set(name, times + 1);
    return times === 0 ? selected : { ...selected, responseKey: `${name}_${times}` };
  });
}

/** The names of the types of all objects in a response. */
function typesIn(data: unknown, found = new Set<string>()): Set<string> {
  if (Array.isArray(data)) for (const item of data) typesIn(item, found);
  if (isRecord(data)) {
    if (typeof data.__typename === 'string') found.add(data.__typename);
    for (const value of Object.values(data)) typesIn(value, found);
  }
  return found;
}
