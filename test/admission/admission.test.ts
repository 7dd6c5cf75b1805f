import { once } from 'node:events';
import fc from 'fast-check';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { clientsBehind, networkOf } from '../../src/admission/client-address.ts';
import type { Config } from '../../src/config/config.ts';
import { readAddress } from '../../src/lib/ip-address.ts';
import { block } from '../support/block.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { as, jsonOf, type QueryResult, startGateway, type TestGateway } from '../support/gateway.ts';
import { know } from '../support/known-users.ts';
import { listen, newClient } from '../support/listen.ts';
import { streamBytes, streamLimit } from '../support/stream-limit.ts';
import { until } from '../support/until.ts';

/** The clock of the gateways: all that happens in a test happens in the same minute. */
let clock: FakeClock;
beforeEach(() => {
  clock = new FakeClock();
});
const start = async (
  environment: Record<string, string>,
  config: Partial<Config> = {},
): Promise<TestGateway> => {
  const gateway = await startGateway({ clock, environment, config });
  onTestFinished(gateway.close);
  return gateway;
};

const DOCUMENT = '{ __typename }';
const STUDENT = 'Bearer demo-student-token';
const statuses = async (count: number, send: (number: number) => Promise<QueryResult>): Promise<number[]> => {
  const found: number[] = [];
  for (let number = 0; number < count; number += 1) found.push((await send(number)).status);
  return found;
};
const times = (count: number, status: number): number[] => Array<number>(count).fill(status);

describe('the rate limit', () => {
  it('states whole milliseconds, after which the caller is admitted', async () => {
    const gateway = await start({ LIMIT_RATE: '1' });
    await know(gateway, as.student);
    expect((await gateway.query(DOCUMENT, { as: as.student })).status).toBe(200);
    await clock.advance(86.882348);
    const { errors } = await gateway.query(DOCUMENT, { as: as.student });
    const wait = errors[0]?.extensions.retryAfterMs;
    expect(wait).toBe(59_914);
    await clock.advance(Number(wait));
    expect((await gateway.query(DOCUMENT, { as: as.student })).status).toBe(200);
  });

  it('applies per user, whatever the sign-in and the spelling of the token', async () => {
    const gateway = await start({ LIMIT_RATE: '4' });
    const [one, other] = [1, 2].map(() => gateway.sandbox.issueToken('u-ana'));
    for (const token of [one, other]) await know(gateway, as.bearer(token ?? ''));
    const spellings = [`Bearer ${one}`, `bearer   ${one}`, one, `Bearer ${other}`];
    const first = await statuses(4, (number) =>
      gateway.query(DOCUMENT, { as: { authorization: spellings[number] ?? '' } }),
    );
    expect(first).toEqual(times(4, 200));
    for (const token of [one, other]) {
      const refused = await gateway.query(DOCUMENT, { as: as.bearer(token ?? '') });
      expect(refused.status).toBe(429);
      expect(refused.errors[0]?.extensions).toMatchObject({
        code: 'RATE_LIMITED',
        retryable: true,
        retryAfterMs: 60_000,
      });
      expect(refused.headers.get('retry-after')).toBe('60');
    }
    expect((await gateway.query(DOCUMENT, { as: as.instructor })).status).toBe(200);
    expect((await gateway.query(DOCUMENT)).status).toBe(200);
    await clock.advance(59_000);
    const again = await gateway.query(DOCUMENT, { as: as.bearer(one ?? '') });
    expect([again.status, again.headers.get('retry-after')]).toEqual([429, '1']);
    await clock.advance(1000);
    expect((await gateway.query(DOCUMENT, { as: as.bearer(one ?? '') })).status).toBe(200);
  });

  it('refuses without a platform call', async () => {
    const gateway = await start({ LIMIT_RATE: '1' });
    await know(gateway, as.student);
    await gateway.query(DOCUMENT, { as: as.student });
    expect((await gateway.query('{ me { id } }', { as: as.student })).calls).toEqual([]);
  });

  it('covers sockets: that of a caller over it is closed with its first message, which learns when to retry', async () => {
    const gateway = await start({ LIMIT_RATE: '1' });
    await know(gateway, as.student);
    expect((await gateway.query(DOCUMENT, { as: as.student })).status).toBe(200);
    const socket = new WebSocket(`${gateway.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
    await once(socket, 'open');
    socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: STUDENT } }));
    const [code, reason] = await once(socket, 'close');
    expect([code, String(reason)]).toEqual([
      1013,
      expect.stringMatching(/^Too many requests, retry after \d+ s$/),
    ]);
  });

  it('is 20 times as high for an address, across all tokens whose users are not known', async () => {
    const gateway = await start({ LIMIT_RATE: '1' });
    await know(gateway, as.student);
    const results = await statuses(20, (number) => gateway.query(DOCUMENT, { as: as.bearer(`t-${number}`) }));
    expect(results).toEqual([...times(19, 200), 429]);
    expect((await gateway.query(DOCUMENT, { as: as.student })).status).toBe(200);
  });

  it('does not take accounts without a name for users: anyone can make them', async () => {
    const gateway = await start({ LIMIT_RATE: '1' });
    const anonymous = as.bearer(gateway.sandbox.issueToken('u-guest-otter'));
    await know(gateway, anonymous);
    expect(await statuses(20, () => gateway.query(DOCUMENT, { as: anonymous }))).toEqual([
      ...times(19, 200),
      429,
    ]);
  });

  it('is 20 times as high for the plugin, which serves many users, whatever its address', async () => {
    const gateway = await start({ LIMIT_RATE: '1' });
    await statuses(21, () => gateway.query(DOCUMENT));
    expect(await statuses(21, () => gateway.query(DOCUMENT, { as: as.plugin }))).toEqual([
      ...times(20, 200),
      429,
    ]);
    const other = { authorization: `Basic ${Buffer.from('demo-plugin:another').toString('base64')}` };
    expect(await statuses(1, () => gateway.query(DOCUMENT, { as: other }))).toEqual([429]);
  });

  it('counts by the address that a trusted proxy reports, not by one that the client makes up', async () => {
    const gateway = await start({ LIMIT_RATE: '1', TRUST_PROXY: 'loopback' });
    const from = (forwarded: string) => (number: number) =>
      gateway.query(DOCUMENT, { headers: { 'x-forwarded-for': forwarded.replace('#', String(number)) } });
    expect(await statuses(21, from('198.51.100.#, 203.0.113.7'))).toEqual([...times(20, 200), 429]);
    expect(await statuses(1, from('203.0.113.8'))).toEqual([200]);
  });

  it('ignores untrusted proxies, and warns once', async () => {
    const gateway = await start({ LIMIT_RATE: '1' });
    const results = await statuses(21, (number) =>
      gateway.query(DOCUMENT, { headers: { 'x-forwarded-for': `203.0.113.${number}` } }),
    );
    expect(results).toEqual([...times(20, 200), 429]);
    expect(gateway.logLines.filter((line) => line.includes('TRUST_PROXY'))).toHaveLength(1);
  });

  it('applies to a socket: to its upgrade, connection_init and each operation', async () => {
    const gateway = await start({ LIMIT_RATE: '3' });
    await know(gateway, as.student);
    const client = newClient(gateway.url, { authorization: STUDENT });
    const run = (): Promise<unknown> =>
      new Promise((resolve) =>
        client.subscribe(
          { query: DOCUMENT },
          { next: () => resolve('result'), error: resolve, complete: () => {} },
        ),
      );
    expect([await run(), await run()]).toEqual(['result', 'result']);
    expect(await run()).toMatchObject([{ extensions: { code: 'RATE_LIMITED', retryable: true } }]);
    await client.dispose();
    const next = listen(gateway.url, DOCUMENT, { authorization: STUDENT });
    await next.end();
    expect(next.items).toEqual([]);
    for (let number = 0; number < 60; number += 1) await gateway.query(DOCUMENT);
    // Handshakes carry no token.
    const opening = new WebSocket(`${gateway.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
    const [, response] = await once(opening, 'unexpected-response');
    expect(response.statusCode).toBe(429);
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    opening.on('error', () => {}).terminate();
  });

  it('applies to server-sent events and to calls from the platform', async () => {
    const gateway = await start({ LIMIT_RATE: '1' });
    await know(gateway, as.student);
    await gateway.query(DOCUMENT, { as: as.student });
    const stream = await fetch(`${gateway.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream', ...as.student },
      body: JSON.stringify({ query: 'subscription { notificationReceived { cursor } }' }),
    });
    expect([stream.status, (await jsonOf(stream)).errors[0].extensions.code]).toEqual([429, 'RATE_LIMITED']);
    const call = () =>
      fetch(`${gateway.url}/plugin/mission-planner/capabilities`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...as.plugin },
        body: '{}',
      });
    const found: number[] = [];
    for (let number = 0; number < 20; number += 1) found.push((await call()).status);
    expect(found).toEqual(times(20, 200));
    const refused = await call();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await jsonOf(refused)).error.message).toMatch(/Too many requests/);
  });

  it('is logged with its code and counted', async () => {
    const gateway = await start({ LIMIT_RATE: '1' });
    await know(gateway, as.student);
    await statuses(3, () => gateway.query(DOCUMENT, { as: as.student }));
    const lines = gateway.logLines
      .map((line) => JSON.parse(line))
      .filter(({ code }) => code === 'RATE_LIMITED');
    // The row of docs/limits.md that was exceeded, and whose account it is.
    expect(lines).toEqual(
      Array(2).fill(
        expect.objectContaining({ reason: 'rate-operations', caller: expect.stringMatching(/^user:/) }),
      ),
    );
    const metrics = await (await fetch(`${gateway.url}/metrics`)).text();
    expect(metrics).toContain('gateway_refused_requests_total{reason="rate"} 2');
  });

  it('is off with 0', async () => {
    const gateway = await start({ LIMIT_RATE: '0' });
    expect(await statuses(30, () => gateway.query(DOCUMENT))).toEqual(times(30, 200));
  });
});

describe('event loop lag', () => {
  /** Milliseconds, in which a busy machine may hold up a calm process for half as long. */
  const LIMIT = 500;
  /** Milliseconds between measurements, by the clock of the gateway. */
  const INTERVAL = 250;
  /** Holds up the event loop, which is then measured. */
  const measureLate = async (): Promise<void> => {
    block(3 * LIMIT);
    await clock.advance(INTERVAL);
  };

  it('sheds new operations on every transport with Retry-After, and recovers', async () => {
    const gateway = await start({ LIMIT_LAG: String(LIMIT) });
    const socket = newClient(gateway.url, { client: { lazy: false } });
    const overSocket = (): Promise<unknown> =>
      new Promise((resolve) =>
        socket.subscribe(
          { query: DOCUMENT },
          { next: () => resolve('result'), error: resolve, complete: () => {} },
        ),
      );
    expect(await overSocket()).toBe('result');
    await until(async () => {
      await measureLate();
      await measureLate();
      return (await gateway.query(DOCUMENT)).status === 503;
    });
    const refused = await gateway.query(DOCUMENT);
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.errors[0]?.extensions).toMatchObject({ code: 'RATE_LIMITED', retryable: true });
    expect(await overSocket()).toMatchObject([{ extensions: { code: 'RATE_LIMITED' } }]);
    const stream = await fetch(`${gateway.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream', ...as.student },
      body: JSON.stringify({ query: 'subscription { notificationReceived { cursor } }' }),
    });
    expect(stream.status).toBe(503);
    const call = await fetch(`${gateway.url}/plugin/ato/requests`, { method: 'POST', headers: as.plugin });
    expect([call.status, call.headers.get('retry-after')]).toEqual([503, '2']);
    const next = listen(gateway.url, DOCUMENT);
    await next.end();
    expect(next.items).toEqual([]);
    expect((await fetch(`${gateway.url}/health/live`)).status).toBe(200);
    expect((await fetch(`${gateway.url}/health/ready`)).status).toBe(200);
    await until(async () => {
      await clock.advance(INTERVAL);
      return (await gateway.query(DOCUMENT)).status === 200;
    });
    expect(await overSocket()).toBe('result');
    await socket.dispose();
  });

  it('ignores a single pause', async () => {
    const gateway = await start({ LIMIT_LAG: String(LIMIT) });
    await measureLate();
    expect(await statuses(3, () => gateway.query(DOCUMENT))).toEqual(times(3, 200));
  });
});

describe('the limit of sign-in mutations', () => {
  const REFRESH = 'refreshSession(input: { refreshToken: "made-up" }) { token { accessToken } }';
  const aliased = (count: number) =>
    Array.from({ length: count }, (_, number) => `a${number}: ${REFRESH}`).join(' ');
  const TOKENS = 'POST /oauth/v2/token';

  it('counts each alias, before any platform call', async () => {
    const gateway = await start({ LIMIT_SIGN_IN: '50' });
    const first = await gateway.query(`mutation { ${aliased(30)} }`);
    expect(first.calls).toEqual(Array<string>(30).fill(TOKENS));
    const refused = await gateway.query(`mutation { ${aliased(30)} }`);
    expect([refused.status, refused.calls]).toEqual([429, []]);
    expect(refused.errors[0]?.extensions).toMatchObject({ code: 'RATE_LIMITED', retryable: true });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await gateway.query(`mutation { ${aliased(20)} }`)).calls).toHaveLength(20);
    expect((await gateway.query(`mutation { ${REFRESH} }`)).calls).toEqual([]);
    const metrics = await (await fetch(`${gateway.url}/metrics`)).text();
    expect(metrics).toContain('gateway_refused_requests_total{reason="sign-in"} 2');
  });

  it.each([
    ['in fragments', 'mutation { ...on Mutation { ...A ...A } } fragment A on Mutation { #5 }', 5],
    ['under the same name', `mutation { ${REFRESH} ${REFRESH} }`, 1],
    ['in another operation of the document', `mutation A { ${REFRESH} } mutation B { #5 }`, 1],
  ])('counts those %s', async (_, document, expected) => {
    const gateway = await start({ LIMIT_SIGN_IN: '10' });
    const query = document.replace('#5', aliased(5));
    const operationName = query.includes('mutation A') ? { operationName: 'A' } : {};
    let calls = 0;
    await until(async () => {
      const answer = await gateway.query(query, operationName);
      calls += answer.calls.length;
      return answer.status === 429;
    });
    expect(calls).toBe(10 - (10 % expected));
  });

  it('holds over a socket, and leaves all other operations alone', async () => {
    const gateway = await start({ LIMIT_SIGN_IN: '1' });
    const over = listen(gateway.url, `mutation { ${aliased(2)} }`);
    await over.end();
    expect(over.errors).toMatchObject([{ extensions: { code: 'RATE_LIMITED' } }]);
    const begin = 'mutation { beginSignIn(input: { redirectUri: "https://app.example/back" }) { url } }';
    expect((await gateway.query(begin)).status).toBe(200);
    expect((await gateway.query('{ me { id } }', { as: as.student })).status).toBe(200);
  });

  it('counts each address for itself, as trusted proxies report it', async () => {
    const gateway = await start({ LIMIT_SIGN_IN: '1', TRUST_PROXY: 'loopback' });
    const from = async (address: string) =>
      (await gateway.query(`mutation { ${REFRESH} }`, { headers: { 'x-forwarded-for': address } })).calls
        .length;
    expect([await from('203.0.113.7'), await from('203.0.113.7'), await from('203.0.113.8')]).toEqual([
      1, 0, 1,
    ]);
  });
});

describe('the limit of subscriptions', () => {
  const STREAM = 'subscription { notificationReceived { cursor } }';

  it('holds for a caller over all its sockets and event streams, until one closes', async () => {
    const gateway = await start(streamLimit(streamBytes(4, 3, STREAM)));
    const open = () => listen(gateway.url, STREAM, { authorization: STUDENT });
    const streams = [open(), open()];
    await Promise.all(streams.map((stream) => stream.reach(1)));
    const events = () =>
      fetch(`${gateway.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'text/event-stream', ...as.student },
        body: JSON.stringify({ query: STREAM }),
      });
    const third = await events();
    expect(third.status).toBe(200);
    expect((await events()).status).toBe(429);
    const fourth = open();
    await fourth.end();
    expect(fourth.errors).toMatchObject([{ extensions: { code: 'RATE_LIMITED', retryable: true } }]);
    const other = listen(gateway.url, STREAM, { authorization: 'Bearer demo-instructor-token' });
    await other.reach(1);
    await third.body?.cancel();
    await until(async () => {
      const again = open();
      return Promise.race([again.reach(1).then(() => true), again.end().then(() => false)]);
    });
    for (const stream of [...streams, other]) stream.stop();
    const metrics = await (await fetch(`${gateway.url}/metrics`)).text();
    expect(metrics).toMatch(/gateway_refused_requests_total\{reason="subscriptions"\} [1-9]/);
  });
});

describe("a client's address", () => {
  const request = (remoteAddress: string, headers: Record<string, string> = {}) =>
    ({ headers, socket: { remoteAddress }, connection: { remoteAddress } }) as never;
  const behind = (trusted: readonly string[]) =>
    clientsBehind(trusted, { untrusted: () => {}, unreadable: () => {} });
  const chain = { 'x-forwarded-for': '198.51.100.1, 203.0.113.7, 10.0.0.2' };

  it.each<[string, readonly string[], string]>([
    ['no proxy is trusted', [], '10.0.0.1'],
    ['one proxy is', ['10.0.0.1'], '10.0.0.2'],
    ['those of a network are', ['10.0.0.0/8'], '203.0.113.7'],
    ['other proxies are', ['192.0.2.0/24'], '10.0.0.1'],
    ['private networks are', ['uniquelocal'], '203.0.113.7'],
  ])('where %s', (_, trusted, expected) => {
    expect(behind(trusted).addressOf(request('10.0.0.1', chain))).toBe(expected);
  });

  it("is the proxy's if the proxy reports none", () => {
    for (const forwarded of ['', 'unknown', 'a, b, c', '<script>']) {
      expect(behind(['10.0.0.0/8']).addressOf(request('10.0.0.1', { 'x-forwarded-for': forwarded }))).toBe(
        '10.0.0.1',
      );
    }
  });

  it.each([
    '192.0.2.1',
    '::ffff:192.0.2.1',
    '::ffff:c000:201',
    '0:0:0:0:0:FFFF:C000:0201',
    '64:ff9b::192.0.2.1',
    '64:ff9b::c000:201',
    '192.0.2.1:5000',
    '[::ffff:192.0.2.1]:443',
  ])('is one whatever its notation: %s', (spelled) => {
    const forwarded = { 'x-forwarded-for': `6.6.6.6, ${spelled}` };
    expect(behind(['10.0.0.0/8']).addressOf(request('10.0.0.1', forwarded))).toBe('192.0.2.1');
    const chained = { 'x-forwarded-for': `${spelled}, 10.0.0.2:1024, [::ffff:10.0.0.3]:1024` };
    expect(behind(['10.0.0.0/8']).addressOf(request('::ffff:a00:1', chained))).toBe('192.0.2.1');
    expect(
      behind(['10.0.0.0/8']).addressOfConnection({ remoteAddress: '::ffff:10.0.0.1' } as never),
    ).toBeNull();
  });

  it('has one spelling for each address, with any port, brackets, zone and zeros', () => {
    const groups = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(groups, fc.nat({ max: 65_535 }), fc.boolean(), (parts, port, isUpper) => {
        const hex = parts.map((part) => part.toString(16)).join(':');
        const full = parts.map((part) => part.toString(16).padStart(4, '0')).join(':');
        const spelled = readAddress(hex);
        expect(spelled).not.toBeNull();
        for (const other of [
          isUpper ? full.toUpperCase() : full,
          `[${hex}]:${port}`,
          `[${full}]`,
          `${hex}%eth0`,
        ])
          expect(readAddress(other)).toBe(spelled);
        expect(readAddress(spelled ?? '')).toBe(spelled);
      }),
    );
    fc.assert(
      fc.property(fc.ipV4(), fc.nat({ max: 65_535 }), (ip, port) => {
        for (const other of [`::ffff:${ip}`, `64:ff9b::${ip}`, `${ip}:${port}`, ` ${ip} `])
          expect(readAddress(other)).toBe(ip);
      }),
    );
    fc.assert(
      fc.property(fc.oneof(fc.ipV6(), fc.string()), (text) => {
        expect(() =>
          behind(['10.0.0.0/8']).addressOf(request('10.0.0.1', { 'x-forwarded-for': text })),
        ).not.toThrow();
      }),
    );
  });

  it('reports once that a trusted proxy wrote something else than an address', () => {
    const reports: string[] = [];
    const clients = clientsBehind(['10.0.0.0/8'], {
      untrusted: () => reports.push('untrusted'),
      unreadable: () => reports.push('unreadable'),
    });
    const sent = (header: string) => clients.addressOf(request('10.0.0.1', { 'x-forwarded-for': header }));
    // What a client sends is not read.
    expect([sent('unknown, 192.0.2.1'), reports]).toEqual(['192.0.2.1', []]);
    expect([sent('192.0.2.1, unknown'), sent('unknown, 10.0.0.2')]).toEqual(['10.0.0.1', '10.0.0.2']);
    expect(reports).toEqual(['unreadable']);
  });

  it('counts as its /64 network if it is IPv6', () => {
    expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe(networkOf('2001:db8:1:2::9'));
    expect(networkOf('2001:db8:1:2::9')).not.toBe(networkOf('2001:db8:1:3::9'));
    expect(networkOf('2001:db8::1')).toBe(networkOf('2001:db8:0:0:ffff::'));
    expect(networkOf('2001:db8::3:4:5:6:7')).toBe(networkOf('2001:db8:0:3::'));
    expect(networkOf('::1')).toBe('0:0:0:0');
    expect(networkOf('192.0.2.1')).toBe('192.0.2.1');
  });

  it('uses TLS if a trusted proxy says so', () => {
    const secure = { 'x-forwarded-proto': 'https' };
    expect(behind(['10.0.0.0/8']).isSecure(request('10.0.0.1', secure))).toBe(true);
    expect(behind(['10.0.0.0/8']).isSecure(request('203.0.113.7', secure))).toBe(false);
    expect(behind([]).isSecure(request('10.0.0.1', secure))).toBe(false);
  });
});
