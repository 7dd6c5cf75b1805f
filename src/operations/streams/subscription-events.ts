import type { ErrorCode } from '../../graph/errors.ts';
import { type Boundary, visitAll } from '../../lib/boundary.ts';
import type { Clock } from '../../lib/clock.ts';
import { isRecord } from '../../lib/is-record.ts';
import type { EventLoopQueue } from '../../lib/pacing/event-loop-queue.ts';
import { PullStream, type Receiver } from '../../lib/pull-stream.ts';
import type { CallCounter } from '../../platform/call-counter.ts';
import type { Credential } from '../../platform/credential.ts';
import type { NewContext } from '../contexts.ts';
import { rootFieldsOf } from '../documents/root-fields.ts';
import type { ExecutionResult } from '../execution/result.ts';
import type { Plan } from '../plans.ts';
import type { StreamObserver } from '../reports/observers.ts';
import type { OperationLog } from '../reports/operation-log.ts';
import type { EventTrace } from '../reports/operation-trace.ts';
import type { OperationRequest } from '../request.ts';
import { type ResolvedOperation, reportFault } from '../response.ts';
import { formatResult } from '../results/formatted-result.ts';
import { type OpenStream, StreamedResult, StreamFailure } from './result-stream.ts';
import { type Audience, EventExecution, type EventOutcome, type JoinAudience } from './shared-executions.ts';

export interface SubscriptionEventsOptions {
  clock: Clock;
  newContext: NewContext;
  join: JoinAudience;
  queue: EventLoopQueue;
  streamObserver: StreamObserver;
  boundary: Boundary;
  log: OperationLog;
}

/** The subscription whose events are executed. */
interface Subscription {
  operation: ResolvedOperation;
  request: OperationRequest;
  credential: Credential;
  /** Counts the calls of its events. */
  calls: CallCounter | null;
  plan: Plan;
  source: PullStream<unknown>;
}

/** An event on its way to the subscriber. */
interface PendingEvent {
  /** The item under the name of the root field. */
  payloads: unknown;
  item: Item;
  trace: EventTrace | null;
}

/** The results of a subscription: executes one event after the other, each by the plan of its operation and with its own context. */
export class SubscriptionEvents extends PullStream<StreamedResult> implements OpenStream, Receiver<unknown> {
  readonly #options: SubscriptionEventsOptions;
  readonly #subscription: Subscription;
  /** The field of the subscription type. */
  readonly #field: string;
  /** The subscribers that share results. Null: none, since the client receives the cost of each result. */
  readonly #audience: Audience | null;
  #closeListeners: readonly ((failure: ErrorCode | null) => void)[] = [];
  #isOpen = true;

  constructor(options: SubscriptionEventsOptions, subscription: Subscription) {
    super();
    const { operation, credential } = subscription;
    this.#options = options;
    this.#subscription = subscription;
    // Validation allows only one.
    this.#field = rootFieldsOf(operation.document, operation.definition)[0]?.name ?? '';
    options.streamObserver.opened(this.#field);
    this.#audience = operation.countsCalls ? null : options.join(operation, credential);
  }

  pull(receiver: Receiver<StreamedResult>): void {
    this.receiver = receiver;
    this.#subscription.source.pull(this);
  }

  close(): void {
    const { source } = this.#subscription;
    // The source emits nothing while an event is executed.
    visitAll([() => this.#close(null), () => source.close(), () => this.take()?.onEnd()], call);
  }

  onClose(listener: (failure: ErrorCode | null) => void): void {
    if (this.#isOpen) this.#closeListeners = this.#closeListeners.concat(listener);
    else listener(null);
  }

  /**
   * Of the subscribers with the same result, the first executes the event in its turn; the others wait for that, and each
   * delivers the result in its own turn.
   */
  onItem(payloads: unknown): void {
    const { queue, boundary } = this.#options;
    try {
      const item = itemOf(payloads, this.#field);
      const trace = this.#subscription.request.trace?.event(this.#field) ?? null;
      const event = { payloads, item, trace };
      const { cursor } = item;
      const isNew = item.appendedAt !== null && !item.replayed && item.gap === null;
      const shared = isNew && cursor !== null ? this.#audience?.execution(cursor) : undefined;
      const execution = shared ?? new EventExecution();
      queue.run(() => {
        if (!execution.isStarted)
          boundary.run('event', () => this.#start(execution, event, shared !== undefined));
        execution.whenSettled((outcome) => boundary.run('event', () => this.#deliver(outcome, event)));
      });
    } catch (error) {
      this.onError(error);
    }
  }

  onEnd(): void {
    visitAll([() => this.#close(null), () => this.take()?.onEnd()], call);
  }

  /** Ends the subscription after its source, or the execution of an event, has failed. */
  onError(cause: unknown): void {
    const { streamObserver, boundary, log } = this.#options;
    const { request, source } = this.#subscription;
    const { requestId } = request;
    const receiver = this.take();
    const { code, formatted, fault } = reportFault(cause, requestId);
    boundary.run('report', () => {
      log.error({ requestId, err: fault ?? cause }, 'stream failed');
      streamObserver.error(code);
    });
    const failure = new StreamFailure(code, formatted);
    visitAll([() => this.#close(code), () => source.close(), () => receiver?.onError(failure)], call);
  }

  async #start(execution: EventExecution, event: PendingEvent, isShared: boolean): Promise<void> {
    execution.isStarted = true;
    let outcome: EventOutcome;
    try {
      const { executed, counter } = await this.#execute(event, isShared);
      const result = executed.errors ? null : this.#format(executed, counter, event.item, null);
      outcome = { executed, counter, result };
    } catch (failure) {
      outcome = { failure };
    }
    execution.settle(outcome);
  }

  async #execute(
    { payloads, trace }: PendingEvent,
    isShared: boolean,
  ): Promise<{ executed: ExecutionResult; counter: CallCounter | null }> {
    const { operation, request, credential, calls, plan } = this.#subscription;
    const { variables, countsCalls, onError } = operation;
    const context = this.#options.newContext(request, credential, { trace, countsCalls, isShared });
    const { platform } = context;
    try {
      const executed = await plan(context, variables, payloads, null, onError);
      const counter = platform.callCounter;
      if (counter) calls?.add(counter);
      return { executed, counter };
    } finally {
      platform.release();
    }
  }

  /** A fault ends only this subscription: others in the same turn or with the same result continue. */
  #deliver(outcome: EventOutcome, { item, trace }: PendingEvent): void {
    const { streamObserver, clock } = this.#options;
    try {
      if ('failure' in outcome) throw outcome.failure;
      const { executed, counter, result } = outcome;
      if (result) trace?.end([]);
      const delivered = result ?? this.#format(executed, counter, item, trace);
      const { gap, replayed, appendedAt } = item;
      if (gap !== null) streamObserver.gap(this.#field, gap);
      else if (appendedAt !== null)
        streamObserver.delivered(this.#field, replayed ? null : clock.now() - appendedAt);
      this.take()?.onItem(delivered);
    } catch (fault) {
      this.onError(fault);
    }
  }

  #format(
    executed: ExecutionResult,
    counter: CallCounter | null,
    { cursor }: Item,
    trace: EventTrace | null,
  ): StreamedResult {
    const { streamObserver, log } = this.#options;
    const { requestId } = this.#subscription.request;
    const field = this.#field;
    const { result, codes } = formatResult(executed, 'subscription', requestId, log, counter);
    for (const code of codes) streamObserver.error(code);
    trace?.end(codes);
    return new StreamedResult(result, cursor, () => streamObserver.rendered(field));
  }

  #close(failure: ErrorCode | null): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    const listeners = this.#closeListeners;
    this.#closeListeners = [];
    visitAll(
      [
        () => this.#audience?.leave(),
        ...listeners.map((listener) => () => listener(failure)),
        () => this.#options.streamObserver.closed(this.#field),
      ],
      call,
    );
  }
}

const call = (step: () => void): void => step();

/** The parts of a stream item that metrics and resumption need. */
interface Item {
  cursor: string | null;
  replayed: boolean;
  gap: string | null;
  /** When its event was appended, in epoch milliseconds. Null: the item carries no event. */
  appendedAt: number | null;
}

/** `payloads`: the item under the name of the root field. */
function itemOf(payloads: unknown, field: string): Item {
  const item = isRecord(payloads) ? payloads[field] : undefined;
  if (!isRecord(item)) return { cursor: null, replayed: false, gap: null, appendedAt: null };
  const { cursor, replayed, gap, appendedAt } = item;
  return {
    cursor: typeof cursor === 'string' ? cursor : null,
    replayed: replayed === true,
    gap: isRecord(gap) && typeof gap.reason === 'string' ? gap.reason : null,
    appendedAt: typeof appendedAt === 'number' ? appendedAt : null,
  };
}
