import { rejectUnavailable } from '../../events/streamed-write.ts';
import {
  type Connection,
  cursorPosition,
  type Edge,
  type PageArguments,
  pageSize,
} from '../../graph/connection.ts';
import type { Context } from '../context.ts';
import { atoAccess, atoAccessTo } from './access.ts';
import { type AtoRequestState, readState } from './state.ts';

export type AtoRequestWindow = Connection<AtoRequestState>;
export type AtoRequestWindowRow = Edge<AtoRequestState>;

const SCOPE = 'atoRequests';

/** One request, or null where the gateway has not heard of it. */
export async function readAtoRequest(id: string, context: Context): Promise<AtoRequestState | null> {
  const { topic } = await atoAccessTo(id, context);
  const snapshot = await context.events.log.snapshot(topic, id).catch(rejectUnavailable);
  return snapshot && readState(snapshot.state);
}

/** The requests that the caller may read, the newest first. */
export async function readAtoRequests(window: PageArguments, context: Context): Promise<AtoRequestWindow> {
  const limit = pageSize(window);
  const after = cursorPosition(window, SCOPE);
  const { topic, only } = await atoAccess(context);
  if (only !== null) return singleWindow(await readAtoRequest(only, context));
  const query = { limit, newestFirst: true, ...(after === null ? {} : { after }) };
  const { snapshots, total, hasMore } = await context.events.log
    .snapshots(topic, query)
    .catch(rejectUnavailable);
  const kept = snapshots.flatMap(({ state, order }) => {
    const request = readState(state);
    return request ? [{ request, order }] : [];
  });
  return {
    rows: kept.map(({ request }) => request),
    positions: kept.map(({ order }) => order),
    offset: after === null ? 0 : 1,
    total,
    hasNextPage: hasMore,
    scope: SCOPE,
  };
}

const singleWindow = (request: AtoRequestState | null): AtoRequestWindow => ({
  rows: request ? [request] : [],
  offset: 0,
  total: request ? 1 : 0,
  hasNextPage: false,
  scope: SCOPE,
});
