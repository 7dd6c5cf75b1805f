import { type FieldNode, type GraphQLResolveInfo, Kind } from 'graphql';
import { fieldsBelow } from '../../graph/selection.ts';

/** Distinct keys that the operation selects of a bucket. Null: all data. Empty: it selects no data. */
export function selectedKeys(info: GraphQLResolveInfo): Set<string | null> {
  const keys = new Set<string | null>();
  for (const field of fieldsBelow(info)) {
    if (field.name.value === 'data') keys.add(keyArgument(field, info));
  }
  return keys;
}

function keyArgument(field: FieldNode, { variableValues }: GraphQLResolveInfo): string | null {
  const value = field.arguments?.find(({ name }) => name.value === 'key')?.value;
  if (value?.kind === Kind.STRING) return value.value;
  if (value?.kind !== Kind.VARIABLE) return null;
  const key = variableValues[value.name.value];
  return typeof key === 'string' ? key : null;
}
