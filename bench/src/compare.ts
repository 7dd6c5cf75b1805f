import { deepEqual } from 'node:assert/strict';
import { type ContestantId, startContestant, startUpstream } from './contestants.ts';
import { newStand, type Sample, type Stand, sample } from './measure.ts';
import { type WorkloadId, workloads } from './workloads.ts';

export interface CompareOptions {
  contestants: readonly ContestantId[];
  workloads: readonly WorkloadId[];
  rounds: number;
  /** Milliseconds of one contestant's turn, and of warming up before the first. */
  turn: number;
  warmUp: number;
  /** Another checkout of the gateway, for `gateway-before`. */
  before: string | undefined;
  nodeOptions: readonly string[];
  tell: (line: string) => void;
}

export type Results = ReadonlyMap<WorkloadId, ReadonlyMap<ContestantId, readonly Sample[]>>;

/** All contestants in front of one upstream, turn by turn, so that what disturbs the machine disturbs all of them. */
export async function compare({
  contestants,
  workloads: wanted,
  rounds,
  turn,
  warmUp,
  before,
  nodeOptions,
  tell,
}: CompareOptions): Promise<Results> {
  const upstream = await startUpstream();
  const stands = new Map<ContestantId, Stand>();
  try {
    for (const id of contestants) {
      stands.set(id, newStand(await startContestant(id, { upstream: upstream.url, before, nodeOptions })));
    }
    await proveEqual(stands);
    const results = new Map<WorkloadId, Map<ContestantId, Sample[]>>();
    for (const workload of workloads.filter(({ id }) => wanted.includes(id))) {
      tell(`${workload.id}: ${workload.title}`);
      const samples = new Map<ContestantId, Sample[]>(contestants.map((id) => [id, []]));
      results.set(workload.id, samples);
      for (const { clients } of stands.values()) await clients.run(workload, warmUp);
      for (let round = 0; round < rounds; round += 1) {
        for (const [id, stand] of rotated([...stands], round)) {
          samples.get(id)?.push(await sample(stand, upstream, workload, turn));
        }
      }
    }
    return results;
  } finally {
    for (const { child, clients } of stands.values()) {
      await clients.close();
      await child.stop();
    }
    await upstream.stop();
  }
}

/** Nobody always comes after the same one. */
const rotated = <Item>(items: readonly Item[], by: number): Item[] => {
  const start = by % items.length;
  return [...items.slice(start), ...items.slice(0, start)];
};

/** @throws AssertionError with the first difference between what two contestants answer. */
async function proveEqual(stands: ReadonlyMap<ContestantId, Stand>): Promise<void> {
  const [reference] = stands.values();
  for (const { requests } of workloads) {
    for (const request of requests) {
      const expected = await reference?.clients.ask(request);
      for (const [id, { clients }] of stands) {
        deepEqual(await clients.ask(request), expected, `${id} answers ${request.operationName} differently`);
      }
    }
  }
}
