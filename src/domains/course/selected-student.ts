import type { FieldNode, GraphQLResolveInfo } from 'graphql';
import { isWithinLimit } from '../../graph/id-limit.ts';
import { fieldsBelow, textArgument } from '../../graph/selection.ts';

const LOCK_FIELD = 'locked';
const STUDENT_ARGUMENT = 'studentId';

type Info = Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments' | 'variableValues'>;

/**
 * The first student whose locks are selected below a field that reads levels, so that one call returns both. Null: none.
 * Only `Lesson` has a field `locked`.
 */
export function selectedStudent(info: Info): string | null {
  const { fragments, variableValues } = info;
  for (const field of fieldsBelow(info)) {
    const student =
      field.name.value === LOCK_FIELD
        ? studentArgument(field, info)
        : selectedStudent({ fieldNodes: [field], fragments, variableValues });
    if (student !== null) return student;
  }
  return null;
}

/** Null for an ID that the field itself refuses. */
function studentArgument(field: FieldNode, info: Info): string | null {
  const student = textArgument(field, STUDENT_ARGUMENT, info);
  return student && isWithinLimit(student) ? student : null;
}
