import { crc32 } from 'node:zlib';
import { badInput, GatewayError } from './errors.ts';

const DEFAULT_FIRST = 10;
const MAXIMUM_FIRST = 100;
const CURSOR_VERSION = 1;

/** Forward paging arguments of a connection field. */
export interface PageArguments {
  first?: number | null | undefined;
  after?: string | null | undefined;
}

/** One page as a platform route answers it. `limit` is the page size that the platform used, where it says so. */
interface Page<Row> {
  rows: Row[];
  total: number | null;
  limit: number | null;
}

/** Reads page `page` (from 1) of pages of `limit` rows; null where the platform has no such list. */
export type ReadPage<Row> = (limit: number, page: number) => Promise<Page<Row> | null>;

/** What a connection type's resolvers read: a window of rows that starts at `offset` of the whole list. */
export interface Connection<Row> {
  rows: Row[];
  offset: number;
  /** Where each row stands, for a list that does not count from 0; else its rows follow `offset`. */
  positions?: readonly number[];
  total: number | null;
  hasNextPage: boolean;
  tie: string;
}

export interface Edge<Row> {
  node: Row;
  offset: number;
  tie: string;
}

/**
 * Reads the window that `first` and `after` ask for from a route that only knows numbered pages.
 *
 * A window that starts on a page boundary is one call, any other two, made side by side. When the platform
 * uses smaller pages than asked for, the window is planned again at that size, so that nothing is skipped.
 * @param tie names the field and its filters: a cursor of one is refused by any other.
 * @throws GatewayError BAD_USER_INPUT for a `first` out of range or a cursor that is not one of this list's.
 */
export async function readConnection<Row>(
  window: PageArguments,
  tie: string,
  read: ReadPage<Row>,
): Promise<Connection<Row> | null> {
  const size = windowSize(window);
  const last = cursorPosition(window, tie);
  const offset = last === null ? 0 : last + 1;
  const found = await readWindow(read, offset, size, size);
  if (!found) return null;
  const { rows, total } = found;
  const hasNextPage = total === null ? rows.length === size : offset + rows.length < total && rows.length > 0;
  return { rows, offset, total, hasNextPage, tie };
}

async function readWindow<Row>(
  read: ReadPage<Row>,
  offset: number,
  size: number,
  pageSize: number,
): Promise<{ rows: Row[]; total: number | null } | null> {
  const firstPage = Math.floor(offset / pageSize) + 1;
  const lastPage = Math.floor((offset + size - 1) / pageSize) + 1;
  const numbers = Array.from({ length: lastPage - firstPage + 1 }, (_, index) => firstPage + index);
  const pages = (await Promise.all(numbers.map((page) => read(pageSize, page)))).filter(
    (page) => page !== null,
  );
  if (pages.length < numbers.length) return null;

  const smallerSize = usedPageSize(pages, firstPage, pageSize);
  if (smallerSize < pageSize) return readWindow(read, offset, size, smallerSize);

  const start = offset - (firstPage - 1) * pageSize;
  const [first, ...others] = pages;
  const rows = first && others.length === 0 ? first.rows : pages.flatMap((page) => page.rows);
  return { rows: rows.slice(start, start + size), total: first?.total ?? null };
}

/** The page size that the platform really used: its word for it, else the length of a page that is short too early. */
function usedPageSize<Row>(pages: readonly Page<Row>[], firstPage: number, asked: number): number {
  let used = asked;
  pages.forEach(({ rows, total, limit }, index) => {
    if (limit !== null && limit >= 1) used = Math.min(used, limit);
    const rowsBefore = (firstPage - 1 + index) * asked;
    const shortTooEarly = total !== null && rows.length < asked && rowsBefore + rows.length < total;
    if (shortTooEarly && rows.length > 0) used = Math.min(used, rows.length);
  });
  return Math.floor(used);
}

const checksum = (offset: number, tie: string): string =>
  crc32(`${CURSOR_VERSION}:${offset}:${tie}`).toString(36);

/** The opaque cursor of the row at `offset` (from 0): where the next window starts is one further. */
const encodeCursor = (offset: number, tie: string): string =>
  Buffer.from(`${CURSOR_VERSION}:${offset}:${checksum(offset, tie)}`).toString('base64url');

/** How many rows are asked for. @throws GatewayError BAD_USER_INPUT */
export function windowSize({ first }: PageArguments): number {
  const size = first ?? DEFAULT_FIRST;
  if (size >= 1 && size <= MAXIMUM_FIRST) return size;
  throw badInput('first', `must be from 1 to ${MAXIMUM_FIRST}.`);
}

/** Where the row stands that the window follows; null: it is the first window. @throws GatewayError BAD_USER_INPUT */
export const cursorPosition = ({ after }: PageArguments, tie: string): number | null =>
  after == null ? null : decodeCursor(after, tie);

function decodeCursor(cursor: string, tie: string): number {
  const [version, position, sum] = Buffer.from(cursor, 'base64url').toString('latin1').split(':');
  const offset = Number(position);
  const isOurs =
    version === String(CURSOR_VERSION) &&
    Number.isSafeInteger(offset) &&
    encodeCursor(offset, tie) === cursor;
  if (!isOurs || sum === undefined) {
    throw new GatewayError(
      'BAD_USER_INPUT',
      '`after` is not a cursor of this list. Pass an `endCursor` of the same field with the same arguments, or leave it out to start over.',
    );
  }
  return offset;
}

const positionOf = ({ offset, positions }: Connection<unknown>, index: number): number =>
  positions?.[index] ?? offset + index;

const cursorOfRow = (connection: Connection<unknown>, index: number): string | null =>
  connection.rows.length === 0 ? null : encodeCursor(positionOf(connection, index), connection.tie);

/** Resolvers of any connection type: `edges`, `nodes`, `pageInfo` and `totalCount` from a {@link Connection}. */
export const connectionResolvers = {
  edges: <Row>(connection: Connection<Row>): Edge<Row>[] =>
    connection.rows.map((node, index) => ({
      node,
      offset: positionOf(connection, index),
      tie: connection.tie,
    })),
  nodes: <Row>({ rows }: Connection<Row>): Row[] => rows,
  pageInfo: <Row>(connection: Connection<Row>): Connection<Row> => connection,
  totalCount: <Row>({ total }: Connection<Row>): number | null => total,
};

/** Resolvers of any edge type. */
export const edgeResolvers = {
  cursor: <Row>({ offset, tie }: Edge<Row>): string => encodeCursor(offset, tie),
};

/** Resolvers of `PageInfo`. */
export const pageInfoResolvers = {
  hasNextPage: <Row>({ hasNextPage }: Connection<Row>): boolean => hasNextPage,
  hasPreviousPage: <Row>({ offset }: Connection<Row>): boolean => offset > 0,
  startCursor: <Row>(connection: Connection<Row>): string | null => cursorOfRow(connection, 0),
  endCursor: <Row>(connection: Connection<Row>): string | null =>
    cursorOfRow(connection, connection.rows.length - 1),
};
