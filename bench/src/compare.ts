import { deepEqual } from 'node:assert/strict';
import type { Child } from './child.ts';
import { type ContestantId, startContestant, startUpstream } from './contestants.ts';
import type { WarmUp } from './load.ts';
import { type RunningContestant, runningContestant, type Sample, sample } from './measure.ts';
import { readTls } from './tls.ts';
import { type Workload, type WorkloadId, workloads } from './workloads.ts';

export interface CompareOptions {
  contestants: readonly ContestantId[];
  workloads: readonly WorkloadId[];
  rounds: number;
  /** Whether each round has new processes. */
  fresh: boolean;
  /** Milliseconds per turn. */
  turn: number;
  /** Before the first turn of a process. */
  warmUp: WarmUp;
  settings: Settings;
  print: (line: string) => void;
}

/** What all contestants of a run have in common. */
export interface Settings {
  /** Another checkout of the gateway, run as `gateway-before`. */
  before: string | undefined;
  /** Another Node, on which the contestants named `-node` run. */
  otherNode: string | undefined;
  nodeOptions: readonly string[];
  /** Whether clients and upstream use TLS. */
  tls: boolean;
  /** Milliseconds before each response of the upstream. */
  latency: number;
  /** `accept-encoding` of the clients. */
  acceptEncoding: string | undefined;
  /** The trusted documents of `gateway-trusted`. */
  manifest?: string;
}

/** Running contestants and the upstream behind them. */
export interface Field {
  upstream: Child;
  running: ReadonlyMap<ContestantId, RunningContestant>;
}

export type Results = ReadonlyMap<WorkloadId, ReadonlyMap<ContestantId, readonly Sample[]>>;

/** Runs all contestants against one upstream in alternating turns, so that disturbances affect all of them. */
export async function compare({
  contestants,
  workloads: selected,
  rounds,
  fresh,
  settings,
  print,
  ...times
}: CompareOptions): Promise<Results> {
  const played = workloads.filter(({ id }) => selected.includes(id));
  const samplesOf = (): Map<ContestantId, Sample[]> => new Map(contestants.map((id) => [id, []]));
  const results = new Map(played.map(({ id }) => [id, samplesOf()]));
  const play = async (field: Field, from: number, to: number): Promise<void> => {
    for (const workload of played) {
      print(`${workload.id}: ${workload.title}`);
      await playRounds(field, workload, { ...times, from, to }, (id, taken) =>
        results.get(workload.id)?.get(id)?.push(taken),
      );
    }
  };
  if (!fresh) await withContestants(contestants, settings, (field) => play(field, 0, rounds));
  else
    for (let round = 0; round < rounds; round += 1) {
      print(`round ${round + 1} of ${rounds}`);
      await withContestants(contestants, settings, (field) => play(field, round, round + 1));
    }
  return results;
}

/** Warms all contestants up for a workload, and takes one sample of each per round. */
async function playRounds(
  { running, upstream }: Field,
  workload: Workload,
  { from, to, turn, warmUp }: { from: number; to: number; turn: number; warmUp: WarmUp },
  taken: (id: ContestantId, sample: Sample) => void,
): Promise<void> {
  for (const { clients } of running.values()) await clients.warmUp(workload, warmUp);
  for (let round = from; round < to; round += 1) {
    for (const [id, contestant] of rotated([...running], round))
      taken(id, await sample(contestant, upstream, workload, turn));
  }
}

/** Starts the contestants, compares their responses, and stops them after the work. */
export async function withContestants<Result>(
  contestants: readonly ContestantId[],
  { before, otherNode, nodeOptions, tls: usesTls, latency, acceptEncoding, manifest }: Settings,
  work: (field: Field) => Promise<Result>,
): Promise<Result> {
  const tls = usesTls ? readTls() : null;
  const environment = tls?.environment ?? {};
  const upstream = await startUpstream({ latency, environment });
  const running = new Map<ContestantId, RunningContestant>();
  try {
    for (const id of contestants) {
      const url = tls ? upstream.tlsUrl : upstream.url;
      const child = await startContestant(id, {
        upstream: url,
        before,
        otherNode,
        nodeOptions,
        environment,
        manifest,
      });
      running.set(id, runningContestant(child, { ca: tls?.ca, acceptEncoding }));
    }
    if (acceptEncoding === undefined) await assertEqual(running);
    return await work({ upstream, running });
  } finally {
    for (const { child, clients } of running.values()) {
      await clients.close();
      await child.stop();
    }
    await upstream.stop();
  }
}

/** Rotates the order, so that no contestant always follows the same one. */
export const rotated = <Item>(items: readonly Item[], by: number): Item[] => {
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
