import { badInput } from '../graph/errors.ts';
import type { CursorBinding, Cursors } from './cursor.ts';
import type { EventLog, GapReason, LoggedEvent, Position, ReadItem, ReadStart } from './log.ts';

/** One item of a subscription: a position, an event or a gap, with the cursor that resumes after it. */
export interface TopicItem {
  cursor: string;
  position: Position;
  /** Whether it was in the log before the subscription began. */
  replayed: boolean;
  gap: Gap | null;
  event: LoggedEvent | null;
  /** When the event was appended, in epoch milliseconds by the log's clock; null where there is none. */
  appendedAt: number | null;
}

export interface Gap {
  reason: GapReason;
}

/** Items of a topic, one at a time. `return()`, or the signal it was opened with, ends it at once. */
export interface TopicStream<Item> extends AsyncIterableIterator<Item, undefined, undefined> {
  return(): Promise<IteratorResult<Item, undefined>>;
}

/** Opens topics for callers, by cursors that are theirs alone. */
export class TopicStreams {
  readonly #log: EventLog;
  readonly #cursors: Cursors;

  constructor(log: EventLog, cursors: Cursors) {
    this.#log = log;
    this.#cursors = cursors;
  }

  /**
   * Where a cursor stands: now for none, `unverified` for one whose key is no longer known.
   * @throws GatewayError BAD_USER_INPUT for one that is malformed, altered, of another topic or of another caller.
   */
  async start(binding: CursorBinding, after: string | null): Promise<ReadStart> {
    if (after === null) return 'now';
    const decoded = await this.#cursors.decode(after, binding);
    if (decoded.status === 'ok') return decoded.position;
    if (decoded.status === 'unverifiable') return 'unverified';
    throw badInput(
      'after',
      'is not a cursor of this stream. Pass one that it gave you, or leave it out to start now.',
    );
  }

  /** Everything after `start`, then what comes; the first item is the position. */
  open(binding: CursorBinding, start: ReadStart, signal: AbortSignal): TopicStream<TopicItem> {
    const reader = this.#log.read(binding.topic, start, signal);
    return new Mapped(reader, (item: ReadItem) => ({
      cursor: this.cursorAt(item.position, binding),
      position: item.position,
      replayed: item.type === 'event' && item.replayed,
      gap: item.type === 'gap' ? { reason: item.reason } : null,
      event: item.type === 'event' ? item.event : null,
      appendedAt: item.type === 'event' ? item.position.time : null,
    }));
  }

  cursorAt(position: Position, binding: CursorBinding): string {
    return this.#cursors.encode(position, binding);
  }
}

/** A stream whose items are another's, mapped; those mapped to null are left out. */
export class Mapped<Source, Item> implements TopicStream<Item> {
  readonly #source: TopicStream<Source>;
  readonly #map: (item: Source) => Item | null;

  constructor(source: TopicStream<Source>, map: (item: Source) => Item | null) {
    this.#source = source;
    this.#map = map;
  }

  async next(): Promise<IteratorResult<Item, undefined>> {
    for (;;) {
      const { done, value } = await this.#source.next();
      if (done) return { done: true, value: undefined };
      const item = this.#map(value);
      if (item !== null) return { done: false, value: item };
    }
  }

  async return(): Promise<IteratorResult<Item, undefined>> {
    await this.#source.return();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
