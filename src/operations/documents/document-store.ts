import { InMemoryLRUCache } from '@apollo/utils.keyvaluecache';
import { type DocumentNode, Kind, type SelectionSetNode } from 'graphql';

/**
 * Selections in the cached documents, with fragments expanded: a plan takes 1 to 2 KB for each. A typical document has a
 * few dozen.
 */
const MAXIMUM_SELECTIONS = 50_000;
const MAXIMUM_DOCUMENTS = 1000;
/** Characters of the documents that clients have registered by hash. */
const MAXIMUM_PERSISTED_TEXT = 10_000_000;

/**
 * Parsed and validated documents, by Apollo's key and by text. Plans and cost predictions are cached as long as their
 * documents are.
 */
export class DocumentStore extends InMemoryLRUCache<DocumentNode> {
  readonly #byText = new Map<string, KnownDocument>();

  constructor() {
    super({
      max: MAXIMUM_DOCUMENTS,
      maxSize: MAXIMUM_SELECTIONS,
      sizeCalculation: countSelections,
      dispose: (document) => this.#byText.delete(textOf(document)),
    });
  }

  override async set(key: string, document: DocumentNode): Promise<void> {
    await super.set(key, document);
    const isCached = (await super.get(key)) === document;
    if (isCached) this.#byText.set(textOf(document), { key, document });
  }

  /** The document with this text, if it was parsed and validated before. */
  find(text: string): DocumentNode | undefined {
    const known = this.#byText.get(text);
    // Marks it as used: the store evicts the least recently used document.
    if (known) void this.get(known.key);
    return known?.document;
  }
}

interface KnownDocument {
  key: string;
  document: DocumentNode;
}

const textOf = ({ loc }: DocumentNode): string => loc?.source.body ?? '';

/** The store of automatic persisted queries. */
export const createPersistedQueryStore = (): InMemoryLRUCache<string> =>
  new InMemoryLRUCache({ maxSize: MAXIMUM_PERSISTED_TEXT });

/** Counts the selections of a document without fragment cycles, with fragments expanded; at least 1. */
export function countSelections({ definitions }: DocumentNode): number {
  const bodies = new Map<string, SelectionSetNode>();
  for (const definition of definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION)
      bodies.set(definition.name.value, definition.selectionSet);
  }
  const counts = new Map<string, number>();
  const countIn = (selectionSet: SelectionSetNode | undefined): number =>
    (selectionSet?.selections ?? []).reduce(
      (sum, selection) =>
        sum +
        1 +
        (selection.kind === Kind.FRAGMENT_SPREAD
          ? countFragment(selection.name.value)
          : countIn(selection.selectionSet)),
      0,
    );
  const countFragment = (name: string): number => {
    const count = counts.get(name) ?? countIn(bodies.get(name));
    counts.set(name, count);
    return count;
  };
  return definitions.reduce(
    (sum, definition) =>
      definition.kind === Kind.OPERATION_DEFINITION ? sum + countIn(definition.selectionSet) : sum,
    1,
  );
}
