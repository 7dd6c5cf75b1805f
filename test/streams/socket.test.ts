import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ClientOptions, WebSocket } from 'ws';
import { FakeClock } from '../support/fake-clock.ts';
import { status } from '../support/faults.ts';
import { as } from '../support/gateway.ts';
import { failNextDelivery } from '../support/injection.ts';
import { know } from '../support/known-users.ts';
import { listen, listenOn, newClient } from '../support/listen.ts';
import { readMetrics } from '../support/metrics.ts';
import { streamBytes, streamLimit } from '../support/stream-limit.ts';
import { suiteGateway, testGateway } from '../support/suite.ts';
import { until } from '../support/until.ts';

const RECEIVED = `subscription ($after: String) { notificationReceived(after: $after) { cursor notification { text } } }`;
const STUDENT = as.student.authorization ?? '';

/** Bytes: enough for a hundred subscriptions over one socket. */
const HELD = streamBytes(1, 100, RECEIVED);

/** A socket without a client library. */
const connect = ({ url }: { url: string }, options: ClientOptions = {}): WebSocket =>
  new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', options);

describe('a WebSocket', () => {
  const clock = new FakeClock();
  const gateway = suiteGateway({
    clock,
    environment: {
      NOTIFICATION_POLL_INTERVAL: '500',
      SESSION_CHECK_INTERVAL: '1000',
      ...streamLimit(HELD),
      INTROSPECTION: 'false',
      CORS_ORIGINS: 'https://app.example',
    },
  });
  beforeAll(() => clock.flow());

  /** A raw socket, for close codes and messages. */
  const open = (options: { origin?: string; authorization?: string } = {}) => {
    const socket = connect(gateway, options.origin === undefined ? {} : { origin: options.origin });
    const messages: { type: string; id?: string; payload?: unknown }[] = [];
    const checks = new Set<() => void>();
    socket.on('message', (data) => {
      messages.push(JSON.parse(String(data)));
      for (const check of [...checks]) check();
    });
    const message = (type: string, id?: string): Promise<{ payload?: unknown }> =>
      new Promise((resolve) => {
        const check = (): void => {
          const found = messages.find((candidate) => candidate.type === type && candidate.id === id);
          if (!found) return;
          checks.delete(check);
          resolve(found);
        };
        checks.add(check);
        check();
      });
    const closed = once(socket, 'close').then(([code]) => code as number);
    const send = (value: unknown) => socket.send(typeof value === 'string' ? value : JSON.stringify(value));
    const opened = once(socket, 'open').then(async () => {
      send({ type: 'connection_init', payload: { authorization: options.authorization ?? STUDENT } });
    });
    return { socket, message, closed, send, opened };
  };

  it.each<[string, Record<string, string>, object]>([
    ['in the handshake', as.student, {}],
    ['among headers in the payload', {}, { headers: { Authorization: STUDENT } }],
    ['among headers, in lower case', {}, { headers: { authorization: STUDENT }, other: 1 }],
    ['as a token', {}, { token: STUDENT }],
    ['as a token with another name', {}, { authToken: STUDENT, authorization: null }],
  ])('is told where a token belongs that it sends elsewhere: %s', async (_place, headers, payload) => {
    const socket = connect(gateway, { headers });
    socket.on('open', () => socket.send(JSON.stringify({ type: 'connection_init', payload })));
    const [code, reason] = await once(socket, 'close');
    expect([code, String(reason)]).toEqual([
      4401,
      'Send the token as `authorization` in the payload of connection_init, not elsewhere',
    ]);
  });

  it.each<[string, Record<string, string>, object]>([
    ['as `AUTHORIZATION`', {}, { AUTHORIZATION: STUDENT }],
    ['beside what a proxy expects', as.plugin, { authorization: STUDENT }],
    [
      'beside another one',
      as.bearer('of-a-proxy'),
      { authorization: STUDENT, headers: { authorization: 'x' } },
    ],
  ])('finds its token: %s', async (_place, headers, payload) => {
    const socket = connect(gateway, { headers });
    const send = (message: object) => socket.send(JSON.stringify(message));
    socket.on('open', () => send({ type: 'connection_init', payload }));
    await once(socket, 'message');
    send({ id: '1', type: 'subscribe', payload: { query: '{ me { id } }' } });
    const [result] = await once(socket, 'message');
    expect(JSON.parse(String(result)).payload).toEqual({ data: { me: { id: 'u-ana' } } });
    socket.close();
  });

  it('may send a password of a proxy in its handshake, as browsers do, and no token', async () => {
    const socket = connect(gateway, { headers: { authorization: 'Basic cHJveHk6cGFzc3dvcmQ=' } });
    socket.on('open', () => socket.send(JSON.stringify({ type: 'connection_init' })));
    const [message] = await once(socket, 'message');
    expect(JSON.parse(String(message))).toEqual({ type: 'connection_ack' });
    socket.close();
  });

  it('names the setting that turns introspection on, as HTTP does', async () => {
    const document = '{ __type(name: "User") { name } }';
    const result = listen(gateway.url, document, { authorization: STUDENT });
    await result.end();
    const { errors } = await gateway.query(document);
    for (const [error] of [result.errors, errors])
      expect(error?.message).toBe(
        "Introspection is off here; the operator's setting INTROSPECTION turns it on.",
      );
    result.stop();
  });

  it('masks the cause of a failed stream, and logs it', async () => {
    const broken = await testGateway({
      environment: { LOG_LEVEL: 'error', NOTIFICATION_POLL_INTERVAL: '100' },
    });
    const stream = listen(broken.url, RECEIVED, { authorization: STUDENT });
    await stream.reach(1);
    failNextDelivery();
    broken.sandbox.sendNotification({ receiver: 'u-ana', text: 'Bring a rope' });
    await stream.end();
    const [error] = stream.errors;
    expect(error).toEqual({
      message: 'The gateway failed. Report the request ID to its operator.',
      extensions: { code: 'INTERNAL_SERVER_ERROR', requestId: expect.any(String), retryable: false },
    });
    const line = broken.logLines.find((text) => text.includes('stream failed'));
    expect(JSON.parse(line ?? '{}')).toMatchObject({
      requestId: error?.extensions.requestId,
      err: { message: expect.stringContaining('injected') },
    });
  });

  it('closes with 4403 within a check interval after its token was revoked', async () => {
    const token = gateway.sandbox.issueToken('u-ana');
    const socket = open({ authorization: token });
    await socket.message('connection_ack');
    gateway.sandbox.revokeToken(token);
    expect(await socket.closed).toBe(4403);
  });

  it('stays open for three check intervals while the platform is down, then closes with 1013', async () => {
    const socket = open();
    await socket.opened;
    await socket.message('connection_ack');
    const callsBefore = gateway.requests.length;
    gateway.faults.set('GET /oauth/v2/token/validate', status(503));
    expect(await socket.closed).toBe(1013);
    const checks = gateway.requests
      .slice(callsBefore)
      .filter(({ path }) => path === '/oauth/v2/token/validate');
    expect(checks.length).toBeGreaterThanOrEqual(4);
  });

  it('accepts its own origin, allowed and local ones, and clients without an origin', async () => {
    for (const origin of [
      undefined,
      gateway.url,
      'https://app.example',
      'http://localhost:5173',
      'https://studio.apollographql.com',
    ]) {
      const socket = open(origin === undefined ? {} : { origin });
      await socket.opened;
      await socket.message('connection_ack');
      socket.socket.close();
    }
    const foreign = connect(gateway, { origin: 'https://evil.example' });
    const [, response] = await once(foreign, 'unexpected-response');
    expect(response.statusCode).toBe(403);
    expect(await text(response)).toContain('add the origin to CORS_ORIGINS');
    expect(gateway.logLines.join('')).toMatch(/https:\/\/evil\.example.*CORS_ORIGINS.*origin refused/);
    foreign.on('error', () => {});
    foreign.terminate();
  });

  it('allows at most a hundred open operations', async () => {
    const client = newClient(gateway.url, { authorization: as.plugin.authorization ?? '' });
    const subscribe = () => listenOn(client, 'subscription { atoRequestChanged { cursor } }');
    const streams = Array.from({ length: 100 }, subscribe);
    await Promise.all(streams.map((stream) => stream.reach(1)));
    const tooMany = subscribe();
    await tooMany.end();
    expect(tooMany.errors[0]).toMatchObject({
      message: 'A socket may have at most 100 operations open.',
      extensions: { code: 'RATE_LIMITED', retryable: true },
    });
    streams[0]?.stop();
    const again = subscribe();
    await again.reach(1);
    for (const stream of [...streams, again]) stream.stop();
    await client.dispose();
  });

  it('closes with 4400 a client that sends more than a few messages before connection_ack', async () => {
    for (const send of [
      (raw: WebSocket) => raw.send('{"type":"ping"}'),
      (raw: WebSocket) => raw.ping(),
      (raw: WebSocket) => raw.send(JSON.stringify({ type: 'pong', payload: { a: 'x'.repeat(60_000) } })),
    ]) {
      const raw = connect(gateway);
      await once(raw, 'open');
      for (let number = 0; number < 11; number += 1) send(raw);
      const [code, reason] = await once(raw, 'close');
      expect([code, String(reason)]).toEqual([4400, 'Too many messages before connection_ack']);
    }
    expect((await readMetrics(gateway)).get('gateway_refused_requests_total{reason="flood"}')).toBe(3);
  });

  it('closes with 1013 a client whose operations are refused a hundred times in a row', async () => {
    const limited = await testGateway({ environment: { LIMIT_RATE: '10' } });
    await know(limited, as.student);
    const raw = connect(limited);
    const types: string[] = [];
    raw.on('message', (data) => types.push(JSON.parse(String(data)).type));
    await once(raw, 'open');
    raw.send(JSON.stringify({ type: 'connection_init', payload: { authorization: STUDENT } }));
    await once(raw, 'message');
    const closed = once(raw, 'close');
    for (let id = 0; id < 500; id += 1)
      raw.send(JSON.stringify({ id: String(id), type: 'subscribe', payload: { query: '{ __typename }' } }));
    expect((await closed)[0]).toBe(1013);
    expect(types.filter((type) => type === 'next')).toHaveLength(9);
    expect(types.filter((type) => type === 'error').length).toBeLessThanOrEqual(100);
    // The metric counts each of them.
    const lines = limited.logLines.filter((line) => line.includes('RATE_LIMITED'));
    expect(lines).toHaveLength(10);
    expect((await readMetrics(limited)).get('gateway_refused_requests_total{reason="rate"}')).toBe(100);
  });

  it('closes with 4400 on a ping with a long payload', async () => {
    const socket = open();
    await socket.message('connection_ack');
    // A short reply to each would let a client that reads nothing send gigabytes before it is noticed.
    const closed = once(socket.socket, 'close');
    socket.send({ type: 'ping', payload: { text: 'x'.repeat(2000) } });
    const [code, reason] = await closed;
    expect([code, String(reason)]).toEqual([4400, 'The payload of a ping is too long']);
  });

  it('is no longer read while its client reads nothing, and goes on when it does', async () => {
    const small = await testGateway({ environment: { LIMIT_BODY: '100000' } });
    const raw = connect(small);
    let replies = 0;
    raw.on('message', (data) => {
      if (JSON.parse(String(data)).type === 'next') replies += 1;
    });
    await once(raw, 'open');
    raw.send('{"type":"connection_init"}');
    await once(raw, 'message');
    raw.pause();
    // Each response is as long as its alias: more together than the kernel and the gateway hold.
    const query = `{ ${'a'.repeat(90_000)}: __typename }`;
    const count = 400;
    for (let id = 0; id < count; id += 1)
      raw.send(JSON.stringify({ id: String(id), type: 'subscribe', payload: { query } }));
    await until(async () => {
      const before = small.logLines.length;
      // Plenty of turns of its event loop: a gateway that still read the socket would have gone on.
      for (let turn = 0; turn < 50; turn += 1) await fetch(`${small.url}/health/live`);
      return before > 10 && small.logLines.length === before;
    });
    expect(small.logLines.filter((line) => line.includes('"operation"')).length).toBeLessThan(count);
    raw.resume();
    await until(() => replies === count);
    raw.close();
  });

  it('logs why it was closed: a message that is too large or cannot be understood', async () => {
    for (const [message, line] of [
      ['x'.repeat(200_000), '"code":"WS_ERR_UNSUPPORTED_MESSAGE_LENGTH"'],
      ['nonsense', '"code":4400,"msg":"socket rejected"'],
      [
        JSON.stringify({ id: 'i'.repeat(500), type: 'subscribe', payload: { query: RECEIVED } }),
        '"code":4409',
      ],
    ] as const) {
      const socket = open();
      await socket.message('connection_ack');
      socket.send(message);
      socket.send(message);
      await socket.closed;
      await until(() => gateway.logLines.some((text) => text.includes(line)));
    }
    expect(gateway.logLines.join('')).not.toContain('socket message failed');
  });
});
