/** How the fleet's load is distributed over its live instances, as they report it with their leases. */
export interface FleetLoad {
  /** Reports this instance's load, for example its number of polled users. Never negative; any unit, the same in the fleet. */
  report(load: number): void;
  /** This instance's load divided by the live fleet's total, 0 to 1. 1 while no other instance is known. */
  share(): number;
}

/** The load of a fleet of one instance. */
export const singleInstanceLoad: FleetLoad = { report: () => {}, share: () => 1 };
