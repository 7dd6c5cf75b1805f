import type { Clock, Timer } from '../../lib/clock.ts';
import type { SocketConnection } from './connection.ts';

/** Sweeps per interval. */
const SWEEPS = 10;

/**
 * Pings each open connection once per interval, a tenth of them at a time. One timer for all: thousands would take memory.
 * A connection is pinged by the same sweep for as long as it is open: pinged twice in a row, a healthy client would seem gone.
 * @param open the connections.
 * @param interval milliseconds.
 * @returns starts pinging, unless it has started. It stops when no connection is open.
 */
export function createHeartbeat(
  clock: Clock,
  open: ReadonlySet<Pick<SocketConnection, 'number' | 'ping'>>,
  interval: number,
): () => void {
  let timer: Timer | null = null;
  let sweeps = 0;
  const sweep = (): void => {
    if (open.size === 0 && timer) {
      clock.clearInterval(timer);
      timer = null;
    }
    sweeps = (sweeps + 1) % SWEEPS;
    for (const connection of open) if (connection.number % SWEEPS === sweeps) connection.ping();
  };
  return () => {
    timer ??= clock.setInterval(sweep, interval / SWEEPS).unref();
  };
}
