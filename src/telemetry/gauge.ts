import { Gauge, type GaugeConfiguration, type Registry } from '@prometheus-io/client';

type Described = Pick<GaugeConfiguration<never>, 'name' | 'help' | 'aggregator'> & { read(): number };

/** Exposes a gauge without labels that is read on scrape. */
export function exposeGauge(registry: Registry, { read, ...described }: Described): void {
  new Gauge({
    ...described,
    registers: [registry],
    collect() {
      this.set(read());
    },
  });
}
