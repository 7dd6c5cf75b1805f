import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Coordination } from './coordination.ts';
import { LogUnavailable, type Position } from './log.ts';

/** Whose cursor it is, and of what. Part of what is authenticated, not of the cursor's text. */
export interface CursorBinding {
  topic: string;
  /** User id, request id or plugin client id; never a token. */
  caller: string;
}

/**
 * `invalid`: malformed, altered, or issued for another topic or caller.
 * `unverifiable`: well-formed, but signed with a key that is no longer known.
 */
type DecodedCursor =
  | { status: 'ok'; position: Position }
  | { status: 'invalid' }
  | { status: 'unverifiable' };

/** Turns positions into opaque cursors that every instance with the same key accepts, and back. */
export interface Cursors {
  encode(position: Position, binding: CursorBinding): string;
  /** @throws LogUnavailable for an unknown key while the store, where it may be, can't be reached. */
  decode(cursor: string, binding: CursorBinding): Promise<DecodedCursor>;
  /** Ends the timer that keeps the key stored. */
  close(): void;
}

export interface CursorsOptions {
  /** Signs cursors for good; the same on every instance. Without it a random key is shared through `coordination`. */
  secret?: string;
  coordination: Coordination;
  /** Milliseconds between looks at the shared key. Default 10,000. */
  refreshInterval?: number;
  /** Milliseconds that a start, or a cursor of an unknown key, waits for the store: connections take a moment. Default 3000. */
  storeWait?: number;
}

const VERSION = 1;
const STORED_KEY = 'cursor-key';
const KEY_BYTES = 32;
const STORE_RETRY = 100;

/* version 1, key id 4, epoch 12, sequence 6, time 6, mac 16, checksum 4 bytes */
const KEY_ID = 1;
const EPOCH = 5;
const SEQUENCE = 17;
const TIME = 23;
const MAC = 29;
const CHECKSUM = 45;
const LENGTH = 49;
const TEXT_LENGTH = Math.ceil((LENGTH * 4) / 3);

/**
 * Opens the cursors of this process. Without a secret and with the store away it begins with a key of its own,
 * and takes the shared one as soon as it can be read; cursors signed before then are known to this process alone.
 */
export async function openCursors(options: CursorsOptions): Promise<Cursors> {
  if (options.secret !== undefined) {
    const key = new SigningKey(createHash('sha256').update(`cursor:${options.secret}`).digest());
    return new SignedCursors(new FixedKeys(key));
  }
  const { coordination, refreshInterval = 10_000, storeWait = 3000 } = options;
  const keys = new SharedKeys(coordination, refreshInterval, storeWait);
  await keys.refreshInTime();
  return new SignedCursors(keys);
}

interface Keys {
  readonly current: SigningKey;
  find(id: Buffer): Promise<SigningKey | null>;
  close(): void;
}

class SignedCursors implements Cursors {
  readonly #keys: Keys;

  constructor(keys: Keys) {
    this.#keys = keys;
  }

  encode(position: Position, binding: CursorBinding): string {
    const key = this.#keys.current;
    const bytes = Buffer.alloc(LENGTH);
    bytes.writeUInt8(VERSION);
    key.id.copy(bytes, KEY_ID);
    // A position without an epoch leaves zeros, which stand for none.
    bytes.write(position.epoch, EPOCH, SEQUENCE - EPOCH, 'base64url');
    bytes.writeUIntBE(position.sequence, SEQUENCE, 6);
    bytes.writeUIntBE(position.time, TIME, 6);
    key.sign(bytes.subarray(0, MAC), binding).copy(bytes, MAC);
    checksum(bytes.subarray(0, CHECKSUM)).copy(bytes, CHECKSUM);
    return bytes.toString('base64url');
  }

  async decode(cursor: string, binding: CursorBinding): Promise<DecodedCursor> {
    if (cursor.length !== TEXT_LENGTH) return { status: 'invalid' };
    const bytes = Buffer.from(cursor, 'base64url');
    // Node skips what is not base64url; only the canonical text counts.
    if (bytes.length !== LENGTH || bytes.toString('base64url') !== cursor) return { status: 'invalid' };
    if (bytes.readUInt8() !== VERSION) return { status: 'invalid' };
    // Tells a damaged cursor from one of a forgotten key; what it proves of a forged one is the MAC's to say.
    if (!checksum(bytes.subarray(0, CHECKSUM)).equals(bytes.subarray(CHECKSUM))) return { status: 'invalid' };
    const key = await this.#keys.find(bytes.subarray(KEY_ID, EPOCH));
    if (!key) return { status: 'unverifiable' };
    const mac = key.sign(bytes.subarray(0, MAC), binding);
    if (!timingSafeEqual(mac, bytes.subarray(MAC, CHECKSUM))) return { status: 'invalid' };
    const epoch = bytes.subarray(EPOCH, SEQUENCE);
    const position = {
      epoch: epoch.every((byte) => byte === 0) ? '' : epoch.toString('base64url'),
      sequence: bytes.readUIntBE(SEQUENCE, 6),
      time: bytes.readUIntBE(TIME, 6),
    };
    return { status: 'ok', position };
  }

  close(): void {
    this.#keys.close();
  }
}

class SigningKey {
  readonly #key: Buffer;
  readonly id: Buffer;

  constructor(key: Buffer) {
    this.#key = key;
    this.id = createHash('sha256')
      .update('cursor key id')
      .update(key)
      .digest()
      .subarray(0, EPOCH - KEY_ID);
  }

  sign(bytes: Buffer, { topic, caller }: CursorBinding): Buffer {
    // As JSON, so that no two pairs of topic and caller read the same.
    return createHmac('sha256', this.#key)
      .update(bytes)
      .update(JSON.stringify([topic, caller]))
      .digest()
      .subarray(0, CHECKSUM - MAC);
  }

  toString(): string {
    return this.#key.toString('base64url');
  }
}

class FixedKeys implements Keys {
  readonly current: SigningKey;

  constructor(key: SigningKey) {
    this.current = key;
  }

  async find(id: Buffer): Promise<SigningKey | null> {
    return this.current.id.equals(id) ? this.current : null;
  }

  close(): void {}
}

/** A random key kept in the store. Whoever finds none there writes its own: after a flush the live instances do. */
class SharedKeys implements Keys {
  readonly #store: Coordination;
  readonly #interval: number;
  readonly #storeWait: number;
  #timer: NodeJS.Timeout | undefined;
  #shared = false;
  #closed = false;
  /** Newest last. Older ones still verify. */
  #known = [new SigningKey(randomBytes(KEY_BYTES))];
  current = this.#known[0] ?? new SigningKey(randomBytes(KEY_BYTES));

  constructor(store: Coordination, interval: number, storeWait: number) {
    this.#store = store;
    this.#interval = interval;
    this.#storeWait = storeWait;
    this.#schedule();
  }

  async find(id: Buffer): Promise<SigningKey | null> {
    if (!this.#known.some((key) => key.id.equals(id))) {
      const unavailable = await this.refreshInTime();
      // Perhaps the store has it: to call it unknown would say that something was lost.
      if (unavailable) throw unavailable;
    }
    return this.#known.find((key) => key.id.equals(id)) ?? null;
  }

  /** Refreshes as soon as the store answers, within a time. @returns why it could not. */
  async refreshInTime(): Promise<LogUnavailable | null> {
    const deadline = performance.now() + this.#storeWait;
    for (;;) {
      const unavailable = await this.#refresh();
      if (!unavailable || this.#closed || performance.now() > deadline) return unavailable;
      await pause(STORE_RETRY);
    }
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  /** Until the shared key was seen once, others may not know what this process signs: it looks for it more often. */
  #schedule(): void {
    const delay = this.#shared ? this.#interval : Math.min(this.#interval, this.#storeWait);
    this.#timer = setTimeout(() => void this.#look(), delay).unref();
  }

  async #look(): Promise<void> {
    // Whatever keeps the key from being stored, the known ones go on serving.
    await this.#refresh().catch(() => {});
    if (!this.#closed) this.#schedule();
  }

  /** Writes the own key where there is none, and takes the one that is there. @returns why it could not. */
  async #refresh(): Promise<LogUnavailable | null> {
    try {
      // Read first: a store that takes no writes still tells.
      let stored = await this.#store.readValue(STORED_KEY);
      if (stored === null) {
        await this.#store.writeValue(STORED_KEY, this.current.toString(), { ifAbsent: true });
        stored = await this.#store.readValue(STORED_KEY);
      }
      const key = Buffer.from(stored ?? '', 'base64url');
      if (key.length === KEY_BYTES) this.#adopt(new SigningKey(key));
      this.#shared = true;
      return null;
    } catch (error) {
      if (error instanceof LogUnavailable) return error;
      throw error;
    }
  }

  #adopt(key: SigningKey): void {
    if (key.id.equals(this.current.id)) return;
    this.#known = [...this.#known.filter(({ id }) => !id.equals(key.id)).slice(-3), key];
    this.current = key;
  }
}

const checksum = (bytes: Buffer): Buffer =>
  createHash('sha256')
    .update(bytes)
    .digest()
    .subarray(0, LENGTH - CHECKSUM);
