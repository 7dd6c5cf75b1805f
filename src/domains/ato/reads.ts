import type { EventLog } from '../../events/log.ts';
import { rejectUnavailable } from '../../events/streamed-write.ts';
import { type Connection, cursorPosition, type PageArguments, pageSize } from '../../graph/connection.ts';
import type { Context } from '../context.ts';
import { atoAccess, atoAccessTo } from './access.ts';
import { type AtoRequestState, readState } from './state.ts';

export interface AtoRequestPage extends Connection<AtoRequestState> {
  /** The cursor of the streams before the list was read. Null: not selected, or the event log is unavailable. */
  streamCursor: string | null;
}

const SCOPE = 'atoRequests';

/** Reads one request. Null: the gateway has not received it. */
export async function readAtoRequest(id: string, context: Context): Promise<AtoRequestState | null> {
  const { topic } = await atoAccessTo(id, context);
  return readCurrentState(topic, id, context.events.log);
}

/** Reads the current state of a request that the caller may read. Null: the gateway has not received it. */
export async function readCurrentState(
  topic: string,
  requestId: string,
  log: EventLog,
): Promise<AtoRequestState | null> {
  const snapshot = await log.snapshot(topic, requestId).catch(rejectUnavailable);
  return snapshot && readState(snapshot.state);
}

/**
 * Reads the requests that the caller may read, newest first.
 * @param isFollowed whether the caller continues with a stream.
 */
export async function readAtoRequests(
  page: PageArguments,
  isFollowed: boolean,
  context: Context,
): Promise<AtoRequestPage> {
  const limit = pageSize(page);
  const after = cursorPosition(page, SCOPE);
  const { topic, caller, only } = await atoAccess(context);
  const streamCursor = isFollowed ? await context.events.streams.cursorBefore({ topic, caller }) : null;
  if (only !== null)
    return { ...singleItemPage(await readAtoRequest(only, context), limit, after), streamCursor };
  const query = { limit, newestFirst: true, ...(after === null ? {} : { after }) };
  const { snapshots, total, hasMore } = await context.events.log
    .snapshots(topic, query)
    .catch(rejectUnavailable);
  const found = snapshots.flatMap(({ state, order }) => {
    const request = readState(state);
    return request ? [{ request, order }] : [];
  });
  return {
    rows: found.map(({ request }) => request),
    positions: found.map(({ order }) => order),
    offset: after === null ? 0 : 1,
    total,
    hasNextPage: hasMore,
    scope: SCOPE,
    streamCursor,
  };
}

/** A page of the list of one request, to which every cursor of the list belongs. */
function singleItemPage(
  request: AtoRequestState | null,
  limit: number,
  after: number | null,
): Connection<AtoRequestState> {
  const following = request && after === null ? [request] : [];
  return {
    rows: following.slice(0, limit),
    offset: after === null ? 0 : 1,
    total: request ? 1 : 0,
    hasNextPage: following.length > limit,
    scope: SCOPE,
  };
}
