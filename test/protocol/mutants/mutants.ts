import { hash } from 'node:crypto';
import type { Profile } from '../../../packages/resumable-subscriptions/src/index.ts';
import { recordOf } from '../../../packages/resumable-subscriptions/src/item.ts';
import { type Item, type List, type Mutation, type OpenedStream, payloadOf, type Seen } from './proxy.ts';

/** A server that violates a requirement. */
export interface Mutant {
  /** ID of the requirement. */
  violates: string;
  name: string;
  /** Of the reference server: the gateway has no such events, or other cursors. Default: of the gateway. */
  of?: 'reference server';
  /** It must be detected among the checks of these profiles, not only by its own. */
  among?: readonly Profile[];
  mutation: Mutation;
}

type Kind = 'position' | 'event' | 'gap';

function kindOf(item: Item): Kind {
  if (payloadOf(item).gap) return 'gap';
  return eventOf(item) === undefined ? 'position' : 'event';
}

const isReplayed = (item: Item): boolean => payloadOf(item).replayed === true;
const isResumed = ({ variables, lastEventId }: OpenedStream): boolean =>
  typeof variables.after === 'string' || Boolean(lastEventId);

/** The item with other values, and its cursor as event ID if it had one. */
function edited(item: Item, changes: Readonly<Record<string, unknown>>): Item {
  Object.assign(payloadOf(item), changes);
  const { cursor } = changes;
  return typeof cursor === 'string' && item.id !== null ? { ...item, id: cursor } : item;
}

/** Name and value of the member with the event: `notification` of the gateway, `message` of the reference server. */
const eventOf = (item: Item): [name: string, event: unknown] | undefined =>
  Object.entries(payloadOf(item)).find(
    ([name, value]) => ['notification', 'message'].includes(name) && value !== null,
  );

const textOf = (item: Item): string => String(recordOf(eventOf(item)?.[1]).text);

const cursorOf = (item: Item | undefined): unknown => item && payloadOf(item).cursor;

/** Changes the items of one kind. */
const change = (kind: Kind, changed: (item: Item, stream: OpenedStream, seen: Seen) => Item[]): Mutation => ({
  item: (item, stream, seen) => (kindOf(item) === kind ? changed(item, stream, seen) : [item]),
});

const values = (kind: Kind, changes: Readonly<Record<string, unknown>>): Mutation =>
  change(kind, (item) => [edited(item, changes)]);

/** Changes the cursor with which a stream is resumed. */
const resume = (changed: (cursor: string, stream: OpenedStream, seen: Seen) => string | null): Mutation => ({
  open: (stream, seen) => {
    const { after } = stream.variables;
    if (typeof after === 'string') stream.variables.after = changed(after, stream, seen);
    if (stream.lastEventId) stream.lastEventId = changed(stream.lastEventId, stream, seen) ?? '';
  },
});

/** The first word of an event's text: the suite has one for each trial. */
const markerOf = (item: Item): string => textOf(item).split(' ', 1)[0] ?? '';

/** Delivers the first event of each trial after its second one. */
const swap = (matches: (item: Item, stream: OpenedStream) => boolean): Mutation =>
  change('event', (item, stream) => {
    if (!matches(item, stream)) return [item];
    const hasMarker = (other: Item): boolean => markerOf(other) === markerOf(item);
    const held = stream.held.findIndex(hasMarker);
    if (held !== -1) return [item, ...stream.held.splice(held, 1)];
    if (stream.received.some(hasMarker)) return [item];
    stream.held.push(item);
    return [];
  });

/** Makes cursors valid only where they were issued. */
const bind = (place: (stream: OpenedStream) => string): Mutation =>
  resume((cursor, stream, { cursors }) => {
    const issuer = cursors.get(cursor);
    return issuer && place(issuer) !== place(stream) ? 'bound' : cursor;
  });

/** Ignores cursors that the gateway would refuse. */
const accept = (isRefused: (cursor: string, stream: OpenedStream, seen: Seen) => boolean): Mutation =>
  resume((cursor, stream, seen) => (isRefused(cursor, stream, seen) ? null : cursor));

const isForeign =
  (aspect: 'authorization' | 'query') =>
  (cursor: string, stream: OpenedStream, { cursors }: Seen): boolean =>
    cursors.has(cursor) && cursors.get(cursor)?.[aspect] !== stream[aspect];

const errors = (changes: Readonly<Record<string, unknown>>): Mutation => ({
  errors: (found) =>
    found.map(({ extensions, ...error }) => ({
      ...error,
      extensions: { ...Object(extensions), ...changes },
    })),
});

const closeCode = (from: number, to: number): Mutation => ({
  closeCode: (code) => (code === from ? to : code),
});

const head = (name: string, value: string): Mutation => ({
  head: ({ headers }) => {
    headers[name] = value;
  },
});

/** Closes all streams when a hook is called. */
const closeOnHook = (code: number, isComplete: boolean): Mutation => ({
  hook: (_name, { streams }) => {
    for (const stream of streams) {
      if (isComplete) stream.end();
      stream.close(code);
    }
  },
});

/** A sign-out that has no effect. */
const IGNORED_SIGN_OUT: Mutation = {
  mutation: (query) => (query.includes('signOut') ? { data: { signOut: { extra: {} } } } : undefined),
};

const positionOf = ({ streams }: Seen): unknown => cursorOf(streams[0]?.received[0]);

const afterHook = (name: string, mutation: Mutation): Mutation => ({
  item: (item, stream, seen) =>
    seen.hooks.has(name) ? (mutation.item?.(item, stream, seen) ?? [item]) : [item],
});

/** Serves the list before the latest one, with what else it has or with the cursor of the latest one. */
const oldList = (changes: (list: List) => Partial<List>): Mutation => ({
  list: (list, { lists }, authorization) => ({
    ...(lists.get(authorization) ?? list),
    ...changes(list),
  }),
});

/** The cursor of the item before the one with a cursor. */
const placeBefore = (cursor: unknown, { streams }: Seen): unknown =>
  streams
    .map(({ received }) => received[received.findIndex((item) => cursorOf(item) === cursor) - 1])
    .map(cursorOf)
    .find((before) => before !== undefined && before !== cursor);

const FALSE_GAPS = change('position', (item, stream) =>
  isResumed(stream) ? [item, edited(structuredClone(item), { gap: { reason: 'TRIMMED' } })] : [item],
);

/** At least one for each requirement. Hooks that the proxy serves change nothing at the gateway. */
export const MUTANTS: readonly Mutant[] = [
  { violates: 'core-1', name: 'omits cursors', mutation: values('event', { cursor: null }) },
  {
    violates: 'core-2',
    name: 'has spaces in cursors',
    mutation: change('event', (item) => [edited(item, { cursor: `${cursorOf(item)} a` })]),
  },
  { violates: 'position-1', name: 'drops the position', mutation: change('position', () => []) },
  {
    violates: 'position-1',
    name: 'marks the position as replayed',
    mutation: values('position', { replayed: true }),
  },
  {
    violates: 'position-2',
    name: 'delays the position until the first event',
    mutation: {
      item: (item, stream) => {
        if (kindOf(item) !== 'position') return [...stream.held.splice(0), item];
        stream.held.push(item);
        return [];
      },
    },
  },
  {
    violates: 'replay-1',
    name: 'marks new events as replayed',
    mutation: values('event', { replayed: true }),
  },
  {
    violates: 'core-4',
    name: 'repeats an earlier event without a cursor',
    mutation: change('position', (item, _stream, { sent }) => [
      item,
      edited(structuredClone(item), { notification: { text: sent.at(-1) } }),
    ]),
  },
  {
    violates: 'core-5',
    name: 'swallows an event',
    mutation: change('event', (item) => (textOf(item).endsWith(' a') ? [] : [item])),
  },
  {
    violates: 'core-3',
    name: 'gives all events the cursor of the position',
    mutation: change('event', (item, stream) => [edited(item, { cursor: cursorOf(stream.received[0]) })]),
  },
  { violates: 'core-11', name: 'ignores cursors', mutation: resume(() => null) },
  { violates: 'core-1', name: 'has cursors that resume nothing', mutation: resume(() => null) },
  {
    violates: 'core-12',
    name: 'repeats the event of the cursor',
    mutation: resume((_cursor, _stream, seen) => String(positionOf(seen))),
  },
  {
    violates: 'core-13',
    name: 'reorders a replay',
    mutation: swap(isReplayed),
  },
  {
    violates: 'position-3',
    name: 'refuses the cursor of a position',
    mutation: values('position', { cursor: 'position' }),
  },
  {
    violates: 'core-14',
    name: 'delivers new events only',
    mutation: change('event', (item) => (isReplayed(item) ? [] : [item])),
  },
  {
    violates: 'replay-2',
    name: 'marks replayed events as new',
    mutation: values('event', { replayed: false }),
  },
  {
    violates: 'replay-3',
    name: 'marks all events of a resumed stream as replayed',
    mutation: change('event', (item, stream) => [edited(item, { replayed: isResumed(stream) })]),
  },
  {
    violates: 'position-4',
    name: 'drops the position of resumed streams',
    mutation: change('position', (item, stream) => (isResumed(stream) ? [] : [item])),
  },
  {
    violates: 'position-5',
    name: 'repeats the first cursor in the position of a resumed stream',
    mutation: change('position', (item, stream, seen) =>
      isResumed(stream) ? [edited(item, { cursor: positionOf(seen) })] : [item],
    ),
  },
  {
    violates: 'core-16',
    name: 'accepts a cursor once',
    mutation: resume((cursor, _stream, { usedCursors }) => (usedCursors.has(cursor) ? 'used' : cursor)),
  },
  {
    violates: 'core-17',
    name: 'gives replayed events the cursor of the position',
    mutation: change('event', (item, stream) =>
      isReplayed(item) ? [edited(item, { cursor: cursorOf(stream.received[0]) })] : [item],
    ),
  },
  {
    violates: 'core-18',
    name: 'binds cursors to the transport',
    mutation: bind(({ transport }) => transport),
  },
  {
    violates: 'integrity-6',
    name: 'binds cursors to the token',
    mutation: bind(({ authorization }) => `${authorization}`),
  },
  {
    violates: 'core-19',
    name: 'binds cursors to the document',
    mutation: bind(({ query }) => hash('sha1', query)),
  },
  {
    violates: 'core-20',
    name: 'refuses a null cursor',
    mutation: {
      open: ({ variables }) => {
        if (variables.after === null) variables.after = 'null';
      },
    },
  },
  {
    violates: 'core-15',
    name: 'delivers nothing new after a replay',
    mutation: change('event', (item, stream) =>
      !isReplayed(item) && stream.received.some(isReplayed) ? [] : [item],
    ),
  },
  {
    violates: 'failover-1',
    name: 'loses events in a restart without a gap',
    mutation: afterHook(
      'restart',
      change('event', (item) => (isReplayed(item) ? [] : [item])),
    ),
  },
  {
    violates: 'failover-2',
    name: 'loses events in a failover without a gap',
    mutation: afterHook(
      'failOver',
      change('event', (item) => (isReplayed(item) ? [] : [item])),
    ),
  },
  {
    violates: 'failover-3',
    name: 'repeats events after a failover',
    mutation: resume((cursor, _stream, seen) =>
      seen.hooks.has('failOver') ? String(positionOf(seen)) : cursor,
    ),
  },
  { violates: 'core-6', name: 'reorders new events', mutation: swap(() => true) },
  {
    violates: 'core-21',
    name: 'skips an event with each resumption',
    mutation: change('event', (item, stream) =>
      isResumed(stream) && !stream.received.some((received) => kindOf(received) === 'event') ? [] : [item],
    ),
  },
  {
    violates: 'core-7',
    name: 'orders events differently in every other stream',
    mutation: swap((_item, { index }) => index % 2 === 1),
  },
  {
    violates: 'core-8',
    name: 'shifts the cursors of every other stream',
    mutation: change('event', (item, stream) =>
      stream.index === 1 ? [edited(item, { cursor: cursorOf(stream.received.at(-1)) })] : [item],
    ),
  },
  {
    violates: 'core-22',
    name: 'repeats the last replayed event as a new one',
    mutation: change('event', (item, stream) => {
      const last = stream.received.at(-1);
      return isResumed(stream) && last && kindOf(last) === 'event' ? [structuredClone(last), item] : [item];
    }),
  },
  {
    violates: 'core-9',
    name: 'drops long events',
    mutation: change('event', (item) => (textOf(item).length > 1000 ? [] : [item])),
  },
  {
    violates: 'core-10',
    name: 'ends all streams with one',
    mutation: {
      closed: (_stream, { streams }) => {
        for (const stream of streams) stream.close(1000);
      },
    },
  },
  {
    violates: 'core-23',
    name: 'accepts malformed cursors',
    mutation: accept((cursor) => cursor === 'nonsense'),
  },
  {
    violates: 'integrity-1',
    name: 'accepts altered cursors',
    mutation: accept((cursor, _, seen) => !seen.cursors.has(cursor)),
  },
  {
    violates: 'integrity-2',
    name: 'accepts cut cursors',
    mutation: accept((cursor, _, seen) => !seen.cursors.has(cursor)),
  },
  { violates: 'integrity-3', name: 'accepts an empty cursor', mutation: accept((cursor) => cursor === '') },
  {
    violates: 'integrity-4',
    name: "accepts another caller's cursor",
    mutation: accept(isForeign('authorization')),
  },
  { violates: 'integrity-5', name: "accepts another stream's cursor", mutation: accept(isForeign('query')) },
  { violates: 'retries-3', name: 'calls a refused cursor retryable', mutation: errors({ retryable: true }) },
  {
    violates: 'retries-2',
    name: 'refuses cursors with another code',
    mutation: errors({ code: 'NOT_FOUND' }),
  },
  {
    violates: 'core-24',
    name: 'opens a stream in spite of its cursor',
    mutation: accept((cursor, _, seen) => !seen.cursors.has(cursor)),
  },
  {
    violates: 'gaps-1',
    name: 'has a reason of its own',
    mutation: values('gap', { gap: { reason: 'LOST' } }),
  },
  { violates: 'gaps-2', name: 'marks gaps as replayed', mutation: values('gap', { replayed: true }) },
  {
    violates: 'gaps-2',
    name: 'marks gaps as replayed when it repeats them',
    mutation: change('gap', (item, stream) => [isResumed(stream) ? edited(item, { replayed: true }) : item]),
  },
  {
    violates: 'gaps-3',
    name: 'reports gaps with an error',
    mutation: change('gap', (item) => [
      { ...item, result: { ...item.result, errors: [{ message: 'a gap', extensions: {} }] } },
    ]),
  },
  {
    violates: 'gaps-4',
    name: 'delivers nothing after a gap',
    mutation: change('event', (item, stream) =>
      stream.received.some((received) => kindOf(received) === 'gap') ? [] : [item],
    ),
  },
  {
    violates: 'gaps-5',
    name: 'gives gaps the cursor before them',
    mutation: change('gap', (item, stream) => [edited(item, { cursor: cursorOf(stream.received.at(-1)) })]),
  },
  {
    violates: 'gaps-6',
    name: 'repeats gaps',
    mutation: change('gap', (item) => [item, structuredClone(item)]),
  },
  {
    violates: 'gaps-7',
    name: 'drops gaps from a replay',
    mutation: change('gap', (item, stream) => (isResumed(stream) ? [] : [item])),
  },
  {
    violates: 'gaps-8',
    name: 'has a gap in every resumed stream',
    mutation: FALSE_GAPS,
  },
  { violates: 'gaps-9', name: 'hides that events have expired', mutation: {} },
  {
    violates: 'gaps-10',
    name: 'fills nothing in after a loss',
    mutation: change('event', (item) => (isReplayed(item) ? [] : [item])),
  },
  { violates: 'gaps-11', name: 'hides that the log was reset', mutation: {} },
  { violates: 'gaps-12', name: 'refuses a cursor whose key is gone', mutation: resume(() => 'unverifiable') },
  {
    violates: 'replay-4',
    name: 'calls what it had missed new',
    mutation: values('event', { replayed: false }),
  },
  {
    violates: 'state-1',
    name: 'has no cursor of its list',
    mutation: { list: ({ nodes }) => ({ nodes, streamCursor: null }) },
  },
  {
    violates: 'state-1',
    name: 'has a cursor of its list that no stream accepts',
    mutation: { list: ({ nodes }) => ({ nodes, streamCursor: 'list' }) },
  },
  {
    violates: 'state-2',
    name: 'reads the list before its place',
    mutation: oldList(({ streamCursor }) => ({ streamCursor })),
  },
  {
    violates: 'state-3',
    name: 'has other IDs in its list',
    mutation: {
      list: ({ nodes, streamCursor }) => ({
        nodes: nodes.map((node) => ({ ...node, id: `list-${node.id}` })),
        streamCursor,
      }),
    },
  },
  {
    violates: 'state-3',
    name: 'gives all records one ID',
    mutation: {
      ...change('event', (item) => [
        edited(item, { notification: { ...recordOf(eventOf(item)?.[1]), id: '1' } }),
      ]),
      list: ({ nodes, streamCursor }) => ({
        nodes: nodes.map((node) => ({ ...node, id: '1' })),
        streamCursor,
      }),
    },
  },
  {
    violates: 'state-4',
    name: 'gives its lists the place of the first stream',
    mutation: { list: ({ nodes }, seen) => ({ nodes, streamCursor: positionOf(seen) ?? null }) },
  },
  {
    violates: 'state-4',
    name: 'gives its lists the place of the event before',
    of: 'reference server',
    among: ['core', 'position', 'replay', 'state'],
    mutation: {
      list: ({ nodes, streamCursor }, seen) => ({
        nodes,
        streamCursor: placeBefore(streamCursor, seen) ?? streamCursor,
      }),
    },
  },
  {
    violates: 'core-11',
    name: 'skips the first event after a cursor',
    of: 'reference server',
    among: ['core', 'position', 'replay', 'state'],
    mutation: change('event', (item, stream) =>
      isResumed(stream) && stream.received.length === 1 ? [] : [item],
    ),
  },
  {
    violates: 'state-5',
    name: 'has no place for a caller who never had a stream',
    mutation: {
      list: ({ nodes, streamCursor }, { streams }, caller) => ({
        nodes,
        streamCursor: streams.some(({ authorization }) => authorization === caller) ? streamCursor : null,
      }),
    },
  },
  {
    violates: 'state-5',
    name: 'begins to record events with the first stream',
    mutation: change('event', (item, stream) =>
      isResumed(stream) && stream.received.length === 1 ? [] : [item],
    ),
  },
  { violates: 'state-6', name: 'has a place although the log is unavailable', mutation: {} },
  {
    violates: 'state-6',
    name: 'has no list while the log is unavailable',
    mutation: { list: (list, { hooks }) => (hooks.has('logOutage') ? null : list) },
  },
  {
    violates: 'state-7',
    name: 'has a list that lags behind the stream',
    mutation: oldList(() => ({})),
  },
  {
    violates: 'state-8',
    name: 'loses records with their events',
    mutation: {
      ...FALSE_GAPS,
      list: ({ nodes, streamCursor }) => ({
        nodes: nodes.filter(({ text }) => !String(text).endsWith(' lost')),
        streamCursor,
      }),
    },
  },
  {
    violates: 'state-9',
    name: 'has other IDs in events of changes',
    of: 'reference server',
    mutation: change('event', (item) => [
      textOf(item).endsWith(' changed')
        ? edited(item, { message: { ...recordOf(eventOf(item)?.[1]), id: 'changed' } })
        : item,
    ]),
  },
  {
    violates: 'state-9',
    name: 'has what the record was before the change',
    of: 'reference server',
    mutation: change('event', (item) => {
      const text = textOf(item).replace(/ changed$/, ' record');
      return [edited(item, { message: { ...recordOf(eventOf(item)?.[1]), text } })];
    }),
  },
  {
    violates: 'state-9',
    name: 'has no events of changes',
    of: 'reference server',
    mutation: change('event', (item) => (textOf(item).endsWith(' changed') ? [] : [item])),
  },
  {
    violates: 'state-10',
    name: 'has no ID of what was removed',
    of: 'reference server',
    mutation: { item: (item) => [edited(item, { removedId: null })] },
  },
  { violates: 'sse-1', name: 'has the wrong content type', mutation: head('content-type', 'text/plain') },
  { violates: 'sse-2', name: 'allows caching', mutation: head('cache-control', 'public, max-age=60') },
  { violates: 'sse-2', name: 'allows buffering', mutation: head('x-accel-buffering', 'yes') },
  {
    violates: 'sse-3',
    name: 'has other event IDs than cursors',
    mutation: change('event', (item) => [{ ...item, id: '1' }]),
  },
  {
    violates: 'sse-4',
    name: 'has event IDs only if the cursor is selected',
    mutation: { item: (item) => [cursorOf(item) === undefined ? { ...item, id: null } : item] },
  },
  {
    violates: 'sse-5',
    name: 'ignores `Last-Event-ID`',
    mutation: {
      open: (stream) => {
        stream.lastEventId = undefined;
      },
    },
  },
  {
    violates: 'sse-6',
    name: 'prefers `after`',
    mutation: {
      open: (stream) => {
        if (stream.variables.after !== undefined) stream.lastEventId = undefined;
      },
    },
  },
  {
    violates: 'sse-7',
    name: 'refuses an empty `Last-Event-ID`',
    mutation: {
      open: (stream) => {
        if (stream.lastEventId === '') stream.lastEventId = 'empty';
      },
    },
  },
  {
    violates: 'sse-8',
    name: 'falls back to `after`',
    mutation: {
      open: (stream) => {
        if (stream.lastEventId === 'nonsense') stream.lastEventId = undefined;
      },
    },
  },
  {
    violates: 'sse-9',
    name: 'refuses with status 200',
    mutation: {
      head: (sent) => {
        sent.status = 200;
      },
    },
  },
  { violates: 'sse-10', name: 'never completes', mutation: { endsComplete: () => false } },
  {
    violates: 'sessions-7',
    name: 'completes a stream whose session ends',
    mutation: { endsComplete: () => true },
  },
  { violates: 'sessions-8', name: 'completes streams when it stops', mutation: closeOnHook(1012, true) },
  { violates: 'websocket-1', name: 'selects another subprotocol', mutation: { subprotocol: 'graphql-ws' } },
  {
    violates: 'websocket-2',
    name: 'sends a message before connection_ack',
    mutation: {
      toClient: (message) => (message.type === 'connection_ack' ? [{ type: 'ping' }, message] : [message]),
    },
  },
  {
    violates: 'websocket-3',
    name: 'confuses the IDs of two streams',
    mutation: {
      toClient: (message) => [message.id === 's2' ? { ...message, id: 's1' } : message],
    },
  },
  {
    violates: 'websocket-4',
    name: 'goes on after `complete`',
    mutation: { toServer: (message) => (message.type === 'complete' ? [] : [message]) },
  },
  {
    violates: 'websocket-5',
    name: 'refuses with `complete`',
    mutation: {
      toClient: (message) => [message.type === 'error' ? { type: 'complete', id: message.id } : message],
    },
  },
  { violates: 'websocket-6', name: 'closes with 1011 after nonsense', mutation: closeCode(4400, 1011) },
  {
    violates: 'websocket-7',
    name: 'closes with 4400 for an early subscription',
    mutation: closeCode(4401, 4400),
  },
  { violates: 'websocket-8', name: 'closes with 4400 for a used ID', mutation: closeCode(4409, 4400) },
  {
    violates: 'websocket-9',
    name: 'closes with 4400 for a second connection_init',
    mutation: closeCode(4429, 4400),
  },
  { violates: 'websocket-10', name: 'closes with 1011 for a long message', mutation: closeCode(1009, 1011) },
  { violates: 'sessions-7', name: 'closes with 1000 after a sign-out', mutation: closeCode(4403, 1000) },
  { violates: 'sessions-8', name: 'closes with 1000 when it stops', mutation: closeOnHook(1000, false) },
  {
    violates: 'sessions-9',
    name: 'closes with 4403 when it cannot check sessions',
    mutation: { toServer: () => ({ close: 4403 }) },
  },
  {
    violates: 'retries-1',
    name: 'has errors without `retryable`',
    mutation: errors({ retryable: undefined }),
  },
  {
    violates: 'retries-4',
    name: 'does not say when to retry',
    mutation: errors({ retryAfterMs: undefined }),
  },
  { violates: 'retries-5', name: 'has another `Retry-After`', mutation: head('retry-after', '3600') },
  { violates: 'retries-6', name: 'closes with 4403 over the limit', mutation: closeCode(1013, 4403) },
  {
    violates: 'sessions-9',
    name: 'refuses with status 400 during an outage',
    mutation: {
      open: ({ variables }) => {
        variables.after = 'outage';
      },
    },
  },
  {
    violates: 'sessions-1',
    name: 'forbids instead of asking for a credential',
    mutation: errors({ code: 'FORBIDDEN' }),
  },
  {
    violates: 'sessions-2',
    name: 'answers an unknown token like a mistake',
    mutation: {
      ...closeCode(4403, 4400),
      head: (sent) => {
        if (sent.status === 401) sent.status = 400;
      },
    },
  },
  { violates: 'sessions-3', name: 'goes on after a sign-out', mutation: IGNORED_SIGN_OUT },
  { violates: 'sessions-4', name: 'accepts a token after its sign-out', mutation: IGNORED_SIGN_OUT },
  {
    violates: 'sessions-5',
    name: 'binds cursors to the session',
    mutation: bind(({ authorization }) => `${authorization}`),
  },
  {
    violates: 'sessions-6',
    name: 'ends all sessions of a user',
    mutation: {
      mutation: (query, { streams }) => {
        if (query.includes('signOut')) for (const stream of streams) stream.close(4403);
        return undefined;
      },
    },
  },
  {
    violates: 'alive-1',
    name: 'omits the payload of a pong',
    mutation: {
      toClient: (message) => [message.type === 'pong' ? { type: 'pong' } : message],
    },
  },
  { violates: 'alive-2', name: 'answers ping frames with other data', mutation: { pong: () => 'b' } },
  { violates: 'alive-3', name: 'sends no keep-alives', mutation: { keepAlives: 'dropped' } },
  { violates: 'alive-4', name: 'sends keep-alives as items', mutation: { keepAlives: 'as items' } },
  { violates: 'alive-5', name: 'keeps silent clients', mutation: { keepAlives: 'answered' } },
];
