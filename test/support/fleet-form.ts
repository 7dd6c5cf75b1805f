import { appendFileSync } from 'node:fs';

/** True for the full fault suite (`npm run test:faults`), false for the short one in every run. */
export const FULL = process.env.FULL_FAULTS === '1';

/** Waits for the duration of a fault. Everywhere else, tests wait for conditions. */
export const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Saves the figures of a case if the environment names a file for them. */
export function note(name: string, figures: Record<string, unknown>): void {
  const { FAULT_FIGURES } = process.env;
  if (FAULT_FIGURES) appendFileSync(FAULT_FIGURES, `${JSON.stringify({ name, ...figures })}\n`);
}
