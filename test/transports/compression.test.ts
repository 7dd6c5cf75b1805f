import { once } from 'node:events';
import { type IncomingHttpHeaders, request } from 'node:http';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import { json } from '../support/faults.ts';
import { as, startGateway, type TestGateway } from '../support/gateway.ts';
import { suiteGateway } from '../support/suite.ts';

const DECODERS: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
  gzip: gunzipSync,
};
const LARGE = '{ course(id: "c-large") { id description } }';
const SMALL = '{ __typename }';

interface Received {
  status: number;
  headers: IncomingHttpHeaders;
  /** As received. */
  raw: Buffer;
  text: string;
}

describe('compressed results', () => {
  const gateway = suiteGateway({ config: { compression: { from: 4000, concurrent: 2 } } });
  beforeEach(() => describes(20_000));

  /** Sets the length of the course's description. */
  function describes(length: number, to: TestGateway = gateway): void {
    to.faults.set(
      'GET /edu/v1/course',
      json({ courseId: 'c-large', description: 'knot '.repeat(length / 5) }),
    );
  }

  /** Sends a query as a client that does not decompress by itself. */
  async function ask(
    query: string,
    acceptEncoding: string | undefined,
    headers: Record<string, string> = {},
    url: string = gateway.url,
  ): Promise<Received> {
    const outgoing = request(`${url}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...as.student,
        ...(acceptEncoding === undefined ? {} : { 'accept-encoding': acceptEncoding }),
        ...headers,
      },
    });
    outgoing.end(JSON.stringify({ query }));
    const [response] = await once(outgoing, 'response');
    const raw = Buffer.concat(await response.toArray());
    const decode = DECODERS[response.headers['content-encoding'] ?? ''];
    return {
      status: response.statusCode,
      headers: response.headers,
      raw,
      text: (decode?.(raw) ?? raw).toString(),
    };
  }

  it.each<[accept: string | undefined, encoding: string | undefined]>([
    [undefined, undefined],
    ['', undefined],
    ['identity', undefined],
    ['deflate', undefined],
    ['gzip', 'gzip'],
    ['x-gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['zstd', 'zstd'],
    ['br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, zstd', 'zstd'],
    ['*', 'br'],
    ['br;q=0.5, gzip;q=0.8', 'gzip'],
    ['br;q=0, *', 'zstd'],
    ['br;q=0,zstd;q=0.000,gzip ; q=0.001', 'gzip'],
    ['gzip;q=0.5, identity', undefined],
    ['gzip;q=0.5, identity;q=0.5', 'gzip'],
    ['*;q=0', undefined],
    ['gzip;q=high', undefined],
    ['identity;q=0', undefined],
    ['br;q=0.1, identity;q=0', 'br'],
  ])('follow `accept-encoding: %s`: %s', async (accept, encoding) => {
    const plain = await ask(LARGE, undefined);
    const { status, headers, raw, text } = await ask(LARGE, accept);
    expect(status).toBe(200);
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers.vary).toContain('accept-encoding');
    expect(headers['content-length']).toBe(String(raw.length));
    expect(text).toBe(plain.text);
    expect(headers['content-type']).toBe(plain.headers['content-type']);
    if (encoding !== undefined) expect(raw.length).toBeLessThan(plain.raw.length / 4);
  });

  it('are those from a size, unless the client accepts no others', async () => {
    const encodingOf = async (accept: string) => (await ask(SMALL, accept)).headers['content-encoding'];
    expect(await encodingOf('br')).toBeUndefined();
    expect(await encodingOf('br, identity;q=0')).toBe('br');
    describes(3900);
    expect((await ask(LARGE, 'br')).headers['content-encoding']).toBeUndefined();
    describes(4000);
    expect((await ask(LARGE, 'br')).headers['content-encoding']).toBe('br');
    describes(20_000);
  });

  it('are no results of mutations, which may hold tokens, no errors, and no events', async () => {
    const mutation = 'mutation { submitScore(input: { categories: ["x"], score: 1 }) { extra } }';
    gateway.faults.set('PUT /leaderboard/v1', json({ text: 'knot '.repeat(4000) }));
    const written = await ask(mutation, 'br, identity;q=0');
    expect(written.text).toContain('knot knot');
    expect(written.headers['content-encoding']).toBeUndefined();
    const failed = await ask(`{ ${'x '.repeat(400)} }`, 'br, identity;q=0');
    expect(failed.status).toBeGreaterThanOrEqual(400);
    expect(failed.headers['content-encoding']).toBeUndefined();
    const events = await ask(LARGE, 'br, identity;q=0', { accept: 'text/event-stream' });
    expect(events.headers['content-encoding']).toBeUndefined();
    expect(events.text).toContain('event: next');
  });

  it('have no body in the response to HEAD', async () => {
    const response = await fetch(`${gateway.url}/graphql?query=${encodeURIComponent(SMALL)}`, {
      method: 'HEAD',
      headers: { 'accept-encoding': 'br, identity;q=0' },
    });
    expect(await response.text()).toBe('');
    expect(response.headers.get('content-encoding')).toBeNull();
  });

  it('are bounded: the large ones beyond a number at a time are sent as they are', async () => {
    describes(1_000_000);
    const all = await Promise.all(Array.from({ length: 12 }, () => ask(LARGE, 'br')));
    const [first] = all;
    for (const { status, text } of all) expect([status, text]).toEqual([200, first?.text]);
    const compressed = all.filter(({ headers }) => headers['content-encoding'] === 'br');
    expect(compressed.length).toBeGreaterThanOrEqual(1);
    expect(compressed.length).toBeLessThan(all.length);
    expect((await ask(LARGE, 'br')).headers['content-encoding']).toBe('br');
    describes(20_000);
  });

  it('survive a client that leaves while its result is compressed', async () => {
    describes(1_000_000);
    const outgoing = request(`${gateway.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-encoding': 'br', ...as.student },
    });
    outgoing.on('error', () => {});
    outgoing.end(JSON.stringify({ query: LARGE }));
    const seen = gateway.requests.length;
    await expect.poll(() => gateway.requests.length).toBeGreaterThan(seen - 1);
    outgoing.destroy();
    expect((await ask(LARGE, 'gzip')).headers['content-encoding']).toBe('gzip');
    describes(20_000);
  });

  it('can be turned off', async () => {
    const off = await startGateway({ config: { compression: null } });
    describes(20_000, off);
    const { headers } = await ask(LARGE, 'br, identity;q=0', {}, off.url);
    expect(headers['content-encoding']).toBeUndefined();
    expect(headers.vary ?? '').not.toContain('accept-encoding');
    await off.close();
  });
});
