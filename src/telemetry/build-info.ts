import { Gauge, type Registry } from '@prometheus-io/client';

/** The build that runs. */
export interface Build {
  version: string;
  /** Null: not known. */
  commit: string | null;
}

/** Declares the metric whose labels name the build. @param build null: declared without a value. */
export function exposeBuild(registry: Registry, build: Build | null): void {
  const gauge = new Gauge({
    name: 'gateway_build_info',
    help: 'Always 1; the labels name the version, the commit (empty if `BUILD_COMMIT` is not set) and the version of Node.',
    labelNames: ['version', 'commit', 'node'],
    // Across workers, still 1.
    aggregator: 'max',
    registers: [registry],
  });
  if (build) gauge.set({ version: build.version, commit: build.commit ?? '', node: process.version }, 1);
}
