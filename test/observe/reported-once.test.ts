import { createHash, randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import type { Client } from 'graphql-ws';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Config } from '../../src/config/config.ts';
import { type ReceivedSpan, startCollector } from '../support/collector.ts';
import { status } from '../support/faults.ts';
import { as, startGateway, type TestGateway } from '../support/gateway.ts';
import { failNextDelivery } from '../support/injection.ts';
import { know } from '../support/known-users.ts';
import { listenOn, newClient } from '../support/listen.ts';
import { readMetrics } from '../support/metrics.ts';
import { readStream } from '../support/read-stream.ts';
import { streamBytes, streamLimit } from '../support/stream-limit.ts';
import { temporaryFile } from '../support/temporary-file.ts';

const STUDENT = as.student.authorization ?? '';
const RECEIVED = 'subscription Received { notificationReceived { cursor } }';
const RAISED = 'subscription Raised($id: ID!) { atoAlertRaised(requestId: $id) { cursor } }';
const SIGN_ON = `mutation ($input: CompleteAtoSignOnInput!) {
  completeAtoSignOn(input: $input) { token { accessToken } }
}`;
const OPERATION_NAMES = ['operation', 'query', 'mutation', 'subscription'];

/** What a gateway said of one operation: its log lines, its spans, and the operations that it counted. */
interface Report {
  lines: Record<string, unknown>[];
  spans: ReceivedSpan[];
  counted: Record<string, number>;
}

/** One operation, marked by the trace it belongs to. */
class Traced {
  readonly id = randomBytes(16).toString('hex');
  readonly traceparent = `00-${this.id}-00f067aa0ba902b7-01`;
  readonly headers = { traceparent: this.traceparent };
  readonly extensions = { traceparent: this.traceparent };
}

async function startReporting(environment: Record<string, string> = {}, config: Partial<Config> = {}) {
  const collector = await startCollector();
  onTestFinished(() => collector.close());
  const gateway = await startGateway({
    environment: {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      NOTIFICATION_POLL_INTERVAL: '100',
      TRUST_PROXY: 'loopback',
      ...environment,
    },
    config,
  });
  let isClosed = false;
  const close = async () => {
    if (!isClosed) await gateway.close();
    isClosed = true;
  };
  onTestFinished(close);
  const lines = () => gateway.logLines.map((line) => JSON.parse(line));
  /**
   * Waits for the log line, stops the gateway, and returns everything it has reported.
   * @param isLast the line of an operation over a socket, whose trace is only linked. Default: that with the ID of the trace.
   */
  const reportOf = async (
    { id }: Traced,
    isLast: (line: Record<string, unknown>) => boolean = (line) => line.trace_id === id,
  ): Promise<Report> => {
    while (!lines().some(isLast)) await new Promise((resolve) => setImmediate(resolve));
    const series = [...(await readMetrics(gateway))];
    await close();
    const spans = collector.spans.items.filter(
      ({ traceId, links, name }) =>
        OPERATION_NAMES.includes(name) && [traceId, ...links.map((link) => link.traceId)].includes(id),
    );
    const traces = spans.map(({ traceId }) => traceId);
    return {
      lines: lines().filter((line) => traces.includes(line.trace_id)),
      spans,
      counted: Object.fromEntries(series.filter(([name]) => name.startsWith('gateway_operations_total'))),
    };
  };
  return { gateway, reportOf };
}

/** The report of an operation that was refused before its name and type were known. */
const refusedWith = (code: string, reason: string, about: Record<string, unknown> = {}) => ({
  lines: [
    expect.objectContaining({
      operation: null,
      type: null,
      codes: [code],
      code,
      reason,
      upstreamCalls: 0,
      msg: 'operation',
      ...about,
    }),
  ],
  spans: [expect.objectContaining({ name: 'operation' })],
  counted: expect.objectContaining({
    [`gateway_operations_total{operation="none",type="none",code="${code}"}`]: 1,
  }),
});

const post = (
  { url }: TestGateway,
  traced: Traced,
  body: string,
  headers: Record<string, string> = {},
  path = '/graphql',
) =>
  fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...traced.headers, ...headers },
    body,
  });

/** A client that connects at once, until the test ends. */
const connectTo = ({ url }: TestGateway, authorization = ''): Client => {
  const client = newClient(url, { authorization, client: { lazy: false, onNonLazyError: () => {} } });
  onTestFinished(() => client.dispose() as Promise<void>);
  return client;
};

/** An access token of a user who signed on to an ATO request, and the request. */
const signOnToAto = async ({ sandbox, query }: TestGateway) => {
  const { requestId } = await sandbox.startAtoRequest({ userId: 'u-ana' });
  const { code } = sandbox.signOnToAto(requestId);
  const { data } = await query(SIGN_ON, { variables: { input: { code, state: requestId } } });
  return { accessToken: String(data.completeAtoSignOn.token.accessToken), requestId };
};

const expectOnce = ({ lines, spans, counted }: Report, line: Record<string, unknown>): void => {
  expect(lines).toEqual([expect.objectContaining(line)]);
  expect(spans).toHaveLength(1);
  expect(Object.values(counted)).toEqual([1]);
};

/** Runs an operation over a socket to its end. */
const runOver = (client: Client, query: string, { extensions }: Traced): Promise<unknown> =>
  new Promise((resolve) =>
    client.subscribe(
      { query, extensions },
      { next: () => {}, error: resolve, complete: () => resolve('complete') },
    ),
  );

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

describe('an operation is counted, logged and traced exactly once', () => {
  it('when it is over the limit of open operations of its socket', async () => {
    const { gateway, reportOf } = await startReporting();
    const client = connectTo(gateway, as.plugin.authorization);
    const streams = Array.from({ length: 100 }, () =>
      listenOn(client, 'subscription { atoRequestChanged { cursor } }'),
    );
    await Promise.all(streams.map((stream) => stream.reach(1)));
    const traced = new Traced();
    expect(await runOver(client, '{ __typename }', traced)).toMatchObject([
      { extensions: { code: 'RATE_LIMITED' } },
    ]);
    expect(await reportOf(traced, ({ reason }) => reason === 'open-operations')).toEqual(
      refusedWith('RATE_LIMITED', 'open-operations'),
    );
  });

  it.each(['HTTP', 'a socket'])('when its caller is over the rate limit, over %s', async (transport) => {
    const { gateway, reportOf } = await startReporting({ LIMIT_RATE: '2' });
    await know(gateway, as.student);
    const traced = new Traced();
    if (transport === 'HTTP') {
      for (let number = 0; number < 2; number += 1) await gateway.query('{ __typename }', { as: as.student });
      await post(gateway, traced, '{"query":"{ __typename }"}', as.student);
    } else {
      const client = connectTo(gateway, STUDENT);
      expect(await runOver(client, '{ __typename }', new Traced())).toBe('complete');
      expect(await runOver(client, '{ __typename }', traced)).toMatchObject([
        { extensions: { code: 'RATE_LIMITED', retryAfterMs: expect.any(Number) } },
      ]);
    }
    expect(await reportOf(traced, ({ reason }) => reason === 'rate-operations')).toEqual(
      refusedWith('RATE_LIMITED', 'rate-operations', { document: null, root: [] }),
    );
  });

  it.each([
    ['is not JSON', '{"query":', {}, 400],
    ['is not declared as JSON', '{"query":"{ __typename }"}', { 'content-type': 'text/plain' }, 415],
    ['is too large', `{"query":"{ __typename } #${'x'.repeat(200_000)}"}`, {}, 413],
  ])('when its body %s', async (_, body, headers, status) => {
    const { gateway, reportOf } = await startReporting();
    const traced = new Traced();
    expect((await post(gateway, traced, body, headers)).status).toBe(status);
    const report = await reportOf(traced);
    expect(report).toEqual(refusedWith('BAD_REQUEST', 'body', { document: null, root: [] }));
    expect(report.lines[0]?.status).toBe(status);
  });

  it.each(['HTTP', 'a socket'])('when its document is not trusted, over %s', async (transport) => {
    const { gateway, reportOf } = await startReporting({
      TRUSTED_DOCUMENTS: temporaryFile('{"known":"query Known { __typename }"}'),
    });
    const traced = new Traced();
    const query = 'query Stranger { __typename }';
    if (transport === 'HTTP')
      expect((await post(gateway, traced, JSON.stringify({ query }))).status).toBe(400);
    else await runOver(connectTo(gateway), query, traced);
    expect(await reportOf(traced, ({ reason }) => reason === 'untrusted-document')).toEqual(
      refusedWith('BAD_REQUEST', 'untrusted-document', { document: hashOf(query) }),
    );
  });

  it.each([
    ['subscriptions', streamLimit(streamBytes(2, 1, RECEIVED))],
    ['connections', streamLimit(streamBytes(1, 2, RECEIVED))],
  ])('when its caller has too many %s', async (reason, environment) => {
    const { gateway, reportOf } = await startReporting(environment);
    const open = await readStream(gateway.url, RECEIVED, { headers: as.student });
    await open.events.reach(1);
    const traced = new Traced();
    const { response } = await readStream(gateway.url, RECEIVED, {
      headers: { ...as.student, ...traced.headers },
    });
    expect(response.status).toBe(429);
    const { lines } = await reportOf(traced);
    expect(lines).toEqual([
      expect.objectContaining({
        operation: 'Received',
        root: ['notificationReceived'],
        code: 'RATE_LIMITED',
        reason,
      }),
    ]);
  });

  it.each<[string, string, number, (gateway: TestGateway, token: string) => void]>([
    [
      'cannot be checked',
      'UPSTREAM_UNAVAILABLE',
      503,
      ({ faults }) => faults.set('GET /oauth/v2/token/validate', status(503)),
    ],
    ['has ended', 'UNAUTHENTICATED', 401, ({ sandbox }, token) => sandbox.revokeToken(token)],
  ])('when it requests a stream and its session %s', async (_, code, expected, prepare) => {
    const { gateway, reportOf } = await startReporting();
    const { accessToken, requestId } = await signOnToAto(gateway);
    prepare(gateway, accessToken);
    const traced = new Traced();
    const { response } = await readStream(gateway.url, RAISED, {
      headers: { ...as.bearer(accessToken), ...traced.headers },
      variables: { id: requestId },
    });
    expect(response.status).toBe(expected);
    expect(await reportOf(traced)).toEqual({
      lines: [
        expect.objectContaining({
          operation: 'Raised',
          type: 'subscription',
          root: ['atoAlertRaised'],
          document: hashOf(RAISED),
          codes: [code],
          code,
          reason: 'session',
        }),
      ],
      spans: [expect.objectContaining({ name: 'subscription' })],
      counted: expect.objectContaining({
        [`gateway_operations_total{operation="Raised",type="subscription",code="${code}"}`]: 1,
      }),
    });
  });

  it('when its client accepts no media type of the response', async () => {
    const { gateway, reportOf } = await startReporting();
    const traced = new Traced();
    const response = await post(gateway, traced, '{"query":"query Type { __typename }"}', {
      accept: 'text/html',
    });
    expect(response.status).toBe(406);
    expect(await reportOf(traced)).toEqual(refusedWith('BAD_REQUEST', 'accept', { status: 406 }));
  });

  it('when the mission planner searches', async () => {
    const { gateway, reportOf } = await startReporting();
    const traced = new Traced();
    const response = await post(
      gateway,
      traced,
      '{"term":"first aid"}',
      as.plugin,
      '/plugin/mission-planner/capabilities',
    );
    expect(response.status).toBe(200);
    const { lines, spans, counted } = await reportOf(traced);
    expect(lines).toEqual([
      expect.objectContaining({ operation: 'MissionPlannerCapabilities', type: 'query', codes: [] }),
    ]);
    expect(spans).toEqual([expect.objectContaining({ name: 'query' })]);
    expect(counted).toEqual({
      'gateway_operations_total{operation="MissionPlannerCapabilities",type="query",code="OK"}': 1,
    });
  });

  it.each([
    ['new', 1],
    ['known', 2],
  ])('when it has a response, and its document was %s', async (_, times) => {
    const { gateway, reportOf } = await startReporting();
    let traced = new Traced();
    for (let time = 0; time < times; time += 1) {
      traced = new Traced();
      await post(gateway, traced, '{"query":"query Me { me { handle } }"}', as.student);
    }
    const { lines, spans, counted } = await reportOf(traced);
    const found = { document: hashOf('query Me { me { handle } }'), root: ['me'], upstreamCalls: 1 };
    expect(lines).toEqual([expect.objectContaining({ operation: 'Me', ...found, codes: [], status: 200 })]);
    expect(spans).toHaveLength(1);
    expect(counted).toEqual({ 'gateway_operations_total{operation="Me",type="query",code="OK"}': times });
  });

  it('when its client disconnects before the response', async () => {
    const { gateway, reportOf } = await startReporting();
    const waiting = new Promise<void>((resolve) =>
      gateway.faults.set('GET /user/v1/my/profile', () => resolve()),
    );
    const traced = new Traced();
    const client = connect(Number(new URL(gateway.url).port), '127.0.0.1');
    const body = '{"query":"query Me { me { id } }"}';
    const headers = ['host: x', 'content-type: application/json', `authorization: ${STUDENT}`];
    client.write(
      `POST /graphql HTTP/1.1\r\n${headers.join('\r\n')}\r\ntraceparent: ${traced.traceparent}\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    );
    await waiting;
    client.destroy();
    expectOnce(await reportOf(traced), { operation: 'Me', aborted: true });
  });

  it('when its stream is closed, over server-sent events', async () => {
    const { gateway, reportOf } = await startReporting();
    const traced = new Traced();
    const stream = await readStream(gateway.url, RECEIVED, {
      headers: { ...as.student, ...traced.headers },
    });
    await stream.events.reach(1);
    stream.stop();
    const line = { operation: 'Received', type: 'subscription', codes: [], aborted: true };
    expectOnce(await reportOf(traced), line);
  });

  it('when its stream is closed, over a socket that stays open', async () => {
    const { gateway, reportOf } = await startReporting();
    const client = connectTo(gateway, STUDENT);
    const traced = new Traced();
    const stop = await new Promise<() => void>((resolve) => {
      const unsubscribe = client.subscribe(
        { query: RECEIVED, extensions: traced.extensions },
        { next: () => resolve(unsubscribe), error: () => {}, complete: () => {} },
      );
    });
    stop();
    const report = await reportOf(traced, ({ operation }) => operation === 'Received');
    expectOnce(report, { operation: 'Received', type: 'subscription', codes: [] });
    expect(report.lines[0]).not.toHaveProperty('aborted');
  });

  it('when its stream fails', async () => {
    const { gateway, reportOf } = await startReporting();
    const traced = new Traced();
    const stream = await readStream(gateway.url, RECEIVED, {
      headers: { ...as.student, ...traced.headers },
    });
    await stream.events.reach(1);
    failNextDelivery();
    gateway.sandbox.sendNotification({ receiver: 'u-ana', text: 'Bring a rope' });
    expect(await stream.ended).toBe(false);
    expectOnce(await reportOf(traced), { operation: 'Received', codes: ['INTERNAL_SERVER_ERROR'] });
    expect(gateway.logLines.filter((line) => line.includes('stream failed'))).toHaveLength(1);
  });
});

describe('a call of the platform', () => {
  it.each([
    ['handled', '/plugin/mission-planner/capabilities', '{}', as.plugin, 200, {}],
    [
      'refused for its credential',
      '/plugin/ato/requests',
      '{}',
      as.student,
      401,
      { code: 'UNAUTHENTICATED', reason: 'credential' },
    ],
    ['malformed', '/plugin/ato/requests', '{', as.plugin, 400, { code: 'BAD_REQUEST', reason: 'body' }],
  ])('is counted, logged and traced if it is %s', async (_, path, body, credential, status, refusal) => {
    const collector = await startCollector();
    onTestFinished(() => collector.close());
    const gateway = await startGateway({
      environment: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, TRUST_PROXY: 'loopback' },
    });
    const traced = new Traced();
    const response = await post(gateway, traced, body, credential, path);
    expect(response.status).toBe(status);
    const counted = [...(await readMetrics(gateway))].filter(([name]) =>
      name.startsWith('gateway_plugin_calls_total'),
    );
    await gateway.close();
    expect(counted).toEqual([[`gateway_plugin_calls_total{endpoint="${path}",status="${status}"}`, 1]]);
    const lines = gateway.logLines.map((line) => JSON.parse(line));
    expect(lines.filter(({ msg }) => msg === 'plugin call')).toEqual([
      expect.objectContaining({ endpoint: path, status, requestId: expect.any(String), ...refusal }),
    ]);
    const spans = collector.spans.items.filter(({ name }) => name === `POST ${path}`);
    expect(spans).toEqual([expect.objectContaining({ traceId: traced.id })]);
    expect(spans[0]?.attributes['http.response.status_code']).toBe(status);
  });
});
