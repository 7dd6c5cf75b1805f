import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { ListenerName } from './listener.ts';
import type { StoredState } from './state.ts';

/** The stored part of a platform: the ports of its addresses, and its state. */
export interface Stored {
  ports: Readonly<Partial<Record<ListenerName, number>>>;
  state: StoredState;
}

/** Change it with every change to the stored types: files of another format are not read. */
const FORMAT = 'sandbox-state-2';
/** Maximum size of a file, in bytes; a larger state is not stored. */
const MAXIMUM_SIZE = 64_000_000;
/** Milliseconds between a change and the write. */
const DELAY = 200;

/** The result of opening a file. */
export type Opening =
  /** The stored state is used. */
  | 'restored'
  /** There was no state, or it was to be discarded. */
  | 'new'
  /** The state belongs to other seed data or another release, or is damaged: it is replaced. */
  | 'replaced'
  /** Another process uses the file. */
  | 'in use';

export interface StateFileOptions {
  path: string;
  /** Whether to discard the stored state. */
  fresh: boolean;
  /** Identifies the seed data: a state that started from other data is not read. */
  seed: string;
}

/**
 * The file in which one platform stores its state across restarts. Readable by its owner alone; a new state replaces the old one
 * in a single step, so that a crash leaves one of the two.
 */
export class StateFile {
  readonly opening: Exclude<Opening, 'in use'>;
  /** Null: start with the seed data. */
  readonly stored: Stored | null;
  readonly #path: string;
  readonly #seed: string;
  #written = '';
  #timer: NodeJS.Timeout | null = null;
  #current: (() => Stored) | null = null;

  /** Null: another process uses the file. @throws if the folder cannot be written. */
  static open(options: StateFileOptions): StateFile | null {
    mkdirSync(dirname(options.path), { recursive: true, mode: 0o700 });
    return lock(lockOf(options.path)) ? new StateFile(options) : null;
  }

  private constructor({ path, fresh, seed }: StateFileOptions) {
    this.#path = path;
    this.#seed = seed;
    const content = fresh ? null : contentOf(path);
    this.stored = content && storedIn(content, seed);
    this.opening = content === null ? 'new' : this.stored ? 'restored' : 'replaced';
  }

  /** Stores the state now, and after each change from now on. */
  follow(current: () => Stored): void {
    this.#current = current;
    this.#write();
  }

  /** The state may have changed. */
  changed(): void {
    this.#timer ??= setTimeout(() => this.#write(), DELAY).unref();
  }

  close(): void {
    this.#write();
    this.#current = null;
    rmSync(lockOf(this.#path), { force: true });
  }

  #write(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    if (!this.#current) return;
    const body = serialize(this.#current());
    const checksum = sha256(body);
    if (checksum === this.#written || body.length > MAXIMUM_SIZE) return;
    const draft = `${this.#path}.new`;
    writeFileSync(draft, Buffer.concat([Buffer.from(headOf(this.#seed, checksum)), body]), { mode: 0o600 });
    renameSync(draft, this.#path);
    this.#written = checksum;
  }
}

const headOf = (seed: string, checksum: string): string => `${FORMAT} ${seed} ${checksum}\n`;
const sha256 = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');
const lockOf = (path: string): string => `${path}.lock`;

function contentOf(path: string): Buffer | null {
  try {
    return statSync(path).size > MAXIMUM_SIZE * 1.1 ? Buffer.alloc(0) : readFileSync(path);
  } catch {
    return null;
  }
}

/** Null: the file is damaged, or from other seed data or another format. */
function storedIn(content: Buffer, seed: string): Stored | null {
  const end = content.indexOf('\n') + 1;
  const body = content.subarray(end);
  if (content.subarray(0, end).toString() !== headOf(seed, sha256(body))) return null;
  // The head shows that this program wrote the rest, in this format.
  return deserialize(body);
}

/** Takes the lock unless a living process has it. */
function lock(path: string): boolean {
  for (const attempt of [1, 2]) {
    try {
      writeFileSync(path, String(process.pid), { flag: 'wx', mode: 0o600 });
      return true;
    } catch (error) {
      const isTaken = error instanceof Error && 'code' in error && error.code === 'EEXIST';
      if (!isTaken) throw error;
      if (attempt === 2 || isAlive(Number(readFileSync(path, 'utf8')))) return false;
      rmSync(path, { force: true });
    }
  }
  return false;
}

/** A container gives its processes the same IDs after each start, so the own ID belongs to an earlier one. */
function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
