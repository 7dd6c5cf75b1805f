import { waitToReconnect } from './backoff.ts';
import { SYSTEM_CLOCK } from './clock.ts';
import { resume } from './resume.ts';
import type { ResumeOptions } from './resume-options.ts';
import type { Payload, Result, SubscriptionClient } from './subscription-client.ts';

/** What an event says of its record. */
export type RecordChange<Row> = { added: Row } | { changed: Row } | { removed: string };

/** Settings of `followList`. */
export interface ListOptions<Row> extends ResumeOptions {
  /** Reads the list and its cursor, in one request. */
  read(): Promise<{ rows: readonly Row[]; streamCursor: string | null }>;
  /** The subscription that continues the list. */
  subscription: Payload;
  idOf(row: Row): string;
  /** What a result of the subscription says. Null: it has no event, or one that the list leaves out. */
  changeIn(data: Record<string, unknown>): RecordChange<Row> | null;
  /** Called with all rows after each change, in the order of the list, then of the stream. */
  onChange(rows: readonly Row[]): void;
  /** Called when the subscription has ended with an error, and with each error of `read`, which is called again. */
  onError?(error: unknown): void;
}

/**
 * A list and the stream that continues it, in one: reads the list, opens the stream at its cursor, joins both by ID, and reads
 * the list again after a gap.
 * @returns ends it.
 */
export function followList<Row>(client: SubscriptionClient, options: ListOptions<Row>): () => void {
  const list = new FollowedList(client, options);
  void list.open();
  return () => list.close();
}

class FollowedList<Row> {
  readonly #client: SubscriptionClient;
  readonly #options: ListOptions<Row>;
  readonly #closed = new AbortController();
  #rows = new Map<string, Row>();
  /** What has arrived since the list fell behind. Null: it is up to date. */
  #arrived: RecordChange<Row>[] | null = null;
  /** Whether the list has to be requested once the stream has an item. */
  #isBehind = false;
  #isReading = false;

  constructor(client: SubscriptionClient, options: ListOptions<Row>) {
    this.#options = options;
    this.#client = resume(client, {
      ...options,
      onGap: (gap, payload) => {
        this.#fallBehind();
        options.onGap?.(gap, payload);
      },
    });
  }

  async open(): Promise<void> {
    const after = await this.#read();
    if (this.#closed.signal.aborted) return;
    if (after === null) this.#fallBehind();
    const { subscription, onError } = this.#options;
    const stop = this.#client.subscribe(
      { ...subscription, variables: { ...subscription.variables, after } },
      {
        next: (result: Result) => this.#receive(result),
        error: (error) => onError?.(error),
        complete: () => {},
      },
    );
    this.#closed.signal.addEventListener('abort', stop, { once: true });
  }

  close(): void {
    this.#closed.abort();
  }

  /** What is missing is in a list that is requested from now on. */
  #fallBehind(): void {
    this.#isBehind = true;
    this.#arrived = [];
  }

  #receive({ data, errors = [] }: Result): void {
    const change = data ? this.#options.changeIn(data) : null;
    if (change) {
      this.#arrived?.push(change);
      this.#apply(change);
      this.#options.onChange([...this.#rows.values()]);
    } else if (errors.length > 0) this.#fallBehind();
    if (this.#isBehind && !this.#isReading) void this.#read();
  }

  /** Reads the list until it succeeds. @returns its cursor. */
  async #read(): Promise<string | null> {
    const { read, idOf, onChange, onError, clock = SYSTEM_CLOCK } = this.#options;
    const { signal } = this.#closed;
    this.#isReading = true;
    for (let failures = 0; !signal.aborted; ) {
      this.#isBehind = false;
      try {
        const { rows, streamCursor } = await read();
        if (signal.aborted) break;
        // It fell behind again meanwhile.
        if (this.#isBehind) continue;
        this.#rows = new Map(rows.map((row) => [idOf(row), row]));
        for (const change of this.#arrived ?? []) this.#apply(change);
        this.#arrived = null;
        this.#isReading = false;
        onChange([...this.#rows.values()]);
        return streamCursor;
      } catch (error) {
        if (signal.aborted) break;
        onError?.(error);
        await waitToReconnect(clock, { failures, demanded: 0 }, signal);
        failures += 1;
      }
    }
    return null;
  }

  #apply(change: RecordChange<Row>): void {
    if ('removed' in change) return void this.#rows.delete(change.removed);
    const isAdded = 'added' in change;
    const row = isAdded ? change.added : change.changed;
    const id = this.#options.idOf(row);
    // The list may have it already, and in a later state.
    if (!isAdded || !this.#rows.has(id)) this.#rows.set(id, row);
  }
}
