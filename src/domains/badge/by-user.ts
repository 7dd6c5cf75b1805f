import DataLoader from 'dataloader';
import { badInput, GatewayError } from '../../graph/errors.ts';
import { asError } from '../../graph/loader.ts';
import type { RowOfUser } from '../../platform/wire.ts';

export const MAXIMUM_IDS = 100;
/** Encoded, in bytes: longer queries are cut by some proxies. */
const MAXIMUM_QUERY = 4096;

/** A row with the user it belongs to. */
export interface OfUser<Row> extends RowOfUser<Row> {
  userId: string;
}

/** Rows by user. */
export interface RowsByUser<Row> {
  /** @throws GatewayError BAD_USER_INPUT for an id that would be read as several. */
  load(userId: string): Promise<OfUser<Row>[]>;
  clear(): void;
}

/**
 * Rows by user, from a route that takes several users at once: what one tick asks for goes out in one call, or in a
 * few side by side where that is too much for one query. A call that fails leaves the others' users standing.
 * @param read takes user ids with commas between them.
 * @param observer told how many ids each call takes.
 */
export function rowsByUser<Row>(
  observer: { batched(size: number): void },
  read: (userIds: string) => Promise<RowOfUser<Row>[] | null>,
): RowsByUser<Row> {
  const loader = new DataLoader<string, OfUser<Row>[]>(async (userIds) => {
    const found = new Map<string, OfUser<Row>[] | Error>();
    await Promise.all(
      inChunks(userIds).map(async (chunk) => {
        observer.batched(chunk.length);
        const rows = await read(chunk.join(',')).then((answer) => byUser(answer ?? [], chunk), asError);
        for (const userId of chunk)
          found.set(userId, rows instanceof Error ? rows : (rows.get(userId) ?? []));
      }),
    );
    return userIds.map((userId) => found.get(userId) ?? []);
  });
  return {
    load: async (userId) => {
      checkBatchable(userId, 'userIds');
      return loader.load(userId);
    },
    clear: () => {
      loader.clearAll();
    },
  };
}

/** @throws GatewayError BAD_USER_INPUT for an id that a comma-separated list cannot hold. */
export function checkBatchable(id: string, argument: string): void {
  if (id === '') throw badInput(argument, 'must not hold an empty id.');
  if (id.includes(',')) throw badInput(argument, 'must not hold an id with a comma in it.');
}

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

/** Rows of users who were not asked for are left out. A row that names nobody is the one user's, where one was asked for. */
function byUser<Row>(rows: readonly RowOfUser<Row>[], asked: readonly string[]): Map<string, OfUser<Row>[]> {
  const only = asked.length === 1 ? asked[0] : undefined;
  const found = new Map<string, OfUser<Row>[]>();
  for (const { userId: named, row } of rows) {
    const userId = named ?? only;
    if (userId === undefined)
      throw new GatewayError('UPSTREAM_BAD_RESPONSE', 'The platform sent rows that name no user.');
    const rowsOfUser = found.get(userId) ?? [];
    rowsOfUser.push({ userId, row });
    found.set(userId, rowsOfUser);
  }
  return found;
}
