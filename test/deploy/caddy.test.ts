// @module-tag slow
// @module-tag caddy
// @module-tag redis-server
// @module-tag linux
import { afterAll, beforeAll, expect, it } from 'vitest';
import { as } from '../support/gateway.ts';
import { ProxiedGateways } from '../support/proxied-gateways.ts';
import { startCaddy } from '../support/reverse-proxy.ts';
import { until } from '../support/until.ts';

let gateways: ProxiedGateways;
beforeAll(async () => {
  gateways = await ProxiedGateways.start(startCaddy, { LIMIT_RATE: '0', NOTIFICATION_POLL_INTERVAL: '100' });
});
afterAll(() => gateways.close());

const RECEIVED = 'subscription { notificationReceived { cursor notification { text } } }';
const SEND = `mutation ($input: SendNotificationInput!) { sendNotification(input: $input) { streamed } }`;

it('Caddy as in its reference configuration passes queries on, and events at once', async () => {
  const client = gateways.clientAt('127.0.0.2');
  expect(await client.query('{ me { id } }', { headers: as.student })).toMatchObject({
    data: { me: { id: 'u-ana' } },
  });
  const listener = client.listen(RECEIVED, as.student.authorization ?? '');
  await listener.reach(1);
  await client.query(SEND, {
    headers: as.instructor,
    variables: { input: { receiverId: 'u-ana', text: 'Through Caddy', persist: false } },
  });
  await until(() => JSON.stringify(listener.items).includes('Through Caddy'));
  listener.stop();
});

it('a restart behind it fails no operation', async () => {
  const client = gateways.clientAt('127.0.0.3');
  let isOver = false;
  const restarted = gateways.restart(0).then(() => {
    isOver = true;
  });
  const statuses = new Set<number>();
  while (!isOver) statuses.add((await client.query('{ __typename }')).status);
  await restarted;
  expect(statuses).toEqual(new Set([200]));
});
