import { appendFileSync } from 'node:fs';

/** The full form of the fault suite (`npm run test:faults`); else the short one, which is part of every run. */
export const FULL = process.env.FULL_FAULTS === '1';

/** How long a fault lasts, in milliseconds. What a test waits for otherwise is a condition. */
export const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Keeps the figures of a case, where the environment names a file for them. */
export function note(name: string, figures: Record<string, unknown>): void {
  const { FAULT_FIGURES } = process.env;
  if (FAULT_FIGURES) appendFileSync(FAULT_FIGURES, `${JSON.stringify({ name, ...figures })}\n`);
}
