import { Gauge, type Registry } from '@prometheus-io/client';
import type { Deviation, PlatformObserver } from '../platform/platform-observer.ts';
import { type Count, Counts } from './counters.ts';
import { type Distribution, Distributions } from './distributions.ts';

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
const IDS = [1, 2, 5, 10, 20, 50, 100];
/** In order of severity: the gauge shows the index. */
const CIRCUIT_STATES = ['closed', 'half-open', 'open'] as const;
const DEDUPLICATED_BY = ['key', 'primed', 'batch', 'single-flight'] as const;
/** `status` label of a call without a response. */
const NO_STATUS = 'none';

interface Route {
  byOutcome: Map<number | string, Count>;
  duration: Distribution;
}

/** Calls to the platform. A route is method and path template, so the label is bounded by the declared routes. */
export class PlatformMetrics implements PlatformObserver {
  readonly #calls: Counts<'route' | 'status' | 'outcome'>;
  readonly #durations: Distributions;
  readonly #shed: Counts<'route' | 'reason'>;
  readonly #retries: Counts<'route'>;
  readonly #circuits: Gauge<'route'>;
  readonly #deduplicated: Readonly<Record<(typeof DEDUPLICATED_BY)[number], Count>>;
  readonly #batches: Distribution;
  readonly #drift: Counts<'route' | 'deviation' | 'member'>;
  readonly #bodies: Counts<'route' | 'reading'>;
  readonly #copied: Count;
  readonly #completed: Count;
  readonly #routes = new Map<string, Route>();
  #clockOffset: () => number | null = () => null;

  constructor(registry: Registry) {
    this.#calls = new Counts(registry, {
      name: 'gateway_upstream_calls_total',
      help: 'Calls sent to the platform, retries included, by route, status class (429 is one of its own) and outcome: `response`, or why there was no response.',
      labels: ['route', 'status', 'outcome'],
    });
    this.#durations = new Distributions(registry, {
      name: 'gateway_upstream_call_duration_seconds',
      help: 'Time from sending a call to the end of its response, or its failure.',
      labels: ['route'],
      buckets: SECONDS,
    });
    this.#shed = new Counts(registry, {
      name: 'gateway_upstream_refused_total',
      help: "Calls that were not sent because the route's `circuit` was open or its `queue` was full.",
      labels: ['route', 'reason'],
    });
    this.#retries = new Counts(registry, {
      name: 'gateway_upstream_retries_total',
      help: 'Retried calls.',
      labels: ['route'],
    });
    this.#circuits = new Gauge({
      name: 'gateway_upstream_circuit_state',
      help: 'State of the circuit breaker of a route, or of a host (`host platform`): 0 closed, 1 half-open, 2 open. Exposed once it has opened.',
      labelNames: ['route'],
      // Across workers, show the worst.
      aggregator: 'max',
      registers: [registry],
    });
    const deduplicated = new Counts(registry, {
      name: 'gateway_upstream_saved_calls_total',
      help: 'Calls avoided, by reason: the same `key` was already read in the operation, the value was `primed` by another read, IDs were sent in a `batch`, or another operation had the same call in flight (`single-flight`).',
      labels: ['by'],
    });
    this.#deduplicated = deduplicated.each(DEDUPLICATED_BY);
    this.#batches = new Distributions(registry, {
      name: 'gateway_upstream_batch_size',
      help: 'IDs per call, for routes that accept several.',
      labels: [],
      buckets: IDS,
    }).of();
    this.#drift = new Counts(registry, {
      name: 'gateway_upstream_drift_total',
      help: 'Deviations of successful responses from their documented shape, by route and documented member: a `response` that cannot be read; a `row` left out because it lacks its ID; a promised member that is `missing`; a member of another `type`; an object with `unknown` members. The last three are counted in samples.',
      labels: ['route', 'deviation', 'member'],
    });
    this.#bodies = new Counts(registry, {
      name: 'gateway_upstream_bodies_total',
      help: 'Responses with rows that an operation could copy: `recorded` without parsing them; or parsed because they were `small`, `large` or `unusual`, in a form that projection does not support, or because projection was `paused` after unusual responses of the route.',
      labels: ['route', 'reading'],
    });
    const lists = new Counts(registry, {
      name: 'gateway_projected_lists_total',
      help: 'Lists of rows that were not parsed, by outcome: `copied` into the response as bytes, or `completed` field by field because of an unusual value.',
      labels: ['outcome'],
    });
    this.#copied = lists.of('copied');
    this.#completed = lists.of('completed');
    const clockOffset = () => this.#clockOffset();
    new Gauge({
      name: 'gateway_upstream_clock_offset_seconds',
      help: "How far the platform's clock is ahead of this instance's, by the `Date` header of its responses.",
      // Workers share a machine and its clock.
      aggregator: 'average',
      registers: [registry],
      collect() {
        const offset = clockOffset();
        if (offset !== null) this.set(offset / 1000);
      },
    });
  }

  /** Exposes the platform's clock from now on. @param read the offset in milliseconds. Null: not known yet. */
  watchClock(read: () => number | null): void {
    this.#clockOffset = read;
  }

  responded(route: string, status: number, milliseconds: number): void {
    const series = this.#routeOf(route);
    this.#count(series, route, status).value += 1;
    series.duration.observe(milliseconds / 1000);
  }

  failed(route: string, kind: string, milliseconds: number): void {
    const series = this.#routeOf(route);
    this.#count(series, route, kind).value += 1;
    series.duration.observe(milliseconds / 1000);
  }

  shed(route: string, reason: string): void {
    this.#shed.of(route, reason).value += 1;
  }

  retried(route: string): void {
    this.#retries.of(route).value += 1;
  }

  circuit(route: string, state: (typeof CIRCUIT_STATES)[number]): void {
    this.#circuits.set({ route }, CIRCUIT_STATES.indexOf(state));
  }

  deduplicated(by: (typeof DEDUPLICATED_BY)[number], calls: number): void {
    this.#deduplicated[by].value += calls;
  }

  batch(size: number): void {
    this.#batches.observe(size);
  }

  body(route: string, reading: string): void {
    this.#bodies.of(route, reading).value += 1;
  }

  list(copied: boolean): void {
    (copied ? this.#copied : this.#completed).value += 1;
  }

  drift(route: string, deviation: Deviation, member: string, times = 1): void {
    this.#drift.of(route, deviation, member).value += times;
  }

  /** @param outcome the response status, or why there was no response. */
  #count({ byOutcome }: Route, route: string, outcome: number | string): Count {
    const known = byOutcome.get(outcome);
    if (known) return known;
    const count =
      typeof outcome === 'number'
        ? this.#calls.of(route, outcome === 429 ? '429' : `${Math.floor(outcome / 100)}xx`, 'response')
        : this.#calls.of(route, NO_STATUS, outcome);
    byOutcome.set(outcome, count);
    return count;
  }

  #routeOf(route: string): Route {
    const known = this.#routes.get(route);
    if (known) return known;
    const series = { byOutcome: new Map<number | string, Count>(), duration: this.#durations.of(route) };
    this.#routes.set(route, series);
    return series;
  }
}
