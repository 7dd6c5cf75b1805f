import { type FleetLoad, singleInstanceLoad } from '../events/fleet-load.ts';

/**
 * This instance's share of the fleet's budgets, in proportion to the users it polls plus the sessions it watches. Each
 * instance counts as one more, so that an idle one can start.
 */
export class FleetShare {
  #fleet: FleetLoad = singleInstanceLoad;
  readonly #loads = { polls: 0, sessions: 0 };

  /** From 0 to 1. */
  readonly read = (): number => this.#fleet.share();

  /** Shares the budgets with this fleet from now on. */
  join(fleet: FleetLoad): void {
    this.#fleet = fleet;
    this.#report();
  }

  report(of: 'polls' | 'sessions', load: number): void {
    this.#loads[of] = load;
    this.#report();
  }

  #report(): void {
    this.#fleet.report(1 + this.#loads.polls + this.#loads.sessions);
  }
}
