import type { TracingSettings } from '../config/config.ts';
import type { Tracing } from './tracing.ts';

/**
 * Opens tracing to the collector. The SDK is imported only here, so that a gateway without a collector does not load it.
 * @param onProblem called when an export fails.
 */
export async function openTracing(
  settings: TracingSettings,
  onProblem: (problem: unknown) => void,
): Promise<Tracing> {
  const { otlpTracing } = await import('./otlp.ts');
  return otlpTracing(settings, onProblem);
}
