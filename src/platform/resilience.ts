import type { Boundary } from '../lib/boundary.ts';
import { pauseUntil } from '../lib/cancellation.ts';
import type { Clock } from '../lib/clock.ts';
import { FairQueue } from '../lib/pacing/fair-queue.ts';
import {
  type Call,
  type CallListener,
  type CallResult,
  type CallSpan,
  type Transport,
  TransportFailure,
  type TransportFailureKind,
} from './call.ts';
import { CircuitBreaker, type Permit } from './circuit-breaker.ts';
import type { CircuitState, PlatformObserver, ShedReason } from './platform-observer.ts';
import { retryAfterMs } from './retry-after.ts';

export interface ResilienceOptions {
  send: Transport;
  clock: Clock;
  /** Sockets per platform host. A route or caller may use half of them: if its calls hang, the rest is for the others. */
  connections: number;
  /** Timeout of a call including its retries, in milliseconds. */
  timeout: number;
  observer: PlatformObserver;
  boundary: Boundary;
  /** The name of a host by its origin. */
  hostName: (origin: string) => string;
  /** Called when a circuit changes. @param guarded the route, or `host` and the host's name. */
  onCircuit?: (guarded: string, state: CircuitState) => void;
}

const ATTEMPTS = 3;
/** Milliseconds before the first retry; doubles with each one, with full jitter. */
const FIRST_DELAY = 50;
/** Statuses of an unavailable platform; another server may respond to a retry. */
const UNAVAILABLE = new Set([502, 503, 504]);

/**
 * Wraps a transport so that a failing route does not affect the others.
 *
 * Each route has its own concurrency limit, with a queue that is fair to callers, and its own circuit breaker, and so has each host: a
 * caller whose calls hang leaves others half of the places, whichever routes it calls. A call that its route (not its HTTP method)
 * declares retryable is retried at most twice if the platform is unreachable or unavailable: with jitter, after its `Retry-After`,
 * within the call's timeout and the operation's deadline, and within a budget per route, so that retries cannot become the load that
 * keeps the platform down.
 */
export function resilientTransport(options: ResilienceOptions): Transport {
  const { clock, connections, timeout, observer, boundary, hostName, onCircuit } = options;
  const guards = new Map<string, Guard>();
  const hosts = new Map<string, Pick<Guard, 'circuits' | 'queues'>>();
  const circuitOf = (guards: 'route' | 'host', name: string): CircuitBreaker =>
    new CircuitBreaker({
      guards,
      clock,
      onChange: (state) =>
        boundary.run('platform call', () => {
          observer.circuit(name, state);
          onCircuit?.(name, state);
        }),
    });
  const guardOf = ({ route, origin }: Call): Guard => {
    const known = guards.get(route);
    if (known) return known;
    const host = hosts.get(origin) ?? {
      circuits: [circuitOf('host', `host ${hostName(origin)}`)],
      queues: [new FairQueue(clock, connections)],
    };
    hosts.set(origin, host);
    const circuits = [...host.circuits, circuitOf('route', route)];
    const guard: Guard = {
      circuits,
      isPaused: () => !circuits.every((circuit) => circuit.stillAdmits('ordinary')),
      queues: [new FairQueue(clock, Math.max(1, Math.floor(connections / 2))), ...host.queues],
      budget: new RetryBudget(),
    };
    guards.set(route, guard);
    return guard;
  };
  return (call, listener) => {
    const deadline = Math.min(clock.monotonic() + timeout, call.deadline ?? Number.POSITIVE_INFINITY);
    const guard = guardOf(call);
    call.isPaused = guard.isPaused;
    guard.budget.earn();
    new RetriedCall(options, guard, call, deadline, listener).attempt();
  };
}

/** The resilience of one route: calls pass its circuit breakers, then its queues. */
interface Guard {
  /** Its host's, then its own. */
  circuits: readonly CircuitBreaker[];
  /** Its own, then its host's. */
  queues: readonly FairQueue[];
  isPaused: () => boolean;
  budget: RetryBudget;
}

/** One call with its retries. */
class RetriedCall implements CallListener {
  readonly #options: ResilienceOptions;
  readonly #guard: Guard;
  readonly #call: Call;
  readonly #deadline: number;
  readonly #listener: CallListener;
  /** Number of the current attempt, from 1. */
  #number = 1;
  #permits: { circuit: CircuitBreaker; permit: Permit }[] = [];
  /** Of the queues, those in which it has a place. */
  #places = 0;
  #sentAt = 0;
  /** Whether the current attempt has its outcome. */
  #isSettled = false;
  #span: CallSpan | undefined;

  /** @param deadline by the clock's `monotonic()`; includes queueing and retries. */
  constructor(
    options: ResilienceOptions,
    guard: Guard,
    call: Call,
    deadline: number,
    listener: CallListener,
  ) {
    this.#options = options;
    this.#guard = guard;
    this.#call = call;
    this.#deadline = deadline;
    this.#listener = listener;
  }

  attempt(): void {
    this.#permits = [];
    for (const circuit of this.#guard.circuits) {
      const permit = circuit.admit(this.#call);
      if (!permit) {
        this.#shed('circuit');
        return;
      }
      this.#permits.push({ circuit, permit });
    }
    this.#acquirePlaces();
  }

  #acquirePlaces(): void {
    const { lane } = this.#call;
    const { queues } = this.#guard;
    while (queues[this.#places]?.tryAcquire(lane)) this.#places += 1;
    if (this.#places === queues.length) {
      this.#dispatch();
      return;
    }
    const waiting = lane.hold?.('waiting', 1);
    if (waiting === null) this.#shed('queue');
    else
      this.#options.boundary.run('platform call', async () => {
        const isAcquired = await this.#queue();
        waiting?.release();
        if (isAcquired) this.#dequeued();
        else this.#gaveUp();
      });
  }

  /** Waits for the missing places. @returns whether they were acquired in time. */
  async #queue(): Promise<boolean> {
    const { lane, signal } = this.#call;
    for (const queue of this.#guard.queues.slice(this.#places)) {
      if (!queue.tryAcquire(lane) && !(await queue.acquire(lane, this.#deadline, signal))) return false;
      this.#places += 1;
    }
    return true;
  }

  #releasePlaces(): void {
    for (; this.#places > 0; this.#places -= 1)
      this.#guard.queues[this.#places - 1]?.release(this.#call.lane);
  }

  /** The call has its places after queueing for them. */
  #dequeued(): void {
    if (this.#listener.isWithdrawn?.()) this.#gaveUp();
    else if (this.#permits.every(({ circuit, permit }) => circuit.stillAdmits(permit))) {
      // Queueing counts toward the call's timeout.
      this.#call.deadline = this.#deadline;
      this.#dispatch();
    } else this.#shed('circuit');
  }

  #gaveUp(): void {
    const isGone = this.#call.signal?.aborted || this.#listener.isWithdrawn?.();
    this.#endUnsent(isGone ? 'aborted' : 'timeout');
  }

  #dispatch(): void {
    const { clock, send, boundary } = this.#options;
    this.#sentAt = clock.monotonic();
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

  /** Ends the attempt and frees its slot, even if a report of it throws. */
  settled(outcome: CallResult): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    try {
      this.#observe(outcome);
    } finally {
      for (const { circuit, permit } of this.#permits) report(circuit, permit, this.#call, outcome);
      this.#releasePlaces();
      this.#end(outcome);
    }
  }

  #observe(outcome: CallResult): void {
    const { clock, observer } = this.#options;
    const milliseconds = clock.monotonic() - this.#sentAt;
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
    this.#endUnsent('refused');
  }

  #endUnsent(kind: TransportFailureKind): void {
    for (const { circuit, permit } of this.#permits) circuit.unused(permit);
    this.#releasePlaces();
    this.#end(new TransportFailure(kind, false));
  }

  /** Ends an attempt: retries, or reports the outcome if a retry is useless or out of time. */
  #end(outcome: CallResult): void {
    const { budget } = this.#guard;
    const { clock, boundary } = this.#options;
    const delay =
      this.#number < ATTEMPTS && this.#call.retryable ? retryDelay(outcome, this.#number, clock) : null;
    if (delay === null || clock.monotonic() + delay >= this.#deadline || !budget.spend())
      this.#listener.settled(outcome);
    else
      boundary.run(
        'platform call',
        () => pauseUntil(clock, delay, this.#call.signal).then(() => this.#retry(outcome)),
        () => this.#listener.settled(outcome),
      );
  }

  #retry(outcome: CallResult): void {
    const call = this.#call;
    if (call.signal?.aborted) this.#listener.settled(outcome);
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

/** No connection: refused, reset, no such name, a certificate that is not accepted. Or no response in time. */
const NO_RESPONSE: ReadonlySet<string> = new Set(['timeout', 'unreachable']);
const ABANDONED: ReadonlySet<string> = new Set(['aborted', 'overdue']);

/** Reports an outcome to a circuit breaker. `docs/platform-client.md` has the table of what counts. */
function report(circuit: CircuitBreaker, permit: Permit, call: Call, outcome: CallResult): void {
  // Any response shows that a host works.
  const counts =
    outcome instanceof TransportFailure
      ? NO_RESPONSE.has(outcome.kind)
      : circuit.guards === 'route' && outcome.status >= 500;
  // A trial succeeds only with a response: one that its caller abandoned proves nothing.
  const isUnproven = permit === 'trial' && outcome instanceof TransportFailure && ABANDONED.has(outcome.kind);
  if (counts || isUnproven) circuit.failed(permit, call);
  else if (permit === 'ordinary' && outcome instanceof TransportFailure) circuit.unused(permit);
  else circuit.succeeded(permit, call);
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
