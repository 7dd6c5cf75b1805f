import { type FleetLoad, singleInstanceLoad } from '../events/fleet-load.ts';

/**
 * This instance's part of the fleet's budgets: its part of the users that the fleet polls and of the sessions that it
 * watches. Every instance counts as one more, so that an empty one may begin.
 */
export class FleetShare {
  #fleet: FleetLoad = singleInstanceLoad;
  readonly #loads = { polls: 0, sessions: 0 };

  /** From 0 to 1. */
  readonly read = (): number => this.#fleet.share();

  /** Shares with this fleet from now on. */
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
