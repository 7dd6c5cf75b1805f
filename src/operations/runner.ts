import { type DocumentNode, getOperationAST } from 'graphql';
import type { Admit } from '../admission/admission.ts';
import type { Callers } from '../admission/callers.ts';
import { GatewayError } from '../graph/errors.ts';
import { Apollo, type ApolloOptions, rejectedResponse } from './documents/apollo.ts';
import { DocumentStore, textOf } from './documents/document-store.ts';
import { PersistedQueries } from './documents/persisted-query.ts';
import { RetainedMemory } from './documents/retained-memory.ts';
import { reportedDocument, type Trust } from './documents/trusted-documents.ts';
import { createExecutor, type Execute, type ExecutorOptions } from './executor.ts';
import { type Parameters, readParameters } from './input/parameters.ts';
import type { DocumentObserver, OperationObserver, PriceObserver } from './reports/observers.ts';
import { createReports, type ReportOperation, type ReportOptions } from './reports/operation-report.ts';
import { type OperationRequest, RequestError } from './request.ts';
import { failedResponse, type OperationResponse, refusedResponse, type SingleResponse } from './response.ts';
import { withPartialStatus } from './results/partial-success.ts';

export interface RunnerOptions
  extends ApolloOptions,
    Omit<ExecutorOptions, 'memory' | 'documents'>,
    ReportOptions {
  trust: Trust;
  /** Whether clients may request the number of platform calls. */
  reportsCalls: boolean;
  callers: Callers;
  admit: Admit;
  /** Estimated bytes that documents, their plans and persisted queries may retain. */
  documentMemory: number;
  observer: OperationObserver & PriceObserver & DocumentObserver;
}

/**
 * The one way an operation runs, for every transport: admission, document lookup, limits and call budget, execution,
 * error formatting, and one report however it ends.
 */
export class OperationRunner {
  readonly #options: RunnerOptions;
  readonly #documents: DocumentStore;
  readonly #persistedQueries: PersistedQueries;
  readonly #apollo: Apollo;
  readonly #execute: Execute;
  readonly #reportOperation: ReportOperation;

  constructor(options: RunnerOptions) {
    const memory = new RetainedMemory(options.documentMemory, options.observer);
    this.#options = options;
    this.#documents = new DocumentStore(memory);
    this.#persistedQueries = new PersistedQueries(memory);
    this.#apollo = new Apollo(options);
    this.#execute = createExecutor({ ...options, memory, documents: this.#documents });
    this.#reportOperation = createReports(options);
  }

  start(): Promise<void> {
    return this.#apollo.start();
  }

  close(): Promise<void> {
    return this.#apollo.stop();
  }

  /** Runs one operation. Synchronous if nothing has to be awaited. Never throws or rejects. */
  run(request: OperationRequest): OperationResponse | Promise<OperationResponse> {
    const startedAt = this.#options.clock.monotonic();
    const response = this.#begin(request);
    const end = (ended: OperationResponse) => this.#report(request, ended, startedAt);
    return response instanceof Promise
      ? response.then(end, (error: unknown) => end(this.#fail(request, error)))
      : end(response);
  }

  /** Errors of a report must not hide an outcome, which may be that of a write. */
  #report(request: OperationRequest, response: OperationResponse, startedAt: number): OperationResponse {
    const { http } = request;
    const ended = response.kind === 'single' && http ? withPartialStatus(response, http) : response;
    this.#options.boundary.run('report', () => this.#reportOperation(request, ended, startedAt));
    return ended;
  }

  #begin(request: OperationRequest): OperationResponse | Promise<OperationResponse> {
    try {
      const refusal = this.#admit(request);
      if (refusal) return refusal;
      const parameters = request.parameters();
      return parameters instanceof Promise
        ? parameters.then((read) => this.#respond(request, read))
        : this.#respond(request, parameters);
    } catch (error) {
      return this.#fail(request, error);
    }
  }

  #admit(request: OperationRequest): OperationResponse | null {
    const { address, authorization, requestId } = request;
    if (address === null) return null;
    request.account ??= this.#options.callers.of(address, authorization);
    const refusal = this.#options.admit(request.account);
    if (refusal) return refusedResponse(refusal, requestId, { status: refusal.status });
    const exceeded = request.refuse();
    return exceeded && refusedResponse(exceeded, requestId);
  }

  /** Runs the operation of a known document at once. Apollo parses and validates the others first. */
  #respond(request: OperationRequest, sent: unknown): OperationResponse | Promise<OperationResponse> {
    const parameters = readParameters(sent);
    const text = this.#options.trust.textOf(parameters) ?? this.#persistedQueries.textOf(parameters);
    if (text instanceof GatewayError) return refuse(text, request, parameters);
    const document = this.#documents.find(text);
    return document
      ? this.#runDocument(document, request, parameters)
      : this.#runNew(text, request, parameters);
  }

  async #runNew(text: string, request: OperationRequest, parameters: Parameters): Promise<OperationResponse> {
    const parsed = await this.#apollo.parse(text, parameters.operationName);
    const isDocument = 'kind' in parsed;
    this.#options.observer.parsed(isDocument ? 'valid' : 'rejected');
    if (parsed instanceof GatewayError) return refuse(parsed, request, parameters);
    if (!isDocument) return rejectedResponse(parsed, request.requestId, reportedDocument(parameters));
    this.#documents.add(text, parsed);
    return this.#runDocument(parsed, request, parameters);
  }

  #runDocument(
    document: DocumentNode,
    request: OperationRequest,
    parameters: Parameters,
  ): OperationResponse | Promise<OperationResponse> {
    const { operationName, variables, extensions, onError } = parameters;
    const { trust, reportsCalls } = this.#options;
    const definition = getOperationAST(document, operationName);
    if (!definition) return refuse(unresolved(operationName), request, parameters);
    if (request.http?.method === 'GET' && definition.operation !== 'query')
      return refuse(NO_WRITES, request, parameters, { status: 405, headers: [['allow', 'POST']] });
    this.#persistedQueries.register(parameters);
    trust.note(textOf(document), request.requestId, definition);
    const countsCalls = reportsCalls && extensions?.upstream === true;
    return this.#execute({ document, definition, variables, countsCalls, onError }, request);
  }

  #fail({ requestId, account }: OperationRequest, error: unknown): OperationResponse {
    if (error instanceof RequestError) {
      if (error.isUnread) account?.spend('operations', -1);
      return refusedResponse(error, requestId, { status: error.status });
    }
    this.#options.log.error({ requestId, err: error }, 'request failed');
    return failedResponse(error, requestId);
  }
}

const refuse = (
  error: GatewayError,
  { requestId }: OperationRequest,
  parameters: Parameters,
  head: { status?: number; headers?: SingleResponse['headers'] } = {},
): OperationResponse =>
  refusedResponse(error, requestId, { ...head, document: reportedDocument(parameters) });

const unresolved = (operationName: string | null): GatewayError =>
  new GatewayError(
    'OPERATION_RESOLUTION_FAILURE',
    operationName === null
      ? 'The document has several operations, or none: name one in `operationName`.'
      : 'The document has no operation with the name in `operationName`.',
    { reason: 'operation-name' },
  );

const NO_WRITES = new GatewayError('BAD_REQUEST', 'Send mutations and subscriptions with POST.', {
  reason: 'request',
});
