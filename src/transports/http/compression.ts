import {
  brotliCompress,
  brotliCompressSync,
  constants,
  gzip,
  gzipSync,
  type ZlibOptions,
  type ZstdOptions,
  zstdCompress,
  zstdCompressSync,
} from 'node:zlib';
import { readAcceptEncoding } from './accept-encoding.ts';
import { remembered } from './remembered.ts';

/** In ascending order of CPU time (docs/decisions/compression.md). */
const ENCODINGS = ['br', 'zstd', 'gzip'] as const;
type Encoding = (typeof ENCODINGS)[number];

export interface CompressionOptions {
  /** Minimum size of a compressed response, in bytes. */
  from: number;
  /** Maximum large responses that are compressed at a time; further ones are sent uncompressed. */
  concurrent: number;
}

interface Encoder {
  sync(body: Buffer): Buffer;
  async(body: Buffer, done: (error: Error | null, body: Buffer) => void): void;
}

/** Maximum bytes of a response that is compressed on the event loop, which takes about 0.1 ms. A thread would add as much. */
const SMALL = 65_536;

/** Levels that take the least CPU time: higher ones save few bytes more of JSON, and cost several times as much. */
const GZIP: ZlibOptions = { level: 1 };
const ZSTD: ZstdOptions = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
const brotli = (size: number): { params: Record<number, number> } => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_SIZE_HINT]: size },
});

const ENCODERS: Readonly<Record<Encoding, Encoder>> = {
  br: {
    sync: (body) => brotliCompressSync(body, brotli(body.length)),
    async: (body, done) => brotliCompress(body, brotli(body.length), done),
  },
  zstd: {
    sync: (body) => zstdCompressSync(body, ZSTD),
    async: (body, done) => zstdCompress(body, ZSTD, done),
  },
  gzip: { sync: (body) => gzipSync(body, GZIP), async: (body, done) => gzip(body, GZIP, done) },
};

/** A compressed body, and its encoding. */
export interface Compressed {
  encoding: Encoding;
  body: Buffer;
}

export type Compress = ReturnType<typeof createCompression>;

/** Compresses responses for clients that accept it. Responses over the limits are sent uncompressed. */
export function createCompression({ from, concurrent }: CompressionOptions) {
  const acceptedIn = remembered((header) => readAcceptEncoding(header, ENCODINGS));
  let inProgress = 0;
  const compressLarge = (body: Buffer, encoding: Encoding): Promise<Compressed | null> => {
    inProgress += 1;
    return new Promise((resolve) => {
      ENCODERS[encoding].async(body, (error, compressed) => {
        inProgress -= 1;
        resolve(error ? null : { encoding, body: compressed });
      });
    });
  };
  /**
   * @param json the response; its final line break is added if it is missing.
   * @returns null to send it uncompressed. A promise if it is large.
   */
  return (json: string | Buffer, accept: string): Compressed | Promise<Compressed | null> | null => {
    const { encoding, isRequired } = acceptedIn(accept);
    if (encoding === null || (json.length < from && !isRequired)) return null;
    const body = typeof json === 'string' ? Buffer.from(json.endsWith('\n') ? json : `${json}\n`) : json;
    if (body.length <= SMALL) return { encoding, body: ENCODERS[encoding].sync(body) };
    return inProgress < concurrent ? compressLarge(body, encoding) : null;
  };
}
