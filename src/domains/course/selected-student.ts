import type { FieldNode, GraphQLResolveInfo } from 'graphql';
import { isWithinLimit } from '../../graph/id-limit.ts';
import { fieldsBelow, textArgument } from '../../graph/selection.ts';

const LOCK_FIELD = 'locked';
const STUDENT_ARGUMENT = 'studentId';

/**
 * The first student whose locks are selected below a field that reads levels, so that one call returns both. Null: none.
 * Only `Lesson` has a field `locked`.
 */
export function selectedStudent(info: GraphQLResolveInfo): string | null {
  return findStudent(fieldsBelow(info), info);
}

function findStudent(fields: Iterable<FieldNode>, info: GraphQLResolveInfo): string | null {
  for (const field of fields) {
    const student =
      field.name.value === LOCK_FIELD
        ? studentArgument(field, info)
        : findStudent(
            fieldsBelow({
              fieldNodes: [field],
              fragments: info.fragments,
              variableValues: info.variableValues,
            }),
            info,
          );
    if (student !== null) return student;
  }
  return null;
}

/** Null for an ID that the field itself refuses. */
function studentArgument(field: FieldNode, info: GraphQLResolveInfo): string | null {
  const student = textArgument(field, STUDENT_ARGUMENT, info);
  return student && isWithinLimit(student) ? student : null;
}
