import { constants, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2';
import { connect, createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { Config } from '../../src/config/config.ts';
import { as, codesByPath, startGateway, type TestGateway } from '../support/gateway.ts';
import { type TlsFrontOptions, type TlsFronts, tlsFronts } from '../support/tls-front.ts';

const COURSE = '{ course(id: "c-knots") { id } }';
const WRITE = 'mutation { createAnonymousUser(input: { dateOfBirth: "1990-01-01" }) { user { id } } }';
const WRITE_PATH = '/user/v1/my/profile';
const SHORT_TIMEOUT = { PLATFORM_TIMEOUT: '5000' };
/** Calls end with the old connection until undici has given up its PING. */
const WHILE_PROBED = { timeout: 20_000 };

/** Ends streams in ways that HTTP/1.1 does not have. */
const ENDS: readonly [name: string, end: (stream: ServerHttp2Stream, session: ServerHttp2Session) => void][] =
  [
    ['refuses the stream', (stream) => stream.close(constants.NGHTTP2_REFUSED_STREAM)],
    ['cancels the stream', (stream) => stream.close(constants.NGHTTP2_CANCEL)],
    ['closes the stream without a response', (stream) => stream.close(constants.NGHTTP2_NO_ERROR)],
    ['requires HTTP/1.1', (stream) => stream.close(constants.NGHTTP2_HTTP_1_1_REQUIRED)],
    ['asks for calm', (_, session) => session.destroy(undefined, constants.NGHTTP2_ENHANCE_YOUR_CALM)],
    ['goes away and processed nothing', (_, session) => goAway(session, 0)],
    ['goes away with an error', (_, session) => goAway(session, 0, constants.NGHTTP2_INTERNAL_ERROR)],
    ['resets the connection', (_, session) => session.socket.destroy()],
  ];

/** Sends GOAWAY, then closes the connection. */
function goAway(session: ServerHttp2Session, lastStream: number, code: number = constants.NGHTTP2_NO_ERROR) {
  session.goaway(code, lastStream);
  setImmediate(() => session.destroy());
}

describe('a platform over HTTP/2', () => {
  let gateway: TestGateway;
  let fronts: TlsFronts;
  afterEach(async () => {
    await gateway.close();
  });
  const start = async (
    options: TlsFrontOptions = {},
    environment: Record<string, string> = {},
    wrap: (front: TlsFronts) => TlsFronts['open'] = ({ open }) => open,
    config: Partial<Config> = {},
  ): Promise<void> => {
    fronts = tlsFronts(options);
    gateway = await startGateway({
      sandbox: { front: wrap(fronts) },
      environment: { PLATFORM_HTTP2: 'true', PLATFORM_TIMEOUT: '60000', ...environment },
      config,
    });
  };
  const course = () => gateway.query(COURSE, { as: as.student });
  /** Reads that are not shared. */
  const readsAtOnce = (count: number) =>
    Promise.all(
      Array.from({ length: count }, () =>
        gateway.query('{ session { tokenValid } randomUsers(count: 2) { user { id } } }', { as: as.student }),
      ),
    );

  it('gets many calls over one connection', async () => {
    await start();
    await course();
    for (const { errors } of await readsAtOnce(24)) expect(errors).toEqual([]);
    expect(fronts.opened).toBe(1);
    expect(fronts.mostStreams).toBeGreaterThan(1);
  });

  it('gets at most as many calls at a time as connections are allowed', async () => {
    await start({}, { PLATFORM_CONNECTIONS: '4' });
    for (const { errors } of await readsAtOnce(24)) expect(errors).toEqual([]);
    expect(fronts.mostStreams).toBeLessThanOrEqual(4);
  });

  it('allows few streams: calls use further connections, and none fails', async () => {
    await start({ maxConcurrentStreams: 2 }, { PLATFORM_CONNECTIONS: '8' });
    for (const { errors } of await readsAtOnce(24)) expect(errors).toEqual([]);
    expect(fronts.opened).toBeLessThanOrEqual(8);
  });

  it('offers HTTP/1.1 only: that is used', async () => {
    await start({ protocol: 'HTTP/1.1' });
    for (const { errors } of await readsAtOnce(10)) expect(errors).toEqual([]);
    expect((await course()).data.course.id).toBe('c-knots');
    expect(fronts.opened).toBe(0);
  });

  it.each(ENDS)('%s twice: a read is retried and succeeds', async (_, end) => {
    await start();
    let left = 2;
    fronts.setFault((stream, session) => {
      left -= 1;
      if (left >= 0) end(stream, session);
      return left >= 0;
    });
    const { data, errors } = await course();
    expect(errors).toEqual([]);
    expect(data.course.id).toBe('c-knots');
    expect(left).toBe(-1);
  });

  it.each(ENDS)('%s: a write is sent once, and its outcome is unknown', async (_, end) => {
    await start();
    await course();
    let sent = 0;
    fronts.setFault((stream, session, _number, path) => {
      if (path !== WRITE_PATH) return false;
      sent += 1;
      end(stream, session);
      return true;
    });
    const { errors } = await gateway.query(WRITE);
    expect(errors[0]?.message).toContain('outcome is unknown');
    expect(errors[0]?.extensions).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE', retryable: false });
    expect((await course()).data.course.id).toBe('c-knots');
    expect(sent).toBe(1);
  });

  it('goes away while calls are in flight: those that it processes complete', async () => {
    await start();
    await course();
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    gateway.faults.set('GET /edu/v1/course', (_request, response) => {
      void held.then(() => response.end('{"courseId":"c-knots"}'));
    });
    const reading = course();
    await expect.poll(() => gateway.requests.filter(({ path }) => path === '/edu/v1/course').length).toBe(2);
    for (const session of fronts.sessions) session.close();
    expect((await gateway.query('{ me { id } }', { as: as.student })).data.me.id).toBe('u-ana');
    release();
    expect((await reading).data.course.id).toBe('c-knots');
    expect(fronts.opened).toBe(2);
  });

  it('sends headers that are too large: UPSTREAM_BAD_RESPONSE', async () => {
    await start();
    fronts.setFault((stream) => {
      const large = Array.from({ length: 20 }, (_, n) => [`x-${n}`, 'x'.repeat(1000)] as const);
      stream.respond({ ':status': 200, ...Object.fromEntries(large) });
      stream.end('{"courseId":"c-knots"}');
      return true;
    });
    expect(codesByPath((await course()).errors)).toEqual({ course: 'UPSTREAM_BAD_RESPONSE' });
  });

  it('sends a body that is too large: only its stream is cut', async () => {
    await start({}, {}, ({ open }) => open, { platformResponseLimit: 100_000 });
    gateway.faults.set('GET /edu/v1/course', (_request, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('x'.repeat(50_000)), 5);
      response.on('close', () => clearInterval(timer));
    });
    expect(codesByPath((await course()).errors)).toEqual({ course: 'UPSTREAM_BAD_RESPONSE' });
    expect((await gateway.query('{ me { id } }', { as: as.student })).errors).toEqual([]);
    expect(fronts.opened).toBe(1);
  });

  it('falls silent, with its connection: within another timeout, calls use a new one', {
    tags: 'slow',
  }, async () => {
    const relay = new Relay();
    await start(
      {},
      SHORT_TIMEOUT,
      ({ open }) =>
        (url) =>
          relay.open(open, url),
    );
    await course();
    relay.silence();
    const { errors } = await course();
    expect(codesByPath(errors)).toEqual({ course: 'UPSTREAM_TIMEOUT' });
    await expect.poll(async () => (await course()).data.course?.id, WHILE_PROBED).toBe('c-knots');
    expect(fronts.opened).toBe(2);
  });

  it('is slow on one route while others respond: its connection stays in use', { tags: 'slow' }, async () => {
    await start({}, SHORT_TIMEOUT);
    gateway.faults.set('GET /edu/v1/course', () => {});
    const slow = course();
    let isSlow = true;
    void slow.finally(() => {
      isSlow = false;
    });
    while (isSlow) expect((await gateway.query('{ me { id } }', { as: as.student })).errors).toEqual([]);
    expect(codesByPath((await slow).errors)).toEqual({ course: 'UPSTREAM_TIMEOUT' });
    gateway.faults.clear();
    expect((await course()).errors).toEqual([]);
    expect(fronts.opened).toBe(1);
  });
});

/** Passes bytes on to a server until it is silenced, as a firewall that has forgotten its connections. */
class Relay {
  readonly #sockets: Socket[] = [];

  async open(open: TlsFronts['open'], target: string): ReturnType<TlsFronts['open']> {
    const front = await open(target);
    const server = createServer((client) => {
      const onward = connect(Number(new URL(front.url).port), '127.0.0.1');
      for (const socket of [client, onward]) socket.on('error', () => {});
      client.pipe(onward).pipe(client);
      this.#sockets.push(client, onward);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : null;
    return {
      url: `https://127.0.0.1:${port}`,
      close: async () => {
        for (const socket of this.#sockets) socket.destroy();
        server.close();
        await front.close();
      },
    };
  }

  /** Passes nothing more on over the connections that are open now. */
  silence(): void {
    for (const socket of this.#sockets) socket.unpipe().pause();
  }
}
