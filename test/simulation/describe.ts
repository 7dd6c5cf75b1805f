import type { HistoryRecord } from '../chaos/history.ts';
import type { Plan } from './plan.ts';

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(3).padStart(8)} s`;

/** A plan in words, in the order in which things happen. */
export function planInWords({
  instances,
  subscribers,
  perUser,
  sources,
  faults,
  events,
  ...rest
}: Plan): string {
  const lines = [
    ...faults.map(({ at, name, target, lasts }) => ({
      at,
      text: `${name} (${target}), for ${(lasts / 1000).toFixed(3)} s`,
    })),
    ...events.map(({ at, source }) => ({ at, text: `event of source ${source}, ${sources[source]?.kind}` })),
  ].sort((one, other) => one.at - other.at);
  const { latency, pollInterval, retention } = rest;
  return [
    `${instances} instances; ${subscribers} subscribers of requests, ${perUser} of each user`,
    `latency ${latency.from} to ${latency.to} ms, polls every ${pollInterval} ms, events retained for ${retention} ms`,
    ...lines.map(({ at, text }) => `${seconds(at)}  ${text}`),
  ].join('\n');
}

/** A history in words. */
export const historyInWords = (records: readonly HistoryRecord[]): string =>
  records
    .map(({ kind, at, ...facts }) => `${seconds(at)}  ${kind.padEnd(11)} ${Object.values(facts).join('  ')}`)
    .join('\n');
