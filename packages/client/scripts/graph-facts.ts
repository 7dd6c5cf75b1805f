import {
  type GraphQLInputObjectType,
  type GraphQLObjectType,
  type GraphQLSchema,
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
    constant('The types of each interface, by its name.', 'POSSIBLE_TYPES', possibleTypesOf(schema)),
    constant(
      'Lists with pages, by type and field, with the arguments that make a different list.',
      'CONNECTIONS',
      byType(types, connectionsOf),
    ),
    constant(
      'Links to users that are null for strangers, by type and field, with the field that has the ID of the user.',
      'USER_LINKS',
      byType(types, userLinksOf),
    ),
    constant(
      'Mutations that delete a record, by field, with its type. Their payload has `deletedId`.',
      'DELETIONS',
      deletionsOf(schema),
    ),
    constant(
      'Mutations that take an idempotency key.',
      'KEYED_MUTATIONS',
      Object.values(schema.getMutationType()?.getFields() ?? {})
        .filter(({ astNode }) =>
          astNode?.directives?.some((directive) => directive.name.value === 'acceptsKey'),
        )
        .map(({ name }) => name),
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

const constant = (comment: string, name: string, value: unknown): string =>
  `\n/** ${comment} */\nexport const ${name} = ${JSON.stringify(value, null, 2)} as const;\n`;

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

function deletionsOf(schema: GraphQLSchema): Record<string, string> {
  const fields = Object.values(schema.getMutationType()?.getFields() ?? {}).filter(({ type }) => {
    const payload = getNamedType(type);
    return isObjectType(payload) && 'deletedId' in payload.getFields();
  });
  return Object.fromEntries(
    fields.map(({ name }) => {
      const type = name.replace(/^delete/, '');
      if (!isObjectType(schema.getType(type))) throw new Error(`${name} deletes no type of this name`);
      return [name, type];
    }),
  );
}

const userLinksOf = (type: GraphQLObjectType): [string, string][] => {
  const fields = type.getFields();
  return Object.values(fields)
    .filter((field) => String(field.type) === 'User' && `${field.name}Id` in fields)
    .map(({ name }) => [name, `${name}Id`]);
};
