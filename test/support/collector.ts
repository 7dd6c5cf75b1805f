import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { Collected } from './collected.ts';

/** One received span: OTLP over HTTP with JSON. */
export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  name: string;
  /** Source: OTLP. 1 internal, 2 server, 3 client, 5 consumer. */
  kind: number;
  attributes: Record<string, unknown>;
  links: { traceId: string; spanId: string }[];
  failed: boolean;
}

/** An OpenTelemetry collector on its own port. */
export interface Collector {
  url: string;
  spans: Collected<ReceivedSpan>;
  /** The raw bodies, to check for text that must never be in them. */
  bodies: string[];
  headers: IncomingHttpHeaders[];
  close(): Promise<void>;
}

interface Exported {
  resourceSpans: { scopeSpans: { spans: ExportedSpan[] }[] }[];
}
interface ExportedSpan extends Omit<ReceivedSpan, 'attributes' | 'failed'> {
  attributes: { key: string; value: Record<string, unknown> }[];
  status: { code?: number };
}

export async function startCollector(): Promise<Collector> {
  const spans = new Collected<ReceivedSpan>();
  const bodies: string[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString('utf8');
    bodies.push(body);
    headers.push(request.headers);
    if (request.url !== '/v1/traces') return void response.writeHead(404).end();
    const { resourceSpans }: Exported = JSON.parse(body);
    const exported = resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
    for (const span of exported) spans.add(received(span));
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the collector listens on no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    spans,
    bodies,
    headers,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const received = ({ attributes, status, links, ...span }: ExportedSpan): ReceivedSpan => ({
  ...span,
  links: links ?? [],
  attributes: Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]])),
  failed: status.code === 2,
});
