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

const LOCK_FIELD = 'locked';
const STUDENT_ARGUMENT = 'studentId';

/**
 * The first student whose locks are asked for below a field that reads levels, or null: with it, one call brings
 * both. Only `Lesson` has a field of this name.
 */
export function studentAskedForBelow(info: GraphQLResolveInfo): string | null {
  for (const node of info.fieldNodes) {
    const student = findStudent(node.selectionSet, info);
    if (student !== null) return student;
  }
  return null;
}

function findStudent(selectionSet: SelectionSetNode | undefined, info: GraphQLResolveInfo): string | null {
  for (const selection of selectionSet?.selections ?? []) {
    if (isLeftOut(selection, info)) continue;
    const student = studentOf(selection, info);
    if (student !== null) return student;
  }
  return null;
}

function studentOf(selection: SelectionNode, info: GraphQLResolveInfo): string | null {
  switch (selection.kind) {
    case Kind.FIELD:
      return selection.name.value === LOCK_FIELD
        ? studentArgument(selection, info)
        : findStudent(selection.selectionSet, info);
    case Kind.INLINE_FRAGMENT:
      return findStudent(selection.selectionSet, info);
    case Kind.FRAGMENT_SPREAD:
      return findStudent(info.fragments[selection.name.value]?.selectionSet, info);
  }
}

function studentArgument(field: FieldNode, { variableValues }: GraphQLResolveInfo): string | null {
  const value = field.arguments?.find(({ name }) => name.value === STUDENT_ARGUMENT)?.value;
  if (value?.kind === Kind.STRING || value?.kind === Kind.INT) return value.value;
  if (value?.kind !== Kind.VARIABLE) return null;
  const student = variableValues[value.name.value];
  return typeof student === 'string' ? student : null;
}

const isLeftOut = (selection: SelectionNode, { variableValues }: GraphQLResolveInfo): boolean =>
  getDirectiveValues(GraphQLSkipDirective, selection, variableValues)?.if === true ||
  getDirectiveValues(GraphQLIncludeDirective, selection, variableValues)?.if === false;
