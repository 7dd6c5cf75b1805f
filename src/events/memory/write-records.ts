import type { Clock } from '../../lib/clock.ts';
import type { JsonObject } from '../json.ts';
import {
  type Attempt,
  type Begun,
  type Ended,
  RECORDED_FOR,
  type WriteName,
  type WriteRecords,
} from '../write-records.ts';

interface WriteRecord extends Attempt {
  /** By the clock's `monotonic()`. */
  until: number;
  /** Null: the outcome is not known, yet or at all. */
  result: JsonObject | null;
  expires: number;
}

/** The records of one process. */
export class MemoryWriteRecords implements WriteRecords {
  readonly #clock: Clock;
  /** The one that expires first comes first. */
  readonly #records = new Map<string, WriteRecord>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async begin(name: WriteName, attempt: Attempt, within: number): Promise<Begun> {
    this.#expire();
    const now = this.#clock.monotonic();
    const record = this.#records.get(textOf(name));
    if (!record) {
      this.#store(name, { ...attempt, until: now + within, result: null });
      return { status: 'begun' };
    }
    if (record.fingerprint !== attempt.fingerprint) return { status: 'reused' };
    if (record.result) return { status: 'done', result: record.result };
    if (record.until <= now) return { status: 'unknown' };
    if (record.id === attempt.id) return { status: 'begun' };
    return { status: 'running', msLeft: record.until - now };
  }

  async end(name: WriteName, attempt: Attempt, ended: Ended): Promise<void> {
    const record = this.#records.get(textOf(name));
    if (record?.id !== attempt.id || record.result) return;
    if (ended.status === 'refused') this.#records.delete(textOf(name));
    else this.#store(name, { ...attempt, until: 0, result: ended.status === 'done' ? ended.result : null });
  }

  #store(name: WriteName, record: Omit<WriteRecord, 'expires'>): void {
    this.#records.delete(textOf(name));
    this.#records.set(textOf(name), { ...record, expires: this.#clock.monotonic() + RECORDED_FOR });
  }

  #expire(): void {
    const now = this.#clock.monotonic();
    for (const [name, { expires }] of this.#records) {
      if (expires > now) return;
      this.#records.delete(name);
    }
  }
}

const textOf = ({ caller, key }: WriteName): string => `${caller} ${key}`;
