import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RULE_FILES } from '../observe/metric-table.ts';
import { readMetrics } from '../support/metrics.ts';

/** Seconds between two scrapes. */
export const INTERVAL = 15;
/** Scrapes before the fault. */
export const QUIET = 4;
/** Scrapes of a drill. */
export const SCRAPES = 10;

/** Values of one time series by scrape. Null: it was not scraped. */
export type Values = readonly (number | null)[];

const [RULES = ''] = RULE_FILES;
const RECORDED = join(import.meta.dirname, 'recorded');
const fileOf = (drill: string): string => join(RECORDED, `${drill.replaceAll(' ', '-')}.txt`);

const NAMED = new Set(readFileSync(RULES, 'utf8').match(/\b[a-z]+_[a-z0-9_]+\b/g));
/** Whether an alert reads this series; of the durations of operations, one bucket. */
function isRead(series: string): boolean {
  const isOtherBucket =
    series.startsWith('gateway_operation_duration_seconds_bucket') && !/le="2\.5"/.test(series);
  return NAMED.has(series.replace(/\{.*/, '')) && !isOtherBucket;
}

export const isCounter = (series: string): boolean => /_(total|bucket|count|sum)\{/.test(series);

/** Scrapes instances as Prometheus does, with `up` and the labels of the target. */
export class Recorder {
  readonly #targets: Readonly<Record<string, string>>;
  readonly #scrapes: ReadonlyMap<string, number>[] = [];
  readonly #startedAt = performance.now();

  /** @param targets URLs of metrics by name of the instance. */
  constructor(targets: Readonly<Record<string, string>>) {
    this.#targets = targets;
  }

  /** Resolves when there are so many scrapes. */
  async reach(scrapes: number): Promise<void> {
    while (this.#scrapes.length < scrapes) {
      const due = this.#startedAt + this.#scrapes.length * INTERVAL * 1000;
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
      const scraped = await Promise.all(Object.entries(this.#targets).map(scrape));
      this.#scrapes.push(new Map(scraped.flat()));
    }
  }

  /** Leaves out counters that stayed at zero: nothing was counted by them, so no alert fires for them. */
  write(drill: string): void {
    const names = new Set(this.#scrapes.flatMap((scraped) => [...scraped.keys()]));
    const lines = [...names].toSorted().flatMap((name) => {
      const values = this.#scrapes.map((scraped) => scraped.get(name) ?? '_');
      const isUnused = isCounter(name) && values.every((value) => value === 0 || value === '_');
      return isUnused ? [] : `${name} ${values.join(' ')}\n`;
    });
    writeFileSync(fileOf(drill), lines.join(''));
  }
}

async function scrape([instance, metricsUrl]: [string, string]): Promise<[string, number][]> {
  const target = `job="gateway",instance="${instance}"`;
  const startedAt = performance.now();
  const within = new Promise<null>((resolve) => setTimeout(resolve, 10_000, null));
  const metrics = await Promise.race([within, readMetrics({ metricsUrl }).catch(() => null)]);
  const series = [...(metrics ?? [])].filter(([name]) => isRead(name));
  return [
    [`up{${target}}`, metrics ? 1 : 0],
    [`scrape_duration_seconds{${target}}`, Math.round((performance.now() - startedAt) / 10) / 100],
    ...series.map(([name, value]): [string, number] => [
      name.endsWith('}') ? `${name.slice(0, -1)},${target}}` : `${name}{${target}}`,
      value,
    ]),
  ];
}

/** What `npm run drills` recorded, by time series. */
export function recordingOf(drill: string): ReadonlyMap<string, Values> {
  const lines = readFileSync(fileOf(drill), 'utf8').trim().split('\n');
  return new Map(
    lines.map((line) => {
      const end = line.indexOf('} ') + 1;
      const values = line.slice(end + 1).split(' ');
      return [line.slice(0, end), values.map((value) => (value === '_' ? null : Number(value)))];
    }),
  );
}
