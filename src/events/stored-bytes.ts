/** A stream entry with its fields, and the key that recognizes its append again: 440 bytes with a short payload. */
const ENTRY = 800;
/** The allocator of Redis rounds sizes up by at most a quarter. */
const ROUNDED_UP = 1.25;

/** Bytes that an event takes in Redis, at most. Measured: `test/redis/stored-bytes.test.ts`. @param payload as JSON. */
export const entryBytes = (payload: string): number =>
  ENTRY + Math.ceil(ROUNDED_UP * Buffer.byteLength(payload));

/** Bytes that the first entry of a topic takes beside its own: a stream begins with a block of 4,096. */
export const TOPIC_BYTES = 4500;
