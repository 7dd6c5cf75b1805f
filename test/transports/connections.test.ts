import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { IncomingMessage, type ServerResponse } from 'node:http';
import { connect, Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { metricsUrlIn } from '../support/announced.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { json } from '../support/faults.ts';
import { as, startGateway, type TestGateway } from '../support/gateway.ts';
import { readMetrics } from '../support/metrics.ts';
import { type GatewayProcess, startProcess } from '../support/process.ts';
import { startProduction } from '../support/production.ts';
import { RawConnection } from '../support/raw-connection.ts';
import { testGateway } from '../support/suite.ts';
import { until } from '../support/until.ts';
import { frame, PING, TEXT } from '../support/websocket-frame.ts';

/** The request timeout here, in milliseconds. */
const REQUEST_TIMEOUT = 3000;
/** The beginning of a request with a JSON body. */
const POST = 'POST /graphql HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n';
/** The beginning of a WebSocket handshake. */
const UPGRADE =
  'GET /graphql HTTP/1.1\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-protocol: graphql-transport-ws\r\n';

describe('connections that arrive at once', { tags: 'slow' }, () => {
  const ARRIVING = 1000;
  const SOMAXCONN = '/proc/sys/net/core/somaxconn';
  /** Connections that the system lets wait for a process. 0: not known. */
  const permitted = existsSync(SOMAXCONN) ? Number(readFileSync(SOMAXCONN, 'utf8')) : 0;
  /** A stopped process is late: that is no overload. */
  const STOPPED = { LIMIT_LAG: '60000' };
  const TOO_SHORT = `net.core.somaxconn of ${ARRIVING}`;

  const withBody = (accept: string, body: string): string =>
    `POST /graphql HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\naccept: ${accept}\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
  const TYPENAME = JSON.stringify({ query: '{ __typename }' });
  const QUERY = withBody('application/json', TYPENAME);

  /**
   * Sends requests over connections of their own while the process is stopped, then a query from another address.
   * @param from the address that all of them come from. Default: each comes from another.
   * @returns the sockets.
   */
  async function arrive({ url, child }: GatewayProcess, requests: readonly string[], from?: string) {
    const open: Socket[] = [];
    onTestFinished(() => {
      child.kill('SIGKILL');
      for (const socket of open) socket.destroy();
    });
    const { port, hostname: host } = new URL(url);
    const send = async (request: string, sender?: string): Promise<Socket> => {
      const localAddress = sender ?? `127.1.${open.length >> 7}.${1 + (open.length % 128)}`;
      const socket = connect({ port: Number(port), host, localAddress }).on('error', () => {});
      open.push(socket);
      await once(socket, 'connect');
      socket.write(request);
      return socket;
    };
    child.kill('SIGSTOP');
    for (const request of requests) await send(request, from);
    const query = await send(QUERY);
    child.kill('SIGCONT');
    return { others: open.slice(0, -1), query };
  }

  it('wait until the process is free; the system refuses none', async ({ skip }) => {
    skip(permitted < ARRIVING, TOO_SHORT);
    const { query } = await arrive(await startProcess(STOPPED), Array(ARRIVING - 1).fill(''));
    expect(String(await once(query, 'data'))).toContain('"__typename":"Query"');
  });

  it('are accepted before most streams open, so that queries pass', async ({ skip }) => {
    skip(permitted < ARRIVING, TOO_SHORT);
    const stream = withBody('text/event-stream', TYPENAME);
    await expectToPass(await arrive(await startProcess(STOPPED), Array(ARRIVING - 1).fill(stream)));
  });

  it('are accepted before most large requests are processed, so that queries pass', async ({ skip }) => {
    skip(permitted < ARRIVING, TOO_SHORT);
    const long = JSON.stringify({ query: `{ ${'a'.repeat(60_000)}: __typename }` });
    const requests = Array(ARRIVING - 1).fill(withBody('application/json', long));
    await expectToPass(await arrive(await startProcess(STOPPED), requests, '127.1.0.1'));
  });

  /** Expects the query's response before half of the others'. */
  async function expectToPass({ others, query }: { others: readonly Socket[]; query: Socket }) {
    let served = 0;
    for (const socket of others)
      socket.once('data', () => {
        served += 1;
      });
    expect(String(await once(query, 'data'))).toContain('"__typename":"Query"');
    expect(served).toBeLessThan(ARRIVING / 2);
    await until(() => served === others.length);
  }
});

describe('a connection', () => {
  let gateway: TestGateway;
  const whenOver: (() => void)[] = [];
  beforeAll(async () => {
    gateway = await startGateway({
      environment: {
        LIMIT_CONNECTIONS: '60',
        EXPLORER_HOSTS: 'named.example',
        // One address may have a quarter of them, a proxy all.
        TRUST_PROXY: 'loopback',
      },
      config: { requestTimeout: REQUEST_TIMEOUT },
    });
  });
  afterAll(async () => {
    for (const destroy of whenOver) destroy();
    await gateway.close();
  });

  const connectAndSend = (sent = '') =>
    new RawConnection(gateway, sent, (destroy) => void whenOver.push(destroy));

  const responseTo = async (sent: string) => {
    const client = connectAndSend(sent);
    await client.closed();
    const [head = '', body = ''] = client.received.split('\r\n\r\n');
    return { status: Number(head.split(' ')[1]), head: head.toLowerCase(), body };
  };

  it.concurrent.each([
    ['bytes that are not HTTP', 400, '\x00\x01\x02 nonsense\r\n\r\n'],
    ['two different lengths', 400, `${POST}content-length: 3\r\ncontent-length: 4\r\n\r\nabcd`],
    ['two hosts', 400, 'GET /health/live HTTP/1.1\r\nhost: x\r\nHost: y\r\n\r\n'],
    ['two hosts over HTTP/1.0', 400, 'GET /health/live HTTP/1.0\r\nhost: x\r\nHost: x\r\n\r\n'],
    ['two hosts for a socket', 400, `${UPGRADE}host: localhost\r\nhost: evil.example\r\n\r\n`],
    ['a URL and no host', 400, 'GET http://localhost/health/live HTTP/1.1\r\n\r\n'],
    ['a chunk without a size', 400, `${POST}transfer-encoding: chunked\r\n\r\nzz\r\n`],
    ['headers of 20 KB', 431, `GET / HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`],
    ['120 headers', 431, `GET / HTTP/1.1\r\nhost: x\r\n${'x: y\r\n'.repeat(120)}\r\n`],
    ['a tunnel', 405, 'CONNECT platform.example:443 HTTP/1.1\r\nhost: x\r\n\r\n'],
    ['nothing', 408, ''],
    ['headers that never end', 408, 'GET / HTTP/1.1\r\nhost: x\r\n'],
    ['a body that never ends', 408, `${POST}content-length: 500\r\n\r\n{"query":`],
  ])('with %s gets %i in JSON and is closed', async (_, status, sent) => {
    const response = await responseTo(sent);
    expect(response.status).toBe(status);
    expect(response.head).toContain('connection: close');
    expect(response.head).toContain('content-type: application/json');
    expect(response.head).toContain('x-content-type-options: nosniff');
    const { errors } = JSON.parse(response.body);
    expect(errors[0]).toMatchObject({
      message: expect.stringMatching(/\.$/),
      extensions: { code: 'BAD_REQUEST', requestId: expect.any(String), retryable: false },
    });
  });

  it.concurrent.each([
    ['headers', 'GET / HTTP/1.1\r\nhost: x\r\n', 'x: y\r\n'],
    ['a body', `${POST}content-length: 4000\r\n\r\n`, ' '],
  ])('with %s that arrive slowly is closed after the same time', async (_, sent, part) => {
    const client = connectAndSend(sent);
    const drip = setInterval(() => client.socket.write(part), 20);
    await client.closed().finally(() => clearInterval(drip));
    expect(client.received).toMatch(/^HTTP\/1\.1 408 /);
  });

  it.each([
    ['at once', true],
    ['before its body has arrived', false],
  ])(
    'that offers another protocol, and sends a further request %s, is closed after its response',
    async (_when, isAtOnce) => {
      const offer = 'connection: upgrade\r\nupgrade: h2c\r\n';
      const body = '{"query":"{ __typename }"}';
      const head = `${POST}${offer}content-length: ${body.length}\r\n\r\n`;
      const rest = `${body}GET /health/live HTTP/1.1\r\nhost: x\r\n\r\n`;
      const client = connectAndSend(isAtOnce ? head + rest : head);
      if (!isAtOnce) {
        client.socket.write(body.slice(0, 1));
        await new Promise((resolve) => setImmediate(resolve));
        client.socket.write(rest.slice(1));
      }
      await client.closed();
      expect(client.responses).toBe(1);
      expect(client.received).toMatch(/^HTTP\/1\.1 200 /);
    },
  );

  it('that offers another protocol with each request is kept, if they come one after the other', async () => {
    const offer = 'connection: upgrade\r\nupgrade: h2c\r\n';
    const body = '{"query":"{ __typename }"}';
    const request = `${POST}${offer}content-length: ${body.length}\r\n\r\n${body}`;
    const client = connectAndSend(request);
    for (const responses of [1, 2, 3]) {
      await until(() => client.responses === responses && client.received.trimEnd().endsWith('}'));
      if (responses < 3) client.socket.write(request);
    }
    client.socket.destroy();
  });

  it.each([
    ['an operation', 'POST /graphql HTTP/1.1\r\nconnection: close\r\ncontent-length: 0\r\n'],
    ['a socket', UPGRADE],
  ])(
    'that brings %s gets 421 in development under a name that may lead here by DNS rebinding',
    async (_, request) => {
      for (const host of ['evil.example', 'localhost.evil.example:4000', '127.0.0.1.evil.example', 'a b']) {
        const response = await responseTo(`${request}origin: http://${host}\r\nhost: ${host}\r\n\r\n`);
        expect([host, response.status]).toEqual([host, 421]);
        expect(JSON.parse(response.body).errors[0].message).toContain('EXPLORER_HOSTS');
      }
      for (const host of [
        'localhost:4000',
        'app.localhost',
        '192.0.2.1',
        '[::1]:4000',
        'gateway',
        'named.example',
      ]) {
        const client = connectAndSend(`${request}host: ${host}\r\n\r\n`);
        await until(() => client.received !== '');
        expect([host, client.received]).toEqual([host, expect.not.stringMatching(/^HTTP\/1\.1 421 /)]);
        client.socket.destroy();
      }
    },
  );

  // RFC 9112 3.2.2
  it.each([
    ['GET http://localhost/health/live HTTP/1.1\r\n', 200],
    ['GET HTTP://LOCALHOST:80/graphql?query={__typename} HTTP/1.1\r\napollo-require-preflight: 1\r\n', 200],
    ['GET http://evil.example/graphql?query={__typename} HTTP/1.1\r\napollo-require-preflight: 1\r\n', 421],
    ['GET http://localhost?x HTTP/1.1\r\n', 200],
    ['GET http://evil.example@localhost/health/live HTTP/1.1\r\n', 404],
    ['GET ftp://localhost/health/live HTTP/1.1\r\n', 404],
    [UPGRADE.replace('/graphql', 'http://evil.example/graphql'), 421],
    [UPGRADE.replace('/graphql', 'http://localhost/graphql'), 101],
  ])('reads a URL as target, whose host counts: %j', async (request, status) => {
    const client = connectAndSend(`${request}host: localhost\r\n\r\n`);
    await until(() => client.received !== '');
    expect(client.received.split(' ')[1]).toBe(String(status));
    client.socket.destroy();
  });

  it('is closed immediately over the connection limit, and accepted again below it', async () => {
    const clients = Array.from({ length: 90 }, () => connectAndSend('GET / HTTP/1.1\r\nhost: x\r\n'));
    await until(() => clients.filter(({ isClosed, received }) => isClosed && received === '').length >= 20);
    for (const { socket } of clients) socket.destroy();
    await until(async () => (await gateway.query('{ __typename }').catch(() => null))?.status === 200);
  });
});

describe('connections of one address', () => {
  /** Opens connections. @returns how many stay open. */
  const idle = async (gateway: TestGateway, count: number) => {
    const clients = Array.from(
      { length: count },
      () => new RawConnection(gateway, 'GET /health/live HTTP/1.1\r\nhost: x\r\n\r\n'),
    );
    await until(() => clients.every(({ received, isClosed }) => received !== '' || isClosed));
    return {
      open: clients.filter(({ isClosed }) => !isClosed).length,
      close: () => {
        for (const { socket } of clients) socket.destroy();
      },
    };
  };

  it('are limited to a quarter of all, so that it cannot keep others out', async () => {
    const gateway = await testGateway({ environment: { LIMIT_CONNECTIONS: '40' } });
    const first = await idle(gateway, 15);
    expect(first.open).toBe(10);
    first.close();
    await until(async () => (await gateway.query('{ __typename }').catch(() => null))?.status === 200);
    const dropped = (await readMetrics(gateway)).get('gateway_dropped_connections_total{reason="address"}');
    expect(dropped).toBeGreaterThanOrEqual(5);
    // One line for many connections, without their address.
    const lines = gateway.logLines.filter((line) => line.includes('connections dropped'));
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      {
        level: 40,
        severity_text: 'WARN',
        time: expect.any(String),
        reason: 'address',
        count: 1,
        msg: 'connections dropped',
      },
    ]);
  });

  it('are not limited for a trusted proxy, which has many clients', async () => {
    const environment = { LIMIT_CONNECTIONS: '40', TRUST_PROXY: 'loopback' };
    const gateway = await testGateway({ environment });
    expect((await idle(gateway, 15)).open).toBe(15);
  });
});

describe('large bodies that are still arriving', () => {
  it.each([
    ['with a length', 'content-length: 99999\r\n\r\n{'],
    ['in chunks', 'transfer-encoding: chunked\r\n\r\n1\r\n{\r\n'],
  ])('%s are limited per address, until they have arrived or their connection closes', async (_, rest) => {
    const gateway = await testGateway({
      environment: { LIMIT_HELD: '500000', LIMIT_BODY: '100000' },
    });
    const begin = async () => {
      const client = new RawConnection(gateway, POST + rest);
      // Round trips show that it has been received: one is not enough on a busy machine.
      for (let trip = 0; trip < 3; trip += 1) await gateway.query('{ __typename }');
      return { socket: client.socket, isRefused: () => client.received.includes('RATE_LIMITED') };
    };
    const first = await begin();
    await begin();
    const third = await begin();
    await until(third.isRefused);
    expect(first.isRefused()).toBe(false);
    const large = JSON.stringify({ query: '{ __typename }', extensions: { padding: 'x'.repeat(80_000) } });
    const send = async () => {
      const headers = { 'content-type': 'application/json' };
      return (await fetch(`${gateway.url}/graphql`, { method: 'POST', headers, body: large })).status;
    };
    expect(await send()).toBe(429);
    first.socket.destroy();
    await until(async () => (await send()) === 200);
    const refused = (await readMetrics(gateway)).get('gateway_refused_requests_total{reason="bodies"}');
    expect(refused).toBeGreaterThanOrEqual(2);
  });
});

/** A gateway to which bodies are sent over so many connections that they all arrive in one turn of the event loop. */
async function sendAtOnce(connections: number, head: string, body: string, settings: Record<string, string>) {
  const gateway = await startProduction({ environment: settings });
  onTestFinished(gateway.close);
  const sockets = Array.from({ length: connections }, () => new RawConnection(gateway).socket);
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  await fetch(`${gateway.url}/health/live`);
  process.kill(gateway.pid, 'SIGSTOP');
  const statuses = sockets.map(async (socket) => {
    socket.write(`${POST}${head}\r\n\r\n${body}`);
    const [response] = await once(socket, 'data');
    return Number(String(response).split(' ')[1]);
  });
  process.kill(gateway.pid, 'SIGCONT');
  return { gateway, statuses: await Promise.all(statuses) };
}

describe('bodies that wait for their turn', () => {
  it('take no more memory in parts of one byte', { tags: 'slow' }, async () => {
    const body = `${'1\r\nx\r\n'.repeat(11_000)}0\r\n\r\n`;
    const { gateway, statuses } = await sendAtOnce(50, 'transfer-encoding: chunked', body, {
      NODE_OPTIONS: '--max-old-space-size=64',
    });
    expect(new Set(statuses)).toEqual(new Set([400]));
    expect(gateway.isAlive).toBe(true);
  });

  it('count against their address already', async () => {
    const body = JSON.stringify({ query: '{ __typename }' }).padEnd(80_000);
    // Three at a time.
    const settings = { LIMIT_HELD: '500000', LIMIT_BODY: '100000' };
    const { statuses } = await sendAtOnce(100, `content-length: ${body.length}`, body, settings);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(0);
    // Counted only at their turn, most would be served, eight at a time.
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(60);
  });
});

describe('new documents of many networks', () => {
  const NETWORKS = 150;
  const FIELDS = 'id name description media isAssessment public';
  /** Valid, and takes milliseconds until it is known to be. */
  const documentOf = (number: number): string =>
    `query Q${number} { course(id: "c-first-aid") { ${'levels { lessons { ...F } } '.repeat(20)} } }
    fragment F on Lesson { ${FIELDS} childLessons { ${FIELDS} childLessons { ${FIELDS} } } }`;

  it.each([
    ['IPv4 addresses', (number: number) => `192.0.2.${number}`],
    ['/64 of a site', (number: number) => `2001:db8:1:${number}::1`],
  ])('make a proven user wait for few of them: %s', async (_, addressOf) => {
    const gateway = await startProduction({ environment: { TRUST_PROXY: 'loopback' } });
    onTestFinished(gateway.close);
    const order: string[] = [];
    const connections = Array.from({ length: NETWORKS + 1 }, () => new RawConnection(gateway));
    const send = async (number: number, query: string, headers: string): Promise<void> => {
      const body = JSON.stringify({ query });
      const { socket } = connections[number] ?? new RawConnection(gateway);
      socket.write(`${POST}${headers}content-length: ${body.length}\r\n\r\n${body}`);
      await once(socket, 'data');
      order.push(headers.startsWith('authorization') ? 'user' : 'stranger');
    };
    const user = `authorization: ${as.student.authorization}\r\n`;
    await send(NETWORKS, '{ me { id } }', user);
    order.pop();
    process.kill(gateway.pid, 'SIGSTOP');
    const strangers = Array.from({ length: NETWORKS }, (_stranger, number) =>
      send(number, documentOf(number), `x-forwarded-for: ${addressOf(number)}\r\n`),
    );
    const reading = send(NETWORKS, '{ __typename }', user);
    process.kill(gateway.pid, 'SIGCONT');
    await Promise.all([...strangers, reading]);

    expect(order.indexOf('user')).toBeLessThan(NETWORKS / 2);
  });
});

describe('messages of sockets that are still arriving', () => {
  /** Opens a socket and sends the beginning of a message. */
  const begin = async ({ url }: TestGateway, bytes = 320_000) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
    onTestFinished(() => socket.terminate());
    socket.on('error', () => {});
    const client = { socket, isClosed: false };
    socket.once('close', () => {
      client.isClosed = true;
    });
    await once(socket, 'open');
    socket.send(' '.repeat(bytes), { fin: false });
    return client;
  };

  /** A socket after `connection_ack`. */
  const admitted = async (gateway: TestGateway) => {
    const client = await begin(gateway, 10);
    client.socket.send('{"type":"connection_init"}', { fin: true });
    await once(client.socket, 'message');
    return client;
  };

  it('are limited per address together with bodies, until the socket is admitted or closes', async () => {
    const gateway = await testGateway({
      // A client that is late because the machine is busy is not cut off.
      clock: new FakeClock(),
      environment: { LIMIT_BODY: '400000', LIMIT_HELD: '900000' },
    });
    const first = await begin(gateway);
    const second = await begin(gateway);
    // One of them is over the limit; which one depends on what arrives first.
    const third = await begin(gateway);
    await until(() => [first, second, third].some(({ isClosed }) => isClosed));
    expect([first, second, third].filter(({ isClosed }) => isClosed)).toHaveLength(1);
    expect((await readMetrics(gateway)).get('gateway_refused_requests_total{reason="bodies"}')).toBe(1);
    const open = [first, second, third].filter(({ isClosed }) => !isClosed);
    // The rest of the message is `connection_init`.
    for (const { socket } of open) socket.send('{"type":"connection_init"}', { fin: true });
    await Promise.all(open.map(({ socket }) => once(socket, 'message')));
    const later = [await begin(gateway), await begin(gateway)];
    for (let trip = 0; trip < 3; trip += 1) await gateway.query('{ __typename }');
    expect(later.map(({ isClosed }) => isClosed)).toEqual([false, false]);
    for (const { socket } of later) socket.terminate();
    await until(async () => {
      const again = await begin(gateway);
      again.socket.send('{"type":"connection_init"}', { fin: true });
      await Promise.race([once(again.socket, 'message'), once(again.socket, 'close')]);
      return !again.isClosed;
    });
  });

  it('have as long as the body of a request, however small', async () => {
    const clock = new FakeClock();
    const gateway = await testGateway({ clock });
    const [idle, slow, complete] = [
      await admitted(gateway),
      await admitted(gateway),
      await admitted(gateway),
    ];
    for (const { socket } of [slow, complete]) socket.send('  ', { fin: false });
    const pong = async ({ socket }: typeof idle): Promise<void> => {
      socket.ping();
      await once(socket, 'pong');
    };
    const clients = [idle, slow, complete];
    await Promise.all(clients.map(pong));
    for (let round = 1; round <= 4; round += 1) {
      await clock.advance(12_000);
      // Clients also answer the pings of the gateway, which prolongs nothing.
      await Promise.all(clients.filter((client) => round <= 2 || client !== slow).map(pong));
      expect(round <= 2 && slow.isClosed).toBe(false);
      if (round === 2) complete.socket.send('{"type":"ping"}', { fin: true });
      if (round === 2) complete.socket.send('  ', { fin: false });
    }
    await until(() => slow.isClosed);
    expect([idle, slow, complete].map(({ isClosed }) => isClosed)).toEqual([false, true, false]);
  });

  it('are limited also after connection_ack', async () => {
    const gateway = await testGateway({
      clock: new FakeClock(),
      environment: { LIMIT_BODY: '400000', LIMIT_HELD: '900000' },
    });
    const clients = await Promise.all(Array.from({ length: 3 }, () => admitted(gateway)));
    for (const { socket } of clients) socket.send(' '.repeat(320_000), { fin: false });
    await until(() => clients.some(({ isClosed }) => isClosed));
    expect(clients.filter(({ isClosed }) => isClosed)).toHaveLength(1);
  });
});

describe('a socket', () => {
  const PONG = '\x8a';
  const INIT = '{"type":"connection_init"}';
  const ACK = '{"type":"connection_ack"}';
  const HANDSHAKE = `${UPGRADE}host: x\r\n\r\n`;

  it('reads what its client sends with the handshake, however many sockets open at once', async () => {
    const gateway = await testGateway({ environment: { LIMIT_HELD: '800000000' } });
    // More than is read at once.
    const message = frame(TEXT, INIT.padEnd(65_500));
    const clients = Array.from({ length: 300 }, () => {
      const client = new RawConnection(gateway, HANDSHAKE);
      client.socket.write(message);
      return client;
    });
    await Promise.all(clients.map((client) => until(() => client.received.includes(ACK))));
  });

  it('reads little of what a client goes on sending after it was closed', async () => {
    const gateway = await testGateway();
    const client = new RawConnection(gateway, HANDSHAKE);
    client.socket.setEncoding('latin1').write(frame(TEXT, 'no message'));
    const flood = frame(TEXT, 'x'.repeat(90_000));
    const send = (): void => {
      while (!client.socket.destroyed && client.socket.write(flood));
    };
    client.socket.on('drain', send);
    send();
    await client.closed();
    // A hundred messages, and what the kernel holds of a connection: without a limit, a gigabyte arrives until it is closed.
    expect(client.socket.bytesWritten - client.socket.writableLength).toBeLessThan(50_000_000);
  });

  it('ends with a malformed frame, whatever comes behind it', async () => {
    const gateway = await testGateway();
    const client = new RawConnection(gateway, HANDSHAKE);
    client.socket.setEncoding('latin1').write(frame(TEXT, INIT));
    await until(() => client.received.includes(ACK));
    const pongs = (): number => client.received.split(PONG).length - 1;
    // One of them is handled in a turn of the event loop, so that the rest waits.
    client.socket.write(Buffer.concat(Array.from({ length: 3000 }, () => frame(PING))));
    await until(() => pongs() > 0);
    const invalid = frame(TEXT, '\xff\xff');
    client.socket.write(
      Buffer.concat([invalid, ...Array.from({ length: 5 }, () => frame(TEXT, 'x'.repeat(60_000)))]),
    );
    const before = pongs();
    await until(() => pongs() > before + 100);
    // What the gateway has not read from its connection until now is parsed as well.
    client.socket.resetAndDestroy();
    await until(async () => (await readMetrics(gateway)).get('gateway_sockets_open') === 0);
    expect((await gateway.query('{ __typename }')).data).toEqual({ __typename: 'Query' });
  });
});

describe('a connection serves one request at a time', () => {
  const operation = (query: string, headers = ''): string => {
    const body = JSON.stringify({ query });
    return `POST /graphql HTTP/1.1\r\nhost: x\r\nauthorization: Bearer demo-student-token\r\n${headers}content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
  };
  const LIVE = 'GET /health/live HTTP/1.1\r\nhost: x\r\n\r\n';
  const FURTHER: [string, string][] = [
    ['a request', LIVE],
    ['a thousand requests', LIVE.repeat(1000)],
    ['an operation', operation('{ last: __typename }')],
    ['a request with an unknown expectation', LIVE.replace('host', 'expect: x\r\nhost')],
    ['a malformed request', 'nonsense\r\n\r\n'],
    ['a tunnel', 'CONNECT platform.example:443 HTTP/1.1\r\nhost: x\r\n\r\n'],
    ['an upgrade', `${UPGRADE}host: x\r\n\r\n`],
  ];

  /** A gateway whose platform holds back users' profiles until they are released. */
  async function startHolding() {
    const held: (() => void)[] = [];
    const gateway = await startGateway({
      sandbox: {
        intercept: async ({ url }) => {
          if (url === '/user/v1/my/profile') await new Promise<void>((resolve) => held.push(resolve));
          return false;
        },
      },
    });
    onTestFinished(gateway.close);
    onTestFinished(() => {
      for (const release of held) release();
    });
    return { gateway, held };
  }

  const send = (gateway: TestGateway, requests: string) => new RawConnection(gateway, requests);

  it('each after the response before it, as many as a client sends', async () => {
    const { gateway } = await startHolding();
    const client = send(gateway, LIVE);
    for (let count = 1; count <= 100; count += 1) {
      await until(() => client.responses === count && client.received.endsWith('"live"}'));
      client.socket.write(LIVE);
    }
    expect(client.isClosed).toBe(false);
  });

  it('and retains at most the last one after its response, however many it has sent', async () => {
    const clock = new FakeClock();
    const gateway = await testGateway({ clock });
    const before = clock.timers;
    const request = LIVE.replace('\r\n\r\n', '\r\ncontent-length: 1\r\n\r\nx');
    const client = send(gateway, request);
    for (let count = 1; count <= 100; count += 1) {
      await until(() => client.responses === count && client.received.endsWith('"live"}'));
      // The rest of a request may follow on its response, so something waits for it.
      expect(clock.timers - before).toBeLessThanOrEqual(1);
      client.socket.write(request);
    }
    client.socket.destroy();
    await until(() => clock.timers === before);
  });

  it('and retains nothing once it has closed after a refusal', async () => {
    const clock = new FakeClock();
    const gateway = await testGateway({ clock });
    const before = clock.timers;
    await send(gateway, 'nonsense\r\n\r\n').closed();
    await until(() => clock.timers === before);
  });

  it.each(
    FURTHER.flatMap(([name, further]) => [
      [name, 'in the same packet', further, ''],
      [name, 'while it runs', '', further],
    ]),
  )('and closes after its response if %s follows %s', async (_, _when, atOnce, later) => {
    const { gateway, held } = await startHolding();
    const client = send(gateway, operation('{ me { id } }') + atOnce);
    await until(() => held.length === 1);
    client.socket.write(later);
    await gateway.query('{ __typename }');
    expect(client.received).toBe('');
    held[0]?.();
    await until(() => client.isClosed);
    expect(client.responses).toBe(1);
    expect(client.received).toMatch(
      atOnce ? /^HTTP\/1\.1 200 .*connection: close.*u-ana/is : /^HTTP\/1\.1 200 .*u-ana/s,
    );
    expect(held).toHaveLength(1);
  });

  it.each(FURTHER)(
    'and closes after a response that was ready at once if %s followed',
    async (_, further) => {
      const { gateway } = await startHolding();
      const client = send(gateway, LIVE + further);
      await until(() => client.isClosed);
      expect(client.responses).toBe(1);
      expect(client.received).toMatch(/^HTTP\/1\.1 200 .*"live"/s);
    },
  );

  it('and closes at once if another one follows while an event stream is open', async () => {
    const gateway = await testGateway();
    const stream = 'subscription { notificationReceived { cursor } }';
    const client = send(gateway, operation(stream, 'accept: text/event-stream\r\n'));
    await until(() => client.received.includes('event: next'));
    client.socket.write(LIVE);
    await until(() => client.isClosed);
    expect(client.responses).toBe(1);
  });

  it('and reads nothing while it runs, however much is sent', async () => {
    const { gateway, held } = await startHolding();
    const client = send(gateway, operation('{ me { id } }'));
    await until(() => held.length === 1);
    const batch = LIVE.repeat(1000);
    // More than the buffers of the kernel hold.
    for (let number = 0; number < 400; number += 1) client.socket.write(batch);
    await gateway.query('{ __typename }');
    expect(client.socket.writableLength).toBeGreaterThan(batch.length);
    expect(client.isClosed).toBe(false);
  });

  it.each([
    ['a body of any length', 'content-length: 1000000000000', ' '.repeat(1000)],
    ['chunks without end', 'transfer-encoding: chunked', '1\r\nx\r\n'.repeat(100)],
  ])('and does not wait for %s that goes on after the response', async (_, header, part) => {
    const { gateway } = await startHolding();
    const client = send(gateway, LIVE.replace('\r\n\r\n', `\r\n${header}\r\n\r\n`));
    const goOn = setInterval(() => client.socket.write(part), 10);
    onTestFinished(() => clearInterval(goOn));
    await until(() => client.received.includes('"live"'));
    await until(() => client.isClosed);
  });
});

describe('responses that clients do not read', () => {
  /** More than the kernel holds. */
  const LENGTH = 6_000_000;
  const FIELDS = 20;
  const fields = Array.from({ length: FIELDS }, (_, number) => `b${number}: bucket(id: "b-1") { data }`);
  const QUERY = JSON.stringify({ query: `{ ${fields.join(' ')} }` });
  const TOKEN = 'authorization: Bearer demo-student-token\r\n';
  const REQUEST = `${POST}${TOKEN}content-length: ${QUERY.length}\r\n\r\n${QUERY}`;

  /** Sends a request and reads nothing. */
  const send = (gateway: TestGateway) => {
    const client = new RawConnection(gateway, REQUEST);
    client.socket.pause();
    return client;
  };

  it('are limited per address: the connection that exceeds the limit closes', async () => {
    const gateway = await testGateway({
      // One response, for an address.
      environment: { LIMIT_HELD: String(1.5 * LENGTH) },
    });
    gateway.faults.set('GET /app/v1/bucket', json({ id: 'b-1', data: 'x'.repeat(LENGTH / FIELDS) }));
    const unread = async () =>
      (await readMetrics(gateway)).get('gateway_refused_requests_total{reason="unread"}') ?? 0;
    const first = send(gateway);
    const second = send(gateway);
    await until(async () => (await unread()) === 1);
    for (const { socket } of [first, second]) socket.resume();
    await until(() => [first, second].some(({ isClosed }) => isClosed));
    await until(() => [first, second].some(({ received }) => received.length > LENGTH));
    // What has been read does not count.
    const third = send(gateway);
    third.socket.resume();
    await until(() => third.received.length > LENGTH);
    expect(await unread()).toBe(1);
  });

  it('take no memory beyond the limit, however many are written at once', {
    tags: ['slow', 'linux'],
  }, async () => {
    const CLIENTS = 60;
    // For an address: one response of 10 MB.
    const gateway = await startProduction({
      environment: { LIMIT_HELD: '16000000', LIMIT_LAG: '60000', METRICS_PORT: '0' },
    });
    onTestFinished(gateway.close);
    const metricsUrl = metricsUrlIn(gateway.output());
    const asked = Promise.withResolvers<ServerResponse>();
    gateway.faults.set('GET /app/v1/bucket', (_request, response) => asked.resolve(response));
    for (let opened = 0; opened < CLIENTS; opened += 1) new RawConnection(gateway, REQUEST).socket.pause();
    const count = async (metric: string) => (await readMetrics({ metricsUrl })).get(metric) ?? 0;
    await until(
      async () => (await count('gateway_upstream_saved_calls_total{by="single-flight"}')) === CLIENTS - 1,
    );
    const peak = () =>
      Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${gateway.pid}/status`, 'utf8'))?.[1]);
    const before = peak();
    json({ id: 'b-1', data: { text: `é${'x'.repeat(480_000)}` } })(
      new IncomingMessage(new Socket()),
      await asked.promise,
    );
    await until(async () => (await count('gateway_refused_requests_total{reason="unread"}')) === CLIENTS - 1);
    expect(peak() - before).toBeLessThan(400_000);
  });
});
