import { parseKeyPairsIntoRecord, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { TracingSettings } from '../config/config.ts';
import { Spans } from './spans.ts';
import type { Tracing } from './tracing.ts';

/** Milliseconds between exports, and the timeout of one export: well within the drain period. */
const EXPORT_INTERVAL = 2000;
const EXPORT_TIMEOUT = 3000;

/** Exports traces to a collector by OTLP over HTTP. */
export function otlpTracing(
  settings: TracingSettings,
  attributes: Readonly<Record<string, string>>,
  onProblem: (problem: unknown) => void,
): Tracing {
  const { endpoint, headers } = settings;
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.href.replace(/\/$/, '')}/v1/traces`,
    headers: parseKeyPairsIntoRecord(headers?.reveal()),
    timeoutMillis: EXPORT_TIMEOUT,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes(attributes),
    sampler: SAMPLERS[settings.sampler](settings.ratio),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: reporting(exporter, onProblem),
        scheduledDelayMillis: EXPORT_INTERVAL,
        exportTimeoutMillis: EXPORT_TIMEOUT,
      }),
    ],
  });
  return Object.assign(new Spans(provider.getTracer('gateway'), new W3CTraceContextPropagator()), {
    // The exporter has already reported it.
    close: () => provider.shutdown().catch(() => {}),
  });
}

const SAMPLERS: Record<TracingSettings['sampler'], (ratio: number) => Sampler> = {
  always_on: () => new AlwaysOnSampler(),
  always_off: () => new AlwaysOffSampler(),
  traceidratio: (ratio) => new TraceIdRatioBasedSampler(ratio),
  parentbased_always_on: () => new ParentBasedSampler({ root: new AlwaysOnSampler() }),
  parentbased_always_off: () => new ParentBasedSampler({ root: new AlwaysOffSampler() }),
  parentbased_traceidratio: (ratio) => new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
};

/** Wraps an exporter to report its failures: the library reports them to a process-wide logger only. */
const reporting = (exporter: SpanExporter, onProblem: (problem: unknown) => void): SpanExporter => ({
  export: (spans, done) =>
    exporter.export(spans, (result) => {
      if (result.error) onProblem(result.error);
      done(result);
    }),
  forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
  shutdown: () => exporter.shutdown(),
});
