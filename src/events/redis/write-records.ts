import { isJsonObject, jsonIn } from '../json.ts';
import { LogUnavailable } from '../log.ts';
import {
  type Attempt,
  type Begun,
  type Ended,
  RECORDED_FOR,
  type WriteName,
  type WriteRecords,
} from '../write-records.ts';
import type { RedisConnection } from './connection.ts';
import { topicKey } from './keys.ts';
import { asList, asWhole } from './replies.ts';
import { BEGIN_WRITE, END_WRITE } from './scripts.ts';

/** The topic under which the writes of a caller are recorded: its keys share a slot, and are erased together. */
export const writesTopic = (caller: string): string => `writes:${caller}`;

/** Records in Redis, by its clock. */
export class RedisWriteRecords implements WriteRecords {
  readonly #connection: RedisConnection;
  readonly #prefix: string;

  constructor(connection: RedisConnection, prefix: string) {
    this.#connection = connection;
    this.#prefix = prefix;
  }

  async begin(name: WriteName, { id, fingerprint }: Attempt, within: number): Promise<Begun> {
    const args = [id, fingerprint, within, RECORDED_FOR];
    const [status, rest] = asList(await this.#connection.run(BEGIN_WRITE, [this.#keyOf(name)], args));
    switch (status) {
      case 'begun':
      case 'reused':
      case 'unknown':
        return { status };
      case 'running':
        return { status, msLeft: asWhole(rest) };
      default: {
        const result = jsonIn(String(rest));
        if (status !== 'done' || !isJsonObject(result)) throw new LogUnavailable('foreign-data', 'refused');
        return { status, result };
      }
    }
  }

  async end(name: WriteName, { id, fingerprint }: Attempt, ended: Ended): Promise<void> {
    const result = ended.status === 'done' ? JSON.stringify(ended.result) : '';
    const args = [id, fingerprint, ended.status, result, RECORDED_FOR];
    await this.#connection.run(END_WRITE, [this.#keyOf(name)], args);
  }

  #keyOf({ caller, key }: WriteName): string {
    return topicKey(this.#prefix, writesTopic(caller), key);
  }
}
