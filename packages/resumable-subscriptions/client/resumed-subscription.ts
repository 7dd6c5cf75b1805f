import { waitToReconnect } from './backoff.ts';
import { type Clock, SYSTEM_CLOCK } from './clock.ts';
import { type Cursor, isRefusal, itemIn, memberOf } from './item.ts';
import type { CursorNames, ResumableDocument } from './resumable-document.ts';
import type { ResumeOptions } from './resume-options.ts';
import { errorsIn, responseIn, retryDelay } from './retry-delay.ts';
import type { Payload, Result, Sink, SubscriptionClient } from './subscription-client.ts';

export interface SubscriptionOptions extends ResumeOptions {
  names: CursorNames;
  given: Payload;
  isTrusted: boolean;
  /** With the cursor's variable. Null: the subscription is opened as it is given. */
  document: ResumableDocument | null;
  /** The server does not know the argument or the field. */
  refuseDocument(): void;
}

/** One subscription, over all the connections that it takes. */
export class ResumedSubscription {
  readonly #client: SubscriptionClient;
  readonly #sink: Sink;
  readonly #options: SubscriptionOptions;
  #document: ResumableDocument | null;
  /** Those given, without a cursor that was refused. */
  #variables: Payload['variables'];
  #extensions: Payload['extensions'];
  #cursor: Cursor | null = null;
  /** The latest cursors of events. */
  readonly #delivered = new Set<string>();
  /** Whether the next event may have been delivered before. */
  #mayRepeat = false;
  /** Whether the current stream has had an item. */
  #isOpen = false;
  /** How often the current attempt was sent: clients may reconnect by themselves. */
  #sent = 0;
  /** Whether events may have been missed before the current stream was opened. */
  #wasInterrupted = false;
  #failures = 0;
  #recoveries = 0;
  readonly #closed = new AbortController();
  #closeAttempt = (): void => {};

  constructor(client: SubscriptionClient, sink: Sink, options: SubscriptionOptions) {
    this.#client = client;
    this.#sink = sink;
    this.#options = options;
    this.#document = options.document;
    this.#variables = options.given.variables;
    this.#extensions = options.given.extensions;
  }

  open(): void {
    this.#isOpen = false;
    this.#sent = 0;
    this.#mayRepeat = this.#cursor !== null;
    let isOver = false;
    let stop = (): void => {};
    this.#closeAttempt = () => {
      isOver = true;
      stop();
    };
    /** The first result, if it may be all that there is: a refusal. */
    let held: Result | null = null;
    const receiver: Sink = {
      next: (result) => {
        if (isOver) return;
        const before = held;
        held = null;
        if (before) this.#receive(before);
        else if (!this.#isOpen && isRefusal(result)) held = result;
        if (!held) this.#receive(result);
      },
      error: (error) => {
        if (!isOver) this.#fail(error);
      },
      complete: () => {
        if (isOver || (held && this.#isRetried(held, held.errors ?? []))) return;
        if (held) this.#sink.next(held);
        this.#sink.complete();
      },
    };
    stop = this.#client.subscribe(this.#payload(), receiver, { connected: () => this.#connected() });
    if (isOver) stop();
  }

  close(): void {
    this.#closed.abort();
    this.#closeAttempt();
  }

  /** What is sent. A client that reconnects by itself serializes it each time. */
  #payload(): Payload {
    const { given, isTrusted } = this.#options;
    const query = isTrusted ? '' : (this.#document?.query ?? given.query);
    const serialized = (payload: Payload): Payload => {
      this.#countAttempt();
      return this.#resuming(payload);
    };
    const payload = {
      ...this.#resuming({ ...given, query, extensions: this.#extensions }),
      toJSON(this: Payload): Payload {
        return serialized(this);
      },
    };
    return payload;
  }

  /** A payload with the cursor of the last item. */
  #resuming(payload: Payload): Payload {
    const [cursor, document] = [this.#cursor, this.#document];
    const variables =
      cursor?.place === 'variable' && document
        ? { ...this.#variables, [document.variable]: cursor.value }
        : this.#variables;
    const after = cursor?.place === 'extensions' ? { after: cursor.value } : null;
    return {
      ...payload,
      variables,
      ...(after && { extensions: { ...payload.extensions, ...after } }),
      ...('toJSON' in payload && { toJSON: undefined }),
    };
  }

  #countAttempt(): void {
    this.#sent += 1;
    this.#mayRepeat = this.#cursor !== null;
    if (this.#sent > 1) this.#wasInterrupted = true;
    // graphql-ws sends it once it is connected.
    if ('on' in this.#client) this.#connected();
  }

  #connected(): void {
    if (this.#wasInterrupted && this.#given() === null)
      this.#options.onGap?.({ reason: 'NOT_RESUMED' }, this.#options.given);
    this.#wasInterrupted = false;
  }

  /** The cursor that is sent: that of the last item, or the caller's. */
  #given(): unknown {
    const given = this.#document ? this.#variables?.[this.#document.variable] : this.#extensions?.after;
    return this.#cursor?.value ?? given ?? null;
  }

  #receive(result: Result): void {
    this.#connected();
    this.#isOpen = true;
    this.#failures = 0;
    this.#recoveries = 0;
    const { names, strict, onGap, given } = this.#options;
    const { hasItem, cursor, gap, hasEvent } = itemIn(result, names.cursor);
    if (strict && hasItem && cursor === null) {
      this.close();
      this.#sink.error(
        new Error(
          `This subscription cannot resume: select \`${names.cursor}\` (under that name) in its root field.`,
        ),
      );
      return;
    }
    if (cursor) this.#cursor = cursor;
    if (gap !== null) {
      this.#mayRepeat = false;
      onGap?.({ reason: gap }, given);
    }
    if (hasEvent && cursor && this.#isRepeated(cursor.value)) return;
    this.#sink.next(result);
  }

  /** Whether an event was delivered before. After the first one that was not, all are new. */
  #isRepeated(cursor: string): boolean {
    if (this.#mayRepeat && this.#delivered.has(cursor)) return true;
    this.#mayRepeat = false;
    this.#delivered.add(cursor);
    const [oldest] = this.#delivered;
    if (this.#delivered.size > REMEMBERED && oldest !== undefined) this.#delivered.delete(oldest);
    return false;
  }

  #fail(error: unknown): void {
    const response = responseIn(error);
    if (!response) this.#judge(error, Array.isArray(error) ? error : []);
    else
      void response
        .json()
        .catch(() => null)
        .then((body) => this.#judge(error, errorsIn(body)));
  }

  #judge(error: unknown, errors: readonly unknown[]): void {
    // Until it is told, graphql-ws counts the subscription as open.
    this.#closeAttempt();
    if (!this.#closed.signal.aborted && !this.#isRetried(error, errors)) void this.#end(error);
  }

  /** Opens the subscription again after an error, now or later, unless that is pointless. */
  #isRetried(error: unknown, errors: readonly unknown[]): boolean {
    const delay = retryDelay(error, errors, this.#clock.now());
    if (delay === null) return !this.#isOpen && this.#startOver(errors);
    this.#closeAttempt();
    void this.#reopen(delay);
    return true;
  }

  async #reopen(demanded: number): Promise<void> {
    await waitToReconnect(this.#clock, { failures: this.#failures, demanded }, this.#closed.signal);
    this.#failures += 1;
    this.#wasInterrupted = true;
    if (!this.#closed.signal.aborted) this.open();
  }

  async #end(error: unknown): Promise<void> {
    const { recover } = this.#options;
    if (!recover) return this.#sink.error(error);
    const isRecovered = await recover(error, this.#recoveries);
    if (this.#closed.signal.aborted) return;
    if (!isRecovered) return this.#sink.error(error);
    this.#recoveries += 1;
    this.open();
  }

  /** After a refusal: opens the subscription without what may have been refused. @returns whether there was something. */
  #startOver(errors: readonly unknown[]): boolean {
    const codes = errors.map((error) => memberOf(memberOf(error, 'extensions'), 'code'));
    if (errors.length === 0 || codes.includes('UNAUTHENTICATED')) return false;
    const { given, strict, onGap, refuseDocument } = this.#options;
    const isInvalid = codes.some((code) => code === undefined || code === 'GRAPHQL_VALIDATION_FAILED');
    if (!strict && isInvalid && this.#document && this.#document.query !== given.query) {
      refuseDocument();
      this.#document = null;
    } else if (onGap && this.#given() !== null) {
      onGap({ reason: 'CURSOR_REFUSED' }, given);
      this.#cursor = null;
      this.#wasInterrupted = false;
      if (this.#document) this.#variables = { ...this.#variables, [this.#document.variable]: null };
      if (this.#extensions) this.#extensions = { ...this.#extensions, after: null };
    } else return false;
    this.#closeAttempt();
    this.open();
    return true;
  }

  get #clock(): Clock {
    return this.#options.clock ?? SYSTEM_CLOCK;
  }
}

/** How many cursors of delivered events a subscription remembers. */
const REMEMBERED = 1000;
