import { createHash } from 'node:crypto';
import type { DocumentNode, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import { type RootField, rootFieldsOf } from '../documents/root-fields.ts';
import { deprecationsIn } from './deprecations.ts';
import type { OperationLog } from './operation-log.ts';

/** Longest operation or field name in a log line or span, in characters. */
const LONGEST_NAME = 128;
/** Root fields in a log line. */
const MAXIMUM_ROOT_FIELDS = 10;

/** Clients choose the name: a long one is cut off. */
export function reportedName(name: string | null | undefined): string | null {
  if (name == null) return null;
  return name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name;
}

/** The hash under which the log names a document: that of persisted queries. */
export const documentHash = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Properties of an operation that reports use. */
export interface OperationFacts {
  readonly name: string | null;
  readonly type: OperationDefinitionNode['operation'];
  /** Hash of the document. */
  readonly document: string;
  /** Names of its root fields, each once; `…` for further ones. */
  readonly root: readonly string[];
  /** The part of its log lines that is always the same. */
  readonly described: string;
  readonly fields: readonly RootField[];
  /** Coordinates of the deprecated fields, arguments and enum values that it names. */
  readonly deprecated: readonly string[];
}

/** Reads the facts of each operation once, and retains them as long as its document. */
export class OperationFactsReader {
  readonly #known = new WeakMap<OperationDefinitionNode, OperationFacts>();
  readonly #schema: GraphQLSchema;
  readonly #log: Pick<OperationLog, 'describeOperation'>;

  constructor(schema: GraphQLSchema, log: Pick<OperationLog, 'describeOperation'>) {
    this.#schema = schema;
    this.#log = log;
  }

  of(document: DocumentNode, definition: OperationDefinitionNode): OperationFacts {
    const known = this.#known.get(definition);
    if (known) return known;
    const fields = rootFieldsOf(document, definition);
    const name = reportedName(definition.name?.value);
    const type = definition.operation;
    const hash = documentHash(document.loc?.source.body ?? '');
    const root = reportedRoots(fields);
    const facts = {
      name,
      type,
      document: hash,
      root,
      described: this.#log.describeOperation({ operation: name, type, document: hash, root }),
      fields,
      deprecated: deprecationsIn(this.#schema, document, definition),
    };
    this.#known.set(definition, facts);
    return facts;
  }
}

/** The names of root fields in a log line. */
export function reportedRoots(fields: readonly RootField[]): readonly string[] {
  const names = [...new Set(fields.map(({ name }) => reportedName(name) ?? ''))];
  return names.length > MAXIMUM_ROOT_FIELDS ? [...names.slice(0, MAXIMUM_ROOT_FIELDS), '…'] : names;
}
