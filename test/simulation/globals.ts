import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import type { Duplex } from 'node:stream';
import type { Random } from '../support/random.ts';
import type { Host, Planned, Timeline } from './timeline.ts';

/** What replaces the machine while a run is simulated. */
export interface Surroundings {
  readonly timeline: Timeline;
  /** Numbers of whatever a host draws. */
  randomOf(host: Host | null): Random;
  connect(options: { host: string; port: number }): Duplex;
}

/** What a timer function returns: Node's own has these members. */
class SimulatedTimer {
  readonly #start: () => Planned;
  #planned: Planned;

  constructor(start: () => Planned) {
    this.#start = start;
    this.#planned = start();
  }

  cancel(): void {
    this.#planned.isCancelled = true;
  }

  refresh(): this {
    this.cancel();
    this.#planned = this.#start();
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  hasRef(): boolean {
    return true;
  }
}

/**
 * Replaces clocks, timers, random numbers and connections of this process, for the gateway and for its libraries. The process
 * is good for nothing else from then on. Must run before the gateway's modules are loaded.
 */
export function replaceGlobals(): { enter(surroundings: Surroundings): void } {
  let surroundings: Surroundings | null = null;
  const here = (): Surroundings => {
    if (!surroundings) throw new Error('nothing is simulated yet');
    return surroundings;
  };
  const host = (): Host => {
    const { current } = here().timeline;
    if (!current) throw new Error('code runs outside of any host');
    return current;
  };
  const random = () => here().randomOf(here().timeline.current).next();
  const bytes = (size: number): Buffer => {
    const filled = Buffer.alloc(size);
    for (let index = 0; index < size; index += 1) filled[index] = Math.floor(random() * 256);
    return filled;
  };

  const start = (owner: Host, delay: unknown, run: () => void): SimulatedTimer =>
    new SimulatedTimer(() => owner.after(Math.max(1, Number(delay) || 0), run));
  const stop = (timer: unknown): void => {
    if (timer instanceof SimulatedTimer) timer.cancel();
  };
  type Callback = (...args: unknown[]) => void;
  Object.assign(globalThis, {
    setTimeout: (run: Callback, delay?: number, ...args: unknown[]) =>
      start(host(), delay, () => run(...args)),
    setInterval: (run: Callback, delay?: number, ...args: unknown[]) => {
      const timer: SimulatedTimer = start(host(), delay, () => {
        timer.refresh();
        run(...args);
      });
      return timer;
    },
    setImmediate: (run: Callback, ...args: unknown[]) => {
      const owner = host();
      return new SimulatedTimer(() => owner.after(0, () => run(...args)));
    },
    clearTimeout: stop,
    clearInterval: stop,
    clearImmediate: stop,
    // While modules are loaded, nothing is simulated yet.
    Date: simulatedDate(() => surroundings?.timeline.current?.timeOfDay ?? 0),
  });
  performance.now = () => surroundings?.timeline.now ?? 0;
  Math.random = random;
  Object.assign(crypto, {
    randomBytes: bytes,
    randomInt: (from: number, to?: number) =>
      to === undefined ? Math.floor(random() * from) : from + Math.floor(random() * (to - from)),
    randomUUID: () => bytes(16).toString('hex'),
  });
  Object.assign(net, {
    createConnection: (options: { host: string; port: number }) => here().connect(options),
  });
  syncBuiltinESMExports();
  return {
    enter: (next) => {
      surroundings = next;
    },
  };
}

const simulatedDate = (now: () => number): DateConstructor =>
  new Proxy(Date, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
