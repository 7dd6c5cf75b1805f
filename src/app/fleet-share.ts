import { type FleetLoad, singleInstanceLoad } from '../events/fleet-load.ts';

/**
 * This instance's share of the fleet's budgets, in proportion to the users it polls plus the sessions it watches. Each
 * instance counts as one more, so that an idle one can start.
 */
export class FleetShare {
  #fleet: FleetLoad = singleInstanceLoad;
  #load = 1;

  /** From 0 to 1. */
  readonly read = (): number => this.#fleet.share();

  /** Shares the budgets with this fleet from now on. */
  join(fleet: FleetLoad): void {
    this.#fleet = fleet;
    fleet.report(this.#load);
  }

  /** Counts a user or session that begins or ends. */
  readonly count = (change: 1 | -1): void => {
    this.#load += change;
    this.#fleet.report(this.#load);
  };
}
