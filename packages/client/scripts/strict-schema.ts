import {
  type ConstDirectiveNode,
  type FieldDefinitionNode,
  Kind,
  parse,
  print,
  type TypeNode,
  visit,
} from 'graphql';

const HEAD = `# For clients that treat a response with errors as failed: what is null only with an error has \`!\` here.
# A client that shows data beside errors generates types from schema.graphql.
`;

/** The SDL for clients without partial responses: fields and items that are null only with an error are not null. */
export const strictSchema = (sdl: string): string =>
  `${HEAD}\n${print(
    visit(parse(sdl), {
      DirectiveDefinition: ({ name }) => (name.value === 'semanticNonNull' ? null : undefined),
      FieldDefinition: strictField,
    }),
  )}\n`;

function strictField(field: FieldDefinitionNode): FieldDefinitionNode | undefined {
  const { directives = [], type } = field;
  const directive = directives.find(({ name }) => name.value === 'semanticNonNull');
  if (!directive) return undefined;
  const others = directives.filter((other) => other !== directive);
  return { ...field, directives: others, type: strictType(type, levelsOf(directive)) };
}

/** As the directive declares them: 0 is the field, 1 the items of its list. */
function levelsOf({ arguments: [levels] = [] }: ConstDirectiveNode): ReadonlySet<number> {
  if (levels?.value.kind !== Kind.LIST) return new Set([0]);
  return new Set(levels.value.values.map((level) => (level.kind === Kind.INT ? Number(level.value) : 0)));
}

function strictType(type: TypeNode, levels: ReadonlySet<number>, level = 0): TypeNode {
  const nullable = type.kind === Kind.NON_NULL_TYPE ? type.type : type;
  const strict =
    nullable.kind === Kind.LIST_TYPE
      ? { ...nullable, type: strictType(nullable.type, levels, level + 1) }
      : nullable;
  const isStrict = type.kind === Kind.NON_NULL_TYPE || levels.has(level);
  return isStrict ? { kind: Kind.NON_NULL_TYPE, type: strict } : strict;
}
