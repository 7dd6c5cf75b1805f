import { afterEach, expect, it } from 'vitest';
import { describeEach } from '../support/describe-each.ts';
import { note, pause } from '../support/fleet-form.ts';
import { ProxiedGateways } from '../support/proxied-gateways.ts';
import { Follower, send, signUp, Traffic, type User } from '../support/proxied-traffic.ts';
import { until } from '../support/redis.ts';
import { startHaproxy, startNginx } from '../support/reverse-proxy.ts';

const USERS = 20;
const STREAMS = 200;
/** Operations. */
const MINIMUM = 1000;

describeEach([
  ['nginx', ['slow', 'full', 'redis-server', 'nginx'], startNginx],
  ['HAProxy', ['slow', 'full', 'redis-server', 'haproxy'], startHaproxy],
])('two gateways with traffic behind %s', { timeout: 180_000 }, (name, startProxy) => {
  let gateways: ProxiedGateways;
  let users: User[] = [];
  let followers: Follower[] = [];
  afterEach(async () => {
    for (const follower of followers) follower.close();
    await gateways.close();
  });

  const open = async (): Promise<Traffic> => {
    gateways = await ProxiedGateways.start(startProxy, {
      LIMIT_RATE: '0',
      NOTIFICATION_POLL_INTERVAL: '1000',
    });
    users = await signUp(gateways, USERS);
    followers = Array.from({ length: STREAMS / USERS }, () =>
      users.map((user) => new Follower(gateways, user)),
    ).flat();
    await until(() => followers.every(({ isOpen }) => isOpen), { within: 30_000 });
    return new Traffic(gateways, users);
  };
  /** Waits until every stream has received every event, once. */
  const receiveAll = async (traffic: Traffic): Promise<void> => {
    await until(() => traffic.total >= MINIMUM, { within: 60_000 });
    await traffic.stop();
    await until(() => followers.every((follower) => traffic.isReceived(follower)), { within: 60_000 });
    for (const { texts, gaps } of followers) {
      expect(gaps).toEqual([]);
      expect(new Set(texts).size).toBe(texts.length);
    }
  };

  it('lose no operation and no event in a rolling restart', async () => {
    const traffic = await open();
    await pause(1000);
    await gateways.restart(0);
    await pause(1000);
    await gateways.restart(1);
    await pause(1000);
    await receiveAll(traffic);
    note(`rolling restart behind ${name}`, { operations: traffic.total, failures: traffic.failures });
    expect(traffic.failures).toEqual([]);
  });

  it('lose no event, and no operation but those in flight, when an instance is killed', async () => {
    const traffic = await open();
    await pause(1000);
    const [killed] = gateways.processes;
    const before = traffic.pending;
    killed.child.kill('SIGKILL');
    await killed.ended;
    const inFlight = before.union(traffic.pending);
    await pause(2000);
    await gateways.start(0);
    await receiveAll(traffic);
    note(`kill behind ${name}`, { operations: traffic.total, failures: traffic.failures });
    // The one that the proxy sent before it noticed counts as in flight, too.
    expect(traffic.failures.length).toBeLessThanOrEqual(inFlight.size + 1);
  });

  // nginx has no health checks of its own.
  it.runIf(name === 'HAProxy')('resume the streams of an instance that hangs within 10 s', async () => {
    const traffic = await open();
    await receiveAll(traffic);
    const [hanging, other] = gateways.processes;
    hanging.child.kill('SIGSTOP');
    const startedAt = performance.now();
    for (const user of users) await send(other, user, 'meanwhile');
    await until(() => followers.every(({ texts }) => texts.includes('meanwhile')), { within: 60_000 });
    const took = performance.now() - startedAt;
    note(`hang behind ${name}`, { took });
    expect(took).toBeLessThan(10_000);
    hanging.child.kill('SIGCONT');
  });
});
