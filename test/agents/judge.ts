import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { providePackages } from './packages-for-solutions.ts';
import { taskNamed } from './tasks/tasks.ts';
import { openWorld, type Solution } from './world.ts';

/** What a check found. */
export interface Verdict {
  /** Null: the solution is right. */
  reason: string | null;
  /** Platform calls of the parts that are counted. */
  calls: number;
}

/** Runs in a process of its own, which the solution cannot outlive: main.ts starts it. */
const [name = '', folder = ''] = process.argv.slice(2);
providePackages();
const world = await openWorld();
process.send?.({ ...(await judge()), calls: world.calls() } satisfies Verdict, () => process.exit(0));

async function judge(): Promise<Pick<Verdict, 'reason'>> {
  try {
    await taskNamed(name).check(await load(), world);
    return { reason: null };
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error) };
  }
}

async function load(): Promise<Solution> {
  const file = ['solution.ts', 'solution.mts', 'solution.mjs', 'solution.js']
    .map((candidate) => join(resolve(folder), candidate))
    .find((candidate) => existsSync(candidate));
  if (file === undefined) throw new Error(`no solution.ts in ${folder}`);
  return import(pathToFileURL(file).href);
}
