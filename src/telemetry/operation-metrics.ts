import type { Registry } from 'prom-client';
import type { CountedOperation, OperationObserver } from '../operations/observers.ts';
import { type Count, Counts } from './counters.ts';
import { type Duration, Durations } from './durations.ts';
import type { ErrorCounts } from './error-counts.ts';

/** Operation names that are shown at most where clients may send any document. */
const NAMES_SHOWN = 100;
/** The longest name that is shown. */
const NAME_LENGTH = 64;
/** What became of an operation without an error. */
const OK = 'OK';
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

interface Series {
  byCode: Map<string, Count>;
  duration: Duration;
}

/**
 * Operations by name, type and code. The name is the client's choice, so the labels are bounded: with trusted
 * documents their names and no others, else the first hundred that ran; the rest are `other`.
 */
export class OperationMetrics implements OperationObserver {
  readonly #operations: Counts<'operation' | 'type' | 'code'>;
  readonly #durations: Durations<'operation' | 'type'>;
  readonly #errors: ErrorCounts;
  readonly #names: Set<string>;
  readonly #isClosed: boolean;
  /** By type, then by name. */
  readonly #series = new Map<string, Map<string, Series>>();

  /** @param names those of the trusted documents; null: any document runs. */
  constructor(registry: Registry, errors: ErrorCounts, names: ReadonlySet<string> | null) {
    this.#names = new Set(names ?? []);
    this.#isClosed = names !== null;
    this.#operations = new Counts(
      registry,
      {
        name: 'gateway_operations_total',
        help: 'Operations by name, type and the code of their first error, `OK` without one. A subscription counts when it opens.',
      },
      ['operation', 'type', 'code'],
    );
    this.#durations = new Durations(
      registry,
      {
        name: 'gateway_operation_duration_seconds',
        help: 'From the request to its answer; of a subscription, until it is open.',
      },
      ['operation', 'type'],
      SECONDS,
    );
    this.#errors = errors;
  }

  operation({ name, type, codes }: CountedOperation, milliseconds: number): void {
    const shown = this.#shownName(name, type);
    const series = this.#seriesOf(shown, type ?? 'none');
    const code = codes[0] ?? OK;
    const known = series.byCode.get(code);
    const count = known ?? this.#operations.of(shown, type ?? 'none', code);
    if (!known) series.byCode.set(code, count);
    count.value += 1;
    series.duration.observe(milliseconds);
    for (const each of codes) this.#errors.count(each);
  }

  #shownName(name: string | null, type: string | null): string {
    if (type === null) return 'none';
    if (name === null) return 'anonymous';
    if (this.#names.has(name)) return name;
    if (this.#isClosed || this.#names.size >= NAMES_SHOWN || name.length > NAME_LENGTH) return 'other';
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
