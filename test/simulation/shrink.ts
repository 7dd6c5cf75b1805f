import type { Plan, PlannedEvent, PlannedFault } from './plan.ts';

/** Runs that a search for a shorter plan may take. */
const MOST_RUNS = 300;

type Item = { fault: PlannedFault } | { event: PlannedEvent };

/**
 * Finds a shorter plan that fails in the same way, by leaving out faults and events (delta debugging), and then clients and
 * an instance.
 * @param fails whether a plan fails in that way.
 */
export async function shrink(plan: Plan, fails: (plan: Plan) => Promise<boolean>): Promise<Plan> {
  let left = MOST_RUNS;
  const attempt = async (candidate: Plan): Promise<boolean> => {
    left -= 1;
    return left >= 0 && fails(candidate);
  };
  const withItems = (items: readonly Item[]): Plan => ({
    ...plan,
    faults: items.flatMap((item) => ('fault' in item ? [item.fault] : [])),
    events: items.flatMap((item) => ('event' in item ? [item.event] : [])),
  });
  let items: readonly Item[] = [
    ...plan.faults.map((fault) => ({ fault })),
    ...plan.events.map((event) => ({ event })),
  ];
  for (let size = Math.ceil(items.length / 2); size >= 1; ) {
    let isShorter = false;
    for (let start = 0; start < items.length; ) {
      const fewer = items.toSpliced(start, size);
      if (await attempt(withItems(fewer))) {
        items = fewer;
        isShorter = true;
      } else start += size;
    }
    if (!isShorter || size > items.length) size = size === 1 ? 0 : Math.ceil(size / 2);
  }
  let shortest = withItems(items);
  for (const smaller of [{ perUser: 1 }, { subscribers: 1 }, { instances: 2 }, { instances: 1 }]) {
    const candidate = { ...shortest, ...smaller };
    if (await attempt(candidate)) shortest = candidate;
  }
  return shortest;
}
