import type { Child } from './child.ts';
import { Clients, type ClientsOptions } from './load.ts';
import type { Workload } from './workloads.ts';

/** Cost of one load run for one contestant. */
export interface Sample {
  requestsPerSecond: number;
  p99: number;
  /** Microseconds of server CPU, user and system, per unit. */
  cpu: number;
  /** Bytes of response bodies per unit. */
  bytes: number;
  /** Upstream calls per unit. */
  calls: number;
  /** Peak resident set size so far, in bytes. */
  peak: number;
}

/** A running contestant and its clients. */
export interface RunningContestant {
  child: Child;
  clients: Clients;
}

/** @param options of the clients; with `ca`, they use TLS. */
export const runningContestant = (child: Child, options: ClientsOptions = {}): RunningContestant => ({
  child,
  clients: new Clients(options.ca === undefined ? child.url : child.tlsUrl, options),
});

export async function sample(
  { child, clients }: RunningContestant,
  upstream: Child,
  workload: Workload,
  milliseconds: number,
): Promise<Sample> {
  await upstream.ask();
  const before = await child.ask();
  const receivedBefore = clients.received;
  const { units, seconds, latencies } = await clients.run(workload, milliseconds);
  const after = await child.ask();
  const { calls = 0 } = await upstream.ask();
  const used = (after.cpu ?? 0) - (before.cpu ?? 0);
  return {
    requestsPerSecond: units / seconds,
    p99: latencies[Math.floor(latencies.length * 0.99)] ?? 0,
    cpu: used / units,
    bytes: (clients.received - receivedBefore) / units,
    calls: calls / units,
    peak: after.peak ?? 0,
  };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
}
