import { afterEach, describe, expect, it } from 'vitest';
import { hang } from '../support/faults.ts';
import { jsonOf, startGateway, type TestGateway } from '../support/gateway.ts';
import { type GatewayProcess, startProcess } from '../support/process.ts';

describe('health', () => {
  let gateway: TestGateway | null = null;
  let spawned: GatewayProcess | null = null;
  afterEach(async () => {
    await gateway?.close();
    spawned?.child.kill('SIGKILL');
    gateway = null;
    spawned = null;
  });

  it('is live and ready if the platform responds and the event log accepts writes', async () => {
    gateway = await startGateway();
    const live = await fetch(`${gateway.url}/health/live`);
    expect([live.status, await jsonOf(live)]).toEqual([200, { status: 'live' }]);
    const ready = await fetch(`${gateway.url}/health/ready`);
    expect([ready.status, await jsonOf(ready)]).toEqual([
      200,
      { status: 'ready', checks: { platform: 'ok', events: 'ok', eventLoop: 'ok' } },
    ]);
  });

  it('is live but not ready while the platform does not respond', async () => {
    gateway = await startGateway({ environment: { PLATFORM_TIMEOUT: '300' } });
    gateway.faults.set('GET /', hang);
    const ready = await fetch(`${gateway.url}/health/ready`);
    expect(ready.status).toBe(503);
    expect((await jsonOf(ready)).checks.platform).toBe('failing');
    expect((await fetch(`${gateway.url}/health/live`)).status).toBe(200);
  });

  it('is not ready while Redis is unreachable, but queries work', async () => {
    // With a configured secret it does not wait for the one that instances share through Redis.
    const environment = { REDIS_URL: 'redis://127.0.0.1:1', CURSOR_SECRET: 'a secret' };
    gateway = await startGateway({ environment });
    const ready = await fetch(`${gateway.url}/health/ready`);
    expect(ready.status).toBe(503);
    expect((await jsonOf(ready)).checks).toMatchObject({ platform: 'ok', events: 'failing' });
    expect((await gateway.query('{ __typename }')).data).toEqual({ __typename: 'Query' });
  });

  it('checks the platform at most once a second, however often it is probed', async () => {
    gateway = await startGateway();
    await Promise.all(Array.from({ length: 20 }, () => fetch(`${gateway?.url}/health/ready`)));
    expect(gateway.requests.filter(({ path }) => path === '/')).toHaveLength(1);
  });

  it('fails readiness first on SIGTERM, while requests are still accepted', async () => {
    spawned = await startProcess();
    const { url, child, ended } = spawned;
    expect((await fetch(`${url}/health/ready`)).status).toBe(200);
    child.kill('SIGTERM');
    let ready = 200;
    while (ready === 200) ready = (await fetch(`${url}/health/ready`)).status;
    expect(ready).toBe(503);
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"query":"{ __typename }"}',
    });
    expect(response.status).toBe(200);
    expect(await ended).toBe(0);
  });
});
