import type { TracingSettings } from '../config/config.ts';
import type { Tracing } from './tracing.ts';

/**
 * Traces to the collector. The SDK is loaded only here, so that a gateway without a collector runs without it.
 * @param onProblem told when an export fails.
 */
export async function openTracing(
  settings: TracingSettings,
  onProblem: (problem: unknown) => void,
): Promise<Tracing> {
  const { otlpTracing } = await import('./otlp.ts');
  return otlpTracing(settings, onProblem);
}
