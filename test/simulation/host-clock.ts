import type { Clock } from '../../src/lib/clock.ts';
import type { Host } from './timeline.ts';

/** The clock of a process on a host. Its timers are the simulated ones, which belong to the host that sets them. */
export const hostClock = (host: Host): Clock => ({
  now: () => host.timeOfDay,
  monotonic: () => host.timeline.now,
  setTimeout: (callback, milliseconds) => setTimeout(callback, milliseconds),
  clearTimeout: (timer) => clearTimeout(timer),
  setInterval: (callback, milliseconds) => setInterval(callback, milliseconds),
  clearInterval: (timer) => clearInterval(timer),
  setImmediate: (callback) => void setImmediate(callback),
});
