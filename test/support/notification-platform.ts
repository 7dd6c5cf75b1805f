import type { PolledNotification } from '../../src/domains/notification/poller/notification-pollers.ts';
import type { NotificationPollersOptions } from '../../src/domains/notification/poller/poller-settings.ts';
import type { Coordination } from '../../src/events/coordination.ts';
import { type EventLog, type Json, LogUnavailable } from '../../src/events/log.ts';
import { GatewayError } from '../../src/graph/errors.ts';
import type { CancelSignal } from '../../src/lib/cancellation.ts';
import type { Clock } from '../../src/lib/clock.ts';

type List = NotificationPollersOptions['list'];
export interface ListCall {
  token: string;
  since: number;
  page: number;
  limit: number;
  /** Time of arrival, by the clock of the test. */
  time: number;
}

/** The push routes that a poller calls: one user's notifications, and faults. */
export class NotificationPlatform {
  readonly #clock: Clock;
  /** In the order of their creation. */
  rows: PolledNotification[] = [];
  readonly calls: ListCall[] = [];
  readonly refusedTokens = new Set<string>();
  /** Order of rows in a response. */
  order: (rows: PolledNotification[]) => PolledNotification[] = (rows) => rows.toReversed();
  /** Maximum rows per page, whatever the requested limit. */
  largestPage = Number.POSITIVE_INFINITY;
  /** Runs before each response; may throw, wait, or change the rows. */
  before: (call: ListCall, signal: CancelSignal) => void | Promise<void> = () => {};
  /** Calls in flight, and their maximum so far. */
  running = 0;
  mostRunning = 0;
  #number = 0;

  /** @param clock dates notifications and calls. */
  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Adds a notification with the next number as its text. */
  send(changes: Partial<PolledNotification> = {}): PolledNotification {
    const number = ++this.#number;
    const row = { id: `n${number}`, createdAt: this.#clock.now(), payload: { text: number }, ...changes };
    this.rows.push(row);
    return row;
  }

  sendMany(count: number, changes: (index: number) => Partial<PolledNotification> = () => ({})): void {
    for (let index = 0; index < count; index++) this.send(changes(index));
  }

  list: List = async (token, query, signal) => {
    const call = { token, ...query, time: this.#clock.now() };
    this.calls.push(call);
    this.mostRunning = Math.max(this.mostRunning, ++this.running);
    try {
      await this.before(call, signal);
      if (signal.aborted) throw ended();
      if (this.refusedTokens.has(token)) throw new GatewayError('UNAUTHENTICATED', 'The token has expired.');
      const listed = this.order(
        this.rows.filter(({ createdAt }) => createdAt === null || createdAt > query.since),
      );
      const size = Math.min(query.limit, this.largestPage);
      const rows = listed.slice((query.page - 1) * size, query.page * size);
      return { rows, sent: rows.length };
    } finally {
      this.running--;
    }
  };
}

/** Waits until the signal aborts, like a call without a response. */
export const hangs = (_call: ListCall, signal: CancelSignal): Promise<never> =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(ended());
    signal.addEventListener('abort', () => reject(ended()), { once: true });
  });

const ended = (): Error => new Error('the call was ended');

/** The content of a topic, oldest first: payloads and reasons for gaps. */
export class TopicContents {
  readonly items: (Json | { gap: string })[] = [];
  readonly #end = new AbortController();

  constructor(log: EventLog, topic: string) {
    void this.#follow(log, topic);
  }

  /** The `text` of each event, and the gaps. */
  get texts(): unknown[] {
    return this.items.map((item) =>
      typeof item === 'object' && item !== null && 'text' in item ? item.text : item,
    );
  }

  close(): void {
    this.#end.abort();
  }

  async #follow(log: EventLog, topic: string): Promise<void> {
    let began = false;
    for await (const item of log.read(topic, 'unverified', this.#end.signal)) {
      if (item.type === 'event') this.items.push(item.event.payload);
      // The first gap only marks that this reader started without a position.
      if (item.type === 'gap' && began) this.items.push({ gap: item.reason });
      if (item.type === 'gap') began = true;
    }
  }
}

/** An instance's connection to shared state, which can be cut as if the instance had died. */
export class InstanceCoordination implements Coordination {
  /** The shared state; replaced to simulate its loss. */
  shared: Coordination;
  readonly listeners = new Set<(message: string | null) => void>();
  dead = false;

  constructor(shared: Coordination) {
    this.shared = shared;
  }

  readValue: Coordination['readValue'] = (...args) =>
    this.#alive().then(() => this.shared.readValue(...args));
  writeValue: Coordination['writeValue'] = (...args) =>
    this.#alive().then(() => this.shared.writeValue(...args));
  removeValue: Coordination['removeValue'] = (...args) =>
    this.#alive().then(() => this.shared.removeValue(...args));
  signal: Coordination['signal'] = (...args) => this.#alive().then(() => this.shared.signal(...args));

  onSignal(channel: string, listener: (message: string | null) => void): () => void {
    const heard = (message: string | null): void => {
      if (!this.dead) listener(message);
    };
    this.listeners.add(heard);
    const stop = this.shared.onSignal(channel, heard);
    return () => {
      this.listeners.delete(heard);
      stop();
    };
  }

  async #alive(): Promise<void> {
    if (this.dead) throw new LogUnavailable('unreachable', 'unknown');
  }
}
