// @module-tag redis-server
import { once } from 'node:events';
import { Redis } from 'ioredis';
import { Pool } from 'undici';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Receiver, WebSocket, WebSocketServer } from 'ws';
import { CallerScheduler } from '../../src/admission/caller-scheduler.ts';
import { Sessions } from '../../src/admission/sessions.ts';
import { UserPoller } from '../../src/domains/notification/poller/user-poller.ts';
import { LogReader } from '../../src/events/reader.ts';
import { RedisConnection } from '../../src/events/redis/connection.ts';
import { RedisTopicReaders } from '../../src/events/redis/topic-readers.ts';
import { Cancellation } from '../../src/lib/cancellation.ts';
import { OperationRunner } from '../../src/operations/runner.ts';
import { StreamedResult } from '../../src/operations/streams/result-stream.ts';
import { Audience } from '../../src/operations/streams/shared-executions.ts';
import { PluginEndpoints } from '../../src/plugin/plugin-endpoints.ts';
import { OperationMetrics } from '../../src/telemetry/operation-metrics.ts';
import { PlatformMetrics } from '../../src/telemetry/platform-metrics.ts';
import { StreamMetrics } from '../../src/telemetry/stream-metrics.ts';
import { GraphqlEndpoint } from '../../src/transports/http/graphql-endpoint.ts';
import { SocketConnection, SocketOperation } from '../../src/transports/websocket/connection.ts';
import { SocketOutput } from '../../src/transports/websocket/socket-output.ts';
import { as, startGateway, type TestGateway } from '../support/gateway.ts';
import { at, failNextDelivery, type Injection } from '../support/injection.ts';
import { type Listener, listen } from '../support/listen.ts';
import { readMetrics } from '../support/metrics.ts';
import { readStream } from '../support/read-stream.ts';
import { type RedisServer, startRedis } from '../support/redis.ts';
import { streamBytes, streamLimit } from '../support/stream-limit.ts';
import { until } from '../support/until.ts';

const RECEIVED = 'subscription { notificationReceived { cursor gap { reason } notification { text } } }';
const STUDENT = as.student.authorization ?? '';
/** So few that one of them that is not released shows. */
const PLACES = 16;
/** Milliseconds for which clients use everything, and wait for what a fault has prevented. */
const PATIENCE = 700;
/** The same from when the fault has occurred. */
const AFTERMATH = 50;

interface Item {
  cursor: string;
  notification: { text: string } | null;
}

/** Each entry from outside, and what a fault there may and may not affect. */
const ENTRIES: Readonly<Record<string, Injection>> = {
  'a connection': at(CallerScheduler.prototype, 'accepted'),
  'an HTTP request': at(CallerScheduler.prototype, 'run'),
  'a request of the graph': at(GraphqlEndpoint.prototype, 'respond'),
  'a request of the graph, later': at(GraphqlEndpoint.prototype, 'respond', 'later'),
  'an operation': at(OperationRunner.prototype, 'run'),
  'an operation, later': at(OperationRunner.prototype, 'run', 'later'),
  'the report of an operation': at(OperationMetrics.prototype, 'operation'),
  'the end of a connection with something under way': at(Cancellation.prototype, 'abort', 'afterwards'),
  'an upgrade': at(WebSocketServer.prototype, 'handleUpgrade'),
  'a frame of a socket': at(Receiver.prototype, 'getMask'),
  'a socket message': at(SocketConnection.prototype, 'onMessage'),
  'a ping frame': at(SocketConnection.prototype, 'onPing'),
  'the end of a socket': at(SocketConnection.prototype, 'onClose', 'afterwards'),
  'the end of an operation of a socket': at(SocketOperation.prototype, 'end', 'afterwards'),
  'the output of a socket': at(SocketOutput.prototype, 'send'),
  'the end of the output of a socket': at(SocketOutput.prototype, 'release', 'afterwards'),
  'a session check': at(Sessions.prototype, 'isValid'),
  'a session check, later': at(Sessions.prototype, 'isValid', 'later'),
  'the watch over a session': at(Sessions.prototype, 'watch'),
  'the opening of a stream': at(StreamMetrics.prototype, 'opened'),
  'the execution of an event': at(Audience.prototype, 'execution'),
  'the delivery of an event': at(StreamMetrics.prototype, 'delivered'),
  'the text of an event': at(StreamedResult.prototype, 'bytes'),
  'the end of a stream': at(StreamMetrics.prototype, 'closed', 'afterwards'),
  'a wake-up of a reader': at(LogReader.prototype, 'onAppend'),
  'a page of a reader': at(LogReader.prototype, 'onPage'),
  'a message from Redis': at(RedisTopicReaders.prototype, 'onMessage'),
  'a command to Redis': at(RedisConnection.prototype, 'run'),
  'a reply of Redis, later': at(RedisConnection.prototype, 'run', 'later'),
  'a subscription in Redis': at(Redis.prototype, 'ssubscribe'),
  'a subscription in Redis, later': at(Redis.prototype, 'ssubscribe', 'later'),
  'the transport to the platform': at(Pool.prototype, 'dispatch'),
  'a platform response': at(PlatformMetrics.prototype, 'responded'),
  'a poll': at(UserPoller.prototype, 'onMessage'),
  'a plugin call': at(PluginEndpoints.prototype, 'respond'),
};

describe('a fault ends what caused it, and nothing else, at', { timeout: 60_000 }, () => {
  let redis: RedisServer;
  let gateway: TestGateway;
  const listeners: Listener<Item>[] = [];

  beforeAll(async () => {
    redis = await startRedis();
    gateway = await startGateway({
      environment: {
        REDIS_URL: redis.url,
        LOG_LEVEL: 'error',
        ...streamLimit(streamBytes(PLACES, PLACES, RECEIVED)),
        PLATFORM_CONNECTIONS: '4',
        NOTIFICATION_POLL_INTERVAL: '100',
      },
    });
    await expectUnimpaired();
  });
  afterAll(async () => {
    await gateway.close();
    await redis.stop();
  });
  afterEach(() => {
    for (const listener of listeners.splice(0)) listener.stop();
  });

  /** What is open or in use: the gauges that are not 0. */
  const held = async (): Promise<string[]> =>
    [...(await readMetrics(gateway))]
      .filter(
        ([name, value]) =>
          /^gateway_(sockets|sse_streams|subscriptions)_open|^gateway_pollers/.test(name) && value !== 0,
      )
      .map(([name]) => name);

  /** Everything that a client can do, at its own risk, until a fault has occurred. */
  async function useEverything(hasOccurred: () => boolean): Promise<void> {
    const leaving = new AbortController();
    const abort = leaving.signal;
    const end = setTimeout(() => leaving.abort(), PATIENCE);
    const look = setInterval(() => {
      if (!hasOccurred()) return;
      clearInterval(look);
      setTimeout(() => leaving.abort(), AFTERMATH);
    }, AFTERMATH / 5);
    abort.addEventListener('abort', () => {
      clearTimeout(end);
      clearInterval(look);
    });
    const query = (document: string) => gateway.query(document, { as: as.student, signal: abort });
    const socket = async (): Promise<void> => {
      const client = new WebSocket(`${gateway.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
      client.on('error', () => {});
      const closed = once(client, 'close');
      const ended = Promise.race([closed, once(abort, 'abort')]);
      client.on('open', () => {
        client.ping();
        client.send(JSON.stringify({ type: 'connection_init', payload: { authorization: STUDENT } }));
      });
      client.on('message', (data) => {
        if (JSON.parse(String(data)).type !== 'connection_ack') return;
        client.send('{"type":"ping"}');
        for (const [id, document] of Object.entries({ q: '{ me { id } }', s: RECEIVED }))
          client.send(JSON.stringify({ id, type: 'subscribe', payload: { query: document } }));
      });
      await ended;
      client.terminate();
      if (client.readyState !== WebSocket.CLOSED) await closed;
    };
    const events = async (): Promise<void> => {
      const opening = readStream(gateway.url, RECEIVED, { headers: { authorization: STUDENT } });
      await Promise.race([opening.then(({ ended }) => ended), once(abort, 'abort')]);
      // One that opens later is closed as well.
      opening.then(
        (stream) => stream.stop(),
        () => {},
      );
    };
    const send = async (): Promise<void> => {
      while (!abort.aborted) {
        gateway.sandbox.sendNotification({ receiver: 'u-ana', text: 'Bring a rope' });
        await new Promise((resolve) => setTimeout(resolve, PATIENCE / 5));
      }
    };
    await Promise.allSettled([
      query('{ me { id } }'),
      query('{ __typename }'),
      query(`{ me { id } }#${'x'.repeat(10_000)}`),
      socket(),
      events(),
      send(),
      gateway.sandbox.startAtoRequest(),
    ]);
  }

  /** As many streams as a caller may have open, and all of them get an event; so many queries that each place is used. */
  async function expectUnimpaired(): Promise<void> {
    const results = await Promise.all(
      Array.from({ length: 20 }, () => gateway.query('{ me { id } }', { as: as.student })),
    );
    for (const { data } of results) expect(data).toEqual({ me: { id: 'u-ana' } });
    const open = Array.from({ length: PLACES }, () =>
      listen<Item>(gateway.url, RECEIVED, { authorization: STUDENT }),
    );
    listeners.push(...open);
    await Promise.all(open.map((listener) => listener.reach(1)));
    const text = `Bring a map ${Math.random()}`;
    gateway.sandbox.sendNotification({ receiver: 'u-ana', text });
    await until(() =>
      open.every(({ items }) => items.some(({ notification }) => notification?.text === text)),
    );
    for (const listener of listeners.splice(0)) listener.stop();
    for (const listener of open) await listener.end();
  }

  it.each(Object.entries(ENTRIES))('%s', async (_name, injection) => {
    gateway.logLines.length = 0;
    const injected = injection.inject();
    try {
      // A fault that nothing has met proves nothing.
      while (injected.fired() === 0) await useEverything(() => injected.fired() > 0);
    } finally {
      injected.end();
    }
    // Circuit breakers of the platform and retries of Redis recover within seconds.
    await expect.poll(held).toEqual([]);
    await until(async () => (await gateway.query('{ me { id } }', { as: as.student })).errors.length === 0);
    await expectUnimpaired();
    await expect.poll(held).toEqual([]);
  });

  it('one of 100 requests in a turn: 99 are served', async () => {
    gateway.logLines.length = 0;
    const injected = at(GraphqlEndpoint.prototype, 'respond').inject(() => injected.end());
    const responses = await Promise.all(
      Array.from({ length: 100 }, () =>
        fetch(`${gateway.url}/graphql`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: '{"query":"{ __typename }"}',
        }),
      ),
    );
    const statuses = responses.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array.from({ length: 99 }, () => 200), 500]);
    const [failed] = responses.filter(({ status }) => status === 500);
    expect(await failed?.json()).toMatchObject({
      errors: [{ extensions: { code: 'INTERNAL_SERVER_ERROR' } }],
    });
    expect(gateway.logLines.filter((line) => line.includes('injected'))).toHaveLength(1);
  });

  it('one of 100 deliveries of an event: 99 subscribers get it, and one gets an error', async () => {
    const many = await startGateway({
      environment: {
        REDIS_URL: redis.url,
        REDIS_PREFIX: 'many:',
        NOTIFICATION_POLL_INTERVAL: '100',
        LOG_LEVEL: 'error',
      },
    });
    const open = Array.from({ length: 100 }, () =>
      listen<Item>(many.url, RECEIVED, { authorization: STUDENT }),
    );
    await Promise.all(open.map((listener) => listener.reach(1)));
    failNextDelivery();
    many.sandbox.sendNotification({ receiver: 'u-ana', text: 'Bring a rope' });
    await until(() =>
      open.every(({ items, ended }) => ended || items.some(({ notification }) => notification)),
    );
    const failed = open.filter(({ errors }) => errors.length > 0);
    expect(failed.map(({ errors }) => errors[0]?.extensions.code)).toEqual(['INTERNAL_SERVER_ERROR']);
    expect(open.filter(({ items }) => items.some(({ notification }) => notification))).toHaveLength(99);
    expect(many.logLines.filter((line) => line.includes('injected'))).toHaveLength(1);
    for (const listener of open) listener.stop();
    await many.close();
  });
});
