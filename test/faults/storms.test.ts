import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openSocket, type ReadOptions, readEvents } from '../../client/src/stream.ts';
import { ask } from '../support/fleet-ask.ts';
import { FULL, note, pause } from '../support/fleet-form.ts';
import { type GatewayProcess, startProcess } from '../support/process.ts';
import type { QueryTimes } from '../support/query-load.ts';
import { startRedis, until } from '../support/redis.ts';

/** Clients that are cut at once. */
const CLIENTS = FULL ? 5000 : 100;
/**
 * Milliseconds within which all must be back, and the p99 of the queries of others meanwhile: the full form is for a quiet
 * machine with two cores.
 */
const { BACK_WITHIN, P99 } = FULL ? { BACK_WITHIN: 10_000, P99: 500 } : { BACK_WITHIN: 100_000, P99: 30_000 };
/** Clients that open at the same time before the storm, as on a usual day. */
const AT_ONCE = 50;
/** Milliseconds between two notifications, and between two queries of others. */
const [NOTIFICATION_INTERVAL, QUERY_INTERVAL] = [20, 25];
const MINUTE = 60_000;
const QUERY_LOAD = join(import.meta.dirname, '../support/query-load.ts');

const RECEIVED = `subscription ($after: String) {
  notificationReceived(after: $after) { cursor gap { reason } notification { text } }
}`;
const SEND = 'mutation ($input: SendNotificationInput!) { sendNotification(input: $input) { streamed } }';

interface Item {
  gap: { reason: string } | null;
  notification: { text: string } | null;
}

/** A user's client, which resumes by the client package. */
class Follower {
  readonly userId: string;
  readonly texts: string[] = [];
  readonly gaps: string[] = [];
  /** When it had its latest position, by `performance.now()`. */
  openedAt = 0;
  #stop = (): void => {};

  constructor(userId: string) {
    this.userId = userId;
  }

  follow(transport: 'socket' | 'events', url: () => string, authorization: string): void {
    if (transport === 'socket') this.#overSocket(url, authorization);
    else void this.#overEvents(url, authorization);
  }

  stop(): void {
    this.#stop();
  }

  #take(item: Item): void {
    if (item.notification) this.texts.push(item.notification.text);
    else if (item.gap) this.gaps.push(item.gap.reason);
    else this.openedAt = performance.now();
  }

  #overSocket(url: () => string, authorization: string): void {
    const client = openSocket({
      url: () => `${url()}/graphql`,
      session: { authorization: () => authorization },
    });
    client.subscribe<{ notificationReceived: Item }>(
      { query: RECEIVED },
      {
        next: ({ data }) => data && this.#take(data.notificationReceived),
        error: (error) => this.gaps.push(`ended: ${JSON.stringify(error)}`),
        complete: () => {},
      },
    );
    this.#stop = () => {
      client.terminate();
      void client.dispose();
    };
  }

  async #overEvents(url: () => string, authorization: string): Promise<void> {
    const stopping = new AbortController();
    this.#stop = () => stopping.abort();
    const options: ReadOptions = {
      get url() {
        return `${url()}/graphql`;
      },
      query: RECEIVED,
      session: { authorization: () => authorization },
      signal: stopping.signal,
    };
    try {
      for await (const { result } of readEvents<{ notificationReceived: Item }>(options))
        if (result.data) this.#take(result.data.notificationReceived);
    } catch (error) {
      this.gaps.push(`ended: ${error}`);
    }
  }
}

/** A platform with any number of users, whose tokens are their names. @returns its URL. */
async function startPlatform(): Promise<string> {
  const platform = fork(join(import.meta.dirname, '../../bench/live/platform.ts'), { silent: true });
  onTestFinished(() => void platform.kill());
  if (!platform.stdout) throw new Error('the platform has no output');
  const [line] = await once(platform.stdout, 'data');
  return String(line).trim();
}

async function startInstance(platform: string, redisUrl: string): Promise<GatewayProcess> {
  const gateway = await startProcess({
    PLATFORM_URL: platform,
    REDIS_URL: redisUrl,
    LIMIT_ADDRESS_CONNECTIONS: '20000',
    // All clients have one address here, and the notifications one sender.
    LIMIT_SOCKETS: '20000',
    LIMIT_SUBSCRIPTIONS: '20000',
    LOG_LEVEL: 'error',
  });
  onTestFinished(() => void gateway.child.kill('SIGKILL'));
  return gateway;
}

async function openAll(
  followers: readonly Follower[],
  open: (follower: Follower, index: number) => void,
): Promise<void> {
  for (let first = 0; first < followers.length; first += AT_ONCE) {
    const some = followers.slice(first, first + AT_ONCE);
    for (const [index, follower] of some.entries()) open(follower, first + index);
    await until(() => some.every(({ openedAt }) => openedAt > 0), { within: MINUTE });
  }
}

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length * share)] ?? Number.NaN;

describe('a storm of returning clients', () => {
  it('is over within seconds, loses and repeats nothing, and leaves queries of others fast', {
    timeout: 6 * MINUTE,
  }, async () => {
    const redis = await startRedis();
    onTestFinished(redis.stop);
    const platform = await startPlatform();
    const [lost, survivor] = await Promise.all([
      startInstance(platform, redis.url),
      startInstance(platform, redis.url),
    ]);
    const followers = Array.from({ length: CLIENTS }, (_, index) => new Follower(`u${index}`));
    onTestFinished(() => {
      for (const follower of followers) follower.stop();
    });
    let { url } = lost;
    await openAll(followers, (follower, index) =>
      follower.follow(index % 2 === 0 ? 'socket' : 'events', () => url, `Bearer ${follower.userId}`),
    );

    const storm = { isOver: false };
    const sent = new Map<string, string[]>();
    const sending = (async () => {
      for (let number = 0; !storm.isOver; number += 1) {
        const receiverId = `u${(number * 7919) % CLIENTS}`;
        const input = { receiverId, text: `n${number}`, persist: false };
        const options = { authorization: 'Bearer sender', variables: { input } };
        // Refused under load: it was not sent, and is sent again.
        for (;;) {
          const { data } = await ask(survivor.url, SEND, options);
          if (data?.sendNotification?.streamed) break;
          await pause(200);
        }
        sent.set(receiverId, [...(sent.get(receiverId) ?? []), input.text]);
        await pause(NOTIFICATION_INTERVAL);
      }
    })();
    const queries = fork(QUERY_LOAD, [survivor.url, String(QUERY_INTERVAL)]);
    onTestFinished(() => void queries.kill());

    const cutAt = performance.now();
    url = survivor.url;
    lost.child.kill('SIGKILL');
    await until(() => followers.every(({ openedAt }) => openedAt > cutAt), { within: 2 * MINUTE });
    const took = Math.max(...followers.map(({ openedAt }) => openedAt)) - cutAt;
    storm.isOver = true;
    await sending;
    queries.send('stop');
    const [{ times, refused }] = (await once(queries, 'message')) as [QueryTimes];
    await until(
      () => followers.every(({ userId, texts }) => texts.length >= (sent.get(userId)?.length ?? 0)),
      { within: MINUTE },
    );

    const received = Object.fromEntries(
      followers.filter(({ texts }) => texts.length > 0).map(({ userId, texts }) => [userId, texts]),
    );
    const p99 = percentile(times, 0.99);
    note('storm', { clients: CLIENTS, took, queries: times.length, refused, p99 });
    expect(received).toEqual(Object.fromEntries(sent));
    expect(followers.flatMap(({ gaps }) => gaps)).toEqual([]);
    expect(took).toBeLessThan(BACK_WITHIN);
    expect(p99).toBeLessThan(P99);
  });
});
