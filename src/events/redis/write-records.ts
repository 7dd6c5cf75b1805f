import { isJsonObject, jsonIn } from '../json.ts';
import { LogUnavailable } from '../log.ts';
import type { Seals } from '../seals.ts';
import { RECORDED_FOR, type WriteName, type WriteRecords } from '../write-records.ts';
import type { RedisConnection } from './connection.ts';
import { topicKey } from './keys.ts';
import { asList, asWhole } from './replies.ts';
import { BEGIN_WRITE, END_WRITE } from './scripts.ts';

/** The topic under which the writes of a caller are recorded: its keys share a slot, and are erased together. */
export const writesTopic = (caller: string): string => `writes:${caller}`;

/** Records in Redis, by its clock. */
export function redisWriteRecords(connection: RedisConnection, seals: Seals): WriteRecords {
  const keyOf = ({ caller, key }: WriteName): string => topicKey(connection.prefix, writesTopic(caller), key);
  const sealedName = ({ caller, key }: WriteName, fingerprint: string): string =>
    `${caller} ${key} ${fingerprint}`;
  return {
    begin: async (name, { id, fingerprint }, within) => {
      const args = [id, fingerprint, within, RECORDED_FOR];
      const [status, rest] = asList(await connection.run(BEGIN_WRITE, [keyOf(name)], args));
      if (status === 'begun' || status === 'reused' || status === 'unknown') return { status };
      if (status === 'running') return { status, msLeft: asWhole(rest) };
      const text = seals.open('write', sealedName(name, fingerprint), String(rest));
      // The outcome of the write is unknown.
      if (text === null) return { status: 'unknown' };
      const result = jsonIn(text);
      if (status !== 'done' || !isJsonObject(result)) throw new LogUnavailable('foreign-data', 'refused');
      return { status, result };
    },
    end: async (name, { id, fingerprint }, ended) => {
      const result =
        ended.status === 'done'
          ? seals.seal(sealedName(name, fingerprint), JSON.stringify(ended.result), RECORDED_FOR)
          : '';
      await connection.run(END_WRITE, [keyOf(name)], [id, fingerprint, ended.status, result, RECORDED_FOR]);
    },
  };
}
