import type { Registry } from '@prometheus-io/client';
import {
  COMPARISONS,
  type ComparisonObserver,
  type CountedOperation,
  type OperationObserver,
} from '../operations/observers.ts';
import type { ClientMetrics } from './client-metrics.ts';
import { type Count, Counts } from './counters.ts';
import { type Distribution, Distributions } from './distributions.ts';
import type { ErrorCounts } from './error-counts.ts';

/** Maximum distinct operation names when any document is allowed. */
const MAX_NAMES = 100;
/** Longest operation name used as a label. */
const MAX_NAME_LENGTH = 64;
/** The `code` label of an operation without errors. */
const OK = 'OK';
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

interface Series {
  byCode: Map<string, Count>;
  duration: Distribution;
}

/**
 * Operations by name, type and code. Clients choose the name, so the label is bounded: only the names of trusted
 * documents, or else the first hundred names that ran; all others are `other`.
 */
export class OperationMetrics implements OperationObserver, ComparisonObserver {
  readonly #operations: Counts<'operation' | 'type' | 'code'>;
  readonly #durations: Distributions;
  readonly #errors: ErrorCounts;
  readonly #clients: ClientMetrics;
  readonly #comparisons: Readonly<Record<(typeof COMPARISONS)[number], Count>>;
  #names: Set<string>;
  readonly #isClosed: boolean;
  /** By type, then by name. */
  readonly #series = new Map<string, Map<string, Series>>();

  /** @param names those of the trusted documents. Null: any document is allowed. */
  constructor(
    registry: Registry,
    errors: ErrorCounts,
    clients: ClientMetrics,
    names: ReadonlySet<string> | null,
  ) {
    this.#names = new Set(names ?? []);
    this.#isClosed = names !== null;
    this.#operations = new Counts(registry, {
      name: 'gateway_operations_total',
      help: 'Operations by name, type and the code of their first error, `OK` without one. A subscription counts when it opens.',
      labels: ['operation', 'type', 'code'],
    });
    this.#durations = new Distributions(registry, {
      name: 'gateway_operation_duration_seconds',
      help: 'Time from request to response; for a subscription, until it is open.',
      labels: ['operation', 'type'],
      buckets: SECONDS,
    });
    this.#comparisons = new Counts(registry, {
      name: 'gateway_executor_comparisons_total',
      help: 'Queries that `EXECUTOR=compare` also ran with graphql-js, by outcome: `same`, `different` (logged as `executors differ`), or `incomplete`, since graphql-js needed another platform call or a limit ended one of the two.',
      labels: ['outcome'],
    }).each(COMPARISONS);
    this.#errors = errors;
    this.#clients = clients;
  }

  /** Replaces the names of the trusted documents; those that were counted before remain. */
  trust(names: ReadonlySet<string>): void {
    this.#names = new Set(names);
  }

  operation({ name, type, codes, client, deprecated }: CountedOperation, milliseconds: number): void {
    const label = this.#nameLabel(name, type);
    const series = this.#seriesOf(label, type ?? 'none');
    const code = codes[0] ?? OK;
    const known = series.byCode.get(code);
    const count = known ?? this.#operations.of(label, type ?? 'none', code);
    if (!known) series.byCode.set(code, count);
    count.value += 1;
    series.duration.observe(milliseconds / 1000);
    this.#clients.count(client, code, deprecated);
    for (const each of codes) this.#errors.count(each);
  }

  compared(outcome: (typeof COMPARISONS)[number]): void {
    this.#comparisons[outcome].value += 1;
  }

  #nameLabel(name: string | null, type: string | null): string {
    if (type === null) return 'none';
    if (name === null) return 'anonymous';
    if (this.#names.has(name)) return name;
    if (this.#isClosed || this.#names.size >= MAX_NAMES || name.length > MAX_NAME_LENGTH) return 'other';
    this.#names.add(name);
    return name;
  }

  #seriesOf(name: string, type: string): Series {
    const byName = this.#series.get(type) ?? new Map<string, Series>();
    const known = byName.get(name);
    if (known) return known;
    this.#series.set(type, byName);
    const duration = this.#durations.of(name, type);
    const series = { byCode: new Map<string, Count>(), duration };
    byName.set(name, series);
    return series;
  }
}
