import type { CancelSignal } from '../lib/cancellation.ts';
import type { Clock, Timer } from '../lib/clock.ts';
import { PullStream, type Receiver } from '../lib/pull-stream.ts';
import {
  type GapReason,
  type LoggedEvent,
  LogUnavailable,
  type Position,
  type ReadItem,
  type ReadStart,
  type RetainedEvents,
} from './log.ts';

/** One stored entry. All its readers share it. */
export interface Entry {
  position: Position;
  /** Time of the previous entry, 0 for the first: chains the entries, so that a replaced tail is detected. */
  previousTime: number;
  /** Of the kind {@link LOSS} for a loss mark. */
  event: LoggedEvent;
}

/**
 * Kind of the entry that marks a loss; events never have an empty kind. Its payload is the reason: LOG_REPLACED if the
 * log lost its newest entries, otherwise UPSTREAM_INCOMPLETE.
 */
export const LOSS = '';

/** The ID of the event at a position. */
export const eventIdAt = ({ time, sequence }: Position): string => `${time}-${sequence}`;

/** Result of one bounded read of a topic after a position. */
export interface Page {
  /** The newest entry the topic has ever had in this epoch. */
  head: Position;
  /** The oldest entries after the position, or from the oldest on if the position is of another epoch. */
  entries: readonly Entry[];
}

/** Receives a page, or the failure to read it. */
export interface PageReader {
  onPage(page: Page): void;
  onFailure(error: unknown): void;
}

/** Reads the events of one kind that a topic retains, page by page, up to the newest entry of the first page. */
export async function readRetained(
  read: (from: PageStart) => Promise<Page>,
  kind: string,
): Promise<RetainedEvents> {
  const events: { position: Position; event: LoggedEvent }[] = [];
  let last: Position | null = null;
  let end: Position | null = null;
  let completeSince = 0;
  for (;;) {
    const { head, entries }: Page = await read(last ?? 'oldest');
    end ??= head;
    if (head.epoch !== end.epoch || entries.length === 0) {
      // Everything has expired, or the log was recreated meanwhile.
      if (last === null || head.epoch !== end.epoch) completeSince = head.time;
      break;
    }
    for (const { position, previousTime, event } of entries) {
      const follows: boolean = position.sequence === (last?.sequence ?? 0) + 1;
      if (!follows) completeSince = previousTime;
      if (event.kind === LOSS) completeSince = position.time;
      if (event.kind === kind) events.push({ position, event });
      last = position;
    }
    if (last !== null && last.sequence >= end.sequence) break;
  }
  return { events, completeSince };
}

/** Where a page begins. `oldest`: at the oldest retained entry. `now`: no entries. */
export type PageStart = Position | 'oldest' | 'now';

/** A reader of a topic. */
export interface TopicReader extends PageReader {
  /**
   * Called with the newest position after each append, and with null when there may be more to read: an append may have been
   * missed, or an announced event is overdue.
   */
  onAppend(newest: Position | null): void;
}

/** What readers need from the log. */
export interface TopicSource {
  /** Times the retries of failed reads. */
  readonly clock: Clock;
  /** Calls the reader's `onAppend` from now on. */
  subscribe(topic: string, reader: TopicReader): void;
  unsubscribe(topic: string, reader: TopicReader): void;
  /** Reads a page for a reader that is subscribed. */
  readPage(topic: string, from: PageStart, reader: TopicReader): void;
}

/** Short, because nothing signals that reads work again. */
const LAST_RETRY = 2000;

/**
 * Reads a topic through a source: subscribe, read from the position, deliver, wait, repeat. Buffers at most one page:
 * the next page is read once the consumer has the last item. Works for every kind of log.
 */
export class LogReader extends PullStream<ReadItem> implements TopicReader {
  readonly #source: TopicSource;
  readonly #topic: string;
  readonly #start: ReadStart;
  readonly #retry: number;
  readonly #signal: CancelSignal | undefined;
  readonly #onAbort = (): void => this.close();
  #position: Position | null = null;
  /** The newest entry when the reader started; events up to here are replayed. */
  #replayEnd: Position | null = null;
  /** Items that were read but not delivered yet. */
  #items: ReadItem[] = [];
  /** `paused`: until it is woken, after a failed read. */
  #state: 'ready' | 'reading' | 'paused' | 'closed' = 'ready';
  #isDelivering = false;
  #isSubscribed = false;
  /** True when unread entries may exist. */
  #stale = true;
  #failures = 0;
  /** Wakes the reader after a failed read. Null: none has failed. */
  #retryTimer: Timer | null = null;

  /** @param retry milliseconds before the first retry after a failed read; doubles up to two seconds. */
  constructor(
    source: TopicSource,
    { topic, start, retry }: { topic: string; start: ReadStart; retry: number },
    signal?: CancelSignal,
  ) {
    super();
    this.#source = source;
    this.#topic = topic;
    this.#start = start;
    this.#retry = retry;
    this.#signal = signal;
    if (signal?.aborted) this.#state = 'closed';
    else signal?.addEventListener('abort', this.#onAbort, { once: true });
  }

  pull(receiver: Receiver<ReadItem>): void {
    if (this.#state === 'closed') {
      receiver.onEnd();
      return;
    }
    this.receiver = receiver;
    this.#work();
  }

  close(): void {
    if (this.#state === 'closed') return;
    this.#state = 'closed';
    this.#signal?.removeEventListener('abort', this.#onAbort);
    if (this.#isSubscribed) this.#source.unsubscribe(this.#topic, this);
    if (this.#retryTimer) this.#source.clock.clearTimeout(this.#retryTimer);
    this.#items = [];
    this.take()?.onEnd();
  }

  /** Delivers what has been read, then reads on. The receiver may request the next item or close the reader meanwhile. */
  #work(): void {
    if (this.#isDelivering) return;
    this.#isDelivering = true;
    try {
      while (this.#state === 'ready' && this.receiver) {
        const item = this.#items.shift();
        if (item) this.take()?.onItem(item);
        else if (!this.#stale && this.#position !== null) break;
        else this.#read();
      }
    } finally {
      this.#isDelivering = false;
    }
  }

  /** Produces at least one item, or finds that there is none. */
  #read(): void {
    // Subscribe before the first read, so that nothing appended in between is missed.
    if (!this.#isSubscribed) this.#source.subscribe(this.#topic, this);
    this.#isSubscribed = true;
    if (this.#position === null && typeof this.#start !== 'string') {
      this.#startAt(this.#start);
      return;
    }
    this.#stale = false;
    this.#state = 'reading';
    const from = this.#position ?? (this.#start === 'now' ? 'now' : 'oldest');
    this.#source.readPage(this.#topic, from, this);
  }

  onPage(page: Page): void {
    if (this.#state === 'closed') return;
    this.#state = 'ready';
    this.#failures = 0;
    try {
      this.#accept(page);
    } catch (error) {
      this.#fail(error);
    }
    this.#work();
  }

  /** Reads again after a backoff if the log is unavailable. */
  onFailure(error: unknown): void {
    if (this.#state === 'closed') return;
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
    this.take()?.onError(error);
    this.close();
  }

  #accept(page: Page): void {
    this.#replayEnd ??= page.head;
    const position = this.#position ?? this.#initialPosition(page);
    const gap = gapBetween(position, page);
    if (gap) this.#skipTo(gap.resumeAt, gap.reason);
    else if (page.head.epoch !== position.epoch) this.#position = page.head;
    for (const entry of page.entries) this.#add(entry);
    const reached = this.#position ?? page.head;
    if (page.entries.length > 0 && reached.sequence < page.head.sequence) this.#stale = true;
  }

  /** The start position of a reader that was not given one. */
  #initialPosition(page: Page): Position {
    const [oldest] = page.entries;
    const position = oldest ? before(oldest) : page.head;
    this.#startAt(position);
    if (this.#start === 'unverified') this.#skipTo(position, 'CURSOR_UNKNOWN');
    return position;
  }

  #add(entry: Entry): void {
    // A gap within a page is never our own trimming, which removes only the oldest entries.
    const reason = this.#position && breakBefore(entry, this.#position);
    if (reason) this.#skipTo(before(entry), reason);
    const { position, event } = entry;
    if (event.kind === LOSS) {
      this.#skipTo(position, event.payload === 'LOG_REPLACED' ? event.payload : 'UPSTREAM_INCOMPLETE');
      return;
    }
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
    // Merges consecutive gaps of one reason that have not been delivered yet.
    const last = this.#items.at(-1);
    if (last?.type === 'gap' && last.reason === reason) this.#items.pop();
    this.#items.push({ type: 'gap', position, reason });
  }

  onAppend(newest: Position | null): void {
    if (newest && isWithin(newest, this.#position)) return;
    this.#wake();
  }

  #wakeAfter(milliseconds: number): Timer {
    return this.#source.clock.setTimeout(() => this.#wake(), milliseconds).unref();
  }

  #wake(): void {
    this.#stale = true;
    if (this.#retryTimer) this.#source.clock.clearTimeout(this.#retryTimer);
    this.#retryTimer = null;
    if (this.#state === 'paused') this.#state = 'ready';
    this.#work();
  }
}

/** What was lost between a position and the page read after it, and where to resume. Null: nothing was lost. */
function gapBetween(position: Position, page: Page): { reason: GapReason; resumeAt: Position } | null {
  const { head } = page;
  const [first] = page.entries;
  const resumeAt = first ? before(first) : head;
  if (position.epoch !== head.epoch) {
    // A reader that started before the topic's first entry has no epoch; nothing is lost until there is an entry.
    return position.epoch === '' && head.sequence === 0 ? null : { reason: 'LOG_REPLACED', resumeAt };
  }
  const reason = first ? breakBefore(first, position) : breakAtEnd(head, position);
  return reason && { reason, resumeAt };
}

function breakBefore({ position: { sequence }, previousTime }: Entry, position: Position): GapReason | null {
  if (sequence > position.sequence + 1) return 'TRIMMED';
  const follows = sequence === position.sequence + 1 && previousTime === position.time;
  return follows ? null : 'LOG_REPLACED';
}

function breakAtEnd(head: Position, position: Position): GapReason | null {
  if (head.sequence > position.sequence) return 'TRIMMED';
  return head.sequence === position.sequence && head.time === position.time ? null : 'LOG_REPLACED';
}

const before = ({ position: { epoch, sequence }, previousTime }: Entry): Position => ({
  epoch,
  sequence: sequence - 1,
  time: previousTime,
});

const isWithin = (position: Position, end: Position | null): boolean =>
  end !== null &&
  position.epoch === end.epoch &&
  position.sequence <= end.sequence &&
  position.time <= end.time;
