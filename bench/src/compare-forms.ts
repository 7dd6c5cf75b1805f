import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rotated, type Settings, withContestants } from './compare.ts';
import type { ContestantId } from './contestants.ts';
import { FORMS, type Form, PLAIN, sha256 } from './forms.ts';
import type { WarmUp } from './load.ts';
import { type RunningContestant, type Sample, sample } from './measure.ts';
import { type WorkloadId, workloads } from './workloads.ts';

export interface CompareFormsOptions {
  workloads: readonly WorkloadId[];
  forms: readonly Form[];
  rounds: number;
  /** Milliseconds per turn. */
  turn: number;
  warmUp: WarmUp;
  settings: Settings;
  /** Where the manifest of trusted documents is written. */
  folder: string;
  print: (line: string) => void;
}

/** CPU of the gateway and of Mercurius for one workload in one form, round by round. */
export interface FormCosts {
  form: Form;
  workload: WorkloadId;
  gateway: Sample[];
  mercurius: Sample[];
}

const CONTESTANTS: readonly ContestantId[] = ['gateway', 'gateway-trusted', 'mercurius'];

/** Runs each workload in each client's form, in new processes for each round, the forms in an order that rotates. */
export async function compareForms(options: CompareFormsOptions): Promise<FormCosts[]> {
  const { rounds, print, folder } = options;
  const played = workloads.filter(({ id }) => options.workloads.includes(id));
  const costs = played.flatMap(({ id }) =>
    options.forms.map((form): FormCosts => ({ form, workload: id, gateway: [], mercurius: [] })),
  );
  const manifest = join(folder, 'documents.json');
  const texts = workloads.flatMap(({ requests }) => requests.map(({ query }) => query));
  writeFileSync(manifest, JSON.stringify(Object.fromEntries(texts.map((text) => [sha256(text), text]))));
  const settings = { ...options.settings, manifest };
  for (let round = 0; round < rounds; round += 1) {
    print(`round ${round + 1} of ${rounds}`);
    await withContestants(CONTESTANTS, settings, async ({ upstream, running }) => {
      for (const workload of played)
        for (const cost of rotated(
          costs.filter((each) => each.workload === workload.id),
          round,
        )) {
          const { form } = cost;
          const take = async (contestant: RunningContestant | undefined): Promise<Sample> => {
            if (!contestant) throw new Error('a contestant does not run');
            await contestant.clients.use(form, workload);
            await contestant.clients.warmUp(workload, options.warmUp);
            return sample(contestant, upstream, workload, options.turn);
          };
          cost.gateway.push(await take(running.get(form.server ?? 'gateway')));
          if (form.isCommon) cost.mercurius.push(await take(running.get('mercurius')));
          print(`${workload.id} ${form.id} ${cost.gateway.at(-1)?.cpu.toFixed(0)} µs`);
        }
    });
  }
  return costs;
}

/** The forms with these IDs; always the plain one, to which the others are compared. */
export const formsNamed = (list: string | undefined): Form[] =>
  FORMS.filter((form) => list === undefined || form === PLAIN || list.split(',').includes(form.id));
