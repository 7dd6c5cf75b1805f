import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { type ProductionGateway, startProduction } from '../support/production.ts';

/** Levels that a JSON text of a client may nest. */
const LIMIT = 100;
/** Deep enough to exhaust the stack of recursive code, in a message that any limit on bytes allows. */
const TOO_DEEP = 6500;

const lists = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
/** As deep as a text with `around` levels of its own may have it. */
const within = (around: number): string => lists(LIMIT - around);

describe('JSON from clients may nest 100 levels', { timeout: 60_000 }, () => {
  let gateway: ProductionGateway;
  beforeAll(async () => {
    gateway = await startProduction();
  });
  afterAll(() => gateway.close());

  /** The process still serves: it has not ended, and has not been replaced. */
  const expectServing = async (): Promise<void> => {
    expect((await post('{"query":"{ __typename }"}')).status).toBe(200);
    expect(gateway.isAlive).toBe(true);
    expect(gateway.output()).not.toMatch(/"level":(50|60)/);
  };

  const post = (body: string, path = '/graphql', headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${gateway.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });

  const codeOf = async (response: Response): Promise<unknown> => {
    const { errors } = (await response.json()) as { errors?: { extensions: { code: string } }[] };
    return errors?.[0]?.extensions.code ?? null;
  };

  /** Sends one message over a new socket. @returns what came first: the close code, or the type of a message. */
  async function firstReply(message: string): Promise<unknown> {
    const socket = new WebSocket(`${gateway.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
    await once(socket, 'open');
    const closed = once(socket, 'close').then(([code]) => code as number);
    const replied = once(socket, 'message').then(([data]) => JSON.parse(String(data)).type as string);
    socket.send(message);
    const first = await Promise.race([closed, replied]);
    socket.terminate();
    return first;
  }

  it('in a socket message: one that is deeper closes its socket, before connection_init', async () => {
    for (let attempt = 0; attempt < 3; attempt += 1)
      expect(await firstReply(`{"type":"ping","payload":{"a":${lists(TOO_DEEP)}}}`)).toBe(4400);
    expect(await firstReply(`{"type":"ping","payload":{"a":${within(1)}}}`)).toBe(4400);
    expect(await firstReply(`{"type":"ping","payload":{"a":${within(2)}}}`)).toBe('pong');
    await expectServing();
  });

  it('in the body of a request', async () => {
    const query = 'query ($x: Boolean) { __typename @include(if: $x) }';
    for (const name of ['variables', 'extensions', 'unknown']) {
      const response = await post(`{"query":"${query}","${name}":{"y":${lists(TOO_DEEP)}}}`);
      expect(response.status).toBe(400);
      expect(await codeOf(response)).toBe('BAD_REQUEST');
    }
    const body = (value: string): string => `{"query":"{ __typename }","variables":{"y":${value}}}`;
    expect((await post(body(within(1)))).status).toBe(400);
    expect((await post(body(within(2)))).status).toBe(200);
    await expectServing();
  });

  it('in the URL of a GET', async () => {
    const get = (value: string): Promise<Response> => {
      const search = new URLSearchParams({ query: '{ __typename }', variables: `{"y":${value}}` });
      // As few characters as possible: a URL has a limit.
      return fetch(`${gateway.url}/graphql?${decodeURIComponent(String(search)).replaceAll(' ', '')}`, {
        headers: { 'x-apollo-operation-name': 'a' },
      });
    };
    expect(await codeOf(await get(lists(TOO_DEEP)))).toBe('BAD_REQUEST');
    expect((await get(within(0))).status).toBe(400);
    expect((await get(within(1))).status).toBe(200);
    await expectServing();
  });

  it('in a subscription, whose variables are compared before they are coerced', async () => {
    const query = 'subscription ($x: Boolean!) { notificationReceived { cursor @include(if: $x) } }';
    const response = await post(`{"query":"${query}","variables":{"x":${lists(TOO_DEEP)}}}`, '/graphql', {
      accept: 'text/event-stream',
      authorization: 'Bearer demo-student-token',
    });
    expect(response.status).toBe(400);
    expect(await codeOf(response)).toBe('BAD_REQUEST');
    await expectServing();
  });

  it('in a call of the platform', async () => {
    const { clientId, clientSecret } = gateway.sandbox.credentials.plugin;
    const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
    const call = (value: string): Promise<Response> =>
      post(`{"requestId":"r-deep","status":"in-progress","a":${value}}`, '/plugin/ato/requests', {
        authorization,
      });
    expect((await call(lists(TOO_DEEP))).status).toBe(400);
    expect((await call(within(0))).status).toBe(400);
    expect((await call(within(1))).status).toBe(200);
    await expectServing();
  });

  it('brackets in a text are no levels', async () => {
    const text = `${'['.repeat(5000)}"\\\\${'{'.repeat(5000)}`;
    const response = await post(JSON.stringify({ query: '{ __typename }', variables: { text } }));
    expect(response.status).toBe(200);
    const closing = JSON.stringify(']'.repeat(5000));
    expect(
      (await post(`{"query":"{ __typename }","variables":[${closing},${lists(TOO_DEEP)}]}`)).status,
    ).toBe(400);
    await expectServing();
  });
});
