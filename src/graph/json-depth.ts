/** The values of parsed JSON, level by level, itself first: looked at without recursion, however deep it nests. */
export function* levelsOf(json: unknown): Generator<readonly unknown[], undefined, undefined> {
  for (let level: unknown[] = [json]; level.length > 0; level = level.flatMap(childrenOf)) yield level;
}

const childrenOf = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value) : [];

/** Whether JSON nests deeper than this many levels. */
export function nestsDeeperThan(levels: number, json: unknown): boolean {
  let count = 0;
  for (const _level of levelsOf(json)) {
    count += 1;
    if (count > levels) return true;
  }
  return false;
}
