import type { ExecutionResult } from 'graphql';
import type { Boundary } from '../lib/boundary.ts';
import type { Turns } from '../lib/turns.ts';
import type { CallCounter } from '../platform/call-counter.ts';
import type { Credential } from '../platform/credential.ts';
import type { Log } from '../telemetry/log.ts';
import type { NewContext } from './contexts.ts';
import { formatResult } from './formatted-result.ts';
import type { StreamObserver } from './observers.ts';
import type { Plan, PlanOf } from './plans.ts';
import type { OperationRequest } from './request.ts';
import { type ResolvedOperation, reportFault } from './response.ts';
import {
  type EventRunner,
  type EventToRun,
  type ResultReceiver,
  StreamedResult,
  StreamFailure,
} from './result-stream.ts';
import type { Audience, SharedExecution, SharedExecutions, SharedOutcome } from './shared-executions.ts';

interface SubscriptionEventsOptions {
  planOf: PlanOf;
  newContext: NewContext;
  observer: StreamObserver;
  boundary: Boundary;
  log: Log;
}

/** The subscription whose events are executed. */
interface Subscription {
  operation: ResolvedOperation;
  request: OperationRequest;
  credential: Credential;
  /** Counts the calls of its events. */
  calls: CallCounter | null;
}

/** An event on its way to the subscriber. */
interface Delivery {
  event: EventToRun;
  trace: EventTrace;
  receiver: ResultReceiver;
}

type EventTrace = ReturnType<NonNullable<OperationRequest['trace']>['event']> | null;

/** Executes the events of one subscription, each by the plan of its operation and with its own context. */
export class SubscriptionEvents implements EventRunner {
  readonly #options: SubscriptionEventsOptions;
  readonly #turns: Turns;
  readonly #subscription: Subscription;
  readonly #plan: Plan;
  /** Who gets the same results. Null: nobody, since the client is told what each of them costs. */
  readonly #audience: Audience | null;

  constructor(
    options: SubscriptionEventsOptions,
    shared: SharedExecutions,
    turns: Turns,
    subscription: Subscription,
  ) {
    const { operation, credential } = subscription;
    const { document, definition, variables, countsCalls, onError } = operation;
    const operationName = definition.name?.value ?? null;
    this.#options = options;
    this.#turns = turns;
    this.#subscription = subscription;
    this.#plan = options.planOf(document, operationName);
    this.#audience = countsCalls
      ? null
      : shared.join(document, operationName, onError, variables, credential);
  }

  run(event: EventToRun, receiver: ResultReceiver): void {
    const trace = this.#subscription.request.trace?.event(event.field) ?? null;
    if (this.#audience !== null && event.cursor !== null && event.isShared)
      this.#runShared(this.#audience, event.cursor, { event, trace, receiver });
    else this.#turns.run(() => this.#handle(receiver, () => this.#runAlone({ event, trace, receiver })));
  }

  /** A fault ends this subscription; the others that have a part in the same turn, or in the same result, go on. */
  #handle(receiver: ResultReceiver, work: () => Promise<void> | undefined): void {
    const fail = (fault: unknown): void => receiver.onError(fault);
    this.#options.boundary.run('event', () => {
      try {
        return work()?.catch(fail);
      } catch (fault) {
        return fail(fault);
      }
    });
  }

  failureOf(cause: unknown): StreamFailure {
    const { observer, boundary, log } = this.#options;
    const { requestId } = this.#subscription.request;
    const { code, formatted, fault } = reportFault(cause, requestId);
    boundary.run('report', () => {
      log.error({ requestId, err: fault ?? cause }, 'stream failed');
      observer.error(code);
    });
    return new StreamFailure(code, formatted);
  }

  close(): void {
    this.#audience?.leave();
  }

  async #runAlone({ event, trace, receiver }: Delivery): Promise<void> {
    const { executed, counter } = await this.#execute(event, trace, false);
    receiver.onResult(this.#format(executed, counter, event, trace));
  }

  /** One subscriber executes the event in its turn; the others wait for that, and each delivers the result in its own. */
  #runShared(audience: Audience, cursor: string, delivery: Delivery): void {
    const started = audience.started(cursor);
    const execution = started ?? audience.share(cursor);
    const { receiver } = delivery;
    this.#turns.run(() => {
      if (!started) this.#options.boundary.run('event', () => this.#start(execution, delivery));
      execution.whenSettled((outcome) =>
        this.#handle(receiver, () => {
          this.#deliver(outcome, delivery);
          return undefined;
        }),
      );
    });
  }

  async #start(execution: SharedExecution, { event, trace }: Delivery): Promise<void> {
    let outcome: SharedOutcome;
    try {
      const { executed } = await this.#execute(event, trace, true);
      outcome = { executed, result: executed.errors ? null : this.#format(executed, null, event, null) };
    } catch (failure) {
      outcome = { failure };
    }
    execution.settle(outcome);
  }

  #deliver(outcome: SharedOutcome, { event, trace, receiver }: Delivery): void {
    if ('failure' in outcome) {
      receiver.onError(outcome.failure);
      return;
    }
    const { executed, result } = outcome;
    if (result) trace?.end([]);
    receiver.onResult(result ?? this.#format(executed, null, event, trace));
  }

  async #execute(
    { payloads }: EventToRun,
    trace: EventTrace,
    isShared: boolean,
  ): Promise<{ executed: ExecutionResult; counter: CallCounter | null }> {
    const { operation, request, credential, calls } = this.#subscription;
    const { variables, countsCalls, onError } = operation;
    const context = this.#options.newContext(request, credential, { trace, countsCalls, isShared });
    const { platform } = context;
    try {
      const executed = await this.#plan(context, variables, payloads, null, onError);
      const counter = platform.callCounter;
      if (counter) calls?.add(counter);
      return { executed, counter };
    } finally {
      platform.release();
    }
  }

  #format(
    executed: ExecutionResult,
    counter: CallCounter | null,
    { field, cursor }: EventToRun,
    trace: EventTrace,
  ): StreamedResult {
    const { observer, log } = this.#options;
    const { result, codes } = formatResult(
      executed,
      'subscription',
      this.#subscription.request.requestId,
      log,
      counter,
    );
    for (const code of codes) observer.error(code);
    trace?.end(codes);
    return new StreamedResult(result, cursor, () => observer.rendered(field));
  }
}
