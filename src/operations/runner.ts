import { getOperationAST } from 'graphql';
import { type Admit, Refusal } from '../admission/ledger.ts';
import { Apollo, type ApolloOptions } from './apollo.ts';
import { DocumentStore } from './documents/document-store.ts';
import { createPersistedQueries } from './documents/persisted-query.ts';
import { RetainedMemory } from './documents/retained-memory.ts';
import { type ErrorBehavior, errorBehaviorIn } from './error-behavior.ts';
import { createExecutor, type Execute, type ExecutorOptions } from './executor.ts';
import type { ComparisonObserver, MemoryObserver, OperationObserver, PriceObserver } from './observers.ts';
import { createReports, type ReportOperation, type ReportOptions } from './operation-report.ts';
import { readPlainParameters } from './parameters.ts';
import { withPartialStatus } from './partial-success.ts';
import { type OperationRequest, RequestError } from './request.ts';
import {
  failedResponse,
  type OperationResponse,
  type ResolvedOperation,
  refusedResponse,
  type SingleResponse,
} from './response.ts';

export interface RunnerOptions
  extends Omit<ApolloOptions, 'documents' | 'persistedQueries'>,
    Omit<ExecutorOptions, 'memory' | 'documents'>,
    ReportOptions {
  admit: Admit;
  /** Estimated bytes that documents, their plans and persisted queries may retain. */
  documentMemory: number;
  observer: OperationObserver & PriceObserver & ComparisonObserver & MemoryObserver;
}

/**
 * The one way an operation runs, for every transport: admission, document lookup, limits and call budget, execution,
 * error formatting, and one report however it ends.
 */
export class OperationRunner {
  readonly #options: RunnerOptions;
  readonly #documents: DocumentStore;
  readonly #apollo: Apollo;
  readonly #execute: Execute;
  readonly #reportOperation: ReportOperation;

  constructor(options: RunnerOptions) {
    const memory = new RetainedMemory(options.documentMemory, options.observer);
    const persistedQueries = createPersistedQueries(memory);
    this.#options = options;
    this.#documents = new DocumentStore(memory);
    this.#apollo = new Apollo({ ...options, documents: this.#documents, persistedQueries });
    this.#execute = createExecutor({ ...options, memory, documents: this.#documents });
    this.#reportOperation = createReports(options);
  }

  start(): Promise<void> {
    return this.#apollo.start();
  }

  close(): Promise<void> {
    return this.#apollo.stop();
  }

  /** The content type that was negotiated for an `accept` header before; undefined if none was. */
  contentTypeFor(accept: string | undefined): string | undefined {
    return this.#apollo.contentTypes.of(accept);
  }

  /** Runs one operation. Synchronous if nothing has to be awaited. Never throws or rejects. */
  run(request: OperationRequest): OperationResponse | Promise<OperationResponse> {
    const startedAt = this.#options.clock.monotonic();
    const response = this.#begin(request);
    return response instanceof Promise
      ? this.#finish(request, response, startedAt)
      : this.#report(request, response, startedAt);
  }

  /** What a report throws must not hide an outcome, which may be that of a write. */
  #report(request: OperationRequest, response: OperationResponse, startedAt: number): OperationResponse {
    const ended = response.kind === 'single' ? this.#inPreferredForm(request, response) : response;
    this.#options.boundary.run('report', () => this.#reportOperation(request, ended, startedAt));
    return ended;
  }

  #inPreferredForm({ http }: OperationRequest, response: SingleResponse): SingleResponse {
    if (http?.headers.prefer === undefined) return response;
    const type = response.contentType ?? this.contentTypeFor(http.accept);
    return withPartialStatus(response, http.headers, type);
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

  async #finish(
    request: OperationRequest,
    pending: Promise<OperationResponse>,
    startedAt: number,
  ): Promise<OperationResponse> {
    let response: OperationResponse;
    try {
      response = await pending;
    } catch (error) {
      response = this.#fail(request, error);
    }
    return this.#report(request, response, startedAt);
  }

  #admit(request: OperationRequest): OperationResponse | null {
    const { address, authorization, requestId } = request;
    const admitted = address === null ? null : this.#options.admit(address, authorization);
    if (admitted instanceof Refusal) return refusedResponse(admitted, requestId, admitted.status);
    request.account = admitted;
    const exceeded = request.refuse();
    return exceeded && refusedResponse(exceeded, requestId);
  }

  /** Executes a known document directly, since Apollo would only look it up again; everything else goes through Apollo. */
  #respond(request: OperationRequest, parameters: unknown): OperationResponse | Promise<OperationResponse> {
    const onError = errorBehaviorIn(parameters, request.http);
    const operation = this.#knownOperation(request, parameters, onError);
    return operation
      ? this.#execute(operation, request)
      : this.#apollo.respond(request, parameters, onError, this.#execute);
  }

  #knownOperation(
    { http }: OperationRequest,
    parameters: unknown,
    onError: ErrorBehavior,
  ): ResolvedOperation | null {
    if (http && this.#apollo.contentTypes.of(http.accept) === undefined) return null;
    const plain = readPlainParameters(parameters);
    const document =
      plain && this.#options.trust.runsUnseen(plain.query) ? this.#documents.find(plain.query) : undefined;
    const definition = document && getOperationAST(document, plain?.operationName);
    if (!document || !definition) return null;
    return {
      document,
      definition,
      variables: plain?.variables,
      countsCalls: false,
      onError,
    };
  }

  #fail({ requestId }: OperationRequest, error: unknown): OperationResponse {
    if (error instanceof RequestError) return refusedResponse(error, requestId, error.status);
    this.#options.log.error({ requestId, err: error }, 'request failed');
    return failedResponse(error, requestId);
  }
}
