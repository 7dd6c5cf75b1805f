import { hash } from 'node:crypto';
import { recordOf } from '../suite/stream.ts';
import { type Item, type Mutation, type OpenedStream, payloadOf, type Seen } from './proxy.ts';

/** A server that violates one clause. */
export interface Mutant {
  clause: string;
  name: string;
  mutation: Mutation;
}

type Kind = 'position' | 'event' | 'gap';

function kindOf(item: Item): Kind {
  const { gap, notification } = payloadOf(item);
  if (gap) return 'gap';
  return notification ? 'event' : 'position';
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

const textOf = (item: Item): string => String(recordOf(payloadOf(item).notification).text);

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
  mutation: (query) => (query.includes('signOut') ? { data: { signOut: { signedOut: true } } } : undefined),
};

const positionOf = ({ streams }: Seen): unknown => cursorOf(streams[0]?.received[0]);

const afterHook = (mutation: Mutation): Mutation => ({
  item: (item, stream, seen) =>
    seen.hooks.size > 0 ? (mutation.item?.(item, stream, seen) ?? [item]) : [item],
});

/** At least one for each clause. Hooks that the proxy serves change nothing at the gateway. */
export const MUTANTS: readonly Mutant[] = [
  { clause: '1.1', name: 'omits cursors', mutation: values('event', { cursor: null }) },
  {
    clause: '1.2',
    name: 'has spaces in cursors',
    mutation: change('event', (item) => [edited(item, { cursor: `${cursorOf(item)} a` })]),
  },
  { clause: '1.3', name: 'drops the position', mutation: change('position', () => []) },
  { clause: '1.3', name: 'marks the position as replayed', mutation: values('position', { replayed: true }) },
  {
    clause: '1.4',
    name: 'delays the position until the first event',
    mutation: {
      item: (item, stream) => {
        if (kindOf(item) !== 'position') return [...stream.held.splice(0), item];
        stream.held.push(item);
        return [];
      },
    },
  },
  { clause: '1.5', name: 'marks new events as replayed', mutation: values('event', { replayed: true }) },
  {
    clause: '1.6',
    name: 'repeats an earlier event without a cursor',
    mutation: change('position', (item, _stream, { sent }) => [
      item,
      edited(structuredClone(item), { notification: { text: sent.at(-1) } }),
    ]),
  },
  {
    clause: '1.7',
    name: 'swallows an event',
    mutation: change('event', (item) => (textOf(item).endsWith(' a') ? [] : [item])),
  },
  {
    clause: '1.8',
    name: 'gives all events the cursor of the position',
    mutation: change('event', (item, stream) => [edited(item, { cursor: cursorOf(stream.received[0]) })]),
  },
  { clause: '2.1', name: 'ignores cursors', mutation: resume(() => null) },
  {
    clause: '2.2',
    name: 'repeats the event of the cursor',
    mutation: resume((_cursor, _stream, seen) => String(positionOf(seen))),
  },
  {
    clause: '2.3',
    name: 'reorders a replay',
    mutation: swap(isReplayed),
  },
  {
    clause: '2.4',
    name: 'refuses the cursor of a position',
    mutation: values('position', { cursor: 'position' }),
  },
  {
    clause: '2.5',
    name: 'delivers new events only',
    mutation: change('event', (item) => (isReplayed(item) ? [] : [item])),
  },
  { clause: '2.6', name: 'marks replayed events as new', mutation: values('event', { replayed: false }) },
  {
    clause: '2.7',
    name: 'marks all events of a resumed stream as replayed',
    mutation: change('event', (item, stream) => [edited(item, { replayed: isResumed(stream) })]),
  },
  {
    clause: '2.8',
    name: 'drops the position of resumed streams',
    mutation: change('position', (item, stream) => (isResumed(stream) ? [] : [item])),
  },
  {
    clause: '2.9',
    name: 'repeats the first cursor in the position of a resumed stream',
    mutation: change('position', (item, stream, seen) =>
      isResumed(stream) ? [edited(item, { cursor: positionOf(seen) })] : [item],
    ),
  },
  {
    clause: '2.10',
    name: 'accepts a cursor once',
    mutation: resume((cursor, _stream, { usedCursors }) => (usedCursors.has(cursor) ? 'used' : cursor)),
  },
  {
    clause: '2.11',
    name: 'gives replayed events the cursor of the position',
    mutation: change('event', (item, stream) =>
      isReplayed(item) ? [edited(item, { cursor: cursorOf(stream.received[0]) })] : [item],
    ),
  },
  { clause: '2.12', name: 'binds cursors to the transport', mutation: bind(({ transport }) => transport) },
  {
    clause: '2.13',
    name: 'binds cursors to the token',
    mutation: bind(({ authorization }) => `${authorization}`),
  },
  {
    clause: '2.14',
    name: 'binds cursors to the document',
    mutation: bind(({ query }) => hash('sha1', query)),
  },
  {
    clause: '2.15',
    name: 'refuses a null cursor',
    mutation: {
      open: ({ variables }) => {
        if (variables.after === null) variables.after = 'null';
      },
    },
  },
  {
    clause: '2.16',
    name: 'loses events in a restart without a gap',
    mutation: afterHook(change('event', (item) => (isReplayed(item) ? [] : [item]))),
  },
  { clause: '3.1', name: 'reorders new events', mutation: swap(() => true) },
  {
    clause: '3.2',
    name: 'skips an event with each resumption',
    mutation: change('event', (item, stream) =>
      isResumed(stream) && !stream.received.some((received) => kindOf(received) === 'event') ? [] : [item],
    ),
  },
  {
    clause: '3.3',
    name: 'orders events differently in every other stream',
    mutation: swap((_item, { index }) => index % 2 === 1),
  },
  {
    clause: '3.4',
    name: 'shifts the cursors of every other stream',
    mutation: change('event', (item, stream) =>
      stream.index === 1 ? [edited(item, { cursor: cursorOf(stream.received.at(-1)) })] : [item],
    ),
  },
  {
    clause: '3.5',
    name: 'repeats the last replayed event as a new one',
    mutation: change('event', (item, stream) => {
      const last = stream.received.at(-1);
      return isResumed(stream) && last && kindOf(last) === 'event' ? [structuredClone(last), item] : [item];
    }),
  },
  {
    clause: '3.6',
    name: 'drops long events',
    mutation: change('event', (item) => (textOf(item).length > 10_000 ? [] : [item])),
  },
  {
    clause: '3.7',
    name: 'ends all streams with one',
    mutation: {
      closed: (_stream, { streams }) => {
        for (const stream of streams) stream.close(1000);
      },
    },
  },
  { clause: '4.1', name: 'accepts malformed cursors', mutation: accept((cursor) => cursor === 'nonsense') },
  {
    clause: '4.2',
    name: 'accepts altered cursors',
    mutation: accept((cursor, _, seen) => !seen.cursors.has(cursor)),
  },
  {
    clause: '4.3',
    name: 'accepts cut cursors',
    mutation: accept((cursor, _, seen) => !seen.cursors.has(cursor)),
  },
  { clause: '4.4', name: 'accepts an empty cursor', mutation: accept((cursor) => cursor === '') },
  { clause: '4.5', name: "accepts another caller's cursor", mutation: accept(isForeign('authorization')) },
  { clause: '4.6', name: "accepts another stream's cursor", mutation: accept(isForeign('query')) },
  { clause: '4.7', name: 'calls a refused cursor retryable', mutation: errors({ retryable: true }) },
  { clause: '4.1', name: 'refuses cursors with another code', mutation: errors({ code: 'NOT_FOUND' }) },
  {
    clause: '4.8',
    name: 'opens a stream in spite of its cursor',
    mutation: accept((cursor, _, seen) => !seen.cursors.has(cursor)),
  },
  { clause: '5.1', name: 'has a reason of its own', mutation: values('gap', { gap: { reason: 'LOST' } }) },
  { clause: '5.2', name: 'marks gaps as replayed', mutation: values('gap', { replayed: true }) },
  {
    clause: '5.3',
    name: 'reports gaps with an error',
    mutation: change('gap', (item) => [
      { ...item, result: { ...item.result, errors: [{ message: 'a gap', extensions: {} }] } },
    ]),
  },
  {
    clause: '5.4',
    name: 'delivers nothing after a gap',
    mutation: change('event', (item, stream) =>
      stream.received.some((received) => kindOf(received) === 'gap') ? [] : [item],
    ),
  },
  {
    clause: '5.5',
    name: 'gives gaps the cursor before them',
    mutation: change('gap', (item, stream) => [edited(item, { cursor: cursorOf(stream.received.at(-1)) })]),
  },
  {
    clause: '5.6',
    name: 'repeats gaps',
    mutation: change('gap', (item) => [item, structuredClone(item)]),
  },
  {
    clause: '5.7',
    name: 'drops gaps from a replay',
    mutation: change('gap', (item, stream) => (isResumed(stream) ? [] : [item])),
  },
  {
    clause: '5.8',
    name: 'has a gap in every resumed stream',
    mutation: change('position', (item, stream) =>
      isResumed(stream) ? [item, edited(structuredClone(item), { gap: { reason: 'TRIMMED' } })] : [item],
    ),
  },
  { clause: '5.9', name: 'hides that events have expired', mutation: {} },
  {
    clause: '5.10',
    name: 'fills nothing in after a loss',
    mutation: change('event', (item) => (isReplayed(item) ? [] : [item])),
  },
  { clause: '5.11', name: 'hides that the log was reset', mutation: {} },
  { clause: '5.12', name: 'refuses a cursor whose key is gone', mutation: resume(() => 'unverifiable') },
  { clause: '5.13', name: 'calls what it had missed new', mutation: values('event', { replayed: false }) },
  { clause: '6.1', name: 'has the wrong content type', mutation: head('content-type', 'text/plain') },
  { clause: '6.2', name: 'allows caching', mutation: head('cache-control', 'public, max-age=60') },
  { clause: '6.2', name: 'allows buffering', mutation: head('x-accel-buffering', 'yes') },
  {
    clause: '6.3',
    name: 'has other event IDs than cursors',
    mutation: change('event', (item) => [{ ...item, id: '1' }]),
  },
  {
    clause: '6.4',
    name: 'has event IDs only if the cursor is selected',
    mutation: { item: (item) => [cursorOf(item) === undefined ? { ...item, id: null } : item] },
  },
  {
    clause: '6.5',
    name: 'ignores `Last-Event-ID`',
    mutation: {
      open: (stream) => {
        stream.lastEventId = undefined;
      },
    },
  },
  {
    clause: '6.6',
    name: 'prefers `after`',
    mutation: {
      open: (stream) => {
        if (stream.variables.after !== undefined) stream.lastEventId = undefined;
      },
    },
  },
  {
    clause: '6.7',
    name: 'refuses an empty `Last-Event-ID`',
    mutation: {
      open: (stream) => {
        if (stream.lastEventId === '') stream.lastEventId = 'empty';
      },
    },
  },
  {
    clause: '6.8',
    name: 'falls back to `after`',
    mutation: {
      open: (stream) => {
        if (stream.lastEventId === 'nonsense') stream.lastEventId = undefined;
      },
    },
  },
  {
    clause: '6.9',
    name: 'refuses with status 200',
    mutation: {
      head: (sent) => {
        sent.status = 200;
      },
    },
  },
  { clause: '6.10', name: 'never completes', mutation: { endsComplete: () => false } },
  { clause: '6.11', name: 'completes a stream whose session ends', mutation: { endsComplete: () => true } },
  { clause: '6.12', name: 'completes streams when it stops', mutation: closeOnHook(1012, true) },
  { clause: '7.1', name: 'selects another subprotocol', mutation: { subprotocol: 'graphql-ws' } },
  {
    clause: '7.2',
    name: 'sends a message before connection_ack',
    mutation: {
      toClient: (message) => (message.type === 'connection_ack' ? [{ type: 'ping' }, message] : [message]),
    },
  },
  {
    clause: '7.3',
    name: 'confuses the IDs of two streams',
    mutation: {
      toClient: (message) => [message.id === 's2' ? { ...message, id: 's1' } : message],
    },
  },
  {
    clause: '7.4',
    name: 'goes on after `complete`',
    mutation: { toServer: (message) => (message.type === 'complete' ? [] : [message]) },
  },
  {
    clause: '7.5',
    name: 'refuses with `complete`',
    mutation: {
      toClient: (message) => [message.type === 'error' ? { type: 'complete', id: message.id } : message],
    },
  },
  { clause: '7.6', name: 'closes with 1011 after nonsense', mutation: closeCode(4400, 1011) },
  { clause: '7.7', name: 'closes with 4400 for an early subscription', mutation: closeCode(4401, 4400) },
  { clause: '7.8', name: 'closes with 4400 for a used ID', mutation: closeCode(4409, 4400) },
  { clause: '7.9', name: 'closes with 4400 for a second connection_init', mutation: closeCode(4429, 4400) },
  { clause: '7.10', name: 'closes with 1011 for a long message', mutation: closeCode(1009, 1011) },
  { clause: '7.11', name: 'closes with 1000 after a sign-out', mutation: closeCode(4403, 1000) },
  { clause: '7.12', name: 'closes with 1000 when it stops', mutation: closeOnHook(1000, false) },
  {
    clause: '7.13',
    name: 'closes with 4403 when it cannot check sessions',
    mutation: { toServer: () => ({ close: 4403 }) },
  },
  {
    clause: '8.1',
    name: 'has errors without `retryable`',
    mutation: errors({ retryable: undefined }),
  },
  { clause: '8.2', name: 'does not say when to retry', mutation: errors({ retryAfterMs: undefined }) },
  { clause: '8.3', name: 'has another `Retry-After`', mutation: head('retry-after', '3600') },
  { clause: '8.4', name: 'closes with 4403 over the limit', mutation: closeCode(1013, 4403) },
  {
    clause: '8.5',
    name: 'refuses with status 400 during an outage',
    mutation: {
      open: ({ variables }) => {
        variables.after = 'outage';
      },
    },
  },
  {
    clause: '9.1',
    name: 'forbids instead of asking for a credential',
    mutation: errors({ code: 'FORBIDDEN' }),
  },
  {
    clause: '9.2',
    name: 'answers an unknown token like a mistake',
    mutation: {
      ...closeCode(4403, 4400),
      head: (sent) => {
        if (sent.status === 401) sent.status = 400;
      },
    },
  },
  { clause: '9.3', name: 'goes on after a sign-out', mutation: IGNORED_SIGN_OUT },
  { clause: '9.4', name: 'accepts a token after its sign-out', mutation: IGNORED_SIGN_OUT },
  {
    clause: '9.5',
    name: 'binds cursors to the session',
    mutation: bind(({ authorization }) => `${authorization}`),
  },
  {
    clause: '9.6',
    name: 'ends all sessions of a user',
    mutation: {
      mutation: (query, { streams }) => {
        if (query.includes('signOut')) for (const stream of streams) stream.close(4403);
        return undefined;
      },
    },
  },
  {
    clause: '10.1',
    name: 'omits the payload of a pong',
    mutation: {
      toClient: (message) => [message.type === 'pong' ? { type: 'pong' } : message],
    },
  },
  { clause: '10.2', name: 'answers ping frames with other data', mutation: { pong: () => 'b' } },
  { clause: '10.3', name: 'sends no keep-alives', mutation: { keepAlives: 'dropped' } },
  { clause: '10.4', name: 'sends keep-alives as items', mutation: { keepAlives: 'as items' } },
  { clause: '10.5', name: 'keeps silent clients', mutation: { keepAlives: 'answered' } },
];
