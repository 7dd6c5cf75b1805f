import { appendFileSync } from 'node:fs';

/** True in the long forms of tests (`npm run test:faults`, `npm run test:soak`), false in every other run. */
export const FULL = process.env.FULL === '1';

/** Waits for the duration of a fault. Everywhere else, tests wait for conditions. */
export const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Saves the figures of a case if the environment names a file for them. */
export function note(name: string, figures: Record<string, unknown>): void {
  const { FAULT_FIGURES } = process.env;
  if (FAULT_FIGURES) appendFileSync(FAULT_FIGURES, `${JSON.stringify({ name, ...figures })}\n`);
}
