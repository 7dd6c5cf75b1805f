import { badInput, GatewayError } from '../graph/errors.ts';
import type { CancelSignal } from '../lib/cancellation.ts';
import { PullStream, type Receiver } from '../lib/pull-stream.ts';
import type { CursorBinding, Cursors } from './cursor.ts';
import {
  type EventLog,
  type GapReason,
  type LoggedEvent,
  LogUnavailable,
  type Position,
  type ReadItem,
  type ReadStart,
} from './log.ts';
import { type StoreAccount, storedBytes } from './streamed-write.ts';

/** One item of a subscription: a position, an event or a gap, with the cursor that resumes after it. */
export interface TopicItem {
  cursor: string;
  position: Position;
  /** True if the event was in the log before the subscription started. */
  replayed: boolean;
  gap: Gap | null;
  event: LoggedEvent | null;
  /** When the event was appended, in epoch milliseconds by the log's clock. Null: the item is not an event. */
  appendedAt: number | null;
}

export interface Gap {
  reason: GapReason;
}

/** Maximum cached items, oldest first out: creating a cursor costs more than delivering it. */
const MAX_RECENT_ITEMS = 64;

interface RecentItem {
  binding: CursorBinding;
  item: TopicItem;
}

const NOT_A_CURSOR =
  'is not a cursor of this stream. Pass a cursor from this stream, or omit it to start now.';

/** Opens topics for callers and issues cursors bound to the caller. */
export class TopicStreams {
  readonly #log: EventLog;
  readonly #cursors: Cursors;
  /** New items, latest first: a caller's streams of one topic, woken together, share them. */
  readonly #recent: RecentItem[] = [];
  /** Cursors that clients have presented, by position: the first item returns the same one, which saves signing it again. */
  readonly #presented = new WeakMap<Position, string>();

  constructor(log: EventLog, cursors: Cursors) {
    this.#log = log;
    this.#cursors = cursors;
  }

  /**
   * Resolves a cursor to a start position. Neither cursor: start now. A cursor whose key no longer exists, or of
   * another version: `unverified`.
   * @param resumeAfter of a transport that resumes by itself; takes precedence over the argument `after`.
   * @throws GatewayError BAD_USER_INPUT if it is malformed, tampered with, or for another topic or caller.
   */
  async start(
    binding: CursorBinding,
    after: string | null,
    resumeAfter: string | null = null,
  ): Promise<ReadStart> {
    const cursor = resumeAfter ?? after;
    if (cursor === null) return 'now';
    const decoded = await this.#cursors.decode(cursor, binding);
    if (decoded.status === 'ok') {
      if (decoded.isCurrent) this.#presented.set(decoded.position, cursor);
      return decoded.position;
    }
    if (decoded.status === 'unverifiable') return 'unverified';
    if (resumeAfter !== null) throw new GatewayError('BAD_USER_INPUT', `\`Last-Event-ID\` ${NOT_A_CURSOR}`);
    throw badInput(['after'], 'INVALID', NOT_A_CURSOR);
  }

  /**
   * Streams everything after `start`, then new events; the first item is the position.
   * @param account the account that is charged for replayed events, independent of the selection. Null: none.
   */
  open(
    binding: CursorBinding,
    start: ReadStart,
    signal: CancelSignal,
    account: Pick<StoreAccount, 'spend'> | null,
  ): MappedStream<ReadItem, TopicItem> {
    // The log has no time before its first event; a cursor may have that of a list.
    const listedAt = typeof start === 'string' || start.sequence > 0 ? 0 : start.time;
    const from = typeof start === 'string' ? start : asOf(start, 0);
    const reader = this.#log.read(binding.topic, from, signal);
    return new MappedStream(reader, (item: ReadItem) => {
      if (item.type === 'event' && item.replayed) account?.spend('bytes', storedBytes(item.event.payload));
      const position = asOf(item.position, listedAt);
      return this.#itemOf(position === item.position ? item : { ...item, position }, binding);
    });
  }

  /**
   * A cursor of the topic as it is now: a stream that resumes with it delivers what a list read afterwards does not have.
   * Null: the log is unavailable.
   * @param listedAt the time by the clock of the events' source, in epoch milliseconds, for a topic without events. 0: unknown.
   */
  async cursorBefore(binding: CursorBinding, listedAt = 0): Promise<string | null> {
    try {
      await this.#cursors.share();
      const head = await this.#log.head(binding.topic);
      return this.cursorAt(asOf(head, listedAt), binding);
    } catch (error) {
      if (error instanceof LogUnavailable) return null;
      throw error;
    }
  }

  cursorAt(position: Position, binding: CursorBinding): string {
    return this.#cursors.encode(position, binding);
  }

  #itemOf(item: ReadItem, binding: CursorBinding): TopicItem {
    if (item.type !== 'event' || item.replayed) return this.#newItem(item, binding);
    for (const recent of this.#recent)
      if (isSame(recent.item.position, item.position) && isBound(recent.binding, binding)) return recent.item;
    const created = this.#newItem(item, binding);
    if (this.#recent.unshift({ binding, item: created }) > MAX_RECENT_ITEMS) this.#recent.pop();
    return created;
  }

  #newItem(item: ReadItem, binding: CursorBinding): TopicItem {
    return {
      cursor: this.#cursorOf(item, binding),
      position: item.position,
      replayed: item.type === 'event' && item.replayed,
      gap: item.type === 'gap' ? { reason: item.reason } : null,
      event: item.type === 'event' ? item.event : null,
      appendedAt: item.type === 'event' ? item.position.time : null,
    };
  }

  #cursorOf({ type, position }: ReadItem, binding: CursorBinding): string {
    // Only the first item of a stream has the position that it was opened with.
    const presented = type === 'position' ? this.#presented.get(position) : undefined;
    if (presented === undefined) return this.cursorAt(position, binding);
    this.#presented.delete(position);
    return presented;
  }
}

/** A position, with this time if it is before the first event. */
const asOf = (position: Position, time: number): Position =>
  position.sequence > 0 || position.time === time ? position : { ...position, time };

const isSame = (a: Position, b: Position): boolean =>
  a === b || (a.sequence === b.sequence && a.time === b.time && a.epoch === b.epoch);

const isBound = (one: CursorBinding, other: CursorBinding): boolean =>
  one.topic === other.topic && one.caller === other.caller;

/** Maps another stream's items; drops those mapped to null. */
export class MappedStream<Source, Item> extends PullStream<Item> implements Receiver<Source> {
  readonly #source: PullStream<Source>;
  readonly #map: (item: Source) => Item | null;

  constructor(source: PullStream<Source>, map: (item: Source) => Item | null) {
    super();
    this.#source = source;
    this.#map = map;
  }

  /** The items, mapped once more. One stream over the source, however often it is mapped. */
  map<Mapped>(map: (item: Item) => Mapped | null): MappedStream<Source, Mapped> {
    const mapBefore = this.#map;
    return new MappedStream(this.#source, (source) => {
      const item = mapBefore(source);
      return item === null ? null : map(item);
    });
  }

  pull(receiver: Receiver<Item>): void {
    this.receiver = receiver;
    this.#source.pull(this);
  }

  close(): void {
    this.#source.close();
  }

  onItem(source: Source): void {
    let item: Item | null;
    try {
      item = this.#map(source);
    } catch (error) {
      this.onError(error);
      return;
    }
    if (item === null) this.#source.pull(this);
    else this.take()?.onItem(item);
  }

  onEnd(): void {
    this.take()?.onEnd();
  }

  onError(error: unknown): void {
    this.take()?.onError(error);
  }
}
