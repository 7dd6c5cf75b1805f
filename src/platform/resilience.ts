import { pauseUntil } from '../graph/cancellation.ts';
import { Bulkhead } from './bulkhead.ts';
import {
  type Call,
  type Caller,
  type CallResult,
  type CallSpan,
  type Transport,
  TransportFailure,
} from './call.ts';
import { CircuitBreaker, type Permit } from './circuit-breaker.ts';
import type { NotSent, PlatformObserver } from './platform-observer.ts';
import { retryAfterMs } from './retry-after.ts';

export interface ResilienceOptions {
  /** Sockets per platform host; one route gets half of them, so that a hung one leaves the others theirs. */
  connections: number;
  /** Milliseconds that a call may take, its repetitions included. */
  timeout: number;
  /** Told of what becomes of the calls. */
  observer: PlatformObserver;
}

/** Calls of one route that may wait for a place. */
const QUEUE = 1000;
const ATTEMPTS = 3;
/** Milliseconds before the first repetition; doubles, with full jitter. */
const FIRST_DELAY = 50;
/** Answers of a platform that is not there: another server in its place may be. */
const UNAVAILABLE = new Set([502, 503, 504]);

/**
 * A transport that keeps a failing route from taking the others along.
 *
 * Each route has a bulkhead and a circuit breaker of its own. Calls that may be repeated (the route says so, not the
 * HTTP method) are, where the platform was not reached or is not there: at most twice, with jitter, as its
 * `Retry-After` asks where that fits, within the call's own time, what is left to its operation, and a budget for the
 * route: repetitions must not become the load that keeps a platform down.
 */
export function resilientTransport(
  send: Transport,
  { connections, timeout, observer }: ResilienceOptions,
): Transport {
  const guards = new Map<string, Guard>();
  const guardOf = (route: string): Guard => {
    const known = guards.get(route);
    if (known) return known;
    const guard = {
      circuit: new CircuitBreaker((state) => observer.circuit(route, state)),
      bulkhead: new Bulkhead(Math.max(1, Math.floor(connections / 2)), QUEUE),
      budget: new RetryBudget(),
    };
    guards.set(route, guard);
    return guard;
  };
  return (call, caller) => {
    const deadline = Math.min(performance.now() + timeout, call.deadline ?? Number.POSITIVE_INFINITY);
    const guard = guardOf(call.route);
    guard.budget.earn();
    new Delivery(send, observer, guard, call, deadline, caller).attempt();
  };
}

/** What a route's calls pass: its circuit breaker, then its bulkhead. */
interface Guard {
  circuit: CircuitBreaker;
  bulkhead: Bulkhead;
  budget: RetryBudget;
}

/** A call on its way past its route's guard, once or, where that helps, again. */
class Delivery implements Caller {
  readonly #send: Transport;
  readonly #observer: PlatformObserver;
  readonly #guard: Guard;
  readonly #call: Call;
  readonly #deadline: number;
  readonly #caller: Caller;
  #number = 1;
  #admission: Permit = 'ordinary';
  #sentAt = 0;
  #span: CallSpan | undefined;

  /** @param deadline by `performance.now()`, for waiting and repetitions too. */
  constructor(
    send: Transport,
    observer: PlatformObserver,
    guard: Guard,
    call: Call,
    deadline: number,
    caller: Caller,
  ) {
    this.#send = send;
    this.#observer = observer;
    this.#guard = guard;
    this.#call = call;
    this.#deadline = deadline;
    this.#caller = caller;
  }

  attempt(): void {
    const admission = this.#guard.circuit.admit();
    if (admission === null) this.#notSent('circuit');
    else this.#acquireSlot(admission);
  }

  #acquireSlot(admission: Permit): void {
    const { circuit, bulkhead } = this.#guard;
    this.#admission = admission;
    if (bulkhead.tryAcquire()) this.#dispatch();
    else if (bulkhead.isFull) {
      circuit.unused(admission);
      this.#notSent('queue');
    } else
      void bulkhead
        .acquire(this.#deadline, this.#call.signal)
        .then((acquired) => (acquired ? this.#called() : this.#gaveUp()));
  }

  /** It has a place after waiting for one. */
  #called(): void {
    const { circuit, bulkhead } = this.#guard;
    if (circuit.stillAdmits(this.#admission)) {
      // It waits no longer than it may take in all: what is left is its time.
      this.#call.deadline = this.#deadline;
      this.#dispatch();
    } else {
      circuit.unused(this.#admission);
      bulkhead.release();
      this.#notSent('circuit');
    }
  }

  #gaveUp(): void {
    this.#guard.circuit.unused(this.#admission);
    this.#end(new TransportFailure(this.#call.signal?.aborted ? 'aborted' : 'timeout', false));
  }

  #dispatch(): void {
    this.#sentAt = performance.now();
    this.#span = this.#call.trace?.sent(this.#call);
    this.#send(this.#call, this);
  }

  settled(outcome: CallResult): void {
    const milliseconds = performance.now() - this.#sentAt;
    const { route } = this.#call;
    if (outcome instanceof TransportFailure) {
      this.#span?.failed(outcome.kind);
      this.#observer.failed(route, outcome.kind, milliseconds);
    } else {
      this.#span?.answered(outcome.status);
      this.#observer.answered(route, outcome.status, milliseconds);
    }
    judge(outcome, this.#guard.circuit, this.#admission);
    this.#guard.bulkhead.release();
    this.#end(outcome);
  }

  #notSent(reason: NotSent): void {
    this.#observer.notSent(this.#call.route, reason);
    this.#end(new TransportFailure('refused', false));
  }

  /** Tells the outcome of an attempt, where another one is of no use or out of time. */
  #end(outcome: CallResult): void {
    const delay =
      this.#number < ATTEMPTS && this.#call.repeatable ? delayBefore(outcome, this.#number) : null;
    if (delay === null || performance.now() + delay >= this.#deadline || !this.#guard.budget.spend())
      this.#caller.settled(outcome);
    else void pauseUntil(delay, this.#call.signal).then(() => this.#repeat(outcome));
  }

  #repeat(outcome: CallResult): void {
    const call = this.#call;
    if (call.signal?.aborted) this.#caller.settled(outcome);
    else {
      // A repetition has what the attempts before it left.
      call.deadline = this.#deadline;
      call.repetition = this.#number;
      this.#number += 1;
      this.#observer.repeated(call.route);
      this.attempt();
    }
  }
}

const ROUTE_FAILURES: ReadonlySet<string> = new Set(['timeout', 'unreachable']);
const GIVEN_UP: ReadonlySet<string> = new Set(['aborted', 'overdue']);

/** Tells the circuit what the outcome of a call says of its route. */
function judge(outcome: CallResult, circuit: CircuitBreaker, admission: Permit): void {
  const failed =
    outcome instanceof TransportFailure
      ? ROUTE_FAILURES.has(outcome.kind) ||
        // The call that tries a failing route has to be answered: given up by its caller, it has shown nothing.
        (admission === 'trial' && GIVEN_UP.has(outcome.kind))
      : UNAVAILABLE.has(outcome.status);
  if (failed) circuit.failed(admission);
  else if (admission === 'ordinary' && outcome instanceof TransportFailure) circuit.unused(admission);
  else circuit.succeeded(admission);
}

/** Milliseconds to wait before a repetition; null: there is no point in one. */
function delayBefore(outcome: CallResult, attempt: number): number | null {
  const jittered = Math.random() * FIRST_DELAY * 2 ** (attempt - 1);
  if (outcome instanceof TransportFailure) return outcome.kind === 'unreachable' ? jittered : null;
  const asked = retryAfterMs(outcome.retryAfter);
  if (outcome.status === 429) return asked === null ? null : asked + jittered;
  return UNAVAILABLE.has(outcome.status) ? (asked ?? 0) + jittered : null;
}

/** Repetitions that a route may cause: one for every ten of its calls, and a few for quiet times. */
class RetryBudget {
  static readonly #MOST = 10;
  static readonly #EARNED = 0.1;
  #tokens = RetryBudget.#MOST;

  earn(): void {
    this.#tokens = Math.min(RetryBudget.#MOST, this.#tokens + RetryBudget.#EARNED);
  }

  spend(): boolean {
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}
