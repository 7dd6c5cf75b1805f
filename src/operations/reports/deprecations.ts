import {
  type DocumentNode,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  type OperationDefinitionNode,
  separateOperations,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';

interface Deprecable {
  readonly deprecationReason?: string | null | undefined;
}

/**
 * Finds the deprecated fields, arguments and enum values that an operation names, by coordinate, as in `User.email` and
 * `Query.notes(filter:)`. Members of variables are not covered: clients send them beside the document.
 */
export function deprecationsIn(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): readonly string[] {
  const found = new Set<string>();
  const types = new TypeInfo(schema);
  const add = (element: Deprecable | null | undefined, coordinate: string): void => {
    if (element?.deprecationReason != null) found.add(coordinate);
  };
  const field = (): string => `${types.getParentType()?.name}.${types.getFieldDef()?.name}`;
  const visitor = visitWithTypeInfo(types, {
    Field: () => add(types.getFieldDef(), field()),
    Argument: ({ name }) => add(types.getArgument(), `${field()}(${name.value}:)`),
    ObjectField: ({ name }) => {
      const input = types.getParentInputType();
      if (isInputObjectType(input)) add(input.getFields()[name.value], `${input.name}.${name.value}`);
    },
    EnumValue: ({ value }) => add(types.getEnumValue(), `${getNamedType(types.getInputType())}.${value}`),
  });
  const ofOperation = separateOperations(document)[operation.name?.value ?? ''];
  if (ofOperation) visit(ofOperation, visitor);
  return [...found];
}
