import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { fragmentsOf } from './execution/fields.ts';

/** A field of the operation's root type, whatever its conditions. */
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

/** The fields of a selection. A fragment counts once, however often it is spread. */
export function* fieldsOf(
  { selections }: SelectionSetNode,
  fragmentNamed: (name: string) => FragmentDefinitionNode | null | undefined,
  seen = new Set<string>(),
): Generator<FieldNode> {
  for (const selection of selections) {
    if (selection.kind === Kind.FIELD) yield selection;
    else if (selection.kind === Kind.INLINE_FRAGMENT)
      yield* fieldsOf(selection.selectionSet, fragmentNamed, seen);
    else if (!seen.has(selection.name.value)) {
      seen.add(selection.name.value);
      const fragment = fragmentNamed(selection.name.value);
      if (fragment) yield* fieldsOf(fragment.selectionSet, fragmentNamed, seen);
    }
  }
}
