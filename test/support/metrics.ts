import type { TestGateway } from './gateway.ts';

/** Series to value, as in `gateway_errors_total{code="FORBIDDEN"}`. */
export type Metrics = ReadonlyMap<string, number>;

/** Scrapes the metrics as Prometheus does. */
export async function readMetrics({ metricsUrl }: Pick<TestGateway, 'metricsUrl'>): Promise<Metrics> {
  if (metricsUrl === null) throw new Error('this gateway serves no metrics');
  const text = await (await fetch(metricsUrl)).text();
  const series = [...text.matchAll(/^([a-z_0-9]+(?:\{.*\})?) (\S+)$/gm)];
  return new Map(series.map(([, name = '', value]) => [name, Number(value)]));
}

/** Waits for a condition on the metrics. */
export async function untilMetrics(
  gateway: Pick<TestGateway, 'metricsUrl'>,
  isSo: (metrics: Metrics) => boolean,
): Promise<Metrics> {
  for (;;) {
    const metrics = await readMetrics(gateway);
    if (isSo(metrics)) return metrics;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
