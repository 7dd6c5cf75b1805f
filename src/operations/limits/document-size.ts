import {
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';

/** The size of an operation, with its fragments expanded. */
export interface DocumentSize {
  /** Fields within fields. The schema's own description (`__schema`) does not count. */
  depth: number;
  /** Fields with an alias, except aliases of `__typename` and those named `__typename`. */
  aliases: number;
  directives: number;
}

const EMPTY: DocumentSize = { depth: 0, aliases: 0, directives: 0 };
const TYPENAME = '__typename';

/** Measures the operations of a document without fragment cycles; each fragment is measured once. */
export function createMeasure(
  fragmentOf: (name: string) => FragmentDefinitionNode | null | undefined,
): (operation: OperationDefinitionNode) => DocumentSize {
  const fragments = new Map<string, DocumentSize>();
  const measureSet = (selectionSet: SelectionSetNode | undefined): DocumentSize =>
    (selectionSet?.selections ?? []).map(measureSelection).reduce(combine, EMPTY);
  const measureFragment = (name: string): DocumentSize => {
    const known = fragments.get(name);
    if (known) return known;
    const fragment = fragmentOf(name);
    const size = withDirectives(measureSet(fragment?.selectionSet), fragment);
    fragments.set(name, size);
    return size;
  };
  const measureSelection = (selection: SelectionNode): DocumentSize => {
    if (selection.kind === Kind.FRAGMENT_SPREAD)
      return withDirectives(measureFragment(selection.name.value), selection);
    const below = withDirectives(measureSet(selection.selectionSet), selection);
    if (selection.kind === Kind.INLINE_FRAGMENT) return below;
    const { name, alias } = selection;
    const isAliased = alias !== undefined && alias.value !== TYPENAME && name.value !== TYPENAME;
    return {
      depth: name.value === '__schema' ? 0 : below.depth + 1,
      aliases: below.aliases + (isAliased ? 1 : 0),
      directives: below.directives,
    };
  };
  return (operation) => withDirectives(measureSet(operation.selectionSet), operation);
}

const combine = (one: DocumentSize, other: DocumentSize): DocumentSize => ({
  depth: Math.max(one.depth, other.depth),
  aliases: one.aliases + other.aliases,
  directives: one.directives + other.directives,
});

const withDirectives = (
  size: DocumentSize,
  node: { directives?: readonly unknown[] | undefined } | null | undefined,
): DocumentSize => {
  const directives = node?.directives?.length ?? 0;
  return directives === 0 ? size : { ...size, directives: size.directives + directives };
};
