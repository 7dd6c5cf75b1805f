import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { fragmentsOf } from '../execution/fields.ts';

/** A field of the operation's root type, regardless of its conditions. */
export interface RootField {
  /** Its key in the response: the alias, or the name. */
  readonly key: string;
  readonly name: string;
}

/** The root fields of an operation, in order. The document may be invalid. */
export function rootFieldsOf(document: DocumentNode, { selectionSet }: OperationDefinitionNode): RootField[] {
  const fragments = new Map(Object.entries(fragmentsOf(document)));
  return [...fieldsOf(selectionSet, (name) => fragments.get(name))].map(({ alias, name }) => ({
    key: (alias ?? name).value,
    name: name.value,
  }));
}

type FragmentNamed = (name: string) => FragmentDefinitionNode | null | undefined;

/** The fields of a selection. A fragment counts once, however often it is spread. */
export function* fieldsOf(
  selectionSet: SelectionSetNode,
  fragmentNamed: FragmentNamed,
  seen = new Set<string>(),
): Generator<FieldNode> {
  for (const selection of selectionsOf(selectionSet, fragmentNamed, seen))
    if (selection.kind === Kind.FIELD) yield selection;
}

/** The same with the fragments that the fields are in. */
export function* selectionsOf(
  { selections }: SelectionSetNode,
  fragmentNamed: FragmentNamed,
  seen = new Set<string>(),
): Generator<SelectionNode> {
  for (const selection of selections) {
    yield selection;
    if (selection.kind === Kind.INLINE_FRAGMENT)
      yield* selectionsOf(selection.selectionSet, fragmentNamed, seen);
    else if (selection.kind === Kind.FRAGMENT_SPREAD && !seen.has(selection.name.value)) {
      seen.add(selection.name.value);
      const fragment = fragmentNamed(selection.name.value);
      if (fragment) yield* selectionsOf(fragment.selectionSet, fragmentNamed, seen);
    }
  }
}
