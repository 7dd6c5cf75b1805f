import fc from 'fast-check';
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';

export interface DocumentOptions {
  /** How many levels of fields at most. */
  depth: number;
  /** Values to draw from, by argument name; anything else is made up by type. */
  samples: Record<string, readonly unknown[]>;
  /** Fields that answer differently each time, as in `Query.randomUsers`. */
  leaveOut: readonly string[];
}

/** Documents that are valid against the schema: aliases, fragments, directives, arguments and variables. */
export function documents(schema: GraphQLSchema, options: DocumentOptions): fc.Arbitrary<string> {
  const query = schema.getQueryType();
  if (!query) throw new Error('the schema has no queries');
  return fc
    .tuple(selections(query, options, options.depth), fc.boolean(), fc.boolean())
    .map(([fields, asFragment, included]) => {
      const head = `query Q($yes: Boolean = true, $no: Boolean = false)`;
      const [first, second] = included ? ['$yes', '$no'] : ['$no', '$yes'];
      const conditional = `__typename @include(if: ${first}) again: __typename @skip(if: ${second})`;
      return asFragment
        ? `${head} { ...F ${conditional} } fragment F on Query { ${fields} }`
        : `${head} { ${fields} ${conditional} }`;
    });
}

function selections(type: GraphQLObjectType, options: DocumentOptions, depth: number): fc.Arbitrary<string> {
  const fields = Object.values(type.getFields()).filter(
    ({ name, type: fieldType }) =>
      !options.leaveOut.includes(`${type.name}.${name}`) &&
      (depth > 1 || !isObjectType(getNamedType(fieldType))),
  );
  if (fields.length === 0) return fc.constant('__typename');
  return fc
    .subarray(fields, { minLength: 1, maxLength: Math.min(fields.length, 4) })
    .chain((chosen) => fc.tuple(...chosen.map((field) => selection(field, options, depth))))
    .map((parts) => parts.join(' '));
}

function selection(
  field: GraphQLField<unknown, unknown>,
  options: DocumentOptions,
  depth: number,
): fc.Arbitrary<string> {
  const named = getNamedType(field.type);
  const below = isObjectType(named) ? selections(named, options, depth - 1) : fc.constant('');
  return fc
    .tuple(fc.integer({ min: 0, max: 3 }), argumentsOf(field.args, options), below, fc.boolean())
    .map(([alias, args, fields, inline]) => {
      const head = `${alias === 0 ? '' : `${field.name}${alias}: `}${field.name}${args}`;
      // The same field with other arguments needs an alias of its own.
      const name = args === '' ? head : `${field.name}_${hash(args)}_${alias}: ${field.name}${args}`;
      if (fields === '') return name;
      return inline ? `${name} { ... on ${named.name} { ${fields} } }` : `${name} { ${fields} }`;
    });
}

const hash = (text: string): string =>
  [...text].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) >>> 0, 7).toString(36);

function argumentsOf(args: readonly GraphQLArgument[], options: DocumentOptions): fc.Arbitrary<string> {
  if (args.length === 0) return fc.constant('');
  return fc
    .tuple(
      ...args.map((argument) =>
        fc
          .tuple(literalOf(argument.name, argument.type, options), fc.boolean())
          .map(([value, given]) =>
            given || isNonNullType(argument.type) ? `${argument.name}: ${value}` : '',
          ),
      ),
    )
    .map((parts) => parts.filter((part) => part !== ''))
    .map((parts) => (parts.length === 0 ? '' : `(${parts.join(', ')})`));
}

/** A literal of the type, in GraphQL's notation. */
function literalOf(name: string, type: GraphQLInputType, options: DocumentOptions): fc.Arbitrary<string> {
  if (isNonNullType(type)) return literalOf(name, type.ofType, options);
  const samples = options.samples[name];
  if (samples) return fc.constantFrom(...samples).map((value) => JSON.stringify(value));
  if (isListType(type)) {
    return fc
      .array(literalOf(name, type.ofType, options), { minLength: 1, maxLength: 2 })
      .map((items) => `[${items.join(', ')}]`);
  }
  if (isEnumType(type)) return fc.constantFrom(...type.getValues().map((value) => value.name));
  if (isInputObjectType(type)) {
    const required = Object.values(type.getFields()).filter((field) => isNonNullType(field.type));
    return fc
      .tuple(
        ...required.map((field) =>
          literalOf(field.name, field.type, options).map((value) => `${field.name}: ${value}`),
        ),
      )
      .map((parts) => `{ ${parts.join(', ')} }`);
  }
  switch (type.name) {
    case 'Int':
    case 'Float':
    case 'SafeInt':
      return fc.integer({ min: 1, max: 3 }).map(String);
    case 'Boolean':
      return fc.boolean().map(String);
    case 'DateTime':
      return fc.constant('"2026-01-01T00:00:00Z"');
    case 'DateOrDateTime':
      return fc.constant('"2001-02-03"');
    case 'JSON':
    case 'JSONObject':
      return fc.constant('{ a: 1 }');
    default:
      return fc.constantFrom('"a"', '"x y"');
  }
}
