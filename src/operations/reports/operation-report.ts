import type { GraphQLSchema } from 'graphql';
import type { ErrorCode } from '../../graph/errors.ts';
import type { Clock } from '../../lib/clock.ts';
import type { CallCounter } from '../../platform/call-counter.ts';
import type { OperationRequest } from '../request.ts';
import type { OperationResponse, SingleResponse } from '../response.ts';
import type { CallerHash } from './caller-hash.ts';
import type { OperationObserver } from './observers.ts';
import { type OperationFacts, OperationFactsReader } from './operation-facts.ts';
import type { OperationLine, OperationLog } from './operation-log.ts';
import { writeOutcomes } from './write-outcomes.ts';

const NONE: readonly never[] = [];

/** The part of a log line that is known when an operation has its response. */
type KnownLine = Omit<OperationLine, 'upstreamCalls' | 'ms' | 'aborted'>;

export interface ReportOptions {
  clock: Clock;
  schema: GraphQLSchema;
  observer: OperationObserver;
  /** Milliseconds from which an operation is logged as slow, with its platform calls. 0: never. */
  slowOperation: number;
  callerHash: CallerHash;
  log: OperationLog;
}

/** Reports an operation that has its response, or its stream. @param startedAt by the clock's `monotonic()`. */
export type ReportOperation = (
  request: OperationRequest,
  response: OperationResponse,
  startedAt: number,
) => void;

/**
 * Reports each operation once, however it ends: metric, span and log line. A subscription is counted when it opens,
 * which is when its span ends; its log line follows when the stream closes. A slow operation has a second line with its
 * platform calls, and a mutation one for each write.
 */
export function createReports(options: ReportOptions): ReportOperation {
  const { clock, observer, slowOperation, callerHash, log } = options;
  const reader = new OperationFactsReader(options.schema, log);

  /** Everything about an operation that is known when it has its response. */
  const lineOf = (
    { requestId, trace, http, client, account }: OperationRequest,
    response: OperationResponse,
    facts: OperationFacts | null,
  ): KnownLine => {
    const single = response.kind === 'single' ? response : null;
    const refusal = single?.refusal;
    return {
      requestId,
      trace_id: trace?.traceId,
      operation: facts?.name ?? null,
      type: facts?.type ?? null,
      document: facts?.document ?? refusal?.document ?? null,
      root: facts?.root ?? refusal?.root ?? NONE,
      described: facts?.described,
      client: client.name,
      clientVersion: client.version,
      codes: single ? distinct(single.codes) : NONE,
      reason: refusal?.reason ?? null,
      caller: refusal?.reason ? callerHash.of(account) : null,
      status: http ? (single?.status ?? 200) : undefined,
    };
  };

  const reportSlow = (line: KnownLine, calls: CallCounter | null, ms: number): void => {
    if (slowOperation === 0 || ms < slowOperation) return;
    const {
      described: _described,
      codes: _codes,
      reason: _reason,
      caller: _caller,
      status: _status,
      unlogged: _unlogged,
      ...known
    } = line;
    log.warn(
      { ...known, ms: Math.round(ms), calls: calls?.byRoute ?? [], shared: calls?.shared ?? 0 },
      'slow operation',
    );
  };

  const reportWrites = (
    { account }: OperationRequest,
    { result }: SingleResponse,
    { fields }: OperationFacts,
    { requestId, trace_id, document, client, clientVersion }: KnownLine,
  ): void => {
    for (const { field, outcome } of writeOutcomes(result, fields)) {
      const caller = callerHash.of(account);
      log.info({ requestId, trace_id, caller, field, outcome, document, client, clientVersion }, 'write');
    }
  };

  const writeLine = (
    line: KnownLine,
    { signal }: OperationRequest,
    calls: CallCounter | null,
    startedAt: number,
  ): void =>
    log.operation({
      ...line,
      upstreamCalls: calls?.calls ?? 0,
      ms: Math.round(clock.monotonic() - startedAt),
      aborted: signal.aborted,
    });

  /** Refused operations without a log line so far. Those without a document may be as many as a client can send, so their lines are limited. */
  let unlogged = 0;
  const writeRefusal = (line: KnownLine, request: OperationRequest, startedAt: number): void => {
    if (request.account && request.account.take('refusalLines', 1) > 0) {
      unlogged += 1;
      return;
    }
    writeLine({ ...line, unlogged }, request, null, startedAt);
    unlogged = 0;
  };

  /** Charges a caller for the lines that are written about its operation. */
  const charge = ({ account }: OperationRequest, write: () => void): void => {
    const before = log.written();
    write();
    account?.spend('bytes', log.written() - before);
  };

  return (request, response, startedAt) => {
    const { operation, calls } = response;
    const facts = operation && reader.of(operation.document, operation.definition);
    const line = lineOf(request, response, facts);
    const { operation: name, type, client } = line;
    const codes = response.kind === 'single' ? response.codes : NONE;
    const counted = { name, type, codes, client, deprecated: facts?.deprecated ?? NONE };
    const ms = clock.monotonic() - startedAt;
    request.trace?.end(counted);
    observer.operation(counted, ms);
    charge(request, () => {
      reportSlow(line, calls, ms);
      if (response.kind !== 'single') return;
      if (facts?.type === 'mutation') reportWrites(request, response, facts, line);
      if (line.reason && line.document === null) writeRefusal(line, request, startedAt);
      else writeLine(line, request, calls, startedAt);
    });
    if (response.kind === 'stream')
      response.results.onClose((failure) =>
        charge(request, () =>
          writeLine(failure ? { ...line, codes: [failure] } : line, request, calls, startedAt),
        ),
      );
  };
}

const distinct = (codes: readonly ErrorCode[]): readonly ErrorCode[] =>
  codes.length > 1 ? [...new Set(codes)] : codes;
