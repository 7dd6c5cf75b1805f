import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  isAbstractType,
  Kind,
  SchemaMetaFieldDef,
  type SelectionNode,
  type SelectionSetNode,
  TypeMetaFieldDef,
  type VariableNode,
  visit,
} from 'graphql';
import { GatewayError } from '../../graph/errors.ts';

/** The fields of introspection, which only the query type has. */
export const META_FIELDS = new Map(
  [SchemaMetaFieldDef, TypeMetaFieldDef].map((field) => [field.name, field]),
);

/** Coerced values of the variables in `@skip` and `@include`, by name. Null: an error where it is read. */
export type Conditions = Readonly<Record<string, unknown>>;

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
 * The fields that nodes of the document select on an object, by response key, in response order.
 * Source: GraphQL, October 2021, section 6.3.2 (CollectFields).
 * @throws GatewayError BAD_USER_INPUT if a condition is null.
 */
export function collectFields(
  { schema, fragments, conditions }: SelectionContext,
  type: GraphQLObjectType,
  selecting: readonly { readonly selectionSet?: SelectionSetNode | undefined }[],
): Map<string, FieldNode[]> {
  const fields = new Map<string, FieldNode[]>();
  const visited = new Set<string>();
  const holds = (selection: SelectionNode, directive: 'skip' | 'include'): boolean | undefined => {
    const condition = selection.directives?.find(({ name }) => name.value === directive)?.arguments?.[0]
      ?.value;
    if (condition?.kind !== Kind.VARIABLE)
      return condition?.kind === Kind.BOOLEAN ? condition.value : undefined;
    const value = conditions[condition.name.value];
    if (typeof value !== 'boolean') throw nullCondition(condition);
    return value;
  };
  const isIncluded = (selection: SelectionNode): boolean =>
    holds(selection, 'skip') !== true && holds(selection, 'include') !== false;
  const collect = ({ selections }: SelectionSetNode): void => {
    for (const selection of selections) {
      if (!isIncluded(selection)) continue;
      if (selection.kind === Kind.FIELD) {
        const key = (selection.alias ?? selection.name).value;
        const nodes = fields.get(key);
        if (nodes) nodes.push(selection);
        else fields.set(key, [selection]);
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        if (appliesTo(schema, type, selection.typeCondition?.name.value)) collect(selection.selectionSet);
      } else {
        const fragment = fragments[selection.name.value];
        if (!fragment || visited.has(selection.name.value)) continue;
        visited.add(selection.name.value);
        if (appliesTo(schema, type, fragment.typeCondition.name.value)) collect(fragment.selectionSet);
      }
    }
  };
  for (const { selectionSet } of selecting) if (selectionSet) collect(selectionSet);
  return fields;
}

/** Whether a fragment is on an object type, or an interface or union of it. @param condition of the fragment. Undefined: none. */
export function appliesTo(
  schema: GraphQLSchema,
  type: GraphQLObjectType,
  condition: string | undefined,
): boolean {
  const named = condition === undefined ? type : schema.getType(condition);
  return named === type || (isAbstractType(named) && schema.isSubType(named, type));
}

/** The error of a condition that is null. */
export const nullCondition = (condition: VariableNode): GatewayError =>
  new GatewayError(
    'BAD_USER_INPUT',
    `\`$${condition.name.value}\` must not be null: it decides whether a field is included.`,
    { variable: [condition.name.value], invalid: 'REQUIRED' },
    condition,
  );
