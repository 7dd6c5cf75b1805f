import type { CancelSignal } from '../graph/cancellation.ts';
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

/** Callers of topics whose latest item is kept, the latest used: to make a cursor costs more than to deliver it. */
const RECENT = 64;

/** Opens topics for callers, by cursors that are theirs alone. */
export class TopicStreams {
  readonly #log: EventLog;
  readonly #cursors: Cursors;
  /** The latest live item by topic and caller: their streams, woken together, share one. */
  readonly #latest = new Map<string, TopicItem>();

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
  open(binding: CursorBinding, start: ReadStart, signal: CancelSignal): TopicStream<TopicItem> {
    const reader = this.#log.read(binding.topic, start, signal);
    const name = JSON.stringify([binding.topic, binding.caller]);
    return new Mapped(reader, (item: ReadItem) => this.#itemOf(item, binding, name));
  }

  cursorAt(position: Position, binding: CursorBinding): string {
    return this.#cursors.encode(position, binding);
  }

  #itemOf(item: ReadItem, binding: CursorBinding, name: string): TopicItem {
    if (item.type !== 'event' || item.replayed) return this.#newItem(item, binding);
    const latest = this.#latest.get(name);
    if (latest && isSame(latest.position, item.position)) return latest;
    const made = this.#newItem(item, binding);
    // The latest used are last.
    this.#latest.delete(name);
    this.#latest.set(name, made);
    const [oldest] = this.#latest.keys();
    if (this.#latest.size > RECENT && oldest !== undefined) this.#latest.delete(oldest);
    return made;
  }

  #newItem(item: ReadItem, binding: CursorBinding): TopicItem {
    return {
      cursor: this.cursorAt(item.position, binding),
      position: item.position,
      replayed: item.type === 'event' && item.replayed,
      gap: item.type === 'gap' ? { reason: item.reason } : null,
      event: item.type === 'event' ? item.event : null,
      appendedAt: item.type === 'event' ? item.position.time : null,
    };
  }
}

const isSame = (one: Position, other: Position): boolean =>
  one.sequence === other.sequence && one.time === other.time && one.epoch === other.epoch;

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
