import { rotated, type Settings, withContestants } from './compare.ts';
import type { ContestantId } from './contestants.ts';
import type { WarmUp } from './load.ts';
import { median } from './measure.ts';
import { type WorkloadId, workloads } from './workloads.ts';

/** Latencies and CPU at a fixed rate: medians of the rounds of one contestant. */
export interface LatencyRow {
  workload: WorkloadId;
  contestant: ContestantId;
  /** Requests per second. */
  rate: number;
  /** Milliseconds at `QUANTILES`. */
  quantiles: number[];
  longest: number;
  /** Microseconds of server CPU, user and system, per unit. */
  cpu: number;
}

export const QUANTILES = [0.5, 0.9, 0.99, 0.999] as const;

export interface LatencyOptions {
  contestants: readonly ContestantId[];
  workloads: readonly WorkloadId[];
  rounds: number;
  /** Milliseconds per turn. */
  turn: number;
  warmUp: WarmUp;
  /** The rate, as a share of what the slowest contestant does at full load. */
  share: number;
  settings: Settings;
  print: (line: string) => void;
}

/** Measures the latency and the CPU of all contestants at one rate that none of them is saturated by. */
export async function measureLatency({
  contestants,
  workloads: selected,
  rounds,
  turn,
  warmUp,
  share,
  settings,
  print,
}: LatencyOptions): Promise<LatencyRow[]> {
  return withContestants(contestants, settings, async ({ running }) => {
    const rows: LatencyRow[] = [];
    for (const workload of workloads.filter(({ id }) => selected.includes(id))) {
      print(`${workload.id}: ${workload.title}`);
      const most: number[] = [];
      for (const { clients } of running.values()) {
        await clients.warmUp(workload, warmUp);
        const { units, seconds } = await clients.run(workload, turn);
        most.push(units / seconds);
      }
      const rate = Math.max(1, Math.floor(Math.min(...most) * share));
      const samples = new Map<ContestantId, number[][]>(contestants.map((id) => [id, []]));
      const cpus = new Map<ContestantId, number[]>(contestants.map((id) => [id, []]));
      for (let round = 0; round < rounds; round += 1)
        for (const [id, { clients, child }] of rotated([...running], round)) {
          const { cpu: before = 0 } = await child.ask();
          const latencies = await clients.runAt(rate, workload, turn);
          const { cpu: after = 0 } = await child.ask();
          samples.get(id)?.push(latencies);
          cpus.get(id)?.push((after - before) / latencies.length);
        }
      for (const [contestant, turns] of samples) {
        const at = (quantile: number): number =>
          median(turns.map((sorted) => sorted[Math.floor(sorted.length * quantile)] ?? 0));
        rows.push({
          workload: workload.id,
          contestant,
          rate,
          quantiles: QUANTILES.map(at),
          longest: Math.max(...turns.map((sorted) => sorted.at(-1) ?? 0)),
          cpu: median(cpus.get(contestant) ?? []),
        });
      }
    }
    return rows;
  });
}
