import { pause } from '../support/fleet-form.ts';
import { FAULTS, type Fault, type Surroundings } from './faults.ts';
import type { History } from './history.ts';
import type { ScheduledFault } from './schedule.ts';

/** Causes faults, and notes each in the history. */
export class Injector {
  readonly #surroundings: Surroundings;
  readonly #history: History;

  constructor(surroundings: Omit<Surroundings, 'onWritesLost'>, history: History) {
    this.#history = history;
    this.#surroundings = {
      ...surroundings,
      onWritesLost: (since) => history.add({ kind: 'writes-lost', at: performance.now(), since }),
    };
  }

  /** Runs faults, each at its time; resolves when all have ended. */
  async suffer(faults: readonly ScheduledFault[]): Promise<void> {
    const startedAt = performance.now();
    // A fault that began late, on a busy machine, must end before the next one of its place begins.
    const lastOfPlace = new Map<string, Promise<void>>();
    await Promise.all(
      faults.map(({ at, ...fault }) => {
        const place = `${FAULTS[fault.name].scope} ${fault.target}`;
        const before = lastOfPlace.get(place) ?? Promise.resolve();
        const own = Promise.all([before, pause(Math.max(0, at - (performance.now() - startedAt)))]).then(() =>
          this.inject(fault),
        );
        lastOfPlace.set(place, own);
        return own;
      }),
    );
  }

  /** Causes one fault and ends it. */
  async inject({ name, target, lasts }: Omit<ScheduledFault, 'at'>): Promise<void> {
    const fault: Fault = FAULTS[name];
    const where = fault.scope.startsWith('gateway') ? `instance ${target}` : fault.scope;
    this.#history.add({ kind: 'fault', at: performance.now(), fault: name, target: where, lasts });
    const heal = await fault.begin(this.#surroundings, target, lasts);
    await pause(lasts);
    await heal();
    this.#history.add({ kind: 'healed', at: performance.now(), fault: name, target: where });
  }
}
