import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { reset, status } from '../support/faults.ts';
import { FULL } from '../support/fleet-form.ts';
import { as, startGateway, type TestGateway } from '../support/gateway.ts';
import { listen } from '../support/listen.ts';
import { readMetrics } from '../support/metrics.ts';
import { temporaryFile } from '../support/temporary-file.ts';

const CLASSES = `query Classes($first: Int) {
  classes(first: $first) { nodes { course { objectives { name } } students { user { handle } } } }
}`;

describe('metrics', () => {
  let gateway: TestGateway;
  afterEach(() => gateway.close());

  it('count operations by name, type and code, and the errors in them', async () => {
    gateway = await startGateway();
    await gateway.query(CLASSES, { as: as.student });
    await gateway.query(CLASSES, { as: as.student, variables: { first: 500 } });
    await gateway.query('{ me { handle } }');
    await gateway.query('mutation Nothing { __typename }');
    await gateway.query('{ nothing }');
    const metrics = await readMetrics(gateway);
    const operations = [...metrics].filter(([name]) => name.startsWith('gateway_operations_total'));
    expect(Object.fromEntries(operations)).toEqual({
      'gateway_operations_total{operation="Classes",type="query",code="OK"}': 1,
      'gateway_operations_total{operation="Classes",type="query",code="BAD_USER_INPUT"}': 1,
      'gateway_operations_total{operation="anonymous",type="query",code="UNAUTHENTICATED"}': 1,
      'gateway_operations_total{operation="Nothing",type="mutation",code="OK"}': 1,
      'gateway_operations_total{operation="none",type="none",code="GRAPHQL_VALIDATION_FAILED"}': 1,
    });
    expect(metrics.get('gateway_errors_total{code="BAD_USER_INPUT"}')).toBe(1);
    expect(metrics.get('gateway_errors_total{code="UNAUTHENTICATED"}')).toBe(1);
    expect(metrics.get('gateway_operation_duration_seconds_count{operation="Classes",type="query"}')).toBe(2);
  });

  it('count the errors in events', async () => {
    gateway = await startGateway({ environment: { NOTIFICATION_POLL_INTERVAL: '100' } });
    const stream = listen(
      gateway.url,
      'subscription { notificationReceived { notification { receiver { handle } } } }',
      as.student,
    );
    await stream.reach(1);
    gateway.faults.set('GET /user/v1/my/profile', status(403));
    gateway.sandbox.sendNotification({ receiver: 'u-ana', text: 'Bring a pencil' });
    await stream.reach(2);
    stream.stop();
    expect((await readMetrics(gateway)).get('gateway_errors_total{code="FORBIDDEN"}')).toBe(1);
  });

  it('count platform calls by route and outcome, and calls avoided', async () => {
    gateway = await startGateway();
    const { calls } = await gateway.student(CLASSES);
    gateway.faults.set('GET /user/v1/my/profile', status(403));
    gateway.faults.set('GET /edu/v1/course/list', reset);
    await gateway.query('{ me { handle } courses { totalCount } }', { as: as.student });
    const metrics = await readMetrics(gateway);
    const structures = calls.filter((call) => call.startsWith('GET /edu/v1/class/structure')).length;
    const sent = (route: string, labels: string): number | undefined =>
      metrics.get(`gateway_upstream_calls_total{route="${route}",${labels}}`);
    expect(structures).toBeGreaterThan(1);
    expect(sent('GET /edu/v1/class/structure', 'status="2xx",outcome="response"')).toBe(structures);
    expect(sent('GET /user/v1/my/profile', 'status="4xx",outcome="response"')).toBe(1);
    expect(sent('GET /edu/v1/course/list', 'status="none",outcome="unreachable"')).toBe(3);
    expect(metrics.get('gateway_upstream_retries_total{route="GET /edu/v1/course/list"}')).toBe(2);
    const timed = 'gateway_upstream_call_duration_seconds_count{route="GET /edu/v1/class/structure"}';
    expect(metrics.get(timed)).toBe(structures);
    expect(metrics.get('gateway_upstream_saved_calls_total{by="key"}')).toBeGreaterThan(0);
  });

  it('expose at most a hundred operation names where any document is allowed, and no long one', async () => {
    gateway = await startGateway();
    await gateway.query(`query ${'x'.repeat(65)} { __typename }`);
    for (let number = 1; number <= 101; number += 1) await gateway.query(`query N${number} { __typename }`);
    const metrics = await readMetrics(gateway);
    expect(metrics.get('gateway_operations_total{operation="N100",type="query",code="OK"}')).toBe(1);
    expect(metrics.has('gateway_operations_total{operation="N101",type="query",code="OK"}')).toBe(false);
    expect(metrics.get('gateway_operations_total{operation="other",type="query",code="OK"}')).toBe(2);
  });

  it('expose only the names of trusted documents when they are configured', async () => {
    const manifest = temporaryFile('{"known":"query Known { __typename }"}');
    gateway = await startGateway({
      environment: { TRUSTED_DOCUMENTS: manifest, TRUSTED_DOCUMENTS_MODE: 'log' },
    });
    await gateway.query('query Known { __typename }');
    await gateway.query('query Unknown { __typename }');
    const metrics = await readMetrics(gateway);
    const names = [...metrics.keys()].filter((name) => name.startsWith('gateway_operations_total'));
    expect(names.map((name) => /operation="(\w+)"/.exec(name)?.[1])).toEqual(['Known', 'other']);
  });

  it('count operations by client, for fifty names', async () => {
    gateway = await startGateway({ environment: { LOG_LEVEL: 'warn' } });
    const named = (name: string) =>
      gateway.query('{ __typename }', { headers: { 'apollographql-client-name': name } });
    await gateway.query('{ me { id } }');
    await named('web');
    const names = Array.from({ length: FULL ? 10_000 : 200 }, (_, index) => `attacker-${index}`);
    for (let index = 0; index < names.length; index += 50)
      await Promise.all(names.slice(index, index + 50).map(named));
    await named('web');
    const series = [...(await readMetrics(gateway))].filter(([name]) =>
      name.startsWith('gateway_client_operations_total'),
    );
    const counts = new Map(series);
    expect(counts.get('gateway_client_operations_total{client="none",code="UNAUTHENTICATED"}')).toBe(1);
    expect(counts.get('gateway_client_operations_total{client="web",code="OK"}')).toBe(2);
    // 50 names, `none` and `other`.
    expect(series).toHaveLength(52);
    expect(counts.get('gateway_client_operations_total{client="other",code="OK"}')).toBe(names.length - 49);
  });

  it('name the build', async () => {
    gateway = await startGateway({ environment: { BUILD_COMMIT: 'abc1234' } });
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    const labels = `version="${version}",commit="abc1234",node="${process.version}"`;
    expect((await readMetrics(gateway)).get(`gateway_build_info{${labels}}`)).toBe(1);
  });

  it('are served on METRICS_PORT if it is set, and then nowhere else', async () => {
    gateway = await startGateway({ environment: { METRICS_PORT: '0' } });
    expect(gateway.metricsUrl?.startsWith(gateway.url)).toBe(false);
    expect((await fetch(`${gateway.url}/metrics`)).status).toBe(404);
    expect((await readMetrics(gateway)).get('gateway_sockets_open')).toBe(0);
    expect((await fetch(new URL('/graphql', gateway.metricsUrl ?? ''))).status).toBe(404);
  });

  it('are scraped over one connection, which outlasts the minute between two scrapes', async () => {
    gateway = await startGateway({ environment: { METRICS_PORT: '0' } });
    const { headers } = await fetch(gateway.metricsUrl ?? '');
    expect(headers.get('keep-alive')).toBe('timeout=75');
  });
});
