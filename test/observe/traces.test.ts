import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { VERSION } from '../../src/config/version.ts';
import { type Collector, type ReceivedSpan, startCollector } from '../support/collector.ts';
import { status } from '../support/faults.ts';
import { as, startGateway, type TestGateway, type TestGatewayOptions } from '../support/gateway.ts';
import { newClient } from '../support/listen.ts';
import { untilMetrics } from '../support/metrics.ts';
import { processEnvironment } from '../support/process-environment.ts';
import { until } from '../support/until.ts';

const INTERNAL = 1;
const SERVER = 2;
const CLIENT = 3;
const CONSUMER = 5;
const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const traceparent = (flags: '00' | '01'): string => `00-${TRACE_ID}-00f067aa0ba902b7-${flags}`;

describe('traces', () => {
  let collector: Collector;
  let gateway: TestGateway;
  beforeEach(async () => {
    collector = await startCollector();
  });
  afterEach(() => collector.close());

  const start = async (
    environment: Record<string, string> = {},
    sandbox: TestGatewayOptions['sandbox'] = {},
  ): Promise<void> => {
    gateway = await startGateway({
      environment: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, TRUST_PROXY: 'loopback', ...environment },
      sandbox,
    });
  };
  /** Stops the gateway, which flushes pending spans. */
  const stop = async (): Promise<readonly ReceivedSpan[]> => {
    await gateway.close();
    return collector.spans.items;
  };
  const childrenOf = (parent: ReceivedSpan | undefined): ReceivedSpan[] =>
    collector.spans.items.filter(
      ({ traceId, parentSpanId }) => traceId === parent?.traceId && parentSpanId === parent?.spanId,
    );

  it('have the attributes of the service', async () => {
    await start({ OTEL_RESOURCE_ATTRIBUTES: 'service.namespace=school', OTEL_SERVICE_NAME: 'gateway-1' });
    await gateway.query('{ __typename }');
    await stop();
    const [
      {
        resourceSpans: [{ resource }],
      } = { resourceSpans: [{ resource: null }] },
    ] = collector.bodies.map((body) => JSON.parse(body));
    expect(resource.attributes).toEqual([
      { key: 'service.name', value: { stringValue: 'gateway-1' } },
      { key: 'service.version', value: { stringValue: VERSION } },
      { key: 'service.instance.id', value: { stringValue: expect.stringContaining(String(process.pid)) } },
      { key: 'service.namespace', value: { stringValue: 'school' } },
    ]);
  });

  it("nest calls under the operation and the operation under its request, within the caller's trace", async () => {
    await start();
    const { calls } = await gateway.query(
      'query Classes { classes(first: 3) { nodes { course { objectives { name } } students { user { id } } } } }',
      { as: as.student, headers: { traceparent: traceparent('01'), tracestate: 'vendor=1' } },
    );
    const spans = await stop();
    expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set([TRACE_ID]));
    const [request, ...others] = spans.filter(({ kind }) => kind === SERVER);
    expect(others).toEqual([]);
    expect(request).toMatchObject({ name: 'POST /graphql', parentSpanId: '00f067aa0ba902b7', failed: false });
    expect(request?.attributes).toEqual({
      'http.request.method': 'POST',
      'http.route': '/graphql',
      'http.response.status_code': 200,
    });
    const [operation, ...more] = childrenOf(request);
    expect(more).toEqual([]);
    expect(operation).toMatchObject({
      name: 'query',
      kind: INTERNAL,
      attributes: { 'graphql.operation.name': 'Classes', 'graphql.operation.type': 'query' },
    });
    const routes = calls.map((call) => call.split('?', 1)[0] ?? '').toSorted();
    expect(routes.length).toBeGreaterThan(3);
    const sent = childrenOf(operation);
    expect(sent.map(({ name }) => name).toSorted()).toEqual(routes);
    expect(sent.map(({ kind }) => kind)).toEqual(sent.map(() => CLIENT));
    expect(sent[0]?.attributes).toEqual({
      'http.request.method': 'GET',
      'url.template': '/edu/v1/class/list',
      'server.address': '127.0.0.1',
      'server.port': expect.any(Number),
      'http.response.status_code': 200,
    });
    const propagated = gateway.requests.map(({ headers }) => headers);
    expect(propagated.map(({ traceparent: header }) => header).toSorted()).toEqual(
      sent.map(({ spanId }) => `00-${TRACE_ID}-${spanId}-01`).toSorted(),
    );
    expect(new Set(propagated.map(({ tracestate }) => tracestate))).toEqual(new Set(['vendor=1']));
  });

  it('keep concurrent operations apart', async () => {
    await start();
    const selections = ['me { handle }', 'courses { totalCount }', 'leaderboard { totalCount }'];
    await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        gateway.query(`query Q${index} { ${selections[index % 3]} }`, { as: as.student }),
      ),
    );
    const spans = await stop();
    const routes = ['GET /user/v1/my/profile', 'GET /edu/v1/course/list', 'GET /leaderboard/v1'];
    const named = spans.filter(({ name }) => name === 'query');
    expect(named).toHaveLength(30);
    expect(new Set(named.map(({ traceId }) => traceId)).size).toBe(30);
    for (const operation of named) {
      const index = Number(String(operation.attributes['graphql.operation.name']).slice(1));
      const [call, ...others] = childrenOf(operation);
      expect(others).toEqual([]);
      expect(call?.name.replace('shared ', '')).toBe(routes[index % 3]);
    }
  });

  it('show a retry, and link operations that share a call to it', async () => {
    let responses = 0;
    await start(
      {},
      {
        intercept: async (request, response) => {
          if (!request.url?.startsWith('/user/v1/my/profile')) return false;
          // Held until the second operation has joined.
          await untilMetrics(
            gateway,
            (metrics) => (metrics.get('gateway_upstream_saved_calls_total{by="single-flight"}') ?? 0) > 0,
          );
          responses += 1;
          if (responses === 1) status(503)(request, response);
          return responses === 1;
        },
      },
    );
    const me = { as: as.student };
    await Promise.all([gateway.query('{ me { handle } }', me), gateway.query('{ me { handle } }', me)]);
    const spans = await stop();
    const sent = spans.filter(({ name }) => name === 'GET /user/v1/my/profile');
    expect(
      sent.map(({ attributes, failed }) => [
        attributes['http.response.status_code'],
        attributes['http.request.resend_count'],
        failed,
      ]),
    ).toEqual([
      [503, undefined, true],
      [200, 1, false],
    ]);
    expect(new Set(sent.map(({ parentSpanId }) => parentSpanId)).size).toBe(1);
    const [shared] = spans.filter(({ name }) => name === 'shared GET /user/v1/my/profile');
    expect(shared?.traceId).not.toBe(sent[1]?.traceId);
    expect(shared?.links).toMatchObject([{ traceId: sent[1]?.traceId, spanId: sent[1]?.spanId }]);
  });

  it('link the trace named in a WebSocket message, and each event to the operation', async () => {
    await start({ NOTIFICATION_POLL_INTERVAL: '100' });
    const client = newClient(gateway.url, { authorization: as.student.authorization ?? '' });
    const traced = { extensions: { traceparent: traceparent('01') } };
    const query =
      'subscription Notified { notificationReceived { notification { text receiver { handle } } } }';
    const received: unknown[] = [];
    const done = new Promise<void>((resolve, reject) => {
      client.subscribe(
        { query, ...traced },
        {
          next: (item) => {
            received.push(item);
            if (received.length === 1)
              gateway.sandbox.sendNotification({ receiver: 'u-ana', text: 'Bring a pencil' });
            else resolve();
          },
          error: reject,
          complete: () => {},
        },
      );
    });
    await done;
    await client.dispose();
    const spans = await stop();
    const [operation] = spans.filter(({ name }) => name === 'subscription');
    expect(operation).toMatchObject({
      kind: SERVER,
      links: [{ traceId: TRACE_ID, spanId: '00f067aa0ba902b7' }],
    });
    expect(operation?.traceId).not.toBe(TRACE_ID);
    const events = spans.filter(({ kind }) => kind === CONSUMER);
    expect(events.map(({ name }) => name)).toEqual([
      'event notificationReceived',
      'event notificationReceived',
    ]);
    const [, event] = events;
    expect(event?.traceId).not.toBe(operation?.traceId);
    expect(event?.links).toMatchObject([{ traceId: operation?.traceId, spanId: operation?.spanId }]);
    expect(childrenOf(event).map(({ name }) => name)).toEqual(['GET /user/v1/my/profile']);
  });

  it('contain no personal data, ID, variable, document or credential', async () => {
    await start({ OTEL_EXPORTER_OTLP_HEADERS: 'x-key=collector-secret' });
    await gateway.query(
      `query Course($id: ID!) { me { handle email } course(id: $id) { name } searchUsers(term: "letters-of-a-search") { totalCount } }`,
      { as: as.student, variables: { id: 'c-first-aid' } },
    );
    await stop();
    expect(collector.headers[0]?.['x-key']).toBe('collector-secret');
    const text = collector.bodies.join('\n');
    expect(text).toContain('GET /edu/v1/course');
    for (const secret of [
      'c-first-aid',
      'u-ana',
      '@ana',
      'demo-student-token',
      'letters-of-a-search',
      'Field First Aid',
      'totalCount',
      'collector-secret',
    ])
      expect(text).not.toContain(secret);
  });

  it.each([
    ['always_off', '', '01', 0],
    ['parentbased_always_on', '', '00', 0],
    ['parentbased_always_off', '', '01', 2],
    ['traceidratio', '0', '01', 0],
    ['traceidratio', '1', '00', 2],
    ['always_on', '', '00', 2],
  ] as const)('sample like %s %s for a trace with the flags %s', async (sampler, ratio, flags, count) => {
    await start({ OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: ratio });
    await gateway.query('{ __typename }', { headers: { traceparent: traceparent(flags) } });
    expect(await stop()).toHaveLength(count);
  });

  it('are linked to that of a client which is no trusted proxy, and sampled by the gateway alone', async () => {
    const send = () =>
      gateway.query('{ me { id } }', {
        as: as.student,
        headers: { traceparent: traceparent('01'), tracestate: 'vendor=1' },
      });
    await start({ TRUST_PROXY: 'none' });
    await send();
    const spans = await stop();
    expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
    expect(spans.find(({ kind }) => kind === SERVER)).toMatchObject({
      links: [{ traceId: TRACE_ID, spanId: '00f067aa0ba902b7' }],
    });
    expect(JSON.stringify(gateway.requests.map(({ headers }) => headers))).not.toContain(TRACE_ID);
    expect(JSON.stringify(gateway.requests.map(({ headers }) => headers))).not.toContain('vendor');
    const before = collector.spans.items.length;
    await start({
      TRUST_PROXY: 'none',
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0',
    });
    await send();
    expect(await stop()).toHaveLength(before);
  });

  it.each([
    ['always_on', TRACE_ID],
    ['always_off', undefined],
  ])('put their ID in the log, next to the request ID, if they are sampled: %s', async (sampler, id) => {
    await start({ OTEL_TRACES_SAMPLER: sampler });
    await gateway.query('{ __typename }', { headers: { traceparent: traceparent('01') } });
    await stop();
    const [line] = gateway.logLines.filter((text) => text.includes('"msg":"operation"'));
    const { trace_id: found, requestId } = JSON.parse(line ?? '');
    expect([found, typeof requestId]).toEqual([id, 'string']);
  });

  it('do not affect responses while the collector is unreachable, which is logged once', async () => {
    await collector.close();
    await start();
    const failures = () => gateway.logLines.filter((line) => line.includes('trace export failed'));
    const query = () => gateway.query('{ me { handle } }', { as: as.student });
    expect((await query()).errors).toEqual([]);
    await until(() => failures().length > 0);
    expect((await query()).errors).toEqual([]);
    await stop();
    expect(failures()).toHaveLength(1);
    collector = await startCollector();
  });

  it('load the SDK only if a collector is configured', { tags: 'slow' }, async () => {
    const [without, withCollector] = await Promise.all([
      startWatched({}),
      startWatched({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }),
    ]);
    expect(without).toContain('The graph is at');
    expect(withCollector).toContain('the SDK was loaded');
  });
});

/** Starts the process with the SDK blocked. @returns its output until it runs or exits. */
async function startWatched(environment: Record<string, string>): Promise<string> {
  const forbid = `import { registerHooks } from 'node:module';
registerHooks({ resolve(name, context, next) {
  if (name.startsWith('@opentelemetry/sdk')) throw new Error('the SDK was loaded');
  return next(name, context);
} });`;
  const flag = `--import=data:text/javascript,${encodeURIComponent(forbid)}`;
  const child = spawn(process.execPath, [flag, 'src/main.ts'], {
    env: { ...processEnvironment(), PORT: '0', ...environment },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      output += text;
    });
  while (!/The graph is at|cannot start/.test(output) && child.exitCode === null)
    await Promise.race([once(child.stdout, 'data'), once(child.stderr, 'data'), once(child, 'close')]);
  child.kill('SIGKILL');
  return output;
}
