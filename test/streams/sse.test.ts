import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Sessions } from '../../src/admission/sessions.ts';
import { type ResultStream, StreamedResult } from '../../src/operations/streams/result-stream.ts';
import { ResponseHead } from '../../src/transports/http/response-head.ts';
import { writeStream } from '../../src/transports/sse/event-stream.ts';
import { EventStreamParser, type SentEvent } from '../support/event-stream.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { json } from '../support/faults.ts';
import { as, jsonOf, startGateway, type TestGateway } from '../support/gateway.ts';
import { at } from '../support/injection.ts';
import { listen } from '../support/listen.ts';
import { untilQuiet } from '../support/polls.ts';
import { readStream, type StreamOptions } from '../support/read-stream.ts';
import { streamBytes, streamLimit } from '../support/stream-limit.ts';
import { strictBoundary } from '../support/strict-boundary.ts';
import { suiteGateway, testGateway } from '../support/suite.ts';

const RECEIVED = `subscription ($after: String) {
  notificationReceived(after: $after) { cursor replayed gap { reason } notification { text } }
}`;
const SEND = `mutation ($input: SendNotificationInput!) { sendNotification(input: $input) { streamed } }`;
const ALERTS = 'subscription ($id: ID!) { atoAlertRaised(requestId: $id) { cursor } }';

describe('server-sent events', () => {
  const clock = new FakeClock();
  const gateway = suiteGateway({
    clock,
    environment: { NOTIFICATION_POLL_INTERVAL: '500', SESSION_CHECK_INTERVAL: '1000' },
  });
  beforeAll(() => clock.flow());

  const open = (query: string, options: StreamOptions = {}) =>
    readStream(gateway.url, query, { ...options, headers: { ...as.student, ...options.headers } });

  it.each([
    'subscription { notificationReceived @skip(if: true) { cursor } }',
    'subscription ($on: Boolean! = false) { notificationReceived @include(if: $on) { cursor } }',
    'subscription { ... @include(if: false) { notificationReceived { cursor } } }',
    'subscription { ...R } fragment R on Subscription { notificationReceived @skip(if: true) { cursor } }',
  ])('refuse a conditional root field: %s', async (document) => {
    const { response } = await open(document);
    const [error] = (await jsonOf(response)).errors;
    expect(error.extensions.code).toBe('GRAPHQL_VALIDATION_FAILED');
    expect(error.message).toMatch(/^The root field of a subscription must not be conditional/);
    expect(response.status).toBe(400);
    const overSocket = listen(gateway.url, document, { authorization: as.student.authorization ?? '' });
    await overSocket.end();
    expect(overSocket.errors[0]?.extensions.code).toBe('GRAPHQL_VALIDATION_FAILED');
    overSocket.stop();
  });

  it('log why a stream could not be opened', async () => {
    const injected = at(Sessions.prototype, 'watch').inject(() => injected.end());
    const { response } = await open('subscription NeverSeen { notificationReceived { cursor } }');
    const [error] = (await jsonOf(response)).errors;
    expect([response.status, error.extensions.code]).toEqual([500, 'INTERNAL_SERVER_ERROR']);
    const line = gateway.logLines.find((text) => text.includes('request failed'));
    expect(JSON.parse(line ?? '{}')).toMatchObject({
      requestId: error.extensions.requestId,
      err: { message: expect.stringContaining('injected') },
    });
  });

  it('carry the single result of a mutation, and complete', async () => {
    const mutation = await open(SEND, {
      variables: { input: { receiverId: 'u-ana', text: 'by events', persist: false } },
    });
    await mutation.ended;
    const [result, end] = mutation.events.items;
    expect(end).toEqual({ id: null, type: 'complete', data: '' });
    expect(JSON.parse(result?.data ?? '')).toEqual({ data: { sendNotification: { streamed: true } } });
  });

  it('are used for subscriptions only if the client also accepts JSON', async () => {
    const json = 'application/graphql-response+json, application/json, text/event-stream, multipart/mixed';
    for (const accept of [json, 'text/event-stream;q=0.5, application/json', '*/*, text/event-stream']) {
      const query = await open('{ me { id } }', { headers: { accept } });
      expect(query.response.headers.get('content-type'), accept).toMatch(/^application\/.*json/);
      expect(await jsonOf(query.response)).toEqual({ data: { me: { id: 'u-ana' } } });
      const stream = await open(RECEIVED, { headers: { accept } });
      await stream.events.reach(1);
      stream.stop();
    }
  });

  it.each<[string, string, StreamOptions, number, string]>([
    ['with a syntax error', 'subscription {', {}, 400, 'GRAPHQL_PARSE_FAILED'],
    ['not valid for the schema', 'subscription { nothing { cursor } }', {}, 400, 'GRAPHQL_VALIDATION_FAILED'],
    ['missing a variable', ALERTS, {}, 400, 'BAD_USER_INPUT'],
    ['with the wrong credential', RECEIVED, { headers: as.plugin }, 403, 'FORBIDDEN'],
    ['without accepting a stream', RECEIVED, { headers: { accept: 'application/json' } }, 400, 'BAD_REQUEST'],
    [
      'with a wrong content type',
      RECEIVED,
      { headers: { 'content-type': 'text/plain' } },
      415,
      'BAD_REQUEST',
    ],
    ['over the size limit', RECEIVED, { variables: { after: 'x'.repeat(200_000) } }, 413, 'BAD_REQUEST'],
  ])('reject a subscription %s in JSON', async (_, query, options, expected, code) => {
    const { response } = await open(query, options);
    expect(response.status).toBe(expected);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const { data, errors } = await jsonOf(response);
    expect(data).toBeUndefined();
    expect(errors[0].extensions).toMatchObject({ code, requestId: response.headers.get('x-request-id') });
  });

  it('are refused over the connection limit of their caller, which may retry in five seconds', async () => {
    const limited = await testGateway({ environment: streamLimit(streamBytes(3, 4, RECEIVED)) });
    const subscribe = () => readStream(limited.url, RECEIVED, { headers: as.student });
    const open = [await subscribe(), await subscribe(), await subscribe()];
    const { response } = await subscribe();
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '5']);
    expect((await jsonOf(response)).errors[0].message).toMatch(/too many sockets and event streams open/);
    for (const { stop } of open) stop();
  });

  it('end with their client, as do the reader and the platform polling', async () => {
    const stream = await open(RECEIVED, { headers: { 'x-request-id': 'gone' } });
    await stream.events.reach(1);
    stream.stop();
    await untilLogged(gateway, (line) => line.requestId === 'gone' && line.aborted === true);
    await untilQuiet(gateway, clock);
  });

  it('end without `complete` within a check interval after the token was revoked', async () => {
    const token = gateway.sandbox.issueToken('u-ana');
    const stream = await open(RECEIVED, { headers: as.bearer(token) });
    await stream.events.reach(1);
    gateway.sandbox.revokeToken(token);
    expect(await stream.ended).toBe(true);
    expect(stream.events.items.map(({ type }) => type)).toEqual(['next']);
  });

  it('open with one call that tells who the user is and that the session is valid', async () => {
    const slow = await startGateway({ environment: { SESSION_CHECK_INTERVAL: '3600000' } });
    const stream = await readStream(slow.url, RECEIVED, { headers: as.student });
    await stream.events.reach(1);
    expect(slow.requests.map(({ path }) => path)).toEqual(['/user/v1/my/profile', '/notifications/v1']);
    stream.stop();
    await slow.close();
  });

  it('do not open if the user signs out meanwhile', async () => {
    const slow = await startGateway({ environment: { SESSION_CHECK_INTERVAL: '3600000' } });
    const authorization = as.bearer(slow.sandbox.issueToken('u-ana'));
    const open = () => readStream(slow.url, RECEIVED, { headers: authorization });
    const first = await open();
    await first.events.reach(1);
    slow.faults.set('GET /user/v1/my/profile', async (request, response) => {
      await slow.query('mutation { signOut { extra } }', { as: authorization });
      json({ userId: 'u-ana', handle: 'ana' })(request, response);
    });
    const { response } = await open();
    expect(response.status).toBe(401);
    expect((await jsonOf(response)).errors[0].message).toBe('Signed out: sign in again.');
    expect(await first.ended).toBe(true);
    await slow.close();
  });

  it('end without `complete` and immediately when the gateway stops, along with their connections', async () => {
    // Its time stands still: nothing waits.
    const stopping = await startGateway({ clock: new FakeClock() });
    const stream = await readStream(stopping.url, RECEIVED, { headers: as.student });
    await stream.events.reach(1);
    const closed = stopping.close();
    expect(await stream.ended).toBe(true);
    await closed;
    expect(stream.events.items.map(({ type }) => type)).toEqual(['next']);
  });
});

describe('the writer of server-sent events', () => {
  /** A source of results that records how it was read. */
  class Results implements ResultStream {
    read = 0;
    returned = 0;
    readonly #next: (index: number) => StreamedResult | 'end' | 'never';
    readonly #after: number;
    #end: ((result: IteratorResult<StreamedResult, undefined>) => void) | null = null;

    constructor(next: (index: number) => StreamedResult | 'end' | 'never', after = 0) {
      this.#next = next;
      this.#after = after;
    }

    async next(): Promise<IteratorResult<StreamedResult, undefined>> {
      if (this.returned > 0) return { done: true, value: undefined };
      const value = this.#next(this.#after + this.read);
      if (value === 'end') return { done: true, value: undefined };
      if (value === 'never') {
        return new Promise((resolve) => {
          this.#end = resolve;
        });
      }
      this.read += 1;
      return { done: false, value };
    }

    async return(): Promise<IteratorResult<StreamedResult, undefined>> {
      this.returned += 1;
      this.#end?.({ done: true, value: undefined });
      return { done: true, value: undefined };
    }

    [Symbol.asyncIterator](): this {
      return this;
    }
  }

  let clock: FakeClock;
  beforeEach(() => {
    clock = new FakeClock();
  });
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.closeAllConnections();
  });
  /** Serves one stream per request; `done` contains how each failed, if it did. */
  const serve = async (
    results: (lastEventId: string) => ResultStream,
    { pingInterval = 10_000, stallTimeout = 10_000, interrupt = new AbortController().signal } = {},
  ) => {
    const done: Promise<unknown>[] = [];
    const server = createServer((request, response) => {
      const stream = results(String(request.headers['last-event-id'] ?? ''));
      const written = writeStream(
        new ResponseHead(response, false),
        stream,
        { clock, pingInterval, stallTimeout, boundary: strictBoundary() },
        null,
        interrupt,
      );
      done.push(written.catch((error: unknown) => error));
    });
    servers.push(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    return { url: `http://127.0.0.1:${port}`, port, done };
  };
  /** A client that reads nothing, once nothing more is read for it: what the kernel does not hold waits. */
  const stalled = async (port: number, read: () => number): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write('GET / HTTP/1.1\r\nhost: gateway\r\n\r\n');
    await once(socket, 'readable');
    for (let before = -1; before !== read(); ) {
      before = read();
      for (let turn = 0; turn < 100; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    }
    return socket;
  };
  const numbered = (index: number, size = 0): StreamedResult =>
    new StreamedResult({ data: { index, filling: 'x'.repeat(size) } }, String(index), () => {});
  const indexOf = ({ data }: SentEvent): number => JSON.parse(data).data.index;

  it('closes the source if the client disconnected before the start', async () => {
    const results = new Results(() => 'never');
    const server = createServer();
    servers.push(server);
    server.listen(0, '127.0.0.1');
    const { port } = (await once(server, 'listening').then(() => server.address())) as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nhost: gateway\r\n\r\n');
    const [, response] = await once(server, 'request');
    socket.destroy();
    await once(response, 'close');
    const { signal } = new AbortController();
    await writeStream(
      new ResponseHead(response, false),
      results,
      { clock, pingInterval: 10_000, stallTimeout: 10_000, boundary: strictBoundary() },
      null,
      signal,
    );
    expect(results).toMatchObject({ read: 0, returned: expect.any(Number) });
  });

  it('does not wait for a stalled client once interrupted', async () => {
    const interrupt = new AbortController();
    const results = new Results((index) => numbered(index, 60_000));
    const { port, done } = await serve(() => results, { interrupt: interrupt.signal });
    const socket = await stalled(port, () => results.read);
    interrupt.abort();
    await Promise.all(done);
    socket.destroy();
  });

  it('applies backpressure for a slow client, disconnects a stalled one, and lets it resume', async () => {
    const COUNT = 400;
    const opened: Results[] = [];
    const { url, port, done } = await serve((lastEventId) => {
      const after = lastEventId === '' ? 0 : Number(lastEventId) + 1;
      const results = new Results((index) => (index < COUNT ? numbered(index, 60_000) : 'end'), after);
      opened.push(results);
      return results;
    });
    const socket = await stalled(port, () => opened[0]?.read ?? 0);
    await clock.during(Promise.all(done));
    expect(opened[0]?.read).toBeLessThan(COUNT / 2);

    let text = '';
    socket.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
    });
    await once(socket, 'close');
    // Each event is its own HTTP chunk, preceded by a line with its size.
    const received = new EventStreamParser()
      .push(text)
      .filter((event) => typeof event !== 'string')
      .filter(({ id }) => id !== null);
    const last = received.at(-1)?.id ?? '';
    const resumed = await readStream(url, '', { headers: { 'last-event-id': last } });
    await resumed.ended;
    expect(resumed.events.items.at(-1)?.type).toBe('complete');
    const remaining = resumed.events.items.filter(({ type }) => type === 'next');
    expect([...received, ...remaining].map(indexOf)).toEqual(
      Array.from({ length: COUNT }, (_, index) => index),
    );
  });
});

interface LogLine {
  requestId?: string;
  aborted?: boolean;
}

async function untilLogged({ logLines }: TestGateway, isIt: (line: LogLine) => boolean): Promise<void> {
  while (!logLines.some((line) => isIt(JSON.parse(line))))
    await new Promise((resolve) => setImmediate(resolve));
}
