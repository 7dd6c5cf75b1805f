import { LogUnavailable } from '../events/log.ts';
import type { Boundary } from '../lib/boundary.ts';
import type { Clock, Timer } from '../lib/clock.ts';
import { systemErrorCodeOf } from '../lib/system-error-code.ts';
import { TransportFailure } from '../platform/call.ts';
import type { Log } from '../telemetry/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { DependencyHealth, DependencyReport } from '../transports/http/health.ts';

/** Rejects with the reason if the dependency does not work. */
type DependencyCheck = () => Promise<unknown>;

export interface DependencyChecksOptions {
  clock: Clock;
  checks: Readonly<Record<string, DependencyCheck>>;
  /** Milliseconds between checks of a dependency. 0: no checks. */
  interval: number;
  /** Receives each change of a dependency's state. */
  observer: Metrics['dependencies'];
  boundary: Boundary;
  log: Pick<Log, 'info' | 'warn'>;
}

/** Consecutive failures after which a dependency is down: a single one may be transient. */
const FAILURES = 2;
/** Maximum milliseconds until a dependency that failed a check is checked again. */
const RETRY = 1000;

interface Dependency {
  name: string;
  check: DependencyCheck;
  health: DependencyHealth;
  /** When it entered that state, by the clock's `monotonic()`. */
  enteredAt: number;
  failures: number;
  timer: Timer | undefined;
}

/**
 * Checks the services that the gateway depends on, in the background: probes and scrapes read the latest result and cause
 * no load. Each change of state is one log line and one change of the metrics.
 */
export class DependencyChecks {
  readonly #options: DependencyChecksOptions;
  readonly #dependencies: readonly Dependency[];
  #isClosed = false;

  constructor(options: DependencyChecksOptions) {
    const { clock, checks } = options;
    this.#options = options;
    this.#dependencies = Object.entries(checks).map(([name, check]) => ({
      name,
      check,
      health: { state: 'unknown', since: new Date(clock.now()).toISOString() },
      enteredAt: clock.monotonic(),
      failures: 0,
      timer: undefined,
    }));
  }

  start(): void {
    if (this.#options.interval > 0) for (const dependency of this.#dependencies) this.#check(dependency);
  }

  get report(): DependencyReport {
    return Object.fromEntries(this.#dependencies.map(({ name, health }) => [name, health]));
  }

  close(): void {
    this.#isClosed = true;
    for (const { timer } of this.#dependencies) this.#options.clock.clearTimeout(timer);
  }

  #check(dependency: Dependency): void {
    const { clock, interval, boundary } = this.#options;
    boundary.run('dependency check', async () => {
      const problem = await dependency.check().then(
        () => null,
        (error: unknown) => ({ cause: causeOf(error) }),
      );
      if (this.#isClosed) return;
      const delay = problem ? Math.min(interval, RETRY) : interval;
      dependency.timer = clock.setTimeout(() => this.#check(dependency), delay).unref();
      dependency.failures = problem ? dependency.failures + 1 : 0;
      if (!problem) this.#enter(dependency, 'up');
      else if (dependency.failures >= FAILURES) this.#enter(dependency, 'down', problem);
    });
  }

  #enter(dependency: Dependency, state: 'up' | 'down', problem = {}): void {
    if (state === dependency.health.state) return;
    const { clock, observer, log } = this.#options;
    const now = clock.monotonic();
    const line = {
      dependency: dependency.name,
      previousMs: Math.round(now - dependency.enteredAt),
      ...problem,
    };
    dependency.enteredAt = now;
    dependency.health = { state, since: new Date(clock.now()).toISOString() };
    observer.changed(dependency.name, state);
    if (state === 'up') log.info(line, 'dependency up');
    else log.warn(line, 'dependency down');
  }
}

/** Undefined: there is no name for it. */
function causeOf(error: unknown): string | undefined {
  const code = systemErrorCodeOf(error);
  if (code !== null) return code;
  if (error instanceof LogUnavailable) return error.reason;
  return error instanceof TransportFailure ? error.kind : undefined;
}
