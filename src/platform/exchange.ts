import type { Projector } from 'learning-platform-projection/projector';
import type { GatewayError } from '../graph/errors.ts';
import type { CancelSignal } from '../lib/cancellation.ts';
import type { Clock } from '../lib/clock.ts';
import { Body, memoryOf, NothingThere, PlatformRefusal, UnexpectedShape } from './body.ts';
import {
  type Call,
  type CallListener,
  type CallResult,
  type CallTrace,
  type PlatformResponse,
  type Transport,
  TransportFailure,
  type TransportFailureKind,
} from './call.ts';
import type { CallCounter, TimedCall } from './call-counter.ts';
import { fromReading, fromRefusal, fromStatus, fromTransport, tooMuchMemory } from './failures.ts';
import type { Inspect } from './inspection.ts';
import { LARGE } from './large-json.ts';
import type { DeduplicatedBy, PlatformObserver } from './platform-observer.ts';
import type { Params, QueryParams, ReadRoute, WriteRoute } from './route.ts';
import { type ResponseShape, reshaped, type Shapes } from './shapes.ts';
import type { ReadContext } from './wire.ts';

/** The part of an operation's platform client that an exchange needs. */
interface Client {
  /** Deadline of the operation's calls, by the clock's `monotonic()`. */
  readonly deadline: number;
  /** Counts a read that needed no call. */
  deduplicated(by: DeduplicatedBy): void;
  /** The 401 because of which no further call to the route is sent. Null: calls are sent. */
  rejectionOf(route: AnyRoute<unknown>): GatewayError | null;
  rejected(error: GatewayError, route: AnyRoute<unknown>): void;
  /** The platform has accepted the credential that a call to the route carried. */
  accepted(route: AnyRoute<unknown>): void;
  /** The platform has named the user of the credential. */
  confirmed(userId: string): void;
}

/** Options that all exchanges of one operation share. */
export interface ExchangeOptions {
  clock: Clock;
  send: Transport;
  /** Aborts when no caller waits for the operation any more. */
  signal?: CancelSignal | undefined;
  trace?: CallTrace | null | undefined;
  callCounter?: CallCounter | null | undefined;
  /** Called when the platform fails to respond properly. `reason`: the status, or the transport failure. */
  onFailure?: (route: string, reason: number | TransportFailure) => void;
  observer?: Pick<PlatformObserver, 'drift' | 'body'>;
  /** Reads bodies without parsing them. Null: everything is parsed. */
  projector?: Projector | null;
  /** Compares responses with their documentation, in samples. */
  inspect?: Inspect;
  /** Charges for the memory of responses until the operation has its result. Null: they are not charged. */
  memory?: ResponseMemory | null;
  /** The configured shapes of responses (`PLATFORM_SHAPES`), by route. */
  shapes?: { readonly current: Shapes };
  /** Whether the operation copies rows that were not parsed. Default: it does not. */
  copies?: { readonly isWanted: boolean } | null;
}

/** The memory that the responses to one operation take. */
export interface ResponseMemory {
  /** Bytes that no single response may exceed. */
  readonly limit: number;
  /** @returns false if that is too much. */
  add(bytes: number): boolean;
  release(): void;
}

export type AnyRoute<Result, Absent extends null = null> =
  | ReadRoute<QueryParams, Result, Absent>
  | WriteRoute<Params, Result>;

/** Failures that are not the platform's: the call was cancelled or not sent. */
const NOT_THE_PLATFORMS: ReadonlySet<TransportFailureKind> = new Set(['aborted', 'refused']);

/**
 * A call and the reading of its response. Rejects with a GatewayError with the code of the failure.
 * `Absent`: the result for a 404; `never` if a 404 is a failure.
 */
export class Exchange<Result, Absent extends null> implements CallListener, ReadContext {
  readonly call: Call;
  readonly #client: Client;
  readonly #options: ExchangeOptions;
  readonly #route: AnyRoute<Result, Absent>;
  readonly params: Params;
  #timed: TimedCall | undefined;
  #resolve: ((result: Result | Absent | Promise<Result | Absent>) => void) | null = null;
  #reject: ((error: unknown) => void) | null = null;

  constructor(
    client: Client,
    options: ExchangeOptions,
    call: Call,
    route: AnyRoute<Result, Absent>,
    params: Params,
  ) {
    this.#client = client;
    this.#options = options;
    this.call = call;
    this.#route = route;
    this.params = params;
  }

  /** Aborts when the operation no longer waits for a shared call. */
  get signal(): CancelSignal | undefined {
    return this.#options.signal;
  }

  /** By the clock's `monotonic()`; may be infinite. */
  get deadline(): number {
    return this.#client.deadline;
  }

  /**
   * Sends the call for one operation, with its signal and deadline. A write that was sent is completed even if its client
   * hangs up: its outcome would otherwise be unknown.
   */
  send(): Promise<Result | Absent> {
    if (this.#route.kind === 'read') return this.#send(this.signal, this.deadline);
    if (this.signal?.aborted)
      return Promise.reject(fromTransport(new TransportFailure('aborted', false), this.#route));
    return this.#send(undefined, this.deadline);
  }

  /** Sends a call that operations share. @param whileAwaited aborts when none of them waits any more. */
  sendShared(whileAwaited: CancelSignal): Promise<Result | Absent> {
    return this.#send(whileAwaited, undefined);
  }

  /** The read joins a call in flight. @returns optional callback for the end of that call. */
  joined(leader: Call): (() => void) | undefined {
    this.#client.deduplicated('single-flight');
    const { trace, callCounter } = this.#options;
    const traced = trace?.joined(leader);
    const timed = callCounter?.joined(this.call.route);
    if (!timed) return traced;
    return () => {
      traced?.();
      timed();
    };
  }

  /** The error if the deadline passes before a shared call ends. */
  timedOut(): GatewayError {
    return fromTransport(new TransportFailure('overdue', true), this.#route);
  }

  #send(signal: CancelSignal | undefined, deadline: number | undefined): Promise<Result | Absent> {
    const { call } = this;
    const { trace, callCounter, send } = this.#options;
    call.signal = signal;
    call.deadline = deadline;
    if (trace) call.trace = trace;
    this.#timed = callCounter?.sent(call.route);
    return new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
      send(call, this);
    });
  }

  isWithdrawn(): boolean {
    return this.#client.rejectionOf(this.#route) !== null;
  }

  settled(outcome: CallResult): void {
    try {
      if (this.#timed) this.#options.callCounter?.ended(this.#timed);
      this.#resolve?.(this.#read(outcome));
    } catch (error) {
      this.#reject?.(error);
    }
  }

  #read(outcome: CallResult): Result | Absent | Promise<Result | Absent> {
    if (outcome instanceof TransportFailure) {
      const rejection = outcome.sent ? null : this.#client.rejectionOf(this.#route);
      if (rejection) throw rejection;
      if (!NOT_THE_PLATFORMS.has(outcome.kind)) this.#options.onFailure?.(this.call.route, outcome);
      throw fromTransport(outcome, this.#route);
    }
    const { status, body } = outcome;
    if (status < 500 && status !== 401 && status !== 429) this.#client.accepted(this.#route);
    if (status === 404 && this.#absent !== undefined) return this.#absent;
    this.#requireSuccess(outcome);
    const { projector = null, copies, memory } = this.#options;
    if (this.#route.kind === 'read' && memory) this.#count(memoryOf(body), memory);
    // A picture may be bare base64, which is cheap to read.
    const { form } = this.#route.read.wire;
    const wanted = copies?.isWanted ? projector : null;
    return body.length < LARGE || form === 'picture'
      ? this.#readBody(new Body(body, wanted), status)
      : Body.parsedInSlices(body, wanted, this.#options.clock).then((large) => this.#readBody(large, status));
  }

  /** The result for a 404. Undefined: a 404 is a failure. */
  get #absent(): Absent | undefined {
    return this.#route.kind === 'read' ? this.#route.absent : undefined;
  }

  /** @throws GatewayError if a response takes too much memory. */
  #count(bytes: number, memory: ResponseMemory): void {
    if (memory.add(bytes)) return;
    throw bytes > memory.limit
      ? fromTransport(new TransportFailure('too-large', true), this.#route)
      : tooMuchMemory(this.#route);
  }

  #readBody(sent: Body, status: number): Result | Absent {
    try {
      const { observer, inspect, shapes } = this.#options;
      const shape = shapes?.current.get(this.call.route);
      const body = shape ? this.#reshaped(sent, shape) : sent;
      const result = this.#route.read(body, this);
      const userId = this.#route.confirms?.(result) ?? null;
      if (userId !== null) this.#client.confirmed(userId);
      if (body.copyOutcome) observer?.body(this.call.route, body.copyOutcome);
      inspect?.(this.call.route, this.#route.read.wire, body, (deviation, member, times) =>
        observer?.drift(this.call.route, deviation, member, times),
      );
      return result;
    } catch (error) {
      if (!(error instanceof UnexpectedShape)) throw error;
      if (error instanceof NothingThere && this.#absent !== undefined) return this.#absent;
      if (error instanceof PlatformRefusal)
        throw fromRefusal(this.#route, { status, body: sent.bytes }, this.call);
      this.#options.observer?.drift(this.call.route, 'response', '');
      throw fromReading(this.#route, status);
    }
  }

  #reshaped(body: Body, shape: ResponseShape): Body {
    return body.with(reshaped(body.json(), shape, this.#route.read.wire.form === 'page'));
  }

  leftOut(member: string): void {
    this.#options.observer?.drift(this.call.route, 'row', member);
  }

  /** @throws GatewayError unless the status is 2xx. */
  #requireSuccess(response: PlatformResponse): void {
    const { status } = response;
    if (status >= 500 || status === 429) this.#options.onFailure?.(this.call.route, status);
    if (status >= 200 && status <= 299) return;
    const error = fromStatus(response, this.#route, this.call, this.#options.clock);
    if (status === 401) this.#client.rejected(error, this.#route);
    throw error;
  }
}
