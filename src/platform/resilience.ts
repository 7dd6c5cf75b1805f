import { type Boundary, visitAll } from '../lib/boundary.ts';
import { pauseUntil } from '../lib/cancellation.ts';
import type { Clock } from '../lib/clock.ts';
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
import type { CircuitState, PlatformObserver, ShedReason } from './platform-observer.ts';
import { retryAfterMs } from './retry-after.ts';

export interface ResilienceOptions {
  clock: Clock;
  /** Sockets per platform host. One route may use half of them, so that a hung route leaves the rest to the others. */
  connections: number;
  /** Timeout of a call including its retries, in milliseconds. */
  timeout: number;
  observer: PlatformObserver;
  boundary: Boundary;
  /** Called when a route's circuit changes. */
  onCircuit?: (route: string, state: CircuitState) => void;
}

/** Maximum queued calls per route. */
const QUEUE = 1000;
const ATTEMPTS = 3;
/** Milliseconds before the first retry; doubles with each one, with full jitter. */
const FIRST_DELAY = 50;
/** Statuses of an unavailable platform; another server may respond to a retry. */
const UNAVAILABLE = new Set([502, 503, 504]);

/**
 * Wraps a transport so that a failing route does not affect the others.
 *
 * Each route has its own bulkhead and circuit breaker. A call that its route (not its HTTP method) declares retryable is
 * retried at most twice if the platform is unreachable or unavailable: with jitter, after its `Retry-After`, within the
 * call's timeout and the operation's deadline, and within a budget per route, so that retries cannot become the load that
 * keeps the platform down.
 */
export function resilientTransport(
  send: Transport,
  { clock, connections, timeout, observer, boundary, onCircuit }: ResilienceOptions,
): Transport {
  const guards = new Map<string, Guard>();
  const guardOf = (route: string): Guard => {
    const known = guards.get(route);
    if (known) return known;
    const guard: Guard = {
      clock,
      circuit: new CircuitBreaker(clock, (state) => {
        observer.circuit(route, state);
        onCircuit?.(route, state);
      }),
      bulkhead: new Bulkhead(clock, Math.max(1, Math.floor(connections / 2)), QUEUE),
      budget: new RetryBudget(),
    };
    guards.set(route, guard);
    return guard;
  };
  return (call, caller) => {
    const deadline = Math.min(clock.monotonic() + timeout, call.deadline ?? Number.POSITIVE_INFINITY);
    const guard = guardOf(call.route);
    guard.budget.earn();
    new Delivery({ send, observer, boundary }, guard, call, deadline, caller).attempt();
  };
}

/** The resilience of one route: calls pass its circuit breaker, then its bulkhead. */
interface Guard {
  clock: Clock;
  circuit: CircuitBreaker;
  bulkhead: Bulkhead;
  budget: RetryBudget;
}

/** What the calls of all routes share. */
interface DeliveryOptions {
  send: Transport;
  observer: PlatformObserver;
  boundary: Boundary;
}

/** One call with its retries. */
class Delivery implements Caller {
  readonly #options: DeliveryOptions;
  readonly #guard: Guard;
  readonly #call: Call;
  readonly #deadline: number;
  readonly #caller: Caller;
  /** Number of the current attempt, from 1. */
  #number = 1;
  #permit: Permit = 'ordinary';
  #sentAt = 0;
  /** Whether the current attempt has its outcome. */
  #isSettled = false;
  #span: CallSpan | undefined;

  /** @param deadline by the clock's `monotonic()`; includes queueing and retries. */
  constructor(options: DeliveryOptions, guard: Guard, call: Call, deadline: number, caller: Caller) {
    this.#options = options;
    this.#guard = guard;
    this.#call = call;
    this.#deadline = deadline;
    this.#caller = caller;
  }

  attempt(): void {
    const permit = this.#guard.circuit.admit();
    if (permit === null) this.#shed('circuit');
    else this.#acquireSlot(permit);
  }

  #acquireSlot(permit: Permit): void {
    const { circuit, bulkhead } = this.#guard;
    this.#permit = permit;
    if (bulkhead.tryAcquire()) this.#dispatch();
    else if (bulkhead.isFull) {
      circuit.unused(permit);
      this.#shed('queue');
    } else
      this.#options.boundary.run('platform call', () =>
        bulkhead
          .acquire(this.#deadline, this.#call.signal)
          .then((acquired) => (acquired ? this.#dequeued() : this.#gaveUp())),
      );
  }

  /** The call has a slot after queueing for it. */
  #dequeued(): void {
    const { circuit, bulkhead } = this.#guard;
    if (circuit.stillAdmits(this.#permit)) {
      // Queueing counts toward the call's timeout.
      this.#call.deadline = this.#deadline;
      this.#dispatch();
    } else {
      circuit.unused(this.#permit);
      bulkhead.release();
      this.#shed('circuit');
    }
  }

  #gaveUp(): void {
    this.#guard.circuit.unused(this.#permit);
    this.#end(new TransportFailure(this.#call.signal?.aborted ? 'aborted' : 'timeout', false));
  }

  #dispatch(): void {
    const { send, boundary } = this.#options;
    this.#sentAt = this.#guard.clock.monotonic();
    this.#isSettled = false;
    boundary.run(
      'platform call',
      () => {
        this.#span = this.#call.trace?.sent(this.#call);
        send(this.#call, this);
      },
      () => this.settled(new TransportFailure('invalid', false)),
    );
  }

  /** Whatever a report of it throws, the call ends, and its slot is free. */
  settled(outcome: CallResult): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    visitAll(
      [
        () => this.#observe(outcome),
        () => report(outcome, this.#guard.circuit, this.#permit),
        () => this.#guard.bulkhead.release(),
        () => this.#end(outcome),
      ],
      (step) => step(),
    );
  }

  #observe(outcome: CallResult): void {
    const { observer } = this.#options;
    const milliseconds = this.#guard.clock.monotonic() - this.#sentAt;
    const { route } = this.#call;
    if (outcome instanceof TransportFailure) {
      this.#span?.failed(outcome.kind);
      observer.failed(route, outcome.kind, milliseconds);
    } else {
      this.#span?.responded(outcome.status);
      observer.responded(route, outcome.status, milliseconds);
    }
  }

  #shed(reason: ShedReason): void {
    const { observer, boundary } = this.#options;
    boundary.run('platform call', () => observer.shed(this.#call.route, reason));
    this.#end(new TransportFailure('refused', false));
  }

  /** Ends an attempt: retries, or reports the outcome if a retry is useless or out of time. */
  #end(outcome: CallResult): void {
    const { clock, budget } = this.#guard;
    const delay =
      this.#number < ATTEMPTS && this.#call.retryable ? retryDelay(outcome, this.#number, clock) : null;
    if (delay === null || clock.monotonic() + delay >= this.#deadline || !budget.spend())
      this.#caller.settled(outcome);
    else
      this.#options.boundary.run(
        'platform call',
        () => pauseUntil(clock, delay, this.#call.signal).then(() => this.#retry(outcome)),
        () => this.#caller.settled(outcome),
      );
  }

  #retry(outcome: CallResult): void {
    const call = this.#call;
    if (call.signal?.aborted) this.#caller.settled(outcome);
    else {
      // Earlier attempts count toward the call's timeout.
      call.deadline = this.#deadline;
      call.retry = this.#number;
      this.#number += 1;
      this.#options.observer.retried(call.route);
      this.attempt();
    }
  }
}

const ROUTE_FAILURES: ReadonlySet<string> = new Set(['timeout', 'unreachable']);
const ABANDONED: ReadonlySet<string> = new Set(['aborted', 'overdue']);

/** Reports an outcome to the route's circuit breaker. */
function report(outcome: CallResult, circuit: CircuitBreaker, permit: Permit): void {
  const failed =
    outcome instanceof TransportFailure
      ? ROUTE_FAILURES.has(outcome.kind) ||
        // A trial succeeds only with a response: one that its caller abandoned proves nothing.
        (permit === 'trial' && ABANDONED.has(outcome.kind))
      : UNAVAILABLE.has(outcome.status);
  if (failed) circuit.failed(permit);
  else if (permit === 'ordinary' && outcome instanceof TransportFailure) circuit.unused(permit);
  else circuit.succeeded(permit);
}

/** Milliseconds to wait before a retry. Null: a retry is useless. */
function retryDelay(outcome: CallResult, attempt: number, clock: Clock): number | null {
  const jittered = Math.random() * FIRST_DELAY * 2 ** (attempt - 1);
  if (outcome instanceof TransportFailure) return outcome.kind === 'unreachable' ? jittered : null;
  const requested = retryAfterMs(outcome.retryAfter, clock);
  if (outcome.status === 429) return requested === null ? null : requested + jittered;
  return UNAVAILABLE.has(outcome.status) ? (requested ?? 0) + jittered : null;
}

/** Limits the retries of a route to one per ten calls, with a reserve of ten. */
class RetryBudget {
  static readonly #CAPACITY = 10;
  static readonly #EARNED_PER_CALL = 0.1;
  #tokens = RetryBudget.#CAPACITY;

  earn(): void {
    this.#tokens = Math.min(RetryBudget.#CAPACITY, this.#tokens + RetryBudget.#EARNED_PER_CALL);
  }

  spend(): boolean {
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}
