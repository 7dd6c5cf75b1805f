import type { CancelSignal } from '../graph/cancellation.ts';
import {
  type EventReader,
  type GapReason,
  type Json,
  LogUnavailable,
  type Position,
  type ReadItem,
  type ReadStart,
} from './log.ts';

/** One stored entry. */
export interface Entry {
  sequence: number;
  time: number;
  /** Time of the previous entry, 0 for the first: chains the entries, so that a replaced tail is detected. */
  previousTime: number;
  /** {@link LOSS} for a loss mark. */
  kind: string;
  payload: Json;
}

/**
 * Kind of the entry that marks a loss; events never have an empty kind. Its payload is the reason: LOG_REPLACED if the
 * log lost its newest entries, otherwise UPSTREAM_INCOMPLETE.
 */
export const LOSS = '';

/** Result of one bounded read of a topic after a position. */
export interface Page {
  /** The newest entry the topic has ever had in this epoch. */
  head: Position;
  /** The oldest entries after the position, or from the oldest on if the position is of another epoch. */
  entries: readonly Entry[];
}

/** What a reader needs of a topic. */
export interface TopicSource {
  /** `oldest`: from the oldest retained entry. `now`: no entries. */
  page(after: Position | 'oldest' | 'now'): Promise<Page>;
  /**
   * Calls the listener with the newest position after each append, and with null when there may be more to read: an append
   * may have been missed, or an announced event is overdue.
   * @returns unsubscribes.
   */
  onAppend(listener: (newest: Position | null) => void): () => void;
}

/** Nothing signals that reads work again, so the backoff stays short. */
const LAST_RETRY = 2000;

interface PendingNext {
  resolve(result: IteratorResult<ReadItem, undefined>): void;
  reject(error: unknown): void;
}

/**
 * Reads a topic through a source: subscribe, read from the position, deliver, wait, repeat. Buffers at most one page:
 * the next page is read once the consumer has the last item. Works for every kind of log.
 */
export class LogReader implements EventReader {
  readonly #source: TopicSource;
  readonly #start: ReadStart;
  readonly #retry: number;
  readonly #signal: CancelSignal | undefined;
  readonly #onAbort = (): void => this.#close();
  #position: Position | null = null;
  /** The newest entry when the reader started; events up to here are replayed. */
  #replayEnd: Position | null = null;
  #items: ReadItem[] = [];
  #pending: PendingNext[] = [];
  /** `paused`: until it is woken, after a failed read. */
  #state: 'ready' | 'reading' | 'paused' = 'ready';
  #closed = false;
  #unsubscribe: (() => void) | null = null;
  /** True when unread entries may exist. */
  #stale = true;
  #failures = 0;
  /** Wakes the reader after a failed read. Null: none has failed. */
  #retryTimer: NodeJS.Timeout | null = null;

  /** @param retry milliseconds before the first retry after a failed read; doubles up to two seconds. */
  constructor(source: TopicSource, start: ReadStart, retry: number, signal?: CancelSignal) {
    this.#source = source;
    this.#start = start;
    this.#retry = retry;
    this.#signal = signal;
    if (signal?.aborted) this.#closed = true;
    else signal?.addEventListener('abort', this.#onAbort, { once: true });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<ReadItem, undefined>> {
    if (this.#closed) return Promise.resolve({ done: true, value: undefined });
    return new Promise((resolve, reject) => {
      // An array that is created with its item takes less memory than one that grows.
      if (this.#pending.length === 0) this.#pending = [{ resolve, reject }];
      else this.#pending.push({ resolve, reject });
      this.#work();
    });
  }

  return(): Promise<IteratorResult<ReadItem, undefined>> {
    this.#close();
    return Promise.resolve({ done: true, value: undefined });
  }

  /** Delivers what has been read, then reads on. No function is suspended while nothing is appended. */
  #work(): void {
    while (this.#state === 'ready' && this.#pending.length > 0) {
      const item = this.#items.shift();
      if (item) this.#pending.shift()?.resolve({ done: false, value: item });
      else if (this.#isIdle()) break;
      else this.#read();
    }
  }

  /** Whether to wait for the next append. */
  #isIdle(): boolean {
    if (this.#stale || this.#position === null) return false;
    return true;
  }

  /** Produces at least one item, or finds that there is none. */
  #read(): void {
    // Subscribe before the first read, so that nothing appended in between is missed.
    this.#unsubscribe ??= this.#source.onAppend((newest) => this.#onAppend(newest));
    if (this.#position === null && typeof this.#start !== 'string') {
      this.#startAt(this.#start);
      return;
    }
    this.#stale = false;
    this.#state = 'reading';
    this.#source.page(this.#position ?? (this.#start === 'now' ? 'now' : 'oldest')).then(
      (page) => this.#onPage(page),
      (error: unknown) => this.#onFailure(error),
    );
  }

  #onPage(page: Page): void {
    this.#state = 'ready';
    this.#failures = 0;
    if (this.#closed) return;
    try {
      this.#accept(page);
      this.#work();
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Reads again after a backoff if the log is unavailable. */
  #onFailure(error: unknown): void {
    if (this.#closed) return;
    if (!(error instanceof LogUnavailable)) {
      this.#fail(error);
      return;
    }
    this.#state = 'paused';
    this.#stale = true;
    const delay = Math.min(this.#retry * 2 ** this.#failures++, LAST_RETRY);
    this.#retryTimer = this.#wakeAfter(delay);
  }

  #fail(error: unknown): void {
    this.#pending.shift()?.reject(error);
    this.#close();
  }

  #accept(page: Page): void {
    this.#replayEnd ??= page.head;
    const position = this.#position ?? this.#initialPosition(page);
    const gap = gapBetween(position, page);
    if (gap) this.#skipTo(gap.resumeAt, gap.reason);
    else if (page.head.epoch !== position.epoch) this.#position = page.head;
    for (const entry of page.entries) this.#add(entry, page.head.epoch);
    const reached = this.#position ?? page.head;
    if (page.entries.length > 0 && reached.sequence < page.head.sequence) this.#stale = true;
  }

  /** The start position of a reader that was given none. */
  #initialPosition(page: Page): Position {
    const [oldest] = page.entries;
    const position = oldest ? before(oldest, page.head.epoch) : page.head;
    this.#startAt(position);
    if (this.#start === 'unverified') this.#skipTo(position, 'CURSOR_UNKNOWN');
    return position;
  }

  #add(entry: Entry, epoch: string): void {
    // A gap within a page is never our own trimming, which removes only the oldest entries.
    const reason = this.#position && breakBefore(entry, this.#position);
    if (reason) this.#skipTo(before(entry, epoch), reason);
    const position = { epoch, sequence: entry.sequence, time: entry.time };
    if (entry.kind === LOSS) {
      this.#skipTo(position, entry.payload === 'LOG_REPLACED' ? entry.payload : 'UPSTREAM_INCOMPLETE');
      return;
    }
    const event = { id: `${entry.time}-${entry.sequence}`, kind: entry.kind, payload: entry.payload };
    this.#position = position;
    this.#items.push({ type: 'event', position, event, replayed: isWithin(position, this.#replayEnd) });
  }

  #startAt(position: Position): void {
    this.#position = position;
    this.#items.push({ type: 'position', position });
  }

  /** Continues from a position and reports why it is not the previous one. */
  #skipTo(position: Position, reason: GapReason): void {
    this.#position = position;
    // Collapse consecutive gaps of one reason that have not been delivered yet.
    const last = this.#items.at(-1);
    if (last?.type === 'gap' && last.reason === reason) this.#items.pop();
    this.#items.push({ type: 'gap', position, reason });
  }

  #onAppend(newest: Position | null): void {
    if (newest && isWithin(newest, this.#position)) return;
    this.#wake();
  }

  #wakeAfter(milliseconds: number): NodeJS.Timeout {
    return setTimeout(() => this.#wake(), milliseconds).unref();
  }

  #wake(): void {
    this.#stale = true;
    if (this.#retryTimer) clearTimeout(this.#retryTimer);
    this.#retryTimer = null;
    if (this.#state === 'paused') this.#state = 'ready';
    this.#work();
  }

  #close(): void {
    this.#closed = true;
    this.#signal?.removeEventListener('abort', this.#onAbort);
    this.#unsubscribe?.();
    this.#unsubscribe = null;
    if (this.#retryTimer) clearTimeout(this.#retryTimer);
    this.#items = [];
    for (const { resolve } of this.#pending.splice(0)) resolve({ done: true, value: undefined });
  }
}

/** What was lost between a position and the page read after it, and where to resume. Null: nothing. */
function gapBetween(position: Position, page: Page): { reason: GapReason; resumeAt: Position } | null {
  const { head } = page;
  const [first] = page.entries;
  const resumeAt = first ? before(first, head.epoch) : head;
  if (position.epoch !== head.epoch) {
    // A reader that started before the topic's first entry has no epoch; nothing is lost until there is an entry.
    return position.epoch === '' && head.sequence === 0 ? null : { reason: 'LOG_REPLACED', resumeAt };
  }
  const reason = first ? breakBefore(first, position) : breakAtEnd(head, position);
  return reason && { reason, resumeAt };
}

function breakBefore(entry: Entry, position: Position): GapReason | null {
  if (entry.sequence > position.sequence + 1) return 'TRIMMED';
  const follows = entry.sequence === position.sequence + 1 && entry.previousTime === position.time;
  return follows ? null : 'LOG_REPLACED';
}

function breakAtEnd(head: Position, position: Position): GapReason | null {
  if (head.sequence > position.sequence) return 'TRIMMED';
  return head.sequence === position.sequence && head.time === position.time ? null : 'LOG_REPLACED';
}

const before = (entry: Entry, epoch: string): Position => ({
  epoch,
  sequence: entry.sequence - 1,
  time: entry.previousTime,
});

const isWithin = (position: Position, end: Position | null): boolean =>
  end !== null &&
  position.epoch === end.epoch &&
  position.sequence <= end.sequence &&
  position.time <= end.time;
