import {
  type GraphQLInputObjectType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getDirectiveValues,
  getNamedType,
  isAbstractType,
  isInputObjectType,
  isObjectType,
} from 'graphql';

/** The facts about the graph that normalized caches need, as the text of a module. */
export function graphFacts(schema: GraphQLSchema): string {
  const roots = new Set([schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]);
  const types = Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .filter(({ name }) => !name.startsWith('__'));
  const values = types
    .filter((type) => !roots.has(type) && !('id' in type.getFields()))
    .map(({ name }) => name)
    .filter((name) => !/(Connection|Edge|Payload)$|^PageInfo$/.test(name));
  return [
    constant(
      'Types without an ID: their objects are part of the object that contains them.',
      'VALUE_TYPES',
      values,
    ),
    // Libraries want lists that they could change.
    constant('The types of each interface, by its name.', 'POSSIBLE_TYPES', possibleTypesOf(schema), ''),
    constant(
      'Lists with pages, by type and field, with the arguments that make a different list.',
      'CONNECTIONS',
      byType(types, connectionsOf),
    ),
    constant(
      'Links to users that are null for strangers, by type. The ID of the user is in the field of this name with `Id`.',
      'USER_LINKS',
      Object.fromEntries(
        types.map((type) => [type.name, userLinksOf(type)] as const).filter(([, links]) => links.length > 0),
      ),
    ),
    constant(
      'Mutations that write, and take an idempotency key, with the names of the fields that are out of date after them.',
      'WRITES',
      writesOf(schema),
    ),
    constant('Fields that hold a point in time, by type.', 'TIME_FIELDS', byType(types, timesOf)),
    constant(
      'Members of inputs that hold a date or a point in time, by input.',
      'TIME_INPUTS',
      byType(Object.values(schema.getTypeMap()).filter(isInputObjectType), timesOf),
    ),
  ].join('');
}

const TIMES = ['DateTime', 'DateOrDateTime'];

/** With the scalar as Apollo Client names it: in brackets, if it is a list. */
const timesOf = (type: GraphQLObjectType | GraphQLInputObjectType): [string, string][] =>
  Object.values(type.getFields()).flatMap((field): [string, string][] => {
    const scalar = String(field.type).replaceAll('!', '');
    return TIMES.includes(scalar.replaceAll(/[[\]]/g, '')) ? [[field.name, scalar]] : [];
  });

const constant = (comment: string, name: string, value: unknown, as = ' as const'): string =>
  `\n/** ${comment} */\nexport const ${name} = ${JSON.stringify(value, null, 2)}${as};\n`;

function byType<Type extends GraphQLObjectType | GraphQLInputObjectType, Value>(
  types: readonly Type[],
  read: (type: Type) => [string, Value][],
): Record<string, Record<string, Value>> {
  const entries = types.map((type) => [type.name, Object.fromEntries(read(type))] as const);
  return Object.fromEntries(entries.filter(([, fields]) => Object.keys(fields).length > 0));
}

const connectionsOf = (type: GraphQLObjectType): [string, string[]][] =>
  Object.values(type.getFields())
    .filter((field) => getNamedType(field.type).name.endsWith('Connection'))
    .map(({ name, args }) => [
      name,
      args.map((arg) => arg.name).filter((arg) => arg !== 'first' && arg !== 'after'),
    ]);

const possibleTypesOf = (schema: GraphQLSchema): Record<string, string[]> =>
  Object.fromEntries(
    Object.values(schema.getTypeMap())
      .filter(isAbstractType)
      .map((type) => [type.name, schema.getPossibleTypes(type).map(({ name }) => name)]),
  );

/** Each mutation that writes, and what it changes: as `@changes` says, where a normalized cache can drop it. */
function writesOf(schema: GraphQLSchema): Record<string, string> {
  const directive = schema.getDirective('changes');
  const writes = Object.values(schema.getMutationType()?.getFields() ?? {}).flatMap(
    ({ name, type, astNode }) => {
      const { fields } = { ...(directive && astNode && getDirectiveValues(directive, astNode)) };
      if (!Array.isArray(fields)) throw new Error(`Mutation.${name} needs \`@changes\``);
      const takesKey = astNode?.directives?.some((used) => used.name.value === 'acceptsKey') ?? false;
      if (takesKey !== fields.length > 0)
        throw new Error(`Mutation.${name} needs both \`@acceptsKey\` and changed fields, or neither`);
      if (
        name.startsWith('delete') !== deletes(type) ||
        (deletes(type) && !isObjectType(schema.getType(name.slice(6))))
      )
        throw new Error(`Mutation.${name} is not named after the type that it deletes`);
      const places = new Set(fields.flatMap((field) => placesOf(schema, String(field))));
      const names = new Set([...places].map((place) => place.split('.')[1]));
      return takesKey ? [[name, [...names].toSorted().join(' ')]] : [];
    },
  );
  return Object.fromEntries(writes);
}

/** Whether a payload names a record that was deleted. Clients read the type off the name of the mutation. */
const deletes = (type: GraphQLOutputType): boolean => {
  const payload = getNamedType(type);
  return isObjectType(payload) && 'deletedId' in payload.getFields();
};

/** A field of a record or of the root is its own place. Any other is part of the fields that lead to its object. */
function placesOf(
  schema: GraphQLSchema,
  coordinate: string,
  seen: ReadonlySet<string> = new Set(),
): string[] {
  const [typeName = '', fieldName = ''] = coordinate.split('.');
  const type = schema.getType(typeName);
  if (!isObjectType(type) || !(fieldName in type.getFields()))
    throw new Error(`\`@changes\` names ${coordinate}, which is no field`);
  if (type === schema.getQueryType() || 'id' in type.getFields()) return [coordinate];
  if (seen.has(typeName)) return [];
  return Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .filter((parent) => parent !== schema.getMutationType() && parent !== schema.getSubscriptionType())
    .flatMap((parent) =>
      Object.values(parent.getFields())
        .filter((field) => getNamedType(field.type) === type)
        .flatMap(({ name }) => placesOf(schema, `${parent.name}.${name}`, new Set([...seen, typeName]))),
    );
}

const userLinksOf = (type: GraphQLObjectType): string[] => {
  const fields = type.getFields();
  return Object.values(fields)
    .filter((field) => String(field.type) === 'User' && `${field.name}Id` in fields)
    .map(({ name }) => name);
};
