import type { ErrorCode } from '../graph/errors.ts';
import type { Log } from '../telemetry/log.ts';
import type { OperationObserver } from './observers.ts';
import type { OperationRequest } from './request.ts';
import type { OperationResponse } from './response.ts';

const NO_CODES: readonly ErrorCode[] = [];

/** Longest operation name in a log line or span, in characters. */
const LONGEST_NAME = 128;

/** Clients choose the name: a long one is cut off. */
export function reportedName(name: string | null | undefined): string | null {
  if (name == null) return null;
  return name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name;
}

/**
 * Reports each operation once, however it ends: metric, span and log line. A subscription is counted when it opens,
 * which is when its span ends; its log line follows when the stream closes.
 */
export class OperationReports {
  readonly #observer: OperationObserver;
  readonly #log: Log;

  constructor(observer: OperationObserver, log: Log) {
    this.#observer = observer;
    this.#log = log;
  }

  /** @param startedAt by `performance.now()`. @returns the response. */
  report(request: OperationRequest, response: OperationResponse, startedAt: number): OperationResponse {
    const definition = response.operation?.definition;
    const operation = {
      name: reportedName(definition?.name?.value),
      type: definition?.operation ?? null,
      codes: response.kind === 'single' ? response.codes : NO_CODES,
    };
    request.trace?.end(operation);
    this.#observer.operation(operation, performance.now() - startedAt);
    if (response.kind === 'single') this.#writeLine(request, operation, response.status, startedAt);
    else
      response.results.onClose((failure) =>
        this.#writeLine(request, failure ? { ...operation, codes: [failure] } : operation, 200, startedAt),
      );
    return response;
  }

  #writeLine(
    { requestId, trace, http, signal }: OperationRequest,
    { name, type, codes }: { name: string | null; type: string | null; codes: readonly ErrorCode[] },
    status: number,
    startedAt: number,
  ): void {
    this.#log.operation({
      requestId,
      traceId: trace?.traceId,
      operation: name,
      type,
      codes,
      ms: Math.round(performance.now() - startedAt),
      status: http ? status : undefined,
      aborted: signal.aborted,
    });
  }
}
