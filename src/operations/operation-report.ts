import type { GraphQLSchema } from 'graphql';
import type { ErrorCode } from '../graph/errors.ts';
import type { Clock } from '../lib/clock.ts';
import type { CallCounter } from '../platform/call-counter.ts';
import type { Log, OperationLine } from '../telemetry/log.ts';
import type { CallerHash } from './caller-hash.ts';
import type { OperationObserver } from './observers.ts';
import { OperationFactsReader } from './operation-facts.ts';
import type { OperationRequest } from './request.ts';
import type { OperationResponse, SingleResponse } from './response.ts';
import { writeOutcomes } from './write-outcomes.ts';

const NO_CODES: readonly ErrorCode[] = [];
const NO_ROOT: readonly string[] = [];

/** Estimated length of a log line. */
const LINE_BYTES = 350;

/** The part of a log line that is known when an operation has its response. */
type KnownLine = Omit<OperationLine, 'upstreamCalls' | 'ms' | 'aborted'>;

export interface ReportOptions {
  clock: Clock;
  schema: GraphQLSchema;
  observer: OperationObserver;
  /** Milliseconds from which an operation is logged as slow, with its platform calls. 0: never. */
  slowOperation: number;
  callerHash: CallerHash;
  log: Log;
}

/**
 * Reports each operation once, however it ends: metric, span and log line. A subscription is counted when it opens,
 * which is when its span ends; its log line follows when the stream closes. A slow operation has a second line with its
 * platform calls, and a mutation one for each write.
 */
export class OperationReports {
  readonly #options: ReportOptions;
  readonly #facts: OperationFactsReader;

  constructor(options: ReportOptions) {
    this.#options = options;
    this.#facts = new OperationFactsReader(options.schema);
  }

  /** @param startedAt by the clock's `monotonic()`. */
  report(request: OperationRequest, response: OperationResponse, startedAt: number): void {
    const line = this.#lineOf(request, response);
    const { client } = line;
    const { operation } = response;
    const deprecated = operation ? this.#facts.of(operation.document, operation.definition).deprecated : [];
    const counted = { name: line.operation, type: line.type, codes: line.codes, client, deprecated };
    const ms = this.#options.clock.monotonic() - startedAt;
    request.trace?.end(counted);
    request.account?.spend(LINE_BYTES);
    this.#options.observer.operation(counted, ms);
    this.#reportSlow(line, response.calls, ms);
    if (response.kind === 'single') {
      this.#reportWrites(request, response, line);
      this.#writeLine(line, request, response.calls, startedAt);
    } else
      response.results.onClose((failure) =>
        this.#writeLine(failure ? { ...line, codes: [failure] } : line, request, response.calls, startedAt),
      );
  }

  /** Everything about an operation that is known when it has its response. */
  #lineOf(request: OperationRequest, response: OperationResponse): KnownLine {
    const { requestId, trace, http, client, authorization, address } = request;
    const { operation } = response;
    const facts = operation && this.#facts.of(operation.document, operation.definition);
    const refusal = response.kind === 'single' ? response.refusal : null;
    return {
      requestId,
      trace_id: trace?.traceId,
      operation: facts?.name ?? null,
      type: facts?.type ?? null,
      document: facts?.document ?? refusal?.document ?? null,
      root: facts?.root ?? refusal?.root ?? NO_ROOT,
      client: client.name,
      clientVersion: client.version,
      codes: response.kind === 'single' ? response.codes : NO_CODES,
      reason: refusal?.reason ?? null,
      caller: refusal?.reason ? this.#options.callerHash.of(authorization, address) : null,
      status: http ? (response.kind === 'single' ? response.status : 200) : undefined,
    };
  }

  #reportSlow(line: KnownLine, calls: CallCounter | null, ms: number): void {
    const { slowOperation, log } = this.#options;
    if (slowOperation === 0 || ms < slowOperation) return;
    const { codes: _codes, reason: _reason, caller: _caller, status: _status, ...known } = line;
    log.warn(
      { ...known, ms: Math.round(ms), calls: calls?.byRoute ?? [], shared: calls?.shared ?? 0 },
      'slow operation',
    );
  }

  #reportWrites(
    { authorization, account }: OperationRequest,
    { operation, result, refusal }: SingleResponse,
    line: KnownLine,
  ) {
    if (operation?.definition.operation !== 'mutation') return;
    const { log, callerHash } = this.#options;
    const { requestId, trace_id, document, client, clientVersion } = line;
    const { fields } = this.#facts.of(operation.document, operation.definition);
    for (const { field, outcome } of writeOutcomes(refusal?.executed ?? result, fields)) {
      account?.spend(LINE_BYTES);
      const caller = callerHash.of(authorization);
      log.info({ requestId, trace_id, caller, field, outcome, document, client, clientVersion }, 'write');
    }
  }

  #writeLine(
    line: KnownLine,
    { signal }: OperationRequest,
    calls: CallCounter | null,
    startedAt: number,
  ): void {
    this.#options.log.operation({
      ...line,
      upstreamCalls: calls?.calls ?? 0,
      ms: Math.round(this.#options.clock.monotonic() - startedAt),
      aborted: signal.aborted,
    });
  }
}
