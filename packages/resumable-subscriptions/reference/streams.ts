import { GraphQLError } from 'graphql';
import type { Cursors, Place } from './cursor.ts';
import type { Log } from './log.ts';

type Reason = 'TRIMMED' | 'LOG_REPLACED' | 'CURSOR_UNKNOWN' | 'UPSTREAM_INCOMPLETE';

/** One item of a stream: a position, an event or a gap. */
export interface Item {
  cursor: string;
  replayed: boolean;
  gap: { reason: Reason } | null;
  event: unknown;
}

/** Whose topic is read. */
export interface Reading {
  log: Log;
  cursors: Cursors;
  topic: string;
  /** Whoever may read the topic: cursors are bound to it. */
  caller: string;
}

export interface Opening extends Reading {
  /** Null or undefined: without a cursor. */
  after?: string | null | undefined;
}

/**
 * The cursor of the end of a topic, for a list of what its events are about. Read the list after it has resolved. Null: the log is
 * unavailable.
 */
export const cursorBefore = ({ log, cursors, topic, caller }: Reading): Promise<string | null> =>
  log.read(topic, Number.MAX_SAFE_INTEGER).then(
    ({ epoch, last }) => cursors.close({ epoch, sequence: last }, topic, caller),
    () => null,
  );

/**
 * Opens a stream: the result of `subscribe` of a subscription field.
 * @throws GraphQLError if the cursor is refused.
 */
export async function openStream(opening: Opening): Promise<AsyncGenerator<Item, void, void>> {
  const { log, cursors, topic, caller, after = null } = opening;
  const opened = after === null ? null : cursors.open(after, topic, caller);
  if (after !== null && opened === null)
    throw new GraphQLError('The cursor is not one of this stream and caller.', {
      extensions: { code: 'BAD_USER_INPUT', retryable: false },
    });
  const { epoch, last } = await log.read(topic, Number.MAX_SAFE_INTEGER);
  const end = { epoch, sequence: last };
  const abort = new AbortController();
  const items = itemsOf(opening, opened ?? end, end, abort.signal);
  const finish = items.return.bind(items);
  // A generator that waits would finish only with the next event.
  items.return = (value) => {
    abort.abort();
    return finish(value);
  };
  return items;
}

async function* itemsOf(
  { log, cursors, topic, caller, after }: Opening,
  begin: Place | 'unknown',
  end: Place,
  signal: AbortSignal,
): AsyncGenerator<Item, void, void> {
  // Before each read, so that no change is missed.
  let changed = log.changed(topic, signal);
  const item = (place: Place, content: Partial<Item>): Item => ({
    cursor: cursors.close(place, topic, caller),
    replayed: false,
    gap: null,
    event: null,
    ...content,
  });
  let at = begin === 'unknown' ? { epoch: end.epoch, sequence: 0 } : begin;
  yield item(at, after ? { cursor: after } : {});
  if (begin === 'unknown') yield item(at, { gap: { reason: 'CURSOR_UNKNOWN' } });
  let isStart = begin === 'unknown';
  while (!signal.aborted) {
    const { epoch, entries, last } = await log.read(topic, at.sequence);
    if (epoch !== at.epoch || last < at.sequence) {
      at = { epoch, sequence: 0 };
      yield item(at, { gap: { reason: 'LOG_REPLACED' } });
      isStart = true;
      continue;
    }
    const oldest = entries[0]?.sequence ?? last + 1;
    if (oldest > at.sequence + 1) {
      at = { epoch, sequence: oldest - 1 };
      // What the last gap was about includes what is missing before the oldest entry.
      if (!isStart) yield item(at, { gap: { reason: 'TRIMMED' } });
    }
    isStart = false;
    for (const { sequence, event } of entries) {
      at = { epoch, sequence };
      const replayed = epoch === end.epoch && sequence <= end.sequence;
      yield item(at, event === null ? { gap: { reason: 'UPSTREAM_INCOMPLETE' } } : { event, replayed });
    }
    if (entries.length > 0) continue;
    await changed;
    changed = log.changed(topic, signal);
  }
}
