import {
  BrokenCircuitError,
  type BulkheadPolicy,
  BulkheadRejectedError,
  bulkhead,
  type CircuitBreakerPolicy,
  CircuitState,
  circuitBreaker,
  handleWhen,
  type IPolicy,
  SamplingBreaker,
  wrap,
} from 'cockatiel';
import type { CancelSignal } from '../graph/cancellation.ts';
import type { PlatformObserver, CircuitState as ShownState } from './observer.ts';
import { retryAfterMs } from './retry-after.ts';
import { type Call, type Reply, type Transport, TransportFailure } from './transport.ts';

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
/** A route's circuit opens when half of its calls fail, of at least `minimumRps` a second over `duration` ms. */
const CIRCUIT = { threshold: 0.5, duration: 10_000, minimumRps: 5 };
/** Milliseconds until an open circuit lets one call through to try. */
const HALF_OPEN_AFTER = 2000;
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
  const attempt = observed(send, observer);
  const guardOf = (route: string): Guard => {
    const guard = guards.get(route) ?? newGuard(route, Math.max(1, Math.floor(connections / 2)), observer);
    guards.set(route, guard);
    return guard;
  };
  return async (call) => {
    const guard = guardOf(call.route);
    const deadline = Math.min(performance.now() + timeout, call.deadline ?? Number.POSITIVE_INFINITY);
    guard.budget.earn();
    for (let number = 1; ; number += 1) {
      const outcome = await attemptOnce(guard, attempt, call, deadline, observer);
      const delay = number < ATTEMPTS && call.repeatable ? delayBefore(outcome, number) : null;
      if (delay === null || performance.now() + delay >= deadline || !guard.budget.spend())
        return settle(outcome);
      await pause(delay, call.signal);
      if (call.signal?.aborted) return settle(outcome);
      // A repetition has what the attempts before it left.
      call.deadline = deadline;
      call.repetition = number;
      observer.repeated(call.route);
    }
  };
}

/** What a route's calls pass: its circuit, then its places. */
interface Guard {
  policy: IPolicy;
  circuit: CircuitBreakerPolicy;
  places: BulkheadPolicy;
  budget: RetryBudget;
}

type Outcome = Reply | TransportFailure;

function newGuard(route: string, places: number, observer: PlatformObserver): Guard {
  const isFailure = handleWhen(
    (error) =>
      error instanceof TransportFailure &&
      // The call that tries a failing route has to be answered: given up by its caller, it has shown nothing.
      (ROUTE_FAILURES.has(error.kind) ||
        (circuit.state === CircuitState.HalfOpen && GIVEN_UP.has(error.kind))),
  );
  const circuit = circuitBreaker(
    isFailure.orWhenResult((reply) => isReply(reply) && UNAVAILABLE.has(reply.status)),
    { halfOpenAfter: HALF_OPEN_AFTER, breaker: new SamplingBreaker(CIRCUIT) },
  );
  circuit.onStateChange((state) => observer.circuit(route, SHOWN_STATE[state]));
  const room = bulkhead(places, QUEUE);
  return { policy: wrap(circuit, room), circuit, places: room, budget: new RetryBudget() };
}

/** A circuit that is held open by hand is open. */
const SHOWN_STATE: Readonly<Record<CircuitState, ShownState>> = {
  [CircuitState.Closed]: 'closed',
  [CircuitState.HalfOpen]: 'half-open',
  [CircuitState.Open]: 'open',
  [CircuitState.Isolated]: 'open',
};

/** The same transport, with each call that is sent counted and traced. */
const observed =
  (send: Transport, observer: PlatformObserver): Transport =>
  (call) => {
    const sentAt = performance.now();
    const span = call.trace?.sent(call);
    return send(call).then(
      (reply) => {
        span?.answered(reply.status);
        observer.answered(call.route, reply.status, performance.now() - sentAt);
        return reply;
      },
      (error: unknown) => {
        if (error instanceof TransportFailure) {
          span?.failed(error.kind);
          observer.failed(call.route, error.kind, performance.now() - sentAt);
        }
        throw error;
      },
    );
  };

const ROUTE_FAILURES: ReadonlySet<string> = new Set(['timeout', 'unreachable']);
const GIVEN_UP: ReadonlySet<string> = new Set(['aborted', 'overdue']);
const isReply = (value: unknown): value is Reply =>
  typeof value === 'object' && value !== null && 'status' in value;

async function attemptOnce(
  guard: Guard,
  send: Transport,
  call: Call,
  deadline: number,
  observer: PlatformObserver,
): Promise<Outcome> {
  const { policy, circuit, places } = guard;
  // While one call tries a failing route, the others are refused: the circuit would keep them until that one is over.
  if (circuit.state === CircuitState.HalfOpen) {
    observer.notSent(call.route, 'circuit');
    return new TransportFailure('refused', false);
  }
  try {
    return await (places.executionSlots > 0
      ? policy.execute(() => send(call))
      : inTurn(policy, send, call, deadline));
  } catch (error) {
    if (error instanceof TransportFailure) return error;
    if (error instanceof BrokenCircuitError) observer.notSent(call.route, 'circuit');
    if (error instanceof BulkheadRejectedError) observer.notSent(call.route, 'queue');
    if (error instanceof BrokenCircuitError || error instanceof BulkheadRejectedError) {
      return new TransportFailure('refused', false, error);
    }
    throw error;
  }
}

/** A call that waits for a place waits no longer than it may take in all; what is left when it gets one is its time. */
function inTurn(policy: IPolicy, send: Transport, call: Call, deadline: number): Promise<Reply> {
  return new Promise((resolve, reject) => {
    let gaveUp = false;
    const late = setTimeout(() => {
      gaveUp = true;
      reject(new TransportFailure('timeout', false));
    }, deadline - performance.now());
    const turn = policy.execute(() => {
      clearTimeout(late);
      if (gaveUp || performance.now() >= deadline) throw new TransportFailure('refused', false);
      call.deadline = deadline;
      return send(call);
    });
    turn.then(resolve, reject).finally(() => clearTimeout(late));
  });
}

/** Waits, but no longer than until the signal. */
function pause(milliseconds: number, signal: CancelSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener('abort', end, { once: true });
  });
}

function settle(outcome: Outcome): Reply {
  if (outcome instanceof TransportFailure) throw outcome;
  return outcome;
}

/** Milliseconds to wait before a repetition; null: there is no point in one. */
function delayBefore(outcome: Outcome, attempt: number): number | null {
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
