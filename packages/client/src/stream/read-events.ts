import { retryAfter, waitToReconnect } from '../../../resumable-subscriptions/client/backoff.ts';
import { onWakeUp } from '../../../resumable-subscriptions/client/wake-up.ts';
import { type Clock, SYSTEM_CLOCK, wait } from '../clock.ts';
import { ANONYMOUS, type Credentials } from '../credentials.ts';
import { type GatewayError, gatewayErrors, isSignedOut } from '../errors.ts';
import { isTemporary } from '../session/request.ts';
import { EventParser, type ServerSentEvent } from './event-parser.ts';
import type { Commit, StoredCursor } from './stored-cursor.ts';
import { StreamRefused } from './stream-refused.ts';

/** Settings of `readEvents`. */
export interface ReadOptions {
  /** As in `https://gateway.example/graphql`. */
  url: string;
  /** A subscription; it need not select `cursor`. */
  query: string;
  variables?: Record<string, unknown> | undefined;
  /** Supplies the `Authorization` header, as a `Session` does. Omit it to send none. */
  session?: Credentials | undefined;
  /** ID of the last event you processed. Omit it to start now. */
  lastEventId?: string | undefined;
  /** Stores the cursor of the stream. If it has one, that takes precedence over `lastEventId`. */
  cursor?: StoredCursor | undefined;
  /** When `cursor` moves past an event. Default: `before`. `after`: once the next event is requested, as by `for await`. */
  commit?: Commit | undefined;
  /** Stops the reader immediately. */
  signal?: AbortSignal | undefined;
  /** Milliseconds without any data, pings included, after which the connection is considered dead. Default: 40,000. */
  silence?: number | undefined;
  /** Replaces the global `fetch`, which must stream bodies. React Native: that of `expo/fetch`. */
  fetch?: typeof fetch | undefined;
  /** @internal */
  clock?: Clock | undefined;
}

/** A result of a subscription, as in the response to a query. */
export interface StreamResult<Data> {
  data?: Data | null;
  errors?: readonly GatewayError[];
}

/** An event of a stream. */
export interface StreamEvent<Data> {
  /** Cursor of this event: store it and pass it as `lastEventId` to continue after it. */
  id: string;
  result: StreamResult<Data>;
}

/**
 * Reads a subscription over server-sent events, in browsers and in Node. Reconnects with backoff after a lost connection,
 * not before the gateway's `Retry-After`, and at once when the network returns. It sends the last event ID, so that nothing
 * is lost or duplicated.
 * @throws StreamRefused if a retry is pointless, as with a credential that is not replaced; errors that the session or the stored
 * cursor throws to give up.
 */
export async function* readEvents<Data = Record<string, unknown>>(
  options: ReadOptions,
): AsyncGenerator<StreamEvent<Data>, void, void> {
  const { cursor, commit = 'before' } = options;
  const start = (await cursor?.read()) ?? options.lastEventId ?? '';
  for await (const event of reconnecting<Data>(options, start)) {
    if (commit === 'before') await cursor?.write(event.id);
    yield event;
    if (commit === 'after') await cursor?.write(event.id);
  }
}

async function* reconnecting<Data>(
  options: ReadOptions,
  start: string,
): AsyncGenerator<StreamEvent<Data>, void, void> {
  const { signal, session = ANONYMOUS, clock = SYSTEM_CLOCK } = options;
  let last = start;
  let failures = 0;
  /** The error of a credential that was refused and has to be replaced. */
  let refusal: { credential: string; error: StreamRefused } | null = null;
  while (!signal?.aborted) {
    const attempt = new Attempt(clock, signal);
    let credential = '';
    let demanded = 0;
    try {
      credential = await session.authorization(refusal?.credential ?? null);
      if (refusal && refusal.credential === credential) throw refusal.error;
      const response = await connect(options, credential, last, attempt);
      refusal = null;
      for await (const event of eventsIn(response, options.silence ?? SILENCE, attempt)) {
        if (event.type === 'complete') return;
        failures = 0;
        last = event.id || last;
        yield { id: last, result: JSON.parse(event.data) };
      }
    } catch (error) {
      if (signal?.aborted) return;
      if (error instanceof StreamRefused && isSignedOut(error) && !refusal) {
        refusal = { credential, error };
        continue;
      }
      if (error instanceof Lost) demanded = error.retryAfterMs;
      else if (!isTemporary(error)) throw error;
    } finally {
      attempt.end();
    }
    if (!attempt.isOutdated) await waitToReconnect(clock, { failures, demanded }, signal);
    failures += 1;
  }
}

/** Several times the gateway's ping interval. */
const SILENCE = 40_000;

/** A connection failure that may be temporary. */
class Lost extends Error {
  readonly retryAfterMs: number;

  constructor(cause: unknown, retryAfterMs = 0) {
    super('The connection was lost', { cause });
    this.retryAfterMs = retryAfterMs;
  }
}

/** One connection, from the request to its end. */
class Attempt {
  /** Given up because a new one is likely to work. */
  isOutdated = false;
  readonly #clock: Clock;
  readonly #aborted = new AbortController();
  readonly #given: AbortSignal | undefined;
  readonly #ignoreWakeUps: () => void;
  #heardAt: number;

  constructor(clock: Clock, given: AbortSignal | undefined) {
    this.#clock = clock;
    this.#given = given;
    this.#heardAt = clock.now();
    given?.addEventListener('abort', this.end, { once: true });
    this.#ignoreWakeUps = onWakeUp(clock, (reason) => {
      // A connection rarely survives the loss of the network, and a new one costs little.
      if (reason !== 'online' && clock.now() - this.#heardAt < STALE) return;
      this.isOutdated = true;
      this.end();
    });
  }

  get signal(): AbortSignal {
    return this.#aborted.signal;
  }

  /** Waits for the connection. @throws Lost if it fails, takes longer than `limit` ms, or has ended. */
  async heard<Value>(promise: Promise<Value>, limit: number): Promise<Value> {
    const over = new AbortController();
    const end = (): void => over.abort();
    this.signal.addEventListener('abort', end);
    const silence = wait(this.#clock, limit, over.signal).then(() => {
      throw new Error('The connection was silent or given up');
    });
    try {
      const value = await Promise.race([promise, silence]);
      this.#heardAt = this.#clock.now();
      return value;
    } catch (cause) {
      throw new Lost(cause);
    } finally {
      silence.catch(() => {});
      over.abort();
      this.signal.removeEventListener('abort', end);
    }
  }

  readonly end = (): void => {
    this.#ignoreWakeUps();
    this.#given?.removeEventListener('abort', this.end);
    this.#aborted.abort();
  };
}

/** Milliseconds without data, more than the gateway's ping interval, after which a connection is considered stale. */
const STALE = 20_000;

async function connect(
  { url, query, variables, silence = SILENCE, fetch: send = fetch, clock = SYSTEM_CLOCK }: ReadOptions,
  credential: string,
  last: string,
  attempt: Attempt,
): Promise<ReadableStreamDefaultReader<Uint8Array>> {
  const headers = {
    accept: 'text/event-stream',
    'content-type': 'application/json',
    ...(credential === '' ? {} : { authorization: credential }),
    ...(last === '' ? {} : { 'last-event-id': last }),
  };
  const body = JSON.stringify({ query, variables });
  const request = send(url, { method: 'POST', headers, body, signal: attempt.signal });
  const response = await attempt.heard(request, silence);
  const isStream = /^text\/event-stream\b/i.test(response.headers.get('content-type') ?? '');
  if (response.ok && response.body && isStream) return response.body.getReader();
  const errors = gatewayErrors(await response.json().catch(() => null));
  const busy = response.status >= 500 || response.status === 429 || response.status === 408;
  const retryable = errors.length > 0 && errors.every(({ extensions }) => extensions.retryable);
  if (!busy && !retryable) throw new StreamRefused(response.status, errors);
  const demanded = errors.map(({ extensions }) => extensions.retryAfterMs ?? 0);
  throw new Lost(errors, Math.max(retryAfter(response.headers.get('retry-after'), clock.now()), ...demanded));
}

/** Yields events as they arrive. */
async function* eventsIn(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  silence: number,
  attempt: Attempt,
): AsyncGenerator<ServerSentEvent, void, void> {
  const parser = new EventParser();
  for (;;) {
    const { done, value } = await attempt.heard(reader.read(), silence);
    if (done) return;
    for (const event of parser.push(value))
      if (event.type === 'next' || event.type === 'complete') yield event;
  }
}
