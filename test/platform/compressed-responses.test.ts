import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Fault } from '../support/faults.ts';
import { as, codesByPath } from '../support/gateway.ts';
import { suiteGateway } from '../support/suite.ts';

const LIMIT = 1_000_000;
const COURSE = '{ course(id: "c-knots") { id description } me { id } }';

const ENCODERS: readonly [name: string, encode: (body: Buffer) => Buffer][] = [
  ['gzip', gzipSync],
  ['br', (body) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } })],
  ['zstd', zstdCompressSync],
];

const encoded =
  (encoding: string, body: Buffer): Fault =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': encoding });
    response.end(body);
  };

/** A Zstandard frame of one uncompressed block that demands a window of 2^log bytes. Source: RFC 8878, 3.1.1. */
function zstdFrame(log: number, content: Buffer): Buffer {
  const block = (content.length << 3) | 1;
  const head = [0x28, 0xb5, 0x2f, 0xfd, 0, (log - 10) << 3, block & 0xff, (block >> 8) & 0xff, block >> 16];
  return Buffer.concat([Buffer.from(head), content]);
}

/** A course of about this many bytes. */
const courseOf = (bytes: number): Buffer =>
  Buffer.from(JSON.stringify({ courseId: 'c-knots', description: 'x'.repeat(bytes) }));

describe('compressed responses of the platform, which nobody asked for', () => {
  const gateway = suiteGateway({ config: { platformResponseLimit: LIMIT } });
  const course = async (encoding: string, body: Buffer) => {
    gateway.faults.set('GET /edu/v1/course', encoded(encoding, body));
    const result = await gateway.query(COURSE, { as: as.student });
    expect(result.data.me).toEqual({ id: 'u-ana' });
    return result;
  };

  it.each(ENCODERS)('are read (%s): small, large, and as large as is allowed', async (name, encode) => {
    for (const size of [10, 20_000, 400_000, LIMIT - 100]) {
      const { data, errors } = await course(name, encode(courseOf(size)));
      expect(errors).toEqual([]);
      expect(data.course.description).toHaveLength(size);
    }
    expect(gateway.requests.at(-1)?.headers['accept-encoding']).toBeUndefined();
  });

  it.each(ENCODERS)('are refused (%s) if they are larger than the limit', async (name, encode) => {
    for (const size of [LIMIT + 1, 40_000_000]) {
      const bomb = encode(Buffer.alloc(size, 0x20));
      expect(bomb.length).toBeLessThan(LIMIT);
      expect(codesByPath((await course(name, bomb)).errors)).toEqual({ course: 'UPSTREAM_BAD_RESPONSE' });
    }
  });

  it.each(ENCODERS)('are refused (%s) if they are broken', async (name, encode) => {
    const whole = encode(courseOf(20_000));
    for (const body of [whole.subarray(0, whole.length - 8), Buffer.from('{"courseId":"c-knots"}')]) {
      expect(codesByPath((await course(name, body)).errors)).toEqual({ course: 'UPSTREAM_BAD_RESPONSE' });
    }
  });

  it('are refused if their window takes more memory than HTTP allows', async () => {
    expect((await course('zstd', zstdFrame(23, courseOf(10)))).errors).toEqual([]);
    const { errors } = await course('zstd', zstdFrame(27, courseOf(10)));
    expect(codesByPath(errors)).toEqual({ course: 'UPSTREAM_BAD_RESPONSE' });
  });

  it('are refused in another encoding, or in two', async () => {
    for (const [name, body] of [
      ['deflate', deflateSync(courseOf(10))],
      ['gzip, br', brotliCompressSync(gzipSync(courseOf(10)))],
    ] as const)
      expect(codesByPath((await course(name, body)).errors)).toEqual({ course: 'UPSTREAM_BAD_RESPONSE' });
  });

  it('may be empty, or plain', async () => {
    expect((await course('identity', courseOf(10))).errors).toEqual([]);
    gateway.faults.set('PUT /leaderboard/v1', (_request, response) => {
      response.writeHead(204, { 'content-encoding': 'gzip' }).end();
    });
    await gateway.student('mutation { submitScore(input: { categories: ["x"], score: 1 }) { extra } }');
  });
});
