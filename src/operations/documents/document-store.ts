import type { KeyValueCache } from '@apollo/utils.keyvaluecache';
import { type DocumentNode, Kind, type OperationDefinitionNode, type SelectionSetNode, visit } from 'graphql';
import { fragmentsOf } from '../execution/fields.ts';
import { Retained, type RetainedMemory } from './retained-memory.ts';

/** Estimated bytes, from measurements of typical and of hostile documents. */
const DOCUMENT_BYTES = 2000;
/** Of the text itself, of what is cut out of it, and of arguments that are coerced in advance. */
const CHARACTER_BYTES = 3;
const NODE_BYTES = 300;
/** Of the cost prediction, for each selection with fragments expanded. */
const SELECTION_BYTES = 400;

/**
 * Parsed and validated documents, by Apollo's key and by text. Cost predictions are cached as long as their documents
 * are.
 */
export class DocumentStore implements KeyValueCache<DocumentNode> {
  readonly #memory: RetainedMemory;
  readonly #byKey = new Map<string, KnownDocument>();
  readonly #byText = new Map<string, KnownDocument>();

  constructor(memory: RetainedMemory) {
    this.#memory = memory;
  }

  async get(key: string): Promise<DocumentNode | undefined> {
    return use(this.#byKey.get(key));
  }

  async set(key: string, document: DocumentNode): Promise<void> {
    this.#remove(key);
    const text = textOf(document);
    dropTokens(document);
    const bytes = documentBytes(document);
    const known: KnownDocument = {
      document,
      retained: new Retained('document', bytes, () => {
        this.#byKey.delete(key);
        if (this.#byText.get(text) === known) this.#byText.delete(text);
      }),
    };
    if (!this.#memory.add(known.retained)) return;
    this.#byKey.set(key, known);
    this.#byText.set(text, known);
  }

  async delete(key: string): Promise<void> {
    this.#remove(key);
  }

  /** The document with this text, if it was parsed and validated before. */
  find(text: string): DocumentNode | undefined {
    return use(this.#byText.get(text));
  }

  #remove(key: string): void {
    const known = this.#byKey.get(key);
    if (known) this.#memory.remove(known.retained);
  }
}

interface KnownDocument {
  readonly document: DocumentNode;
  readonly retained: Retained;
}

function use(known: KnownDocument | undefined): DocumentNode | undefined {
  if (known) known.retained.isUsed = true;
  return known?.document;
}

const textOf = ({ loc }: DocumentNode): string => loc?.source.body ?? '';

/** Estimated bytes that a document retains, without its plans. */
export function documentBytes(document: DocumentNode): number {
  let nodes = 0;
  visit(document, {
    enter: () => {
      nodes += 1;
    },
  });
  return (
    DOCUMENT_BYTES +
    textOf(document).length * CHARACTER_BYTES +
    nodes * NODE_BYTES +
    countSelections(document) * SELECTION_BYTES
  );
}

/**
 * Releases the tokens of a parsed document: errors need only offsets, and the tokens, each linked to the next and
 * comments among them, take 90 bytes each.
 */
function dropTokens(document: DocumentNode): void {
  const first = document.loc?.startToken;
  if (first) Object.assign(first, { next: null });
  visit(document, {
    enter: ({ loc }) => {
      if (loc) Object.assign(loc, { startToken: first, endToken: first });
    },
  });
}

/** Counts the selections of a document without fragment cycles, with fragments expanded; at least 1. */
export function countSelections(document: DocumentNode): number {
  const countIn = createCount(document);
  return document.definitions.reduce(
    (sum, definition) =>
      definition.kind === Kind.OPERATION_DEFINITION ? sum + countIn(definition.selectionSet) : sum,
    1,
  );
}

/** Counts the selections of one operation, with fragments expanded. */
export const countOperation = (document: DocumentNode, { selectionSet }: OperationDefinitionNode): number =>
  createCount(document)(selectionSet);

function createCount(document: DocumentNode): (selectionSet: SelectionSetNode | undefined) => number {
  const fragments = fragmentsOf(document);
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
    const count = counts.get(name) ?? countIn(fragments[name]?.selectionSet);
    counts.set(name, count);
    return count;
  };
  return countIn;
}
