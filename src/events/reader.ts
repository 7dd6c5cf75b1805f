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

/** One entry as it is stored. */
export interface Entry {
  sequence: number;
  time: number;
  /** Time of the entry before it, 0 for the first: links the entries, so that a swapped tail is noticed. */
  previousTime: number;
  /** {@link LOSS} for a mark of something lost. */
  kind: string;
  payload: Json;
}

/**
 * Kind of the entry that marks a loss. No event has an empty kind. Its payload is the reason: LOG_REPLACED where the log
 * lost its newest entries, else UPSTREAM_INCOMPLETE.
 */
export const LOSS = '';

/** What a topic holds after a position, as far as one read goes. */
export interface Page {
  /** The newest entry that the topic has ever had in this epoch. */
  head: Position;
  /** The oldest entries after the position; all from the oldest on where the position is of another epoch. */
  entries: readonly Entry[];
}

/** A topic as a reader needs it. */
export interface TopicSource {
  /** `oldest`: from the first entry that is still there. `now`: no entries. */
  page(after: Position | 'oldest' | 'now'): Promise<Page>;
  /**
   * Calls the listener after each append with the newest position, and with null when one may have been missed.
   * @returns ends the calls.
   */
  onAppend(listener: (newest: Position | null) => void): () => void;
}

export interface ReaderTiming {
  /** Milliseconds between looks at a topic that no append was heard of; null: every append is heard of. */
  interval: number | null;
  /** Milliseconds before the first look after one that failed; doubles up to two seconds. */
  retry: number;
}

/** Nothing tells a reader that reading works again, so it tries often enough. */
const LAST_RETRY = 2000;

interface Waiting {
  resolve(result: IteratorResult<ReadItem, undefined>): void;
  reject(error: unknown): void;
}

/**
 * Reads a topic through a source: subscribe, read on from the position, hand out, wait, repeat. What it holds is
 * bounded by one page: it reads the next when its consumer has taken the last item. The same for every kind of log.
 */
export class LogReader implements EventReader {
  readonly #source: TopicSource;
  readonly #start: ReadStart;
  readonly #timing: ReaderTiming;
  readonly #signal: CancelSignal | undefined;
  readonly #onAbort = (): void => this.#close();
  #position: Position | null = null;
  /** The newest entry when the reader began; up to here events are replayed ones. */
  #replayEnd: Position | null = null;
  #items: ReadItem[] = [];
  #waiting: Waiting[] = [];
  #working = false;
  #closed = false;
  #stopListening: (() => void) | null = null;
  /** Whether the topic may hold more than was read. */
  #stale = true;
  #failures = 0;
  #endPause: (() => void) | null = null;

  constructor(source: TopicSource, start: ReadStart, timing: ReaderTiming, signal?: CancelSignal) {
    this.#source = source;
    this.#start = start;
    this.#timing = timing;
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
      this.#waiting.push({ resolve, reject });
      void this.#work();
    });
  }

  return(): Promise<IteratorResult<ReadItem, undefined>> {
    this.#close();
    return Promise.resolve({ done: true, value: undefined });
  }

  async #work(): Promise<void> {
    if (this.#working) return;
    this.#working = true;
    try {
      while (!this.#closed && this.#waiting.length > 0) {
        const item = this.#items.shift();
        if (item) this.#waiting.shift()?.resolve({ done: false, value: item });
        else await this.#fill();
      }
    } catch (error) {
      this.#waiting.shift()?.reject(error);
      this.#close();
    } finally {
      this.#working = false;
    }
  }

  /** Brings at least one item, or waits for what may bring one. */
  async #fill(): Promise<void> {
    // Listening begins before the first read, so nothing appended between backlog and live is missed.
    this.#stopListening ??= this.#source.onAppend((newest) => this.#heard(newest));
    if (this.#position === null && typeof this.#start !== 'string') {
      this.#standAt(this.#start);
      return;
    }
    if (!this.#stale) await this.#pause(this.#timing.interval);
    if (this.#closed) return;
    this.#stale = false;
    const page = await this.#look();
    if (page && !this.#closed) this.#take(page);
  }

  /** Reads on, or waits a while when the log can't be read. */
  async #look(): Promise<Page | null> {
    try {
      const page = await this.#source.page(this.#position ?? (this.#start === 'now' ? 'now' : 'oldest'));
      this.#failures = 0;
      return page;
    } catch (error) {
      if (!(error instanceof LogUnavailable)) throw error;
      this.#stale = true;
      const delay = Math.min(this.#timing.retry * 2 ** this.#failures++, LAST_RETRY);
      if (!this.#closed) await this.#pause(delay);
      return null;
    }
  }

  #take(page: Page): void {
    this.#replayEnd ??= page.head;
    const position = this.#position ?? this.#begin(page);
    const gap = gapBetween(position, page);
    if (gap) this.#skipTo(gap.resumeAt, gap.reason);
    else if (page.head.epoch !== position.epoch) this.#position = page.head;
    for (const entry of page.entries) this.#add(entry, page.head.epoch);
    const reached = this.#position ?? page.head;
    if (page.entries.length > 0 && reached.sequence < page.head.sequence) this.#stale = true;
  }

  /** The position of a reader that was not given one. */
  #begin(page: Page): Position {
    const [oldest] = page.entries;
    const position = oldest ? before(oldest, page.head.epoch) : page.head;
    this.#standAt(position);
    if (this.#start === 'unverified') this.#skipTo(position, 'CURSOR_UNKNOWN');
    return position;
  }

  #add(entry: Entry, epoch: string): void {
    // A hole inside a page can't come from our own trimming, which only takes the oldest.
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

  #standAt(position: Position): void {
    this.#position = position;
    this.#items.push({ type: 'position', position });
  }

  /** Goes on at a position, and says why not at the one before. */
  #skipTo(position: Position, reason: GapReason): void {
    this.#position = position;
    // Of several that follow one another, none of them handed out yet, one tells all.
    const last = this.#items.at(-1);
    if (last?.type === 'gap' && last.reason === reason) this.#items.pop();
    this.#items.push({ type: 'gap', position, reason });
  }

  #heard(newest: Position | null): void {
    if (newest && isWithin(newest, this.#position)) return;
    this.#wake();
  }

  /** Waits until something is heard, the reader is closed, or the time is over. */
  #pause(milliseconds: number | null): Promise<void> {
    return new Promise((resolve) => {
      const timer =
        milliseconds === null ? undefined : setTimeout(() => this.#wake(), jittered(milliseconds));
      timer?.unref();
      this.#endPause = () => {
        clearTimeout(timer);
        this.#endPause = null;
        resolve();
      };
    });
  }

  #wake(): void {
    this.#stale = true;
    this.#endPause?.();
  }

  #close(): void {
    this.#closed = true;
    this.#signal?.removeEventListener('abort', this.#onAbort);
    this.#stopListening?.();
    this.#stopListening = null;
    this.#endPause?.();
    this.#items = [];
    for (const { resolve } of this.#waiting.splice(0)) resolve({ done: true, value: undefined });
  }
}

/** What was lost between a position and the page read after it, and where reading goes on; null when nothing was. */
function gapBetween(position: Position, page: Page): { reason: GapReason; resumeAt: Position } | null {
  const { head } = page;
  const [first] = page.entries;
  const resumeAt = first ? before(first, head.epoch) : head;
  if (position.epoch !== head.epoch) {
    // A reader that came before the topic's first entry saw no epoch. It lost nothing while there still is no entry.
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

/** Spreads looks of many readers that began at once, over few enough times for them to share Node's lists of timers. */
const jittered = (milliseconds: number): number => (milliseconds / 20) * (18 + Math.floor(Math.random() * 5));
