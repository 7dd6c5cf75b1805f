import { crc32 } from 'node:zlib';
import { badInput, GatewayError, outOfRange } from './errors.ts';

const DEFAULT_FIRST = 10;
/** Maximum page size of every list. */
export const MAXIMUM_PAGE = 100;
/** Minimum page size of any platform, the contract's default: a page of this length may be full. */
const SMALLEST_PAGE = 10;
const CURSOR_VERSION = 1;
/** Largest position that is sent to the platform: cursors can be forged, because they are only checksummed. */
const LAST_POSITION = 1_000_000_000;

/** Forward paging arguments of a connection field. */
export interface PageArguments {
  first?: number | null | undefined;
  after?: string | null | undefined;
}

/** One page of a platform list. `limit` is the page size the platform used. Null: not stated. */
interface ListedPage<Row> {
  rows: Row[];
  /** Number of rows on the page, including those left out of `rows`. */
  sent: number;
  /** Index of each row on the page. Null: none was left out. */
  positions: readonly number[] | null;
  total: number | null;
  limit: number | null;
}

/** Option for a list whose total the contract does not show. Contract: Resources, Paged list wrapper. */
export const UNCOUNTED = { hasTotal: false } as const;

/** Reads page `page` (from 1) with `limit` rows per page. */
export type ReadPage<Row> = (limit: number, page: number) => Promise<ListedPage<Row>>;

/** The parent of a connection type's resolvers: a page of rows that starts at `offset` of the whole list. */
export interface Connection<Row> {
  rows: Row[];
  offset: number;
  /** Position of each row, for a list that does not count from 0 or has gaps. Undefined: rows follow `offset`. */
  positions?: readonly number[];
  /** Position after the page, if rows at its end may have been left out. */
  end?: number;
  total: number | null;
  hasNextPage: boolean;
  scope: string;
  /** Rows on each of the platform's pages. Undefined: as many as requested. Its cursors continue with such pages. */
  perPage?: number;
}

export interface Edge<Row> extends Pick<Connection<Row>, 'scope' | 'perPage'> {
  node: Row;
  offset: number;
}

/**
 * Reads the page selected by `first` and `after` from a route with numbered pages. With `first: 0`, the counts are from a page of
 * one row, or if the platform states no total, from the first page.
 *
 * A selection that starts on a page boundary costs one call, any other two, made in parallel. If the platform uses
 * smaller pages than requested, the calls are planned again for that size, so that no row is skipped.
 * @param scope identifies the field and its filters: a cursor is valid only in its own scope.
 * @param hasTotal see {@link UNCOUNTED}.
 * @throws GatewayError BAD_USER_INPUT if `first` is out of range or `after` is not a cursor of this list.
 */
export async function readConnection<Row>(
  page: PageArguments,
  scope: string,
  read: ReadPage<Row>,
  { hasTotal }: { hasTotal: boolean } = { hasTotal: true },
): Promise<Connection<Row>> {
  const size = pageSize(page);
  const last = positionIn(page, scope);
  const offset = last === null ? 0 : last.offset + 1;
  if (size === 0 && !hasTotal && last === null) return countsOfFirstPage(read, scope);
  const asked = Math.max(size, 1);
  const found = await readRows(read, offset, asked, last?.perPage ?? asked);
  const { total, sent, isFull, perPage, ...list } = found;
  if (size === 0) return { rows: [], offset, total, hasNextPage: sent > 0, scope };
  const hasNextPage = total === null ? isFull || sent === size : offset + sent < total && sent > 0;
  return { ...list, offset, total, hasNextPage, scope, ...(total === null ? { perPage } : {}) };
}

/** The counts of a list, without its items. If no total is stated, items are counted. */
async function countsOfFirstPage<Row>(read: ReadPage<Row>, scope: string): Promise<Connection<Row>> {
  const page = await read(MAXIMUM_PAGE, 1);
  const total = page.total ?? (await lengthOf(page, read));
  return { rows: [], offset: 0, total, hasNextPage: page.sent > 0, scope };
}

/** The length of a list by its first page, of the maximum size. Null: it may be longer than that page. */
async function lengthOf(page: ListedPage<unknown>, read: ReadPage<unknown>): Promise<number | null> {
  if (page.sent >= MAXIMUM_PAGE) return null;
  const { isFull, perPage } = apparentPageSize([page], 1, MAXIMUM_PAGE);
  const next = isFull ? await read(perPage, 2).catch(emptyIfMissing) : null;
  return next && next.sent > 0 ? null : page.sent;
}

/**
 * Reads the page selected by `first` and `after` from a list that the platform returns as a whole: all of it without `first`.
 * @throws GatewayError BAD_USER_INPUT, before anything is read, as {@link readConnection}.
 */
export async function readWholeList<Row>(
  page: PageArguments,
  scope: string,
  read: () => Promise<readonly Row[]>,
): Promise<Connection<Row>> {
  const size = page.first == null ? Number.POSITIVE_INFINITY : pageSize(page);
  const last = cursorPosition(page, scope);
  const offset = last === null ? 0 : last + 1;
  const rows = await read();
  const end = offset + size;
  return { rows: rows.slice(offset, end), offset, total: rows.length, hasNextPage: end < rows.length, scope };
}

/** The rows of a window of a list. `sent`: its length, including rows that were left out. */
interface Window<Row> extends Pick<Connection<Row>, 'rows' | 'positions' | 'end'> {
  sent: number;
}

async function readRows<Row>(
  read: ReadPage<Row>,
  offset: number,
  size: number,
  perPage: number,
): Promise<Window<Row> & PageSize & { total: number | null }> {
  const firstPage = Math.floor(offset / perPage) + 1;
  const lastPage = Math.floor((offset + size - 1) / perPage) + 1;
  const numbers = Array.from({ length: lastPage - firstPage + 1 }, (_, index) => firstPage + index);
  const pages = await Promise.all(
    numbers.map((page) => read(perPage, page).catch(page > 1 ? emptyIfMissing : rethrow)),
  );

  const actual = actualPageSize(pages, firstPage, perPage);
  if (actual < perPage) return readRows(read, offset, size, actual);

  const start = (firstPage - 1) * perPage;
  const total = pages[0]?.total ?? null;
  return { ...windowOf(pages, start, offset, size), ...apparentPageSize(pages, firstPage, perPage), total };
}

/** The apparent size of the platform's pages, for a list without a total. */
interface PageSize {
  perPage: number;
  /** Whether the last page may be full although it is shorter than requested. */
  isFull: boolean;
}

/** A first page that is shorter than requested may be full: the platform's pages may be smaller. */
function apparentPageSize(
  pages: readonly ListedPage<unknown>[],
  firstPage: number,
  requested: number,
): PageSize {
  const length = firstPage === 1 ? (pages[0]?.sent ?? 0) : 0;
  if (length < SMALLEST_PAGE || length >= requested) return { perPage: requested, isFull: false };
  return { perPage: length, isFull: pages.at(-1)?.sent === length };
}

/** A page behind the end of a list may be missing on the platform: it is empty. */
function emptyIfMissing(error: unknown): ListedPage<never> {
  if (error instanceof GatewayError && error.upstreamStatus === 404)
    return { rows: [], sent: 0, positions: null, total: null, limit: null };
  throw error;
}

const rethrow = (error: unknown): never => {
  throw error;
};

/** @param start position of the first row of the pages. */
function windowOf<Row>(
  pages: readonly ListedPage<Row>[],
  start: number,
  offset: number,
  size: number,
): Window<Row> {
  const [first, ...others] = pages;
  const rows = first && others.length === 0 ? first.rows : pages.flatMap((page) => page.rows);
  const from = offset - start;
  if (pages.every(({ positions }) => positions === null)) {
    const selected = rows.slice(from, from + size);
    return { rows: selected, sent: selected.length };
  }
  let length = 0;
  const positions = pages.flatMap((page) => {
    const before = start + length;
    length += page.sent;
    return page.rows.map((_row, index) => before + (page.positions?.[index] ?? index));
  });
  const isSelected = (_row: unknown, index: number): boolean => {
    const position = positions[index] ?? 0;
    return position >= offset && position < offset + size;
  };
  const sent = Math.min(Math.max(length - from, 0), size);
  return {
    rows: rows.filter(isSelected),
    positions: positions.filter(isSelected),
    sent,
    end: offset + sent,
  };
}

/** The page size the platform really used: the one it states, or the length of a page that ends before the list does. */
function actualPageSize<Row>(
  pages: readonly ListedPage<Row>[],
  firstPage: number,
  requested: number,
): number {
  let actual = requested;
  pages.forEach(({ sent, total, limit }, index) => {
    if (limit !== null && limit >= 1) actual = Math.min(actual, limit);
    const rowsBefore = (firstPage - 1 + index) * requested;
    const endsEarly = total !== null && sent < requested && rowsBefore + sent < total;
    if (endsEarly && sent > 0) actual = Math.min(actual, sent);
  });
  return Math.floor(actual);
}

/** A row's position, from 0, and the size of the platform's pages. Undefined: that of the next request. */
interface ListPosition {
  offset: number;
  perPage?: number | undefined;
}

/**
 * Encodes the opaque cursor of a row. Smaller page sizes than the minimum are the client's choice, and not part of the cursor.
 */
function encodeCursor({ offset, perPage }: ListPosition, scope: string): string {
  const position =
    perPage !== undefined && perPage >= SMALLEST_PAGE ? `${offset}.${perPage}` : String(offset);
  const checksum = crc32(`${CURSOR_VERSION}:${position}:${scope}`).toString(36);
  return Buffer.from(`${CURSOR_VERSION}:${position}:${checksum}`).toString('base64url');
}

/** Number of rows to return. @throws GatewayError BAD_USER_INPUT */
export function pageSize({ first }: PageArguments): number {
  const size = first ?? DEFAULT_FIRST;
  if (size >= 0 && size <= MAXIMUM_PAGE) return size;
  throw badInput(['first'], outOfRange(0, MAXIMUM_PAGE), `must be between 0 and ${MAXIMUM_PAGE}.`);
}

/** Position of the row that `after` names. Null: start at the first row. @throws GatewayError BAD_USER_INPUT */
export const cursorPosition = (page: PageArguments, scope: string): number | null =>
  positionIn(page, scope)?.offset ?? null;

const positionIn = ({ after }: PageArguments, scope: string): ListPosition | null =>
  after == null ? null : decodeCursor(after, scope);

function decodeCursor(cursor: string, scope: string): ListPosition {
  const [, text = ''] = Buffer.from(cursor, 'base64url').toString('latin1').split(':');
  const [offset = -1, perPage] = text.split('.').map(Number);
  const position = { offset, perPage };
  const isPosition = Number.isInteger(offset) && offset >= 0 && offset <= LAST_POSITION;
  const isPageSize = perPage === undefined || (Number.isInteger(perPage) && perPage <= MAXIMUM_PAGE);
  // Only a cursor of this version with the right checksum equals the one of its position.
  if (isPosition && isPageSize && encodeCursor(position, scope) === cursor) return position;
  throw badInput(
    ['after'],
    'INVALID',
    'is not a cursor of this list. Pass an `endCursor` of the same field with the same arguments, or omit it to start over.',
  );
}

const positionOf = ({ offset, positions }: Connection<unknown>, index: number): number =>
  positions?.[index] ?? offset + index;

const cursorAt = ({ perPage, scope }: Connection<unknown>, offset: number): string =>
  encodeCursor({ offset, perPage }, scope);

const cursorOfRow = (connection: Connection<unknown>, index: number): string | null =>
  connection.rows.length === 0 ? null : cursorAt(connection, positionOf(connection, index));

/** Resolvers of every connection type: `edges`, `nodes`, `pageInfo` and `totalCount` from a {@link Connection}. */
export const connectionResolvers = {
  edges: <Row>(connection: Connection<Row>): Edge<Row>[] =>
    connection.rows.map((node, index) => ({
      node,
      offset: positionOf(connection, index),
      scope: connection.scope,
      ...(connection.perPage === undefined ? {} : { perPage: connection.perPage }),
    })),
  nodes: <Row>({ rows }: Connection<Row>): Row[] => rows,
  pageInfo: <Row>(connection: Connection<Row>): Connection<Row> => connection,
  totalCount: <Row>({ total }: Connection<Row>): number | null => total,
};

/** Resolvers of every edge type. */
export const edgeResolvers = {
  cursor: <Row>({ scope, ...position }: Edge<Row>): string => encodeCursor(position, scope),
};

/** Resolvers of `PageInfo`. */
export const pageInfoResolvers = {
  hasNextPage: <Row>({ hasNextPage }: Connection<Row>): boolean => hasNextPage,
  hasPreviousPage: <Row>({ offset }: Connection<Row>): boolean => offset > 0,
  startCursor: <Row>(connection: Connection<Row>): string | null => cursorOfRow(connection, 0),
  endCursor: <Row>(connection: Connection<Row>): string | null =>
    connection.end !== undefined && connection.end > connection.offset
      ? cursorAt(connection, connection.end - 1)
      : cursorOfRow(connection, connection.rows.length - 1),
};
