import { Counter, type Registry } from '@prometheus-io/client';

/** The log lines that were not written. */
export class LogMetrics {
  #dropped: () => number = () => 0;

  constructor(registry: Registry) {
    const dropped = (): number => this.#dropped();
    new Counter({
      name: 'gateway_log_lines_dropped_total',
      help: 'Log lines dropped because standard output accepted nothing and 8 MB of them waited.',
      registers: [registry],
      collect() {
        this.reset();
        this.inc(dropped());
      },
    });
  }

  /** Exposes the number from now on. @param dropped lines since the start. */
  watch(dropped: () => number): void {
    this.#dropped = dropped;
  }
}
