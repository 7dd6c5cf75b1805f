import {
  createHash,
  createHmac,
  createSecretKey,
  hash,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { pauseUntil } from '../lib/cancellation.ts';
import type { Clock, Timer } from '../lib/clock.ts';
import type { Coordination } from './coordination.ts';
import { LogUnavailable, type Position } from './log.ts';

/** The topic and caller that a cursor is valid for. Authenticated, but not part of the cursor's text. */
export interface CursorBinding {
  topic: string;
  /** User ID, request ID or plugin client ID; never a token. */
  caller: string;
}

/**
 * `invalid`: malformed, tampered with, or issued for another topic or caller.
 * `unverifiable`: undamaged, but signed with a key that no longer exists, or of a version that this release cannot read.
 */
type DecodedCursor =
  /** `isCurrent`: encoding the position again would yield the same cursor. */
  | { status: 'ok'; position: Position; isCurrent: boolean }
  | { status: 'invalid' }
  | { status: 'unverifiable' };

/** The secrets of cursors. */
export interface CursorSecrets {
  readonly signing: string;
  /** Another secret whose cursors are accepted. Null: none. */
  readonly also: string | null;
}

export interface CursorsOptions {
  clock: Clock;
  /**
   * The secrets, the same on every instance; a new object once they have changed. Without them a random key is shared
   * through `coordination`.
   */
  secrets?: () => CursorSecrets;
  coordination: Coordination;
  /** Milliseconds between refreshes of the shared key. Default 10,000. */
  refreshInterval?: number;
  /** Milliseconds that startup, or a cursor with an unknown key, waits for the store to connect. Default 3000. */
  storeWait?: number;
}

const VERSION = 1;
const STORED_KEY = 'cursor-key';
const KEY_BYTES = 32;
const STORE_RETRY = 100;

/*
 * version 1, key id 4, epoch 12, sequence 6, time 6, mac 16, checksum 4 bytes. Every version starts with its number and ends
 * with the checksum, which distinguishes a cursor of another version from a damaged one.
 */
const KEY_ID = 1;
const EPOCH = 5;
const SEQUENCE = 17;
const TIME = 23;
const MAC = 29;
const CHECKSUM = 45;
const LENGTH = 49;
const CHECKSUM_LENGTH = LENGTH - CHECKSUM;
/** Maximum characters of a cursor of any version. */
const MAX_TEXT_LENGTH = 512;

/**
 * Creates the cursor codec for this process. Without a secret, and while the store is unreachable, it starts with a key
 * of its own and switches to the shared one once it can be read; only this process can verify cursors signed before.
 */
export async function openCursors(options: CursorsOptions): Promise<Cursors> {
  if (options.secrets) return new Cursors(new ConfiguredKeys(options.secrets));
  const { clock, coordination, refreshInterval = 10_000, storeWait = 3000 } = options;
  const keys = new SharedKeys(clock, coordination, refreshInterval, storeWait);
  await keys.refreshInTime();
  return new Cursors(keys);
}

interface Keys {
  readonly current: SigningKey;
  share(): Promise<void>;
  find(id: Buffer): Promise<SigningKey | null>;
  close(): void;
}

/** Encodes positions as opaque cursors that every instance with the same key accepts, and decodes them. */
export class Cursors {
  readonly #keys: Keys;

  constructor(keys: Keys) {
    this.#keys = keys;
  }

  encode(position: Position, binding: CursorBinding): string {
    const key = this.#keys.current;
    const bytes = Buffer.alloc(LENGTH);
    bytes.writeUInt8(VERSION);
    key.id.copy(bytes, KEY_ID);
    // A position without an epoch leaves zeros.
    bytes.write(position.epoch, EPOCH, SEQUENCE - EPOCH, 'base64url');
    bytes.writeUIntBE(position.sequence, SEQUENCE, 6);
    bytes.writeUIntBE(position.time, TIME, 6);
    key.sign(bytes.subarray(0, MAC), binding).copy(bytes, MAC);
    checksum(bytes.subarray(0, CHECKSUM)).copy(bytes, CHECKSUM);
    return bytes.toString('base64url');
  }

  /** Resolves once every instance can verify the cursors of this one. @throws LogUnavailable */
  share(): Promise<void> {
    return this.#keys.share();
  }

  /** @throws LogUnavailable if the key is unknown and the store that may hold it is unreachable. */
  async decode(cursor: string, binding: CursorBinding): Promise<DecodedCursor> {
    const bytes = undamaged(cursor);
    if (!bytes) return { status: 'invalid' };
    if (bytes.readUInt8() !== VERSION) return { status: 'unverifiable' };
    if (bytes.length !== LENGTH) return { status: 'invalid' };
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
    return { status: 'ok', position, isCurrent: key === this.#keys.current };
  }

  /** Stops refreshing the shared key. */
  close(): void {
    this.#keys.close();
  }
}

class SigningKey {
  /** Made once: from bytes, each signature would take three times as long. */
  readonly #key: KeyObject;
  readonly id: Buffer;

  constructor(key: Buffer) {
    this.#key = createSecretKey(key);
    this.id = createHash('sha256')
      .update('cursor key id')
      .update(key)
      .digest()
      .subarray(0, EPOCH - KEY_ID);
  }

  sign(bytes: Buffer, { topic, caller }: CursorBinding): Buffer {
    // JSON keeps different (topic, caller) pairs from encoding to the same bytes.
    return createHmac('sha256', this.#key)
      .update(bytes)
      .update(JSON.stringify([topic, caller]))
      .digest()
      .subarray(0, CHECKSUM - MAC);
  }

  toString(): string {
    return this.#key.export().toString('base64url');
  }
}

/** The keys of configured secrets, derived again whenever those change. */
class ConfiguredKeys implements Keys {
  readonly #secrets: () => CursorSecrets;
  #derivedFrom: CursorSecrets | null = null;
  /** The signing key first. */
  #keys: readonly SigningKey[] = [];

  constructor(secrets: () => CursorSecrets) {
    this.#secrets = secrets;
  }

  get current(): SigningKey {
    const [signing] = this.#current();
    if (!signing) throw new Error('there is no signing key');
    return signing;
  }

  async share(): Promise<void> {}

  async find(id: Buffer): Promise<SigningKey | null> {
    return this.#current().find((key) => key.id.equals(id)) ?? null;
  }

  close(): void {}

  #current(): readonly SigningKey[] {
    const secrets = this.#secrets();
    if (secrets !== this.#derivedFrom) {
      this.#derivedFrom = secrets;
      const { signing, also } = secrets;
      this.#keys = (also === null ? [signing] : [signing, also]).map(keyFrom);
    }
    return this.#keys;
  }
}

const keyFrom = (secret: string): SigningKey =>
  new SigningKey(createHash('sha256').update(`cursor:${secret}`).digest());

/** A random key in the store. An instance that finds none writes its own, so running instances restore it after a flush. */
class SharedKeys implements Keys {
  readonly #clock: Clock;
  readonly #store: Coordination;
  readonly #interval: number;
  readonly #storeWait: number;
  #timer: Timer | undefined;
  #shared = false;
  #closed = false;
  /** Newest last. Older keys still verify. */
  #known = [new SigningKey(randomBytes(KEY_BYTES))];
  current = this.#known[0] ?? new SigningKey(randomBytes(KEY_BYTES));

  constructor(clock: Clock, store: Coordination, interval: number, storeWait: number) {
    this.#clock = clock;
    this.#store = store;
    this.#interval = interval;
    this.#storeWait = storeWait;
    this.#schedule();
  }

  async share(): Promise<void> {
    const unavailable = this.#shared ? null : await this.#refresh();
    if (unavailable) throw unavailable;
  }

  async find(id: Buffer): Promise<SigningKey | null> {
    if (!this.#known.some((key) => key.id.equals(id))) {
      const unavailable = await this.refreshInTime();
      // The store may hold the key: calling it unknown would falsely report lost events.
      if (unavailable) throw unavailable;
    }
    return this.#known.find((key) => key.id.equals(id)) ?? null;
  }

  /** Refreshes until the store responds or `storeWait` elapses. @returns the failure, or null on success. */
  async refreshInTime(): Promise<LogUnavailable | null> {
    const deadline = this.#clock.monotonic() + this.#storeWait;
    for (;;) {
      const unavailable = await this.#refresh();
      if (!unavailable || this.#closed || this.#clock.monotonic() > deadline) return unavailable;
      await pauseUntil(this.#clock, STORE_RETRY);
    }
  }

  close(): void {
    this.#closed = true;
    this.#clock.clearTimeout(this.#timer);
  }

  /** Until the shared key has been read once, other instances may be unable to verify this one's cursors: refresh faster. */
  #schedule(): void {
    const delay = this.#shared ? this.#interval : Math.min(this.#interval, this.#storeWait);
    this.#timer = this.#clock.setTimeout(() => void this.#refreshAndReschedule(), delay).unref();
  }

  async #refreshAndReschedule(): Promise<void> {
    // If the store fails, the current keys stay in use.
    await this.#refresh().catch(() => {});
    if (!this.#closed) this.#schedule();
  }

  /** Stores this process's key if there is none, and adopts the stored one. @returns the failure, or null on success. */
  async #refresh(): Promise<LogUnavailable | null> {
    try {
      // Read first: this works even if the store accepts no writes.
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

/**
 * The bytes of a cursor of any version. Null: damaged, or not a cursor. The checksum distinguishes a damaged cursor from one
 * that cannot be verified; it authenticates nothing: the MAC does.
 */
function undamaged(cursor: string): Buffer | null {
  if (cursor.length > MAX_TEXT_LENGTH) return null;
  const bytes = Buffer.from(cursor, 'base64url');
  const end = bytes.length - CHECKSUM_LENGTH;
  // Buffer.from skips characters that are not base64url; only the canonical encoding is valid.
  if (end < 1 || bytes.toString('base64url') !== cursor) return null;
  return checksum(bytes.subarray(0, end)).equals(bytes.subarray(end)) ? bytes : null;
}

const checksum = (bytes: Buffer): Buffer => hash('sha256', bytes, 'buffer').subarray(0, CHECKSUM_LENGTH);
