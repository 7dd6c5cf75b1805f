// @module-tag slow
// @module-tag redis-server
// @module-tag linux
import { once } from 'node:events';
import { connect, type TLSSocket } from 'node:tls';
import { afterAll, afterEach, beforeAll, expect, it, onTestFinished } from 'vitest';
import { describeEach } from '../support/describe-each.ts';
import { freePort } from '../support/free-port.ts';
import { as } from '../support/gateway.ts';
import { operationsOf, ProxiedGateways } from '../support/proxied-gateways.ts';
import { type Changes, type StartReverseProxy, startHaproxy, startNginx } from '../support/reverse-proxy.ts';
import { until } from '../support/until.ts';

/** Requests that an address may have open here, and how many it may send before it is limited. */
const OPEN = 20;
const BURST = 100;
/** Seconds that a client may take to send a request here. */
const SLOW = 5;
const LIVE = 'GET /health/live HTTP/1.1\r\nhost: gateway.example\r\n\r\n';
const noGateway = async () => ({ port: await freePort(), statusPort: await freePort() });
const bodyOf = (query: string): string => JSON.stringify({ query });

describeEach<[{ startProxy: StartReverseProxy; changes: Changes }]>([
  [
    'nginx',
    ['nginx'],
    {
      startProxy: startNginx,
      changes: {
        'limit_conn open 4000': `limit_conn open ${OPEN}`,
        'zone=requests:16m rate=800r/s': 'zone=requests:16m rate=10r/s',
        'zone=requests burst=1600': `zone=requests burst=${BURST}`,
        'client_header_timeout 10s': `client_header_timeout ${SLOW}s`,
        'client_body_timeout 10s': `client_body_timeout ${SLOW}s`,
      },
    },
  ],
  [
    'HAProxy',
    ['haproxy'],
    {
      startProxy: startHaproxy,
      changes: {
        'sc_conn_cur(0) gt 4000': `sc_conn_cur(0) gt ${OPEN}`,
        'sc_http_req_rate(1) gt 8000': `sc_http_req_rate(1) gt ${BURST}`,
        'timeout http-request 10s': `timeout http-request ${SLOW}s`,
      },
    },
  ],
])('%s as in its reference configuration, with smaller figures', {}, (_name, { startProxy, changes }) => {
  let gateways: ProxiedGateways;
  beforeAll(async () => {
    const start: typeof startProxy = (addresses) => startProxy(addresses, changes);
    gateways = await ProxiedGateways.start(start, { REFERENCE: 'true', INTROSPECTION: 'true' });
  });
  afterEach(() => gateways.closeClients());
  afterAll(() => gateways.close());

  /** A connection of a client with this address. It collects what it receives. */
  async function open(localAddress: string, url = gateways.url) {
    const { port, hostname: host } = new URL(url);
    const options = { port: Number(port), host, localAddress, ca: gateways.ca, ALPNProtocols: ['http/1.1'] };
    const socket: TLSSocket = connect(options);
    onTestFinished(() => void socket.destroy());
    const client = { socket, received: '', isClosed: false };
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      client.received += chunk;
    });
    socket.on('close', () => {
      client.isClosed = true;
    });
    await Promise.race([once(socket, 'secureConnect'), once(socket, 'close')]).catch(() => {});
    return client;
  }

  /** Requests that the gateways have received. */
  const received = async (): Promise<number[]> => Promise.all(gateways.processes.map(operationsOf));

  it('limits the requests of one address with an error of the graph, and no other address', async () => {
    const [busy, other] = [gateways.clientAt('127.0.1.1'), gateways.clientAt('127.0.1.2')];
    const results = await Promise.all(Array.from({ length: 3 * BURST }, () => busy.query('{ __typename }')));
    const refused = results.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(BURST);
    expect(results.length - refused.length).toBeGreaterThanOrEqual(BURST);
    expect(refused[0]?.errors).toEqual([
      {
        message: 'Too many requests from this address.',
        extensions: { code: 'RATE_LIMITED', retryable: true, retryAfterMs: 1000 },
      },
    ]);
    expect(await other.query('{ __typename }')).toMatchObject({ status: 200 });
  });

  it('lets a page of another origin read that it is limited, which preflights do not count for', async () => {
    const busy = await open('127.0.1.8');
    const headers = 'host: gateway.example\r\norigin: https://app.example\r\n';
    const preflight = `OPTIONS /graphql HTTP/1.1\r\n${headers}access-control-request-method: POST\r\n\r\n`;
    for (let sent = 1; sent <= BURST; sent += 1) {
      busy.socket.write(preflight);
      await until(() => busy.received.split('HTTP/1.1 204').length === sent + 1);
    }
    const answers = (): number => busy.received.split(/HTTP\/1\.1 (?:200|429)/).length - 1;
    for (let sent = 1; sent <= 3 * BURST && !busy.received.includes(' 429 '); sent += 1) {
      busy.socket.write(LIVE.replace('\r\n\r\n', '\r\norigin: https://app.example\r\n\r\n'));
      await until(() => answers() === sent);
    }
    // The preflights have not used up what the requests may do.
    expect(answers()).toBeGreaterThan(BURST / 2);
    const head = busy.received.slice(busy.received.indexOf(' 429 ')).toLowerCase();
    expect(head).toContain('access-control-allow-origin: *\r\n');
    expect(head).toMatch(/access-control-expose-headers: retry-after\r\n/);
  });

  it('limits what one address has open, and no other address', async () => {
    const stream = bodyOf('subscription { notificationReceived { cursor } }');
    const request = `POST /graphql HTTP/1.1\r\nhost: gateway.example\r\nauthorization: ${as.student.authorization}\r\naccept: text/event-stream\r\ncontent-type: application/json\r\ncontent-length: ${stream.length}\r\n\r\n${stream}`;
    const clients = await Promise.all(
      Array.from({ length: 2 * OPEN }, async () => {
        const client = await open('127.0.1.3');
        client.socket.write(request);
        return client;
      }),
    );
    const isOpen = (client: { received: string }) => client.received.includes('event: next');
    await until(() =>
      clients.every((client) => isOpen(client) || client.isClosed || / 429 /.test(client.received)),
    );
    expect(clients.filter(isOpen)).toHaveLength(OPEN);
    expect(await gateways.clientAt('127.0.1.4').query('{ __typename }')).toMatchObject({ status: 200 });
  });

  it('says that no gateway responds as JSON that a page can read', async () => {
    const nowhere = await startProxy([await noGateway(), await noGateway()], {});
    onTestFinished(() => nowhere.close());
    const client = await open('127.0.1.9', nowhere.url);
    client.socket.write(LIVE);
    await until(() => client.received.includes('}]}'));
    expect(client.received).toMatch(/^HTTP\/1\.1 50[23] /);
    expect(client.received.toLowerCase()).toContain('access-control-allow-origin: *\r\n');
    expect(
      JSON.parse(client.received.slice(client.received.indexOf('{"errors"')).split('\r\n')[0] ?? ''),
    ).toMatchObject({
      errors: [{ extensions: { code: 'UPSTREAM_UNAVAILABLE', retryable: true } }],
    });
  });

  it.each([
    ['head', 'POST /graphql HTTP/1.1\r\nhost: gateway.example\r\n'],
    [
      'body',
      'POST /graphql HTTP/1.1\r\nhost: gateway.example\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{',
    ],
  ])('closes the connection of a client with a slow %s, of which no gateway hears', async (_, start) => {
    const before = await received();
    const client = await open('127.0.1.5');
    client.socket.write(start);
    await until(() => client.isClosed);
    expect(client.received).toMatch(/^(HTTP\/1\.1 408 |$)/);
    expect(await received()).toEqual(before);
  });

  it('sends pipelined requests one at a time, and loses none', async () => {
    const client = await open('127.0.1.6');
    client.socket.write(LIVE.repeat(10));
    await until(() => client.received.split('"live"').length === 11);
    expect(client.isClosed).toBe(false);
  });

  it.each([
    ['pages', '/schema'],
    [
      'results',
      `/graphql?query=${encodeURIComponent('{ __type(name: "Query") { fields { name description } } }')}`,
    ],
  ])('passes %s on compressed, once', async (_, path) => {
    const client = await open('127.0.1.7');
    client.socket.write(
      `GET ${path} HTTP/1.1\r\nhost: gateway.example\r\napollo-require-preflight: 1\r\naccept-encoding: gzip\r\nconnection: close\r\n\r\n`,
    );
    await until(() => client.received.includes('\r\n\r\n'));
    const head = client.received.split('\r\n\r\n', 1)[0]?.toLowerCase();
    expect(head).toMatch(/^http\/1\.1 200 /);
    expect(head?.match(/content-encoding: .*/g)).toEqual(['content-encoding: gzip']);
  });
});
