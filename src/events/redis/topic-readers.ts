import { type Boundary, visitAll } from '../../lib/boundary.ts';
import type { Timer } from '../../lib/clock.ts';
import { SmallSet } from '../../lib/small-set.ts';
import type { Position } from '../log.ts';
import type { TopicReader } from '../reader.ts';
import type { ChannelListener, RedisChannels } from './channels.ts';

/** Milliseconds to wait past the time at which an announced event is due, so that one read finds it overdue by Redis's clock. */
const SLACK = 50;
/** Longest delay of a timer. */
const MAX_DELAY = 2 ** 31 - 1;

/** The readers of one topic on this instance. They share the wake-up for announced events that become overdue. */
export class RedisTopicReaders implements ChannelListener {
  readonly #channels: RedisChannels;
  readonly #channel: string;
  readonly #boundary: Boundary;
  readonly #readers = new SmallSet<TopicReader>();
  /** Reads that wait for the subscription. Null: it has begun, or the first attempt has failed. */
  #awaiting: (() => void)[] | null = [];
  #dueAt = Number.POSITIVE_INFINITY;
  #timer: Timer | undefined;

  /** @param channel of the topic's appends. */
  constructor(channels: RedisChannels, channel: string, boundary: Boundary) {
    this.#boundary = boundary;
    this.#channels = channels;
    this.#channel = channel;
    if (channels.listen(channel, this)) this.#awaiting = null;
  }

  get isEmpty(): boolean {
    return this.#readers.size === 0;
  }

  add(reader: TopicReader): void {
    this.#readers.add(reader);
  }

  remove(reader: TopicReader): void {
    this.#readers.delete(reader);
  }

  /** Begins a read once the topic is subscribed: one before that would have to be repeated. */
  whenListening(read: () => void): void {
    if (this.#awaiting) this.#awaiting.push(read);
    else read();
  }

  /** Ends the subscription. */
  close(): void {
    this.#disarm();
    this.#channels.unlisten(this.#channel, this);
  }

  /** Handles a message of the topic's channel. Null or an unknown message: reads again. */
  onMessage(message: string | null): void {
    if (this.#awaiting) {
      this.#begin(this.#awaiting);
      return;
    }
    const due = /^due (\d+)$/.exec(message ?? '');
    if (due) this.readIn(Number(due[1]));
    else this.wake(message === null ? null : positionIn(message));
  }

  /** Reads without the subscription. Once it begins, everything is read again, so nothing is missed. */
  onSubscribeFailure(): void {
    if (this.#awaiting) this.#begin(this.#awaiting);
  }

  #begin(reads: readonly (() => void)[]): void {
    this.#awaiting = null;
    visitAll(reads, (read) => read());
  }

  /** @param newest the newest position. Null: unknown, so read in any case. */
  wake(newest: Position | null): void {
    this.#readers.each((reader) => this.#boundary.run('reader', () => reader.onAppend(newest)));
  }

  /** Wakes the readers after some milliseconds, unless an earlier wake-up is scheduled. */
  readIn(milliseconds: number): void {
    const dueAt = this.#channels.clock.monotonic() + milliseconds + SLACK;
    if (dueAt >= this.#dueAt || this.isEmpty) return;
    this.#disarm();
    this.#dueAt = dueAt;
    this.#timer = this.#channels.clock
      .setTimeout(
        () => {
          this.#disarm();
          // The next page says when the next event is due.
          this.wake(null);
        },
        Math.min(milliseconds + SLACK, MAX_DELAY),
      )
      .unref();
  }

  #disarm(): void {
    this.#channels.clock.clearTimeout(this.#timer);
    this.#dueAt = Number.POSITIVE_INFINITY;
  }
}

/** Parses an append signal. Null: malformed. */
function positionIn(message: string): Position | null {
  const [, epoch, sequence, time] = /^(\S+) (\d+) (\d+)$/.exec(message) ?? [];
  if (epoch === undefined) return null;
  return { epoch, sequence: Number(sequence), time: Number(time) };
}
