/** Yields the values of parsed JSON level by level, starting with itself. Iterative, so that depth cannot overflow the stack. */
export function* levelsOf(json: unknown): Generator<readonly unknown[], undefined, undefined> {
  for (let level: unknown[] = [json]; level.length > 0; level = level.flatMap(childrenOf)) yield level;
}

const childrenOf = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value) : [];

/** True if JSON nests deeper than `levels`. */
export function nestsDeeperThan(levels: number, json: unknown): boolean {
  let count = 0;
  for (const _level of levelsOf(json)) {
    count += 1;
    if (count > levels) return true;
  }
  return false;
}
