/**
 * Polls a condition until it holds.
 * @throws Error if it does not hold within the timeout, in milliseconds.
 */
export async function until(
  condition: () => boolean | Promise<boolean>,
  { within = 30_000 }: { within?: number } = {},
): Promise<void> {
  const deadline = performance.now() + within;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`timed out after ${within} ms: ${condition}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Whether a promise is fulfilled. */
export const succeeds = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  );
