import {
  type GraphQLArgument,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isLeafType,
  isListType,
  isObjectType,
} from 'graphql';
import { literal, Variable } from '../support/literal.ts';
import { FIELDS, type ValidField } from './fields.ts';
import type { Path, Violation } from './violations.ts';

interface Request {
  document: string;
  variables: Record<string, unknown>;
}

/** A copy with another value at a path; undefined removes it. */
function changed(whole: unknown, [step, ...rest]: Path, value: unknown): unknown {
  if (step === undefined) return value;
  const copy: Record<string | number, unknown> | unknown[] = Array.isArray(whole)
    ? [...whole]
    : typeof whole === 'object' && whole !== null
      ? { ...whole }
      : typeof step === 'number'
        ? []
        : {};
  Reflect.set(copy, step, changed(Reflect.get(copy, step), rest, value));
  return copy;
}

/** A field of the graph, and documents that select it. */
class Field {
  readonly #name: string;
  readonly #operation: string;
  readonly #valid: Pick<ValidField, 'arguments' | 'within'>;
  readonly #args: readonly GraphQLArgument[];
  readonly #selection: string;

  constructor(schema: GraphQLSchema, field: string) {
    const [parent = '', name = ''] = field.split('.');
    const type = schema.getType(parent);
    const definition = isObjectType(type) ? type.getFields()[name] : undefined;
    if (!definition) throw new Error(`the graph has no field ${field}`);
    this.#name = name;
    this.#operation = ['Mutation', 'Subscription'].includes(parent) ? parent.toLowerCase() : 'query';
    this.#valid = FIELDS[field] ?? { arguments: {}, within: (inner) => inner };
    this.#args = definition.args;
    this.#selection = isLeafType(getNamedType(definition.type)) ? '' : ' { __typename }';
  }

  document(given: Readonly<Record<string, unknown>>, declarations = ''): string {
    const args = this.#args.flatMap(({ name, type }) =>
      given[name] === undefined ? [] : [`${name}: ${literal(given[name], type)}`],
    );
    const call = `${this.#name}${args.length === 0 ? '' : `(${args.join(', ')})`}${this.#selection}`;
    return `${this.#operation}${declarations} { ${this.#valid.within(call)} }`;
  }

  /** The type at a path of the arguments. */
  typeAt([first, ...rest]: Path): GraphQLInputType {
    const argument = this.#args.find(({ name }) => name === first);
    if (!argument) throw new Error(`no argument ${first}`);
    return rest.reduce<GraphQLInputType>((type, step) => {
      const nullable = getNullableType(type);
      if (isListType(nullable)) return nullable.ofType;
      const member = isInputObjectType(nullable) ? nullable.getFields()[step] : undefined;
      if (!member) throw new Error(`no member ${step}`);
      return member.type;
    }, argument.type);
  }

  arguments(at: Path, value: unknown): Record<string, unknown> {
    return Object(changed(this.#valid.arguments, at, value));
  }

  /** All arguments as variables of their own names. */
  get allVariables(): { given: Record<string, unknown>; declarations: string } {
    const used = this.#args.filter(({ name }) => name in this.#valid.arguments);
    return {
      given: Object.fromEntries(used.map(({ name }) => [name, new Variable(name)])),
      declarations: `(${used.map(({ name, type }) => `$${name}: ${type}`).join(', ')})`,
    };
  }
}

/** The field with valid arguments. */
export const validDocument = (schema: GraphQLSchema, field: string): string =>
  new Field(schema, field).document(FIELDS[field]?.arguments ?? {});

/** The value as a literal of the document. */
export const byLiteral = (schema: GraphQLSchema, { field, at, value }: Violation): Request => {
  const selected = new Field(schema, field);
  return { document: selected.document(selected.arguments(at, value)), variables: {} };
};

/** The value in a variable of its own. */
export const byVariable = (schema: GraphQLSchema, { field, at, value }: Violation): Request => {
  const selected = new Field(schema, field);
  return {
    document: selected.document(
      selected.arguments(at, new Variable('value')),
      `($value: ${selected.typeAt(at)})`,
    ),
    variables: { value },
  };
};

/** The value within a variable for the whole argument. */
export const byMember = (schema: GraphQLSchema, { field, at, value }: Violation): Request => {
  const selected = new Field(schema, field);
  const { given, declarations } = selected.allVariables;
  return { document: selected.document(given, declarations), variables: selected.arguments(at, value) };
};
