import type { Clock } from '../../lib/clock.ts';
import type { JsonObject } from '../json.ts';
import { type Attempt, RECORDED_FOR, type WriteName, type WriteRecords } from '../write-records.ts';
import { Expiring } from './expiring.ts';

interface WriteRecord extends Attempt {
  /** By the clock's `monotonic()`. */
  until: number;
  /** Null: the outcome is pending or unknown. */
  result: JsonObject | null;
}

/** The records of one process. */
export function memoryWriteRecords(clock: Clock): WriteRecords {
  const records = new Expiring<WriteRecord>(clock);
  const store = (name: WriteName, record: WriteRecord): void =>
    records.set(textOf(name), record, RECORDED_FOR);
  return {
    begin: async (name, attempt, within) => {
      const now = clock.monotonic();
      const record = records.get(textOf(name));
      if (!record) {
        store(name, { ...attempt, until: now + within, result: null });
        return { status: 'begun' };
      }
      if (record.fingerprint !== attempt.fingerprint) return { status: 'reused' };
      if (record.result) return { status: 'done', result: record.result };
      if (record.until <= now) return { status: 'unknown' };
      if (record.id === attempt.id) return { status: 'begun' };
      return { status: 'running', msLeft: record.until - now };
    },
    end: async (name, attempt, ended) => {
      const record = records.get(textOf(name));
      if (record?.id !== attempt.id || record.result) return;
      if (ended.status === 'refused') records.delete(textOf(name));
      else store(name, { ...attempt, until: 0, result: ended.status === 'done' ? ended.result : null });
    },
  };
}

const textOf = ({ caller, key }: WriteName): string => `${caller} ${key}`;
