import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DescribedMetric } from '../../src/telemetry/described-metric.ts';
import { Metrics } from '../../src/telemetry/metrics.ts';
import { WorkerMetrics } from '../../src/telemetry/worker-metrics.ts';

export const METRICS_PAGE = join(import.meta.dirname, '../../docs/metrics.md');
const TABLE = /(?<=<!-- metrics -->\n)[\s\S]*?(?=\n<!-- \/metrics -->)/;

/** `docs/metrics.md` with its table generated from the declared metrics; `npm run metrics:print` writes it. */
export function withMetricTable(page: string): string {
  if (!TABLE.test(page)) throw new Error('docs/metrics.md has no place for the table');
  return page.replace(TABLE, metricTable);
}

function metricTable(): string {
  const rows = [...new Metrics(null).described, ...new WorkerMetrics().described]
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .map(rowOf);
  return ['| metric | type | labels | meaning |', '|---|---|---|---|', ...rows].join('\n');
}

const rowOf = ({ name, type, labels, help }: DescribedMetric): string =>
  `| \`${name}\` | ${type} | ${labels.map((label) => `\`${label}\``).join(', ')} | ${help} |`;

if (import.meta.main) writeFileSync(METRICS_PAGE, withMetricTable(readFileSync(METRICS_PAGE, 'utf8')));
