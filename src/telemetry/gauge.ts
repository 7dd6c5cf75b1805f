import { Gauge, type GaugeConfiguration, type Registry } from 'prom-client';

/** Exposes a gauge without labels that is read on scrape. */
export function exposeGauge(
  registry: Registry,
  described: Pick<GaugeConfiguration<never>, 'name' | 'help' | 'aggregator'>,
  read: () => number,
): void {
  new Gauge({
    ...described,
    registers: [registry],
    collect() {
      this.set(read());
    },
  });
}
