import { AggregatorRegistry, Histogram, Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { Durations } from '../../src/telemetry/durations.ts';

const BOUNDS = [0.005, 0.1, 2.5];
const NAMED = { name: 'took_seconds', help: 'How long it took.' };
const LABELS = ['route', 'kind'] as const;
/** Milliseconds: on a bound, between bounds, above all bounds. */
const OBSERVED: readonly (readonly [route: string, kind: string, milliseconds: number])[] = [
  ['/a', 'x', 0],
  ['/a', 'x', 5],
  ['/a', 'x', 5.5],
  ['/a', 'x', 100],
  ['/a', 'y', 2500],
  ['/b "quoted"', 'x', 2501],
  ['/a', 'x', 60_000],
];

describe('duration histograms', () => {
  const [own, library] = [new Registry(), new Registry()];
  const durations = new Durations(own, NAMED, LABELS, BOUNDS);
  const histogram = new Histogram({
    ...NAMED,
    labelNames: [...LABELS],
    buckets: BOUNDS,
    registers: [library],
  });
  for (const [route, kind, milliseconds] of OBSERVED) {
    durations.of(route, kind).observe(milliseconds);
    histogram.labels(route, kind).observe(milliseconds / 1000);
  }

  it("render like prom-client's histogram", async () => {
    const text = await own.metrics();
    expect(text).toContain('took_seconds_bucket{le="0.1",route="/a",kind="x"} 4');
    expect(text).toBe(await library.metrics());
  });

  it("aggregate over processes like prom-client's histogram", async () => {
    const sumOf = async (registry: Registry): Promise<string> => {
      const values = await registry.getMetricsAsJSON();
      return AggregatorRegistry.aggregate([values, values]).metrics();
    };
    expect(await sumOf(own)).toBe(await sumOf(library));
    expect(await sumOf(own)).toContain('took_seconds_count{route="/a",kind="x"} 10');
  });
});
