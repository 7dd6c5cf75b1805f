import type { DropObserver, Dropped } from '../../admission/refusal-observer.ts';
import type { Log } from '../../telemetry/log.ts';

/** Minimum milliseconds between log lines with the same reason. */
const LOG_INTERVAL = 10_000;

/**
 * Counts dropped connections. The first of each reason is logged at once, later ones at most every ten seconds, each line
 * with the number since the line before.
 */
export class DroppedConnections {
  readonly #observer: DropObserver;
  readonly #log: Pick<Log, 'warn'>;
  /** Connections that no line has counted yet, by reason; a reason is absent once an interval passed without any. */
  readonly #unlogged = new Map<Dropped, number>();

  constructor(observer: DropObserver, log: Pick<Log, 'warn'>) {
    this.#observer = observer;
    this.#log = log;
  }

  count(reason: Dropped): void {
    this.#observer.dropped(reason);
    const unlogged = this.#unlogged.get(reason);
    if (unlogged === undefined) this.#write(reason, 1);
    else this.#unlogged.set(reason, unlogged + 1);
  }

  #write(reason: Dropped, count: number): void {
    this.#log.warn({ reason, count }, 'connections dropped');
    this.#unlogged.set(reason, 0);
    setTimeout(() => this.#writeRest(reason), LOG_INTERVAL).unref();
  }

  #writeRest(reason: Dropped): void {
    const unlogged = this.#unlogged.get(reason) ?? 0;
    if (unlogged > 0) this.#write(reason, unlogged);
    else this.#unlogged.delete(reason);
  }
}
