import { type DescribedMetric, Metrics } from '../../src/telemetry/metrics.ts';

/** The README's metric table, generated from the declarations. Run as a script, it prints it: `npm run metrics:print`. */
export function metricTable(): string {
  const rows = [...new Metrics(null).described].sort((a, b) => (a.name < b.name ? -1 : 1)).map(rowOf);
  return ['| metric | type | labels | what it is |', '|---|---|---|---|', ...rows].join('\n');
}

const rowOf = ({ name, type, labels, help }: DescribedMetric): string =>
  `| \`${name}\` | ${type} | ${labels.map((label) => `\`${label}\``).join(', ')} | ${help} |`;

if (import.meta.main) process.stdout.write(`${metricTable()}\n`);
