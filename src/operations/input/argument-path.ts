import { type ASTNode, Kind } from 'graphql';
import type { InputPath } from '../../graph/errors.ts';

type Visited = ASTNode | readonly ASTNode[];

/**
 * Path of a node among the arguments of its field. Null: it is not part of a field's argument.
 * @param parent, `keys` and `ancestors`: as graphql-js passes them to a visitor.
 */
export function argumentPathOf(
  node: ASTNode,
  parent: Visited | undefined,
  keys: readonly (string | number)[],
  ancestors: readonly Visited[],
): InputPath | null {
  const above = [...ancestors, ...(parent ? [parent] : []), node];
  const start = above.findLastIndex((one) => 'kind' in one && one.kind === Kind.ARGUMENT);
  const owner = above[start - 2];
  if (!owner || !('kind' in owner) || owner.kind !== Kind.FIELD) return null;
  return above.slice(start).flatMap((one, index) => {
    if (!('kind' in one)) {
      const list = above[start + index - 1];
      return list && 'kind' in list && list.kind === Kind.LIST ? (keys[start + index] ?? []) : [];
    }
    return one.kind === Kind.ARGUMENT || one.kind === Kind.OBJECT_FIELD ? one.name.value : [];
  });
}
