import { type DocumentNode, Kind, type OperationDefinitionNode, visit } from 'graphql';
import { fragmentsOf } from '../execution/fields.ts';
import { measure } from '../limits/document-limits.ts';
import { documentHash } from '../reports/operation-facts.ts';
import { RetainedCache } from './retained-cache.ts';
import type { RetainedMemory } from './retained-memory.ts';

/** Estimated bytes, from measurements of typical and of hostile documents. */
const DOCUMENT_BYTES = 2000;
/** Per character: the text, substrings of it, and arguments that are coerced in advance. */
const CHARACTER_BYTES = 3;
const NODE_BYTES = 300;
/** Per selection with fragments expanded: the cost prediction. */
const SELECTION_BYTES = 400;

/** Length of a large document, which is retained only when it arrives again, in characters. */
const LARGE = 16_384;
/** Maximum hashes of large documents that arrived once. */
const MAX_ARRIVED = 1000;

/**
 * Parsed and validated documents, by text. Cost predictions are cached as long as their documents are.
 *
 * A large document is retained when it arrives for the second time. A flood of large documents that differ would evict
 * each within a fraction of a second, but too late for V8, which has promoted it to the old generation by then.
 */
export class DocumentStore extends RetainedCache<DocumentNode> {
  /** Hashes of large documents that arrived once, the oldest first. */
  readonly #arrived = new Set<string>();

  constructor(memory: RetainedMemory) {
    super(memory, 'document', documentBytes);
  }

  override add(text: string, document: DocumentNode): void {
    dropTokens(document);
    if (text.length <= LARGE || this.#hasArrived(documentHash(text))) super.add(text, document);
  }

  /** Whether a document is retained, and not only in use. */
  retains(document: DocumentNode): boolean {
    return this.holds(textOf(document), document);
  }

  #hasArrived(hash: string): boolean {
    if (this.#arrived.delete(hash)) return true;
    this.#arrived.add(hash);
    const [oldest] = this.#arrived;
    if (this.#arrived.size > MAX_ARRIVED && oldest !== undefined) this.#arrived.delete(oldest);
    return false;
  }
}

/** The text that a document was parsed from. */
export const textOf = ({ loc }: DocumentNode): string => loc?.source.body ?? '';

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
export const countSelections = (document: DocumentNode): number =>
  document.definitions
    .filter((definition) => definition.kind === Kind.OPERATION_DEFINITION)
    .reduce((sum, operation) => sum + countOperation(document, operation), 1);

/** Counts the selections of one operation, with fragments expanded. */
export function countOperation(document: DocumentNode, operation: OperationDefinitionNode): number {
  const fragments = fragmentsOf(document);
  return measure(operation, (name) => fragments[name]).selections;
}
