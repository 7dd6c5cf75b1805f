import { InMemoryLRUCache } from '@apollo/utils.keyvaluecache';
import { type DocumentNode, Kind, type SelectionSetNode } from 'graphql';

/**
 * Selections of the documents that are kept, their fragments spread out: a plan takes 1 to 2 KB for each. Usual documents
 * have a few dozen.
 */
const SELECTIONS_KEPT = 50_000;
const DOCUMENTS_KEPT = 1000;
/** Texts that clients may have registered by their hash, in characters. */
const PERSISTED_TEXT_KEPT = 10_000_000;

/**
 * Parsed and validated documents, by Apollo's key and by their text. Plans and predictions are kept as long as their
 * documents are.
 */
export class DocumentStore extends InMemoryLRUCache<DocumentNode> {
  readonly #byText = new Map<string, KnownDocument>();

  constructor() {
    super({
      max: DOCUMENTS_KEPT,
      maxSize: SELECTIONS_KEPT,
      sizeCalculation: countSelections,
      dispose: (document) => this.#byText.delete(textOf(document)),
    });
  }

  override async set(key: string, document: DocumentNode): Promise<void> {
    await super.set(key, document);
    const isKept = (await super.get(key)) === document;
    if (isKept) this.#byText.set(textOf(document), { key, document });
  }

  /** The document of a text that was parsed and validated before. */
  find(text: string): DocumentNode | undefined {
    const known = this.#byText.get(text);
    // The store drops what was not asked for the longest.
    if (known) void this.get(known.key);
    return known?.document;
  }
}

interface KnownDocument {
  key: string;
  document: DocumentNode;
}

const textOf = ({ loc }: DocumentNode): string => loc?.source.body ?? '';

/** The texts of automatic persisted queries. */
export const createPersistedQueryStore = (): InMemoryLRUCache<string> =>
  new InMemoryLRUCache({ maxSize: PERSISTED_TEXT_KEPT });

/** Of a document without fragment cycles; at least 1. */
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
