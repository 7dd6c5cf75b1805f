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

/** Violations by requirement: at least one for each. Hooks that the proxy serves change nothing at the gateway. */
const OF_GATEWAY: Readonly<Record<string, Readonly<Record<string, Mutation>>>> = {
  'core-1': {
    'omits cursors': values('event', { cursor: null }),
    'has cursors that resume nothing': resume(() => null),
  },
  'core-2': {
    'has spaces in cursors': change('event', (item) => [edited(item, { cursor: `${cursorOf(item)} a` })]),
  },
  'position-1': {
    'drops the position': change('position', () => []),
    'marks the position as replayed': values('position', { replayed: true }),
  },
  'position-2': {
    'delays the position until the first event': {
      item: (item, stream) => {
        if (kindOf(item) !== 'position') return [...stream.held.splice(0), item];
        stream.held.push(item);
        return [];
      },
    },
  },
  'replay-1': { 'marks new events as replayed': values('event', { replayed: true }) },
  'core-4': {
    'repeats an earlier event without a cursor': change('position', (item, _stream, { sent }) => [
      item,
      edited(structuredClone(item), { notification: { text: sent.at(-1) } }),
    ]),
  },
  'core-5': {
    'swallows an event': change('event', (item) => (textOf(item).endsWith(' a') ? [] : [item])),
  },
  'core-3': {
    'gives all events the cursor of the position': change('event', (item, stream) => [
      edited(item, { cursor: cursorOf(stream.received[0]) }),
    ]),
  },
  'core-11': { 'ignores cursors': resume(() => null) },
  'core-12': {
    'repeats the event of the cursor': resume((_cursor, _stream, seen) => String(positionOf(seen))),
  },
  'core-13': { 'reorders a replay': swap(isReplayed) },
  'position-3': { 'refuses the cursor of a position': values('position', { cursor: 'position' }) },
  'core-14': { 'delivers new events only': change('event', (item) => (isReplayed(item) ? [] : [item])) },
  'replay-2': { 'marks replayed events as new': values('event', { replayed: false }) },
  'replay-3': {
    'marks all events of a resumed stream as replayed': change('event', (item, stream) => [
      edited(item, { replayed: isResumed(stream) }),
    ]),
  },
  'position-4': {
    'drops the position of resumed streams': change('position', (item, stream) =>
      isResumed(stream) ? [] : [item],
    ),
  },
  'position-5': {
    'repeats the first cursor in the position of a resumed stream': change(
      'position',
      (item, stream, seen) => (isResumed(stream) ? [edited(item, { cursor: positionOf(seen) })] : [item]),
    ),
  },
  'core-16': {
    'accepts a cursor once': resume((cursor, _stream, { usedCursors }) =>
      usedCursors.has(cursor) ? 'used' : cursor,
    ),
  },
  'core-17': {
    'gives replayed events the cursor of the position': change('event', (item, stream) =>
      isReplayed(item) ? [edited(item, { cursor: cursorOf(stream.received[0]) })] : [item],
    ),
  },
  'core-18': { 'binds cursors to the transport': bind(({ transport }) => transport) },
  'integrity-6': { 'binds cursors to the token': bind(({ authorization }) => `${authorization}`) },
  'core-19': { 'binds cursors to the document': bind(({ query }) => hash('sha1', query)) },
  'core-20': {
    'refuses a null cursor': {
      open: ({ variables }) => {
        if (variables.after === null) variables.after = 'null';
      },
    },
  },
  'core-15': {
    'delivers nothing new after a replay': change('event', (item, stream) =>
      !isReplayed(item) && stream.received.some(isReplayed) ? [] : [item],
    ),
  },
  'failover-1': {
    'loses events in a restart without a gap': afterHook(
      'restart',
      change('event', (item) => (isReplayed(item) ? [] : [item])),
    ),
  },
  'failover-2': {
    'loses events in a failover without a gap': afterHook(
      'failOver',
      change('event', (item) => (isReplayed(item) ? [] : [item])),
    ),
  },
  'failover-3': {
    'repeats events after a failover': resume((cursor, _stream, seen) =>
      seen.hooks.has('failOver') ? String(positionOf(seen)) : cursor,
    ),
  },
  'core-6': { 'reorders new events': swap(() => true) },
  'core-21': {
    'skips an event with each resumption': change('event', (item, stream) =>
      isResumed(stream) && !stream.received.some((received) => kindOf(received) === 'event') ? [] : [item],
    ),
  },
  'core-7': {
    'orders events differently in every other stream': swap((_item, { index }) => index % 2 === 1),
  },
  'core-8': {
    'shifts the cursors of every other stream': change('event', (item, stream) =>
      stream.index === 1 ? [edited(item, { cursor: cursorOf(stream.received.at(-1)) })] : [item],
    ),
  },
  'core-22': {
    'repeats the last replayed event as a new one': change('event', (item, stream) => {
      const last = stream.received.at(-1);
      return isResumed(stream) && last && kindOf(last) === 'event' ? [structuredClone(last), item] : [item];
    }),
  },
  'core-9': {
    'drops long events': change('event', (item) => (textOf(item).length > 1000 ? [] : [item])),
  },
  'core-10': {
    'ends all streams with one': {
      closed: (_stream, { streams }) => {
        for (const stream of streams) stream.close(1000);
      },
    },
  },
  'core-23': { 'accepts malformed cursors': accept((cursor) => cursor === 'nonsense') },
  'integrity-1': { 'accepts altered cursors': accept((cursor, _, seen) => !seen.cursors.has(cursor)) },
  'integrity-2': { 'accepts cut cursors': accept((cursor, _, seen) => !seen.cursors.has(cursor)) },
  'integrity-3': { 'accepts an empty cursor': accept((cursor) => cursor === '') },
  'integrity-4': { "accepts another caller's cursor": accept(isForeign('authorization')) },
  'integrity-5': { "accepts another stream's cursor": accept(isForeign('query')) },
  'retries-3': { 'calls a refused cursor retryable': errors({ retryable: true }) },
  'retries-2': { 'refuses cursors with another code': errors({ code: 'NOT_FOUND' }) },
  'core-24': {
    'opens a stream in spite of its cursor': accept((cursor, _, seen) => !seen.cursors.has(cursor)),
  },
  'gaps-1': { 'has a reason of its own': values('gap', { gap: { reason: 'LOST' } }) },
  'gaps-2': {
    'marks gaps as replayed': values('gap', { replayed: true }),
    'marks gaps as replayed when it repeats them': change('gap', (item, stream) => [
      isResumed(stream) ? edited(item, { replayed: true }) : item,
    ]),
  },
  'gaps-3': {
    'reports gaps with an error': change('gap', (item) => [
      { ...item, result: { ...item.result, errors: [{ message: 'a gap', extensions: {} }] } },
    ]),
  },
  'gaps-4': {
    'delivers nothing after a gap': change('event', (item, stream) =>
      stream.received.some((received) => kindOf(received) === 'gap') ? [] : [item],
    ),
  },
  'gaps-5': {
    'gives gaps the cursor before them': change('gap', (item, stream) => [
      edited(item, { cursor: cursorOf(stream.received.at(-1)) }),
    ]),
  },
  'gaps-6': { 'repeats gaps': change('gap', (item) => [item, structuredClone(item)]) },
  'gaps-7': {
    'drops gaps from a replay': change('gap', (item, stream) => (isResumed(stream) ? [] : [item])),
  },
  'gaps-8': { 'has a gap in every resumed stream': FALSE_GAPS },
  'gaps-9': { 'hides that events have expired': {} },
  'gaps-10': {
    'fills nothing in after a loss': change('event', (item) => (isReplayed(item) ? [] : [item])),
  },
  'gaps-11': { 'hides that the log was reset': {} },
  'gaps-12': { 'refuses a cursor whose key is gone': resume(() => 'unverifiable') },
  'replay-4': { 'calls what it had missed new': values('event', { replayed: false }) },
  'state-1': {
    'has no cursor of its list': { list: ({ nodes }) => ({ nodes, streamCursor: null }) },
    'has a cursor of its list that no stream accepts': {
      list: ({ nodes }) => ({ nodes, streamCursor: 'list' }),
    },
  },
  'state-2': { 'reads the list before its place': oldList(({ streamCursor }) => ({ streamCursor })) },
  'state-3': {
    'has other IDs in its list': {
      list: ({ nodes, streamCursor }) => ({
        nodes: nodes.map((node) => ({ ...node, id: `list-${node.id}` })),
        streamCursor,
      }),
    },
    'gives all records one ID': {
      ...change('event', (item) => [
        edited(item, { notification: { ...recordOf(eventOf(item)?.[1]), id: '1' } }),
      ]),
      list: ({ nodes, streamCursor }) => ({
        nodes: nodes.map((node) => ({ ...node, id: '1' })),
        streamCursor,
      }),
    },
  },
  'state-4': {
    'gives its lists the place of the first stream': {
      list: ({ nodes }, seen) => ({ nodes, streamCursor: positionOf(seen) ?? null }),
    },
  },
  'state-5': {
    'has no place for a caller who never had a stream': {
      list: ({ nodes, streamCursor }, { streams }, caller) => ({
        nodes,
        streamCursor: streams.some(({ authorization }) => authorization === caller) ? streamCursor : null,
      }),
    },
    'begins to record events with the first stream': change('event', (item, stream) =>
      isResumed(stream) && stream.received.length === 1 ? [] : [item],
    ),
  },
  'state-6': {
    'has a place although the log is unavailable': {},
    'has no list while the log is unavailable': {
      list: (list, { hooks }) => (hooks.has('logOutage') ? null : list),
    },
  },
  'state-7': { 'has a list that lags behind the stream': oldList(() => ({})) },
  'state-8': {
    'loses records with their events': {
      ...FALSE_GAPS,
      list: ({ nodes, streamCursor }) => ({
        nodes: nodes.filter(({ text }) => !String(text).endsWith(' lost')),
        streamCursor,
      }),
    },
  },
  'sse-1': { 'has the wrong content type': head('content-type', 'text/plain') },
  'sse-2': {
    'allows caching': head('cache-control', 'public, max-age=60'),
    'allows buffering': head('x-accel-buffering', 'yes'),
  },
  'sse-3': { 'has other event IDs than cursors': change('event', (item) => [{ ...item, id: '1' }]) },
  'sse-4': {
    'has event IDs only if the cursor is selected': {
      item: (item) => [cursorOf(item) === undefined ? { ...item, id: null } : item],
    },
  },
  'sse-5': {
    'ignores `Last-Event-ID`': {
      open: (stream) => {
        stream.lastEventId = undefined;
      },
    },
  },
  'sse-6': {
    'prefers `after`': {
      open: (stream) => {
        if (stream.variables.after !== undefined) stream.lastEventId = undefined;
      },
    },
  },
  'sse-7': {
    'refuses an empty `Last-Event-ID`': {
      open: (stream) => {
        if (stream.lastEventId === '') stream.lastEventId = 'empty';
      },
    },
  },
  'sse-8': {
    'falls back to `after`': {
      open: (stream) => {
        if (stream.lastEventId === 'nonsense') stream.lastEventId = undefined;
      },
    },
  },
  'sse-9': {
    'refuses with status 200': {
      head: (sent) => {
        sent.status = 200;
      },
    },
  },
  'sse-10': { 'never completes': { endsComplete: () => false } },
  'sessions-7': {
    'completes a stream whose session ends': { endsComplete: () => true },
    'closes with 1000 after a sign-out': closeCode(4403, 1000),
  },
  'sessions-8': {
    'completes streams when it stops': closeOnHook(1012, true),
    'closes with 1000 when it stops': closeOnHook(1000, false),
  },
  'websocket-1': { 'selects another subprotocol': { subprotocol: 'graphql-ws' } },
  'websocket-2': {
    'sends a message before connection_ack': {
      toClient: (message) => (message.type === 'connection_ack' ? [{ type: 'ping' }, message] : [message]),
    },
  },
  'websocket-3': {
    'confuses the IDs of two streams': {
      toClient: (message) => [message.id === 's2' ? { ...message, id: 's1' } : message],
    },
  },
  'websocket-4': {
    'goes on after `complete`': { toServer: (message) => (message.type === 'complete' ? [] : [message]) },
  },
  'websocket-5': {
    'refuses with `complete`': {
      toClient: (message) => [message.type === 'error' ? { type: 'complete', id: message.id } : message],
    },
  },
  'websocket-6': { 'closes with 1011 after nonsense': closeCode(4400, 1011) },
  'websocket-7': { 'closes with 4400 for an early subscription': closeCode(4401, 4400) },
  'websocket-8': { 'closes with 4400 for a used ID': closeCode(4409, 4400) },
  'websocket-9': { 'closes with 4400 for a second connection_init': closeCode(4429, 4400) },
  'websocket-10': { 'closes with 1011 for a long message': closeCode(1009, 1011) },
  'sessions-9': {
    'closes with 4403 when it cannot check sessions': { toServer: () => ({ close: 4403 }) },
    'refuses with status 400 during an outage': {
      open: ({ variables }) => {
        variables.after = 'outage';
      },
    },
  },
  'retries-1': { 'has errors without `retryable`': errors({ retryable: undefined }) },
  'retries-4': { 'does not say when to retry': errors({ retryAfterMs: undefined }) },
  'retries-5': { 'has another `Retry-After`': head('retry-after', '3600') },
  'retries-6': { 'closes with 4403 over the limit': closeCode(1013, 4403) },
  'sessions-1': { 'forbids instead of asking for a credential': errors({ code: 'FORBIDDEN' }) },
  'sessions-2': {
    'answers an unknown token like a mistake': {
      ...closeCode(4403, 4400),
      head: (sent) => {
        if (sent.status === 401) sent.status = 400;
      },
    },
  },
  'sessions-3': { 'goes on after a sign-out': IGNORED_SIGN_OUT },
  'sessions-4': { 'accepts a token after its sign-out': IGNORED_SIGN_OUT },
  'sessions-5': { 'binds cursors to the session': bind(({ authorization }) => `${authorization}`) },
  'sessions-6': {
    'ends all sessions of a user': {
      mutation: (query, { streams }) => {
        if (query.includes('signOut')) for (const stream of streams) stream.close(4403);
        return undefined;
      },
    },
  },
  'alive-1': {
    'omits the payload of a pong': {
      toClient: (message) => [message.type === 'pong' ? { type: 'pong' } : message],
    },
  },
  'alive-2': { 'answers ping frames with other data': { pong: () => 'b' } },
  'alive-3': { 'sends no keep-alives': { keepAlives: 'dropped' } },
  'alive-4': { 'sends keep-alives as items': { keepAlives: 'as items' } },
  'alive-5': { 'keeps silent clients': { keepAlives: 'answered' } },
};

/** What the gateway lacks: events that change or remove, or its cursors. */
const OF_REFERENCE_SERVER: readonly Mutant[] = [
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
];

export const MUTANTS: readonly Mutant[] = [
  ...Object.entries(OF_GATEWAY).flatMap(([violates, mutations]) =>
    Object.entries(mutations).map(([name, mutation]) => ({ violates, name, mutation })),
  ),
  ...OF_REFERENCE_SERVER,
];
