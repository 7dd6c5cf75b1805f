import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  isAbstractType,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
  visit,
} from 'graphql';

/** Values of the variables in `@skip` and `@include`, by name. */
export type Conditions = ReadonlyMap<string, boolean>;

/** Names of the variables that `@skip` and `@include` depend on. */
export function conditionVariables(document: DocumentNode): string[] {
  const names = new Set<string>();
  visit(document, {
    Directive: ({ name, arguments: given = [] }) => {
      if (name.value !== 'skip' && name.value !== 'include') return;
      for (const { value } of given) if (value.kind === Kind.VARIABLE) names.add(value.name.value);
    },
  });
  return [...names];
}

/** Fragment definitions by name. */
export const fragmentsOf = ({ definitions }: DocumentNode): Record<string, FragmentDefinitionNode> =>
  Object.fromEntries(
    definitions
      .filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION)
      .map((fragment) => [fragment.name.value, fragment]),
  );

export interface SelectionContext {
  schema: GraphQLSchema;
  fragments: Record<string, FragmentDefinitionNode>;
  conditions: Conditions;
}

/**
 * The fields selected on an object, by response key, in response order.
 * Source: GraphQL, October 2021, section 6.3.2 (CollectFields).
 */
export function collectFields(
  { schema, fragments, conditions }: SelectionContext,
  type: GraphQLObjectType,
  selectionSets: readonly SelectionSetNode[],
): Map<string, FieldNode[]> {
  const fields = new Map<string, FieldNode[]>();
  const visited = new Set<string>();
  const isIncluded = ({ directives = [] }: SelectionNode): boolean =>
    directives.every(({ name, arguments: given = [] }) => {
      if (name.value !== 'skip' && name.value !== 'include') return true;
      const condition = given[0]?.value;
      const holds =
        condition?.kind === Kind.VARIABLE
          ? conditions.get(condition.name.value) === true
          : condition?.kind === Kind.BOOLEAN && condition.value;
      return holds === (name.value === 'include');
    });
  const applies = (condition: string | undefined): boolean => {
    const named = condition === undefined ? type : schema.getType(condition);
    return named === type || (isAbstractType(named) && schema.isSubType(named, type));
  };
  const collect = ({ selections }: SelectionSetNode): void => {
    for (const selection of selections) {
      if (!isIncluded(selection)) continue;
      if (selection.kind === Kind.FIELD) {
        const key = (selection.alias ?? selection.name).value;
        const nodes = fields.get(key);
        if (nodes) nodes.push(selection);
        else fields.set(key, [selection]);
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        if (applies(selection.typeCondition?.name.value)) collect(selection.selectionSet);
      } else {
        const fragment = fragments[selection.name.value];
        if (!fragment || visited.has(selection.name.value)) continue;
        visited.add(selection.name.value);
        if (applies(fragment.typeCondition.name.value)) collect(fragment.selectionSet);
      }
    }
  };
  for (const selectionSet of selectionSets) collect(selectionSet);
  return fields;
}
