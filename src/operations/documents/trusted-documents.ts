import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import {
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  parse,
  specifiedRules,
  validate,
} from 'graphql';
import { GatewayError } from '../../graph/errors.ts';
import { isRecord } from '../../lib/is-record.ts';
import type { Parameters } from '../input/parameters.ts';
import { type DocumentLimits, limitRules } from '../limits/document-limits.ts';
import { documentHash, reportedName } from '../reports/operation-facts.ts';
import type { OperationLog } from '../reports/operation-log.ts';
import { refuseConditionalStreams } from './conditional-streams.ts';
import { hashIn } from './persisted-query.ts';

/** The documents that the operator's own clients send, by hash. */
export interface TrustedDocuments {
  /** Handling of any other document: it is logged and executed, or refused. */
  mode: 'log' | 'enforce';
  manifest: ReadonlyMap<string, string>;
  /** The gateway's own documents, which are always trusted. */
  ownDocuments: readonly string[];
}

/**
 * Reads a manifest in the format of graphql-codegen's client preset: hash -> document.
 * @throws Error that names the file and its problem. A manifest is usable as a whole or not at all.
 */
export function readManifest(path: string): ReadonlyMap<string, string> {
  let manifest: unknown;
  try {
    manifest = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw unusable(path, `cannot be read: ${messageOf(error)}`);
  }
  if (!isRecord(manifest)) throw unusable(path, NO_MANIFEST);
  const documents = new Map<string, string>();
  for (const [hash, document] of Object.entries(manifest)) {
    if (typeof document !== 'string') throw unusable(path, NO_MANIFEST);
    try {
      parse(document, { noLocation: true });
    } catch (error) {
      // Problems of the configuration have no full stop.
      const problem = messageOf(error).replace(/\.$/, '');
      throw unusable(path, `has an entry that is not a GraphQL document: ${hash}: ${problem}`);
    }
    documents.set(hash, document);
  }
  if (documents.size === 0) throw unusable(path, 'has no documents, so every operation would be refused');
  return documents;
}

/** Size and fingerprint of a manifest, independent of the order of its documents. */
export function summaryOf(manifest: ReadonlyMap<string, string>): { documents: number; hash: string } {
  const entries = [...manifest].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const hash = createHash('sha256').update(JSON.stringify(entries)).digest('hex').slice(0, 12);
  return { documents: manifest.size, hash };
}

const NO_MANIFEST = "is not a manifest of hashes and documents, as graphql-codegen's client preset writes it";

const unusable = (path: string, problem: string): Error =>
  new Error(`TRUSTED_DOCUMENTS (${path}) ${problem}`);

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Decides which documents are executed. */
export class Trust {
  readonly #mode: TrustedDocuments['mode'] | 'off';
  readonly #ownDocuments: readonly string[];
  readonly #log: Pick<OperationLog, 'warn'>;
  #manifest: ReadonlyMap<string, string> = new Map();
  #texts: ReadonlySet<string> = new Set();

  /** @param trusted null: any document runs. */
  constructor(trusted: TrustedDocuments | null, log: Pick<OperationLog, 'warn'>) {
    this.#mode = trusted?.mode ?? 'off';
    this.#ownDocuments = trusted?.ownDocuments ?? [];
    this.#log = log;
    if (trusted) this.replace(trusted.manifest);
  }

  /** Trusts the documents of this manifest, and no others, from now on. */
  replace(manifest: ReadonlyMap<string, string>): void {
    this.#manifest = manifest;
    this.#texts = new Set([...manifest.values(), ...this.#ownDocuments]);
  }

  /** The text of a trusted document that a request names by its ID, or the refusal of another one. Null: neither. */
  textOf(parameters: Parameters): string | GatewayError | null {
    if (this.#mode === 'off') return null;
    const { query } = parameters;
    const trusted = query === null ? this.#manifest.get(documentId(parameters) ?? '') : undefined;
    if (trusted !== undefined) return trusted;
    return this.#mode === 'log' || (query !== null && this.#texts.has(query)) ? null : refusal();
  }

  /** Logs an operation whose document is not trusted. */
  note(text: string, requestId: string, { name }: OperationDefinitionNode): void {
    if (this.#mode !== 'log' || this.#texts.has(text)) return;
    const operation = reportedName(name?.value);
    this.#log.warn({ requestId, hash: documentHash(text), operation }, 'document is not trusted');
  }
}

const refusal = (): GatewayError =>
  new GatewayError(
    'BAD_REQUEST',
    'Only trusted documents are allowed here, and this one is not in the list.',
    { reason: 'untrusted-document' },
  );

/** The ID that a request has for its document: `documentId`, also as an extension, or the hash of a persisted query. */
function documentId({ documentId: id, extensions }: Parameters): string | null {
  const found = [id, hashIn(extensions), extensions?.documentId].find((each) => typeof each === 'string');
  return typeof found === 'string' ? found : null;
}

/** Document IDs from clients that may be logged: no character that could break a line. */
const DOCUMENT_ID = /^[\w.:-]{1,128}$/;

/** The document of a request, as logged: its hash, or else the ID that the client sent. */
export function reportedDocument(parameters: Parameters): string | null {
  if (parameters.query !== null) return documentHash(parameters.query);
  const id = documentId(parameters);
  return id !== null && DOCUMENT_ID.test(id) ? id : null;
}

/** Logs trusted documents that are invalid here or exceed a limit, so that the operator sees them at startup. */
export function warnOfUnusable(
  { manifest }: TrustedDocuments,
  schema: GraphQLSchema,
  limits: DocumentLimits,
  log: OperationLog,
): void {
  for (const [hash, text] of manifest) {
    const problem = problemOf(text, schema, limits);
    if (problem !== null) log.warn({ hash, problem }, 'trusted document is not executable');
  }
}

function problemOf(text: string, schema: GraphQLSchema, limits: DocumentLimits): string | null {
  try {
    const document = parse(text, { maxTokens: limits.tokens });
    const conditional = refuseConditionalStreams(document);
    if (conditional) return conditional.message;
    const [invalid] = validate(schema, document, specifiedRules);
    const [tooLarge] = invalid ? [] : validate(schema, document, limitRules(limits));
    return (invalid ?? tooLarge)?.message ?? null;
  } catch (error) {
    return messageOf(error);
  }
}

/** The names of the operations in the trusted documents. */
export const namesIn = ({ manifest, ownDocuments }: TrustedDocuments): ReadonlySet<string> =>
  new Set(
    [...manifest.values(), ...ownDocuments]
      .flatMap((text) => parse(text).definitions)
      .flatMap((definition) =>
        definition.kind === Kind.OPERATION_DEFINITION && definition.name ? [definition.name.value] : [],
      ),
  );
