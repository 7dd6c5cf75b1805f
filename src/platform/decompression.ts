import {
  brotliDecompress,
  brotliDecompressSync,
  constants,
  gunzip,
  gunzipSync,
  type ZlibOptions,
  type ZstdOptions,
  zstdDecompress,
  zstdDecompressSync,
} from 'node:zlib';

/** A decompressed body, or why there is none. */
export type Decompressed = Buffer | 'too-large' | 'invalid';

type Options = ZlibOptions & ZstdOptions;
/** Reads one content encoding. */
export interface Decoder {
  sync(body: Buffer, options: Options): Buffer;
  async(body: Buffer, options: Options, done: (error: Error | null, body: Buffer) => void): void;
  options?: Options;
}

const DECODERS: ReadonlyMap<string, Decoder> = new Map<string, Decoder>([
  ['gzip', { sync: gunzipSync, async: gunzip }],
  ['br', { sync: brotliDecompressSync, async: brotliDecompress }],
  [
    'zstd',
    {
      sync: zstdDecompressSync,
      async: zstdDecompress,
      // 8 MB, the most that HTTP allows (RFC 9659): a frame of a few bytes could demand 128 MB.
      options: { params: { [constants.ZSTD_d_windowLogMax]: 23 } },
    },
  ],
]);

/** Compressed bytes up to which a body is first tried on the event loop. */
const SMALL = 8192;
/** Decompressed bytes up to which that may succeed: about 0.2 ms. Beyond, a thread does it. */
const SMALL_OUTPUT = 131_072;

/** `x-gzip` is an old name of gzip (RFC 9110, 8.4.1.3). Null: the body has to be read as it is. */
export const decoderOf = (encoding: unknown): Decoder | null =>
  (typeof encoding === 'string' && DECODERS.get(encoding.trim().toLowerCase().replace(/^x-/, ''))) || null;

/**
 * Decompresses a body. Never produces more than the limit, however little the platform sent.
 * @param limit maximum bytes of the decompressed body.
 * @param done called once; before this returns if the body is small.
 */
export function decompress(
  body: Buffer,
  decoder: Decoder,
  limit: number,
  done: (result: Decompressed) => void,
): void {
  const now = body.length <= SMALL ? decodeNow(decoder, body, Math.min(limit, SMALL_OUTPUT)) : null;
  if (now !== null && (now !== 'too-large' || limit <= SMALL_OUTPUT)) done(now);
  else
    decoder.async(body, { ...decoder.options, maxOutputLength: limit }, (error, decoded) =>
      done(error ? reasonOf(error) : decoded),
    );
}

function decodeNow({ sync, options }: Decoder, body: Buffer, limit: number): Decompressed {
  try {
    return sync(body, { ...options, maxOutputLength: limit });
  } catch (error) {
    return reasonOf(error);
  }
}

const reasonOf = (error: unknown): 'too-large' | 'invalid' =>
  error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
    ? 'too-large'
    : 'invalid';
