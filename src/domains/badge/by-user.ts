import DataLoader from 'dataloader';
import { badInput, GatewayError } from '../../graph/errors.ts';
import { asError } from '../../graph/loader.ts';
import type { RowOfUser } from '../../platform/wire.ts';

export const MAXIMUM_IDS = 100;
/** Maximum length of the encoded query, in bytes. Some proxies truncate longer ones. */
const MAXIMUM_QUERY = 4096;

export type RowsByUser<Row> = ReturnType<typeof rowsByUser<Row>>;

/**
 * Loads rows by user from a route that takes several users. IDs requested in one tick share a call; IDs that exceed the
 * limits of one query are split into parallel calls. A failed call affects only its own users.
 * @param read takes comma-separated user IDs.
 * @param observer receives the number of IDs in each call.
 */
export function rowsByUser<Row>(
  observer: { batched(size: number): void },
  read: (userIds: string) => Promise<RowOfUser<Row>[]>,
) {
  const loader = new DataLoader<string, RowOfUser<Row>[]>(async (userIds) => {
    const results = new Map<string, RowOfUser<Row>[] | Error>();
    await Promise.all(
      inChunks(userIds).map(async (chunk) => {
        observer.batched(chunk.length);
        const rows = await read(chunk.join(',')).then(byUser, asError);
        for (const userId of chunk)
          results.set(userId, rows instanceof Error ? rows : (rows.get(userId) ?? []));
      }),
    );
    return userIds.map((userId) => results.get(userId) ?? []);
  });
  return {
    /** @throws GatewayError BAD_USER_INPUT if the ID is empty or contains a comma. */
    load: async (userId: string): Promise<RowOfUser<Row>[]> => {
      if (userId === '' || userId.includes(','))
        throw new GatewayError('BAD_USER_INPUT', NOT_BATCHABLE, { invalid: 'NOT_ALLOWED' });
      return loader.load(userId);
    },
    clear: (): void => void loader.clearAll(),
  };
}

const NOT_BATCHABLE = 'Badges and skills cannot be read for a user ID that is empty or contains a comma.';

/** @throws GatewayError BAD_USER_INPUT if an ID cannot be part of a comma-separated list. */
export function checkBatchable(ids: readonly string[], argument: string): void {
  const index = ids.findIndex((id) => id.includes(','));
  if (index >= 0) throw badInput([argument, index], 'NOT_ALLOWED', 'must not contain a comma.');
}

/** Splits user IDs so that each chunk fits one query. */
export function inChunks(userIds: readonly string[]): string[][] {
  const chunks: string[][] = [];
  let room = 0;
  for (const userId of userIds) {
    const size = encodeURIComponent(`${userId.toWellFormed()},`).length;
    const last = chunks.at(-1);
    if (last && last.length < MAXIMUM_IDS && size <= room) {
      last.push(userId);
      room -= size;
    } else {
      chunks.push([userId]);
      room = MAXIMUM_QUERY - '?userIds='.length - size;
    }
  }
  return chunks;
}

const byUser = <Row>(rows: readonly RowOfUser<Row>[]) => Map.groupBy(rows, ({ userId }) => userId);
