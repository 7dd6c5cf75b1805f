import type { CancelSignal } from '../graph/cancellation.ts';
import type { GatewayError } from '../graph/errors.ts';
import { Body, UnexpectedShape } from './body.ts';
import type { CallTrace } from './call.ts';
import {
  type Call,
  type Caller,
  type CallResult,
  type PlatformResponse,
  type Transport,
  TransportFailure,
  type TransportFailureKind,
} from './call.ts';
import type { CallCounter } from './call-counter.ts';
import { fromReading, fromStatus, fromTransport } from './failures.ts';
import { LARGE } from './large-json.ts';
import type { PlatformObserver, SavedBy } from './platform-observer.ts';
import type { Params, QueryParams, ReadRoute, WriteRoute } from './route.ts';
import type { Waiter } from './single-flight.ts';

/** The platform that an exchange is for, as its operation sees it. */
interface Asking {
  /** When the operation's calls are over, by `performance.now()`. */
  readonly deadline: number;
  /** Takes note of a call that need not be made. */
  saved(by: SavedBy): void;
}

/** What the exchanges of one operation share. */
export interface ExchangeOptions {
  send: Transport;
  /** Ends when nobody waits for the operation any more. */
  signal?: CancelSignal | undefined;
  /** The trace that the calls belong to. */
  trace?: CallTrace | null | undefined;
  /** Counts the calls for the caller. */
  callCounter?: CallCounter | null | undefined;
  /** Told of a call that the platform failed to answer as it should: its status, or why there is none. */
  onFailure?: (route: string, reason: number | TransportFailureKind) => void;
  /** Told of what is counted. */
  observer?: Pick<PlatformObserver, 'drift'>;
}

export type AnyRoute<Result> = ReadRoute<QueryParams, Result> | WriteRoute<Params, Result>;

/** Failures that say nothing of the platform: nobody waits for the call any more, or it was not sent. */
const NOT_PLATFORMS: ReadonlySet<TransportFailureKind> = new Set(['aborted', 'refused']);

/**
 * A call and what its route reads from the answer. Fails with a GatewayError with the code of the failure.
 * `Missing`: what an answer 404 stands for; `never` where it is a failure.
 */
export class Exchange<Result, Missing extends null> implements Caller, Waiter<Result | Missing> {
  readonly call: Call;
  readonly #asking: Asking;
  readonly #options: ExchangeOptions;
  readonly #route: AnyRoute<Result>;
  /** Null: a 404 is a failure. */
  readonly #missing: { value: Missing } | null;
  #resolve: ((result: Result | Missing | Promise<Result>) => void) | null = null;
  #reject: ((error: unknown) => void) | null = null;

  constructor(
    asking: Asking,
    options: ExchangeOptions,
    call: Call,
    route: AnyRoute<Result>,
    missing: { value: Missing } | null,
  ) {
    this.#asking = asking;
    this.#options = options;
    this.call = call;
    this.#route = route;
    this.#missing = missing;
  }

  get signal(): CancelSignal | undefined {
    return this.#options.signal;
  }

  get deadline(): number {
    return this.#asking.deadline;
  }

  /**
   * Sends the call for its operation alone. A write is completed although its client hangs up meanwhile: cancelled, its
   * outcome would be unknown.
   */
  send(): Promise<Result | Missing> {
    if (this.#route.kind === 'read') return this.#send(this.signal, this.deadline);
    if (this.signal?.aborted)
      return Promise.reject(fromTransport(new TransportFailure('aborted', false), this.#route));
    return this.#send(undefined, this.deadline);
  }

  /** Sends the call for as long as anybody waits for it. */
  sendShared(whileAwaited: CancelSignal): Promise<Result | Missing> {
    return this.#send(whileAwaited, undefined);
  }

  joined(leader: Call): (() => void) | undefined {
    this.#asking.saved('flight');
    return this.#options.trace?.joined(leader);
  }

  timedOut(): GatewayError {
    return fromTransport(new TransportFailure('overdue', true), this.#route);
  }

  #send(signal: CancelSignal | undefined, deadline: number | undefined): Promise<Result | Missing> {
    const { call } = this;
    const { trace, callCounter, send } = this.#options;
    call.signal = signal;
    call.deadline = deadline;
    if (trace) call.trace = trace;
    callCounter?.made();
    return new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
      send(call, this);
    });
  }

  settled(outcome: CallResult): void {
    try {
      this.#resolve?.(this.#read(outcome));
    } catch (error) {
      this.#reject?.(error);
    }
  }

  #read(outcome: CallResult): Result | Missing | Promise<Result> {
    if (outcome instanceof TransportFailure) {
      if (!NOT_PLATFORMS.has(outcome.kind)) this.#options.onFailure?.(this.call.route, outcome.kind);
      throw fromTransport(outcome, this.#route);
    }
    const { status, body } = outcome;
    if (status === 404 && this.#missing) return this.#missing.value;
    this.#refuse(outcome);
    // A picture may be bare base64, and is cheap to read.
    const { form } = this.#route.read.wire;
    return body.length < LARGE || form === 'picture'
      ? this.#readBody(new Body(body), status)
      : Body.parsedInSlices(body).then((large) => this.#readBody(large, status));
  }

  #readBody(body: Body, status: number): Result {
    try {
      return this.#route.read(body);
    } catch (error) {
      if (!(error instanceof UnexpectedShape)) throw error;
      this.#options.observer?.drift(this.call.route);
      throw fromReading(this.#route, status);
    }
  }

  /** @throws GatewayError where the status is no success. */
  #refuse(reply: PlatformResponse): void {
    const { status } = reply;
    if (status >= 500 || status === 429) this.#options.onFailure?.(this.call.route, status);
    if (status < 200 || status > 299) throw fromStatus(reply, this.#route);
  }
}
