import { afterEach, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { openSocket } from '../../packages/client/src/stream.ts';
import { describeEach } from '../support/describe-each.ts';
import { ask } from '../support/fleet-ask.ts';
import { note, pause } from '../support/fleet-form.ts';
import { as } from '../support/gateway.ts';
import { ProxiedGateways } from '../support/proxied-gateways.ts';
import { until } from '../support/redis.ts';
import { startHaproxy, startNginx } from '../support/reverse-proxy.ts';

const RECEIVED = `subscription ($after: String) {
  notificationReceived(after: $after) { cursor gap { reason } notification { text } }
}`;
const SEND = `mutation ($input: SendNotificationInput!) { sendNotification(input: $input) { streamed } }`;
const QUERIES = ['{ me { id } }', '{ __typename }', '{ classes(first: 2) { nodes { id } } }'];
const STREAMS = 20;
/** Operations per second, one in ten of them a mutation. */
const RATE = 150;
/** Milliseconds between two operations that are started. */
const TICK = 1000 / RATE;
const MINIMUM = 1000;

interface Item {
  gap: { reason: string } | null;
  notification: { text: string } | null;
}

/** A stream that resumes with the client package, through the proxy. */
class Follower {
  readonly texts: string[] = [];
  readonly gaps: string[] = [];
  readonly #close: () => void;

  constructor(url: string, ca: string) {
    class TrustingSocket extends WebSocket {
      constructor(to: string, protocol: string) {
        super(to, protocol, { ca });
      }
    }
    const socket = openSocket({
      url: `${url}/graphql`,
      session: { authorization: () => as.student.authorization ?? '' },
      webSocketImpl: TrustingSocket,
    });
    socket.subscribe<{ notificationReceived: Item }>(
      { query: RECEIVED },
      {
        next: ({ data }) => data && this.#take(data.notificationReceived),
        error: (error) => this.gaps.push(`ended: ${JSON.stringify(error)}`),
        complete: () => {},
      },
    );
    this.#close = () => void socket.dispose();
  }

  /** Whether it has had its first position. */
  isOpen = false;

  close(): void {
    this.#close();
  }

  #take({ gap, notification }: Item): void {
    this.isOpen = true;
    if (notification) this.texts.push(notification.text);
    else if (gap) this.gaps.push(gap.reason);
  }
}

/** Starts operations at a constant rate, whatever becomes of the earlier ones. */
class Traffic {
  /** Outcome by the number of the operation. */
  readonly failures = new Map<number, string>();
  readonly sent: string[] = [];
  total = 0;
  readonly #gateways: ProxiedGateways;
  readonly #pending = new Map<number, Promise<void>>();
  readonly #timer: NodeJS.Timeout;

  constructor(gateways: ProxiedGateways) {
    this.#gateways = gateways;
    const clients = Array.from({ length: 10 }, (_, index) => gateways.clientAt(`127.0.1.${index + 1}`));
    this.#timer = setInterval(() => {
      const client = clients[this.total % clients.length] ?? expect.fail();
      const number = this.total;
      this.#pending.set(
        number,
        this.#run(client, number).finally(() => this.#pending.delete(number)),
      );
      this.total += 1;
    }, TICK);
  }

  async #run(client: ReturnType<ProxiedGateways['clientAt']>, number: number): Promise<void> {
    const isWrite = number % 10 === 0;
    const text = `number ${number}`;
    const outcome = isWrite
      ? client.query(SEND, {
          headers: as.instructor,
          variables: { input: { receiverId: 'u-ana', text, persist: false } },
        })
      : client.query(QUERIES[number % QUERIES.length] ?? '', { headers: as.student });
    try {
      const { status, errors } = await outcome;
      if (status !== 200 || errors.length > 0)
        this.failures.set(number, `${status} ${JSON.stringify(errors)}`);
      else if (isWrite) this.sent.push(text);
    } catch (error) {
      this.failures.set(number, String(error));
    }
  }

  /** Numbers of the operations in flight. */
  get pending(): ReadonlySet<number> {
    return new Set(this.#pending.keys());
  }

  /** Resolves when the last operation has ended. */
  async stop(): Promise<void> {
    await until(() => this.total >= MINIMUM, { within: 60_000 });
    clearInterval(this.#timer);
    await Promise.all(this.#pending.values());
    await this.#gateways.closeClients();
  }
}

describeEach([
  ['nginx', ['slow', 'full', 'redis-server', 'nginx'], startNginx],
  ['HAProxy', ['slow', 'full', 'redis-server', 'haproxy'], startHaproxy],
])('two gateways with traffic behind %s', { timeout: 180_000 }, (name, startProxy) => {
  let gateways: ProxiedGateways;
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
    followers = Array.from({ length: STREAMS }, () => new Follower(gateways.url, gateways.ca));
    await until(() => followers.every(({ isOpen }) => isOpen), { within: 30_000 });
    return new Traffic(gateways);
  };
  /** Waits until every stream has received every event, once. */
  const receiveAll = async ({ sent }: Traffic): Promise<void> => {
    await until(() => followers.every(({ texts }) => texts.length >= sent.length), { within: 60_000 });
    for (const { texts, gaps } of followers) {
      expect(gaps).toEqual([]);
      expect(texts.toSorted()).toEqual(expect.arrayContaining(sent.toSorted()));
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
    await traffic.stop();
    note(`rolling restart behind ${name}`, { operations: traffic.total, failures: [...traffic.failures] });
    expect([...traffic.failures]).toEqual([]);
    await receiveAll(traffic);
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
    await traffic.stop();
    note(`kill behind ${name}`, { operations: traffic.total, failures: [...traffic.failures] });
    // The one that the proxy sent before it noticed counts as in flight, too.
    expect(traffic.failures.size).toBeLessThanOrEqual(inFlight.size + 1);
    await receiveAll(traffic);
  });

  // nginx has no health checks of its own.
  it.runIf(name === 'HAProxy')('resume the streams of an instance that hangs within 10 s', async () => {
    const traffic = await open();
    await traffic.stop();
    await receiveAll(traffic);
    const [hanging, other] = gateways.processes;
    hanging.child.kill('SIGSTOP');
    const startedAt = performance.now();
    await ask(other.url, SEND, {
      ...as.instructor,
      variables: { input: { receiverId: 'u-ana', text: 'meanwhile', persist: false } },
    });
    await until(() => followers.every(({ texts }) => texts.includes('meanwhile')), { within: 60_000 });
    const took = performance.now() - startedAt;
    note(`hang behind ${name}`, { took });
    expect(took).toBeLessThan(10_000);
    hanging.child.kill('SIGCONT');
  });
});
