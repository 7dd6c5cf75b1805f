import type { GraphQLResolveInfo } from 'graphql';
import { fieldsBelow, textArgument } from '../../graph/selection.ts';

/** Distinct keys that the operation selects of a bucket. Null: all data. Empty: it selects no data. */
export function selectedKeys(info: GraphQLResolveInfo): Set<string | null> {
  const keys = new Set<string | null>();
  for (const field of fieldsBelow(info)) {
    if (field.name.value === 'data') keys.add(textArgument(field, 'key', info));
  }
  return keys;
}
