import { collectDefaultMetrics, Registry } from '@prometheus-io/client';
import type { DropObserver, RefusalObserver, SignInObserver } from '../admission/refusal-observer.ts';
import type { KeyedWriteObserver } from '../events/keyed-writes.ts';
import type { LogObserver } from '../events/observed-log.ts';
import { COUNTS, DISTRIBUTIONS, type GatewayCounts } from './metric-table.ts';
import { OperationMetrics } from './operation-metrics.ts';
import { PlatformMetrics } from './platform-metrics.ts';
import { Counts, Distributions, opened, type ScrapedValue } from './series.ts';
import { StreamMetrics } from './stream-metrics.ts';

/** The build that runs. */
interface Build {
  version: string;
  /** Null: not known. */
  commit: string | null;
}

/** The longest interval of a timer, in milliseconds. */
const NEVER = 2 ** 31 - 1;

/**
 * All metrics of one gateway. Uses its own registry instead of the global one, because a process may run several
 * gateways. Labels are schema names, routes, codes and states: never a person, ID, token or address.
 */
export class Metrics {
  readonly registry = new Registry();
  readonly #counts = opened(COUNTS, (name, declared) => new Counts(this.registry, name, declared));
  readonly #distributions = opened(
    DISTRIBUTIONS,
    (name, declared) => new Distributions(this.registry, name, declared),
  );
  readonly operations: OperationMetrics;
  readonly platform = new PlatformMetrics(this.#counts, this.#distributions);
  readonly streams = new StreamMetrics(this.#counts, this.#distributions);
  readonly refusals: RefusalObserver & DropObserver = {
    refused: (reason) => this.#counts.gateway_refused_requests_total.count(reason),
    dropped: (reason) => this.#counts.gateway_dropped_connections_total.count(reason),
  };
  readonly signIns: SignInObserver = {
    signedIn: (mutation, outcome) => this.#counts.gateway_sign_ins_total.count(mutation, outcome),
  };
  readonly sessions = {
    checked: (milliseconds: number) =>
      this.#distributions.gateway_session_check_age_seconds.of().observe(milliseconds / 1000),
  };
  readonly pluginCall = (endpoint: string, status: number): void =>
    this.#counts.gateway_plugin_calls_total.count(endpoint, String(status));
  readonly events: LogObserver = {
    appended: (result) => this.#counts.gateway_event_appends_total.count(result),
    appendFailed: (reason) => this.#counts.gateway_event_append_failures_total.count(reason),
    lost: (because) => this.#counts.gateway_event_losses_total.count(because),
  };
  readonly keyedWrites: KeyedWriteObserver = {
    used: (as) => this.#counts.gateway_idempotency_keys_total.count(as),
  };
  readonly storedValueRejected = (kind: string): void =>
    this.#counts.gateway_stored_values_rejected_total.count(kind);
  readonly polls = {
    called: (jump: 'arrived' | 'sent' | 'page' | null) =>
      this.#counts.gateway_poll_calls_total.count(jump ?? 'due'),
    refreshed: (milliseconds: number) =>
      this.#distributions.gateway_poll_staleness_seconds.of().observe(milliseconds / 1000),
    failed: (at: 'platform' | 'token' | 'store' | 'gateway') =>
      this.#counts.gateway_poll_problems_total.count(at),
  };
  readonly dependencies = {
    changed: (dependency: string, state: 'up' | 'down') => {
      this.#counts.gateway_dependency_up.of(dependency).value = Number(state === 'up');
      this.#counts.gateway_dependency_changes_total.count(dependency, state);
    },
  };

  /**
   * @param operationNames those of the trusted documents. Null: any document is allowed.
   * @param build null: not exposed.
   */
  constructor(operationNames: ReadonlySet<string> | null, build: Build | null = null) {
    this.operations = new OperationMetrics(this.#counts, this.#distributions, operationNames);
    if (build) this.#counts.gateway_build_info.count(build.version, build.commit ?? '', process.version);
  }

  /** Begins the series of each sign-in mutation, so that its first rejection counts as an increase. */
  beginSignIns(mutations: Iterable<string>): void {
    for (const mutation of mutations) this.#counts.gateway_sign_ins_total.of(mutation);
  }

  /** Reads a metric from the owner of its state on each scrape, from now on. */
  read(name: keyof GatewayCounts, read: () => ScrapedValue): void {
    this.#counts[name].read = read;
  }

  /** The Prometheus exposition text and its content type. */
  async expose(): Promise<{ contentType: string; text: string }> {
    return { contentType: this.registry.contentType, text: await this.registry.metrics() };
  }

  /** Adds the Prometheus client's process metrics. Call once per process: its observers cannot be removed. */
  collectProcess(): void {
    // Ten times a second for quantiles that cannot be summed over instances; the lag of the event loop says the same.
    collectDefaultMetrics({ register: this.registry, eventLoopUtilizationTimeout: NEVER });
    for (const kind of ['summary', 'histogram'])
      this.registry.removeSingleMetric(`nodejs_eventloop_utilization_${kind}`);
  }
}
