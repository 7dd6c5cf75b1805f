import type { IncomingHttpHeaders } from 'node:http';
import {
  type Context,
  defaultTextMapGetter,
  defaultTextMapSetter,
  type Link,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  type SpanOptions,
  SpanStatusCode,
  type TextMapPropagator,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import type { EventTrace, OperationTrace } from '../operations/reports/operation-trace.ts';
import type { Call, CallSpan, CallTrace } from '../platform/call.ts';
import type { RequestTrace } from './tracing.ts';

/**
 * Spans that follow OpenTelemetry's semantic conventions for HTTP and GraphQL. Contexts are passed explicitly, so that
 * concurrent operations cannot mix. Spans contain names, routes, codes and statuses: no document, variable, URL with
 * IDs, credential or platform data.
 */
export class Spans {
  readonly #tracer: Tracer;
  readonly #propagator: TextMapPropagator;
  /** The span of each sent call, for linking operations that share the call. */
  readonly #sent = new WeakMap<Call, SpanContext>();

  constructor(tracer: Tracer, propagator: TextMapPropagator) {
    this.#tracer = tracer;
    this.#propagator = propagator;
  }

  request(method: string, route: string, headers: IncomingHttpHeaders, isTrusted: boolean): RequestTrace {
    const sent = this.#propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter);
    const parent = isTrusted ? sent : ROOT_CONTEXT;
    const options = {
      kind: SpanKind.SERVER,
      attributes: { 'http.request.method': method, 'http.route': route },
      links: isTrusted ? [] : linksTo(sent),
    };
    const span = this.#tracer.startSpan(`${method} ${route}`, options, parent);
    return {
      operation: () => this.#operation({ kind: SpanKind.INTERNAL }, trace.setSpan(parent, span)),
      end: (status) => {
        span.setAttribute('http.response.status_code', status);
        if (status >= 500) fail(span, String(status));
        span.end();
      },
    };
  }

  operation(traceparent: string | undefined): OperationTrace {
    const sent = this.#propagator.extract(ROOT_CONTEXT, { traceparent }, defaultTextMapGetter);
    return this.#operation({ kind: SpanKind.SERVER, links: linksTo(sent) }, ROOT_CONTEXT);
  }

  #operation(options: SpanOptions, parent: Context): OperationTrace {
    const span = this.#tracer.startSpan('operation', options, parent);
    const { traceId, traceFlags } = span.spanContext();
    return {
      ...this.#callsUnder(trace.setSpan(parent, span)),
      traceId: traceFlags & TraceFlags.SAMPLED ? traceId : undefined,
      event: (field) => this.#event(field, span.spanContext()),
      end: ({ name, type, codes }) => {
        if (type !== null) {
          span.updateName(type);
          span.setAttribute('graphql.operation.type', type);
        }
        if (name !== null) span.setAttribute('graphql.operation.name', name);
        endWith(span, codes);
      },
    };
  }

  #event(field: string, operation: SpanContext): EventTrace {
    const span = this.#tracer.startSpan(
      `event ${field}`,
      {
        kind: SpanKind.CONSUMER,
        attributes: { 'graphql.operation.type': 'subscription', 'gateway.subscription.field': field },
        links: [{ context: operation }],
      },
      ROOT_CONTEXT,
    );
    return {
      ...this.#callsUnder(trace.setSpan(ROOT_CONTEXT, span)),
      end: (codes) => endWith(span, codes),
    };
  }

  #callsUnder(parent: Context): CallTrace {
    return {
      sent: (call) => this.#sendUnder(parent, call),
      joined: (call) => {
        const span = this.#tracer.startSpan(`shared ${call.route}`, { kind: SpanKind.INTERNAL }, parent);
        return () => {
          // Only now has the call certainly been sent.
          const context = this.#sent.get(call);
          if (context) span.addLink({ context });
          span.end();
        };
      },
    };
  }

  #sendUnder(parent: Context, call: Call): CallSpan {
    const { hostname, port, protocol } = new URL(call.origin);
    const span = this.#tracer.startSpan(
      call.route,
      {
        kind: SpanKind.CLIENT,
        attributes: {
          'http.request.method': call.method,
          'url.template': call.route.slice(call.method.length + 1),
          'server.address': hostname,
          'server.port': port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port),
          ...(call.retry ? { 'http.request.resend_count': call.retry } : {}),
        },
      },
      parent,
    );
    this.#sent.set(call, span.spanContext());
    this.#propagator.inject(trace.setSpan(parent, span), call.headers, defaultTextMapSetter);
    return {
      responded: (status) => {
        span.setAttribute('http.response.status_code', status);
        if (status >= 400) fail(span, String(status));
        span.end();
      },
      failed: (kind) => {
        fail(span, kind);
        span.end();
      },
    };
  }
}

/** Links to the span that a context names. */
function linksTo(context: Context): Link[] {
  const named = trace.getSpanContext(context);
  return named ? [{ context: named }] : [];
}

/** True for gateway and platform faults; client errors do not fail a span. */
const isFault = (code: string): boolean => code.startsWith('UPSTREAM_') || code === 'INTERNAL_SERVER_ERROR';

function endWith(span: Span, codes: readonly string[]): void {
  const [code] = codes.filter(isFault);
  if (codes.length > 0) span.setAttribute('gateway.error.codes', [...new Set(codes)]);
  if (code !== undefined) fail(span, code);
  span.end();
}

function fail(span: Span, type: string): void {
  span.setAttribute('error.type', type);
  span.setStatus({ code: SpanStatusCode.ERROR });
}
