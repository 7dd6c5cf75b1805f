import { promisify } from 'node:util';
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  gzip,
  gzipSync,
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

/** Maximum bytes of a response that is compressed on the event loop, which takes about 0.1 ms. A thread would add as much. */
const SMALL = 65_536;

/** At the levels that take the least CPU time: higher ones save few bytes more of JSON, and cost several times as much. */
const ENCODERS = {
  br: {
    sync: brotliCompressSync,
    async: promisify(brotliCompress),
    options: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } },
  },
  zstd: {
    sync: zstdCompressSync,
    async: promisify(zstdCompress),
    options: { params: { [constants.ZSTD_c_compressionLevel]: 1 } },
  },
  gzip: { sync: gzipSync, async: promisify(gzip), options: { level: 1 } },
} as const;

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
  const compressLarge = async (body: Buffer, encoding: Encoding): Promise<Compressed | null> => {
    const { async, options } = ENCODERS[encoding];
    inProgress += 1;
    try {
      return { encoding, body: await async(body, options) };
    } catch {
      return null;
    } finally {
      inProgress -= 1;
    }
  };
  /**
   * @param json the response; its final line break is added if it is missing.
   * @returns null to send it uncompressed. A promise if it is large.
   */
  return (json: string | Buffer, accept: string): Compressed | Promise<Compressed | null> | null => {
    const { encoding, isRequired } = acceptedIn(accept);
    if (encoding === null || (json.length < from && !isRequired)) return null;
    const body = typeof json === 'string' ? Buffer.from(json.endsWith('\n') ? json : `${json}\n`) : json;
    const { sync, options } = ENCODERS[encoding];
    if (body.length <= SMALL) return { encoding, body: sync(body, options) };
    return inProgress < concurrent ? compressLarge(body, encoding) : null;
  };
}
