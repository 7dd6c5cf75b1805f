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

type Info = Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments' | 'variableValues'>;

/** The fields that an operation asks for directly below a field, out of their fragments, without those it skips. */
export function* fieldsBelow(info: Info): Generator<FieldNode> {
  for (const node of info.fieldNodes) yield* fieldsIn(node.selectionSet, info);
}

function* fieldsIn(selectionSet: SelectionSetNode | undefined, info: Info): Generator<FieldNode> {
  for (const selection of selectionSet?.selections ?? []) {
    if (isLeftOut(selection, info)) continue;
    if (selection.kind === Kind.FIELD) yield selection;
    else if (selection.kind === Kind.INLINE_FRAGMENT) yield* fieldsIn(selection.selectionSet, info);
    else yield* fieldsIn(info.fragments[selection.name.value]?.selectionSet, info);
  }
}

export const isLeftOut = (
  selection: SelectionNode,
  { variableValues }: Pick<Info, 'variableValues'>,
): boolean =>
  getDirectiveValues(GraphQLSkipDirective, selection, variableValues)?.if === true ||
  getDirectiveValues(GraphQLIncludeDirective, selection, variableValues)?.if === false;
