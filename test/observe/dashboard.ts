import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
import { parse } from 'yaml';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

interface Panel {
  id: number;
  type: string;
  title: string;
  gridPos: { h: number; w: number; x: number; y: number };
  targets?: { refId: string; expr: string }[];
}
interface Dashboard {
  uid: string;
  title: string;
  schemaVersion: number;
  panels: Panel[];
  templating: { list: { name: string; type: string }[] };
}
interface Alert {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { runbook_url: string; summary: string; description: string; action: string };
}
interface Recording {
  record: string;
  expr: string;
}

export const dashboard: Dashboard = JSON.parse(read('deploy/grafana/gateway.json'));
const { groups }: { groups: { rules: (Alert | Recording)[] }[] } = parse(
  read('deploy/prometheus/alerts.yaml'),
);
const rules = groups.flatMap((group) => group.rules);
export const alerts = rules.filter((rule) => 'alert' in rule);
/** Series that no gateway exposes: those of the recording rules, and Prometheus' own. */
export const elsewhere = new Set([
  'up',
  'scrape_duration_seconds',
  ...rules.flatMap((rule) => ('record' in rule ? [rule.record] : [])),
]);

/** Fills in Grafana's variables. */
const filledIn = (expression: string): string =>
  expression.replaceAll('$__rate_interval', '5m').replaceAll('$job', 'gateway').replaceAll('$instance', '.*');

export const expressions = [
  ...dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => filledIn(expr))),
  ...rules.map(({ expr }) => expr),
];

/** Metrics and labels of an expression, parsed with PromQL's own grammar. */
export function readBy(expression: string): { metrics: string[]; labels: string[]; isValid: boolean } {
  const found = { metrics: [] as string[], labels: [] as string[], isValid: true };
  parser.parse(expression).iterate({
    enter: ({ name, type, from, to }) => {
      if (type.isError) found.isValid = false;
      if (name === 'Identifier') found.metrics.push(expression.slice(from, to));
      if (name === 'LabelName') found.labels.push(expression.slice(from, to));
    },
  });
  return found;
}

/** The metric behind a histogram's bucket, sum or count series. */
export const familyOf = (name: string): string => name.replace(/_(bucket|sum|count)$/, '');

export const shown = [...new Set(expressions.flatMap((expression) => readBy(expression).metrics))]
  .filter((name) => !elsewhere.has(name))
  .toSorted();
