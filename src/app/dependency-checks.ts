import { LogUnavailable } from '../events/log.ts';
import type { Boundary } from '../lib/boundary.ts';
import type { Clock, Timer } from '../lib/clock.ts';
import { errorCodeOf } from '../lib/error-code.ts';
import { TransportFailure } from '../platform/call.ts';
import type { Log } from '../telemetry/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { DependencyHealth, DependencyReport } from '../transports/http/health.ts';

/** Rejects with the reason if the dependency does not work. */
type Check = () => Promise<unknown>;

export interface DependencyChecksOptions {
  clock: Clock;
  checks: Readonly<Record<string, Check>>;
  /** Milliseconds between checks of a dependency. 0: no checks. */
  interval: number;
  /** Receives each change of a dependency's state. */
  observer: Metrics['dependencies'];
  boundary: Boundary;
  log: Pick<Log, 'info' | 'warn'>;
}

/** Consecutive failures after which a dependency is down: one may be chance. */
const FAILURES = 2;
/** Maximum milliseconds until a dependency that failed a check is checked again. */
const RETRY = 1000;

/**
 * Checks the services that the gateway depends on, in the background: probes and scrapes read the latest result and cause
 * no load. Each change of state is one log line and one change of the metrics.
 */
export class DependencyChecks {
  readonly #dependencies: readonly Dependency[];
  readonly #isOn: boolean;

  constructor({ checks, ...options }: DependencyChecksOptions) {
    this.#isOn = options.interval > 0;
    this.#dependencies = Object.entries(checks).map(([name, check]) => new Dependency(name, check, options));
  }

  start(): void {
    if (this.#isOn) for (const dependency of this.#dependencies) dependency.check();
  }

  get report(): DependencyReport {
    return Object.fromEntries(this.#dependencies.map(({ name, health }) => [name, health]));
  }

  close(): void {
    for (const dependency of this.#dependencies) dependency.close();
  }
}

class Dependency {
  readonly name: string;
  readonly #check: Check;
  readonly #options: Omit<DependencyChecksOptions, 'checks'>;
  #health: DependencyHealth;
  /** When it entered that state, by the clock's `monotonic()`. */
  #enteredAt: number;
  #failures = 0;
  #timer: Timer | undefined;
  #isClosed = false;

  constructor(name: string, check: Check, options: Omit<DependencyChecksOptions, 'checks'>) {
    const { clock } = options;
    this.name = name;
    this.#check = check;
    this.#options = options;
    this.#health = { state: 'unknown', since: new Date(clock.now()).toISOString() };
    this.#enteredAt = clock.monotonic();
  }

  get health(): DependencyHealth {
    return this.#health;
  }

  check(): void {
    this.#options.boundary.run('dependency check', async () => {
      const problem = await this.#check().then(
        () => null,
        (error: unknown) => ({ cause: causeOf(error) }),
      );
      if (this.#isClosed) return;
      const works = problem === null;
      this.#scheduleAfter(works);
      this.#failures = works ? 0 : this.#failures + 1;
      if (works) this.#enter('up');
      else if (this.#failures >= FAILURES) this.#enter('down', problem);
    });
  }

  #scheduleAfter(works: boolean): void {
    const { clock, interval } = this.#options;
    const delay = works ? interval : Math.min(interval, RETRY);
    this.#timer = clock.setTimeout(() => this.check(), delay).unref();
  }

  close(): void {
    this.#isClosed = true;
    this.#options.clock.clearTimeout(this.#timer);
  }

  #enter(state: 'up' | 'down', problem = {}): void {
    if (state === this.#health.state) return;
    const { clock, observer, log } = this.#options;
    const now = clock.monotonic();
    const previousMs = Math.round(now - this.#enteredAt);
    this.#enteredAt = now;
    this.#health = { state, since: new Date(clock.now()).toISOString() };
    observer.changed(this.name, state);
    const line = { dependency: this.name, previousMs, ...problem };
    if (state === 'up') log.info(line, 'dependency up');
    else log.warn(line, 'dependency down');
  }
}

/** Undefined: there is no name for it. */
function causeOf(error: unknown): string | undefined {
  const code = errorCodeOf(error);
  if (code !== null) return code;
  if (error instanceof LogUnavailable) return error.reason;
  return error instanceof TransportFailure ? error.kind : undefined;
}
