import { deepEqual } from 'node:assert/strict';
import { type ContestantId, startContestant, startUpstream } from './contestants.ts';
import { type RunningContestant, runningContestant, type Sample, sample } from './measure.ts';
import { type WorkloadId, workloads } from './workloads.ts';

export interface CompareOptions {
  contestants: readonly ContestantId[];
  workloads: readonly WorkloadId[];
  rounds: number;
  /** Milliseconds per turn, and of warm-up before the first. */
  turn: number;
  warmUp: number;
  /** Another checkout of the gateway, run as `gateway-before`. */
  before: string | undefined;
  nodeOptions: readonly string[];
  print: (line: string) => void;
}

export type Results = ReadonlyMap<WorkloadId, ReadonlyMap<ContestantId, readonly Sample[]>>;

/** Runs all contestants against one upstream in alternating turns, so that disturbances affect all of them. */
export async function compare({
  contestants,
  workloads: selected,
  rounds,
  turn,
  warmUp,
  before,
  nodeOptions,
  print,
}: CompareOptions): Promise<Results> {
  const upstream = await startUpstream();
  const running = new Map<ContestantId, RunningContestant>();
  try {
    for (const id of contestants) {
      running.set(
        id,
        runningContestant(await startContestant(id, { upstream: upstream.url, before, nodeOptions })),
      );
    }
    await assertEqual(running);
    const results = new Map<WorkloadId, Map<ContestantId, Sample[]>>();
    for (const workload of workloads.filter(({ id }) => selected.includes(id))) {
      print(`${workload.id}: ${workload.title}`);
      const samples = new Map<ContestantId, Sample[]>(contestants.map((id) => [id, []]));
      results.set(workload.id, samples);
      for (const { clients } of running.values()) await clients.run(workload, warmUp);
      for (let round = 0; round < rounds; round += 1) {
        for (const [id, contestant] of rotated([...running], round)) {
          samples.get(id)?.push(await sample(contestant, upstream, workload, turn));
        }
      }
    }
    return results;
  } finally {
    for (const { child, clients } of running.values()) {
      await clients.close();
      await child.stop();
    }
    await upstream.stop();
  }
}

/** Rotates the order, so that no contestant always follows the same one. */
const rotated = <Item>(items: readonly Item[], by: number): Item[] => {
  const start = by % items.length;
  return [...items.slice(start), ...items.slice(0, start)];
};

/** Compares the contestants' responses. @throws AssertionError with the first difference. */
async function assertEqual(running: ReadonlyMap<ContestantId, RunningContestant>): Promise<void> {
  const [reference] = running.values();
  for (const { requests } of workloads) {
    for (const request of requests) {
      const expected = await reference?.clients.ask(request);
      for (const [id, { clients }] of running) {
        deepEqual(
          await clients.ask(request),
          expected,
          `${id} responds differently to ${request.operationName}`,
        );
      }
    }
  }
}
