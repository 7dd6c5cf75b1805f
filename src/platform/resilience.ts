import type { CancelSignal } from '../graph/cancellation.ts';
import { type Admission, Circuit } from './circuit.ts';
import type { NotSent, PlatformObserver } from './observer.ts';
import { Places } from './places.ts';
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
      circuit: new Circuit((state) => observer.circuit(route, state)),
      places: new Places(Math.max(1, Math.floor(connections / 2)), QUEUE),
      budget: new RetryBudget(),
    };
    guards.set(route, guard);
    return guard;
  };
  return async (call) => {
    const guard = guardOf(call.route);
    const deadline = Math.min(performance.now() + timeout, call.deadline ?? Number.POSITIVE_INFINITY);
    guard.budget.earn();
    for (let number = 1; ; number += 1) {
      const outcome = await attempt(guard, send, call, deadline, observer);
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
  circuit: Circuit;
  places: Places;
  budget: RetryBudget;
}

type Outcome = Reply | TransportFailure;

async function attempt(
  { circuit, places }: Guard,
  send: Transport,
  call: Call,
  deadline: number,
  observer: PlatformObserver,
): Promise<Outcome> {
  const admission = circuit.admit();
  if (admission === null) return notSent(call, 'circuit', observer);
  if (!places.take()) {
    if (places.isFull) {
      circuit.unused(admission);
      return notSent(call, 'queue', observer);
    }
    const hasPlace = await places.wait(deadline, call.signal);
    if (!hasPlace || !circuit.stillAdmits(admission)) {
      circuit.unused(admission);
      if (hasPlace) places.giveBack();
      else return new TransportFailure(call.signal?.aborted ? 'aborted' : 'timeout', false);
      return notSent(call, 'circuit', observer);
    }
    // It waits no longer than it may take in all: what is left is its time.
    call.deadline = deadline;
  }
  try {
    const outcome = await observed(send, call, observer);
    judge(outcome, circuit, admission);
    return outcome;
  } catch (error) {
    circuit.unused(admission);
    throw error;
  } finally {
    places.giveBack();
  }
}

function notSent(call: Call, reason: NotSent, observer: PlatformObserver): TransportFailure {
  observer.notSent(call.route, reason);
  return new TransportFailure('refused', false);
}

/** Sends, counts and traces a call. */
async function observed(send: Transport, call: Call, observer: PlatformObserver): Promise<Outcome> {
  const sentAt = performance.now();
  const span = call.trace?.sent(call);
  try {
    const reply = await send(call);
    span?.answered(reply.status);
    observer.answered(call.route, reply.status, performance.now() - sentAt);
    return reply;
  } catch (error) {
    if (!(error instanceof TransportFailure)) throw error;
    span?.failed(error.kind);
    observer.failed(call.route, error.kind, performance.now() - sentAt);
    return error;
  }
}

const ROUTE_FAILURES: ReadonlySet<string> = new Set(['timeout', 'unreachable']);
const GIVEN_UP: ReadonlySet<string> = new Set(['aborted', 'overdue']);

/** Tells the circuit what the outcome of a call says of its route. */
function judge(outcome: Outcome, circuit: Circuit, admission: Admission): void {
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
