import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Metrics } from '../../src/telemetry/metrics.ts';
import { alerts, dashboard, elsewhere, expressions, familyOf, readBy, shown } from './dashboard.ts';
import { type DescribedMetric, metricsOf } from './described-metric.ts';
import { METRICS_PAGE, withMetricTable } from './metric-table.ts';

describe('the dashboard and the alerts', () => {
  const metrics = new Metrics(null);
  metrics.collectProcess();
  const declared = new Map(
    metricsOf(metrics.registry).map((metric): [string, DescribedMetric] => [metric.name, metric]),
  );

  it.each(expressions)('use only declared metrics and labels: %s', (expression) => {
    const { metrics: names, labels, isValid } = readBy(expression);
    expect(isValid).toBe(true);
    if (expression !== 'vector(2)') expect(names).not.toEqual([]);
    const own = names.filter((name) => !elsewhere.has(name));
    const families = own.map((name) => declared.get(name) ?? declared.get(familyOf(name)));
    expect(families).not.toContain(undefined);
    const known = new Set(['job', 'instance', 'le', ...families.flatMap((family) => family?.labels ?? [])]);
    expect(labels.filter((label) => !known.has(label))).toEqual([]);
  });

  it("show every one of the gateway's own metrics", () => {
    const own = [...declared.keys()].filter((name) => name.startsWith('gateway_'));
    expect(own.length).toBeGreaterThan(20);
    expect(own.filter((name) => !shown.map(familyOf).includes(name) && !shown.includes(name))).toEqual([]);
  });

  it('have panels that do not overlap, with unique IDs and titles', () => {
    const { panels } = dashboard;
    expect(dashboard.schemaVersion).toBeGreaterThanOrEqual(39);
    expect(dashboard.templating.list.map(({ name }) => name)).toEqual(['datasource', 'job', 'instance']);
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    expect(new Set(panels.map(({ title }) => title)).size).toBe(panels.length);
    const cells = panels.flatMap(({ gridPos: { h, w, x, y } }) => {
      expect(x + w).toBeLessThanOrEqual(24);
      return Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)},${y + Math.floor(cell / w)}`);
    });
    expect(new Set(cells).size).toBe(cells.length);
    for (const { type, targets = [] } of panels) {
      expect(targets.length > 0).toBe(type !== 'row');
      expect(new Set(targets.map(({ refId }) => refId)).size).toBe(targets.length);
    }
  });

  it('explain every alert and say what to do', () => {
    const names = alerts.map(
      ({ alert, labels, annotations }) => `${alert} ${labels.severity} ${annotations.summary}`,
    );
    expect(new Set(names).size).toBe(alerts.length);
    for (const { alert, labels, annotations } of alerts) {
      expect(labels.severity).toMatch(/^(page|warn)$/);
      expect(annotations.runbook_url).toBe(`https://runbook.example/RUNBOOK.md#${alert.toLowerCase()}`);
      for (const text of [annotations.summary, annotations.description, annotations.action])
        expect(text.length).toBeGreaterThan(10);
    }
  });

  it('are documented in docs/metrics.md as the gateway declares them', () => {
    const page = readFileSync(METRICS_PAGE, 'utf8');
    expect(page).toContain('| `gateway_operations_total` | counter |');
    expect(page).toBe(withMetricTable(page));
  });
});
