import { getOperationAST } from 'graphql';
import { type Admit, Refusal } from '../admission/ledger.ts';
import type { Boundary } from '../lib/boundary.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../telemetry/log.ts';
import type { Apollo } from './apollo.ts';
import type { DocumentStore } from './documents/document-store.ts';
import type { Trust } from './documents/trusted-documents.ts';
import { type ErrorBehavior, errorBehaviorIn } from './error-behavior.ts';
import type { Execute } from './executor.ts';
import type { OperationReports } from './operation-report.ts';
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

export interface RunnerOptions {
  clock: Clock;
  admit: Admit;
  documents: DocumentStore;
  trust: Trust;
  apollo: Apollo;
  execute: Execute;
  reports: OperationReports;
  boundary: Boundary;
  log: Log;
}

/**
 * The one way an operation runs, for every transport: admission, document lookup, limits and call budget, execution,
 * error formatting, and one report however it ends.
 */
export class OperationRunner {
  readonly #options: RunnerOptions;

  constructor(options: RunnerOptions) {
    this.#options = options;
  }

  start(): Promise<void> {
    return this.#options.apollo.start();
  }

  close(): Promise<void> {
    return this.#options.apollo.stop();
  }

  /** The content type that was negotiated for an `accept` header before; undefined if none was. */
  contentTypeFor(accept: string | undefined): string | undefined {
    return this.#options.apollo.contentTypes.of(accept);
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
    const { reports, boundary } = this.#options;
    const ended = response.kind === 'single' ? this.#inPreferredForm(request, response) : response;
    boundary.run('report', () => reports.report(request, ended, startedAt));
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
    const { apollo, execute } = this.#options;
    const onError = errorBehaviorIn(parameters, request.http);
    const operation = this.#knownOperation(request, parameters, onError);
    return operation ? execute(operation, request) : apollo.respond(request, parameters, onError, execute);
  }

  #knownOperation(
    { http }: OperationRequest,
    parameters: unknown,
    onError: ErrorBehavior,
  ): ResolvedOperation | null {
    const { documents, trust, apollo } = this.#options;
    if (http && apollo.contentTypes.of(http.accept) === undefined) return null;
    const plain = readPlainParameters(parameters);
    const document = plain && trust.runsUnseen(plain.query) ? documents.find(plain.query) : undefined;
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
