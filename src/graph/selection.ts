import {
  type FieldNode,
  GraphQLIncludeDirective,
  type GraphQLResolveInfo,
  GraphQLSkipDirective,
  getDirectiveValues,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { valuesIn } from './graphql-js.ts';

/** The part of a resolver's info that describes the selection below its field. */
export type SelectionInfo = Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments' | 'variableValues'>;

/** The subfields an operation selects on a field, with fragments expanded and skipped fields removed. */
export function* fieldsBelow(info: SelectionInfo): Generator<FieldNode> {
  for (const node of info.fieldNodes) yield* fieldsIn(node.selectionSet, info);
}

function* fieldsIn(selectionSet: SelectionSetNode | undefined, info: SelectionInfo): Generator<FieldNode> {
  for (const selection of selectionSet?.selections ?? []) {
    if (isSkipped(selection, info)) continue;
    if (selection.kind === Kind.FIELD) yield selection;
    else if (selection.kind === Kind.INLINE_FRAGMENT) yield* fieldsIn(selection.selectionSet, info);
    else yield* fieldsIn(info.fragments[selection.name.value]?.selectionSet, info);
  }
}

/** Whether an operation selects a subfield of this name. */
export const selects = (info: SelectionInfo, field: string): boolean =>
  fieldsBelow(info).some(({ name }) => name.value === field);

/** The value of a string or ID argument. Null: not given, or not a text. */
export function textArgument(
  { arguments: given }: FieldNode,
  argument: string,
  { variableValues }: Pick<SelectionInfo, 'variableValues'>,
): string | null {
  const value = given?.find(({ name }) => name.value === argument)?.value;
  if (value?.kind === Kind.STRING || value?.kind === Kind.INT) return value.value;
  if (value?.kind !== Kind.VARIABLE) return null;
  const text = valuesIn(variableValues)[value.name.value];
  return typeof text === 'string' ? text : null;
}

export const isSkipped = (
  selection: SelectionNode,
  { variableValues }: Pick<SelectionInfo, 'variableValues'>,
): boolean =>
  getDirectiveValues(GraphQLSkipDirective, selection, variableValues)?.if === true ||
  getDirectiveValues(GraphQLIncludeDirective, selection, variableValues)?.if === false;
