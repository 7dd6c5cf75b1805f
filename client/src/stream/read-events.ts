import { ANONYMOUS, type Credentials } from '../credentials.ts';
import { type GatewayError, gatewayErrors, isSignedOut } from '../errors.ts';
import { backoff, retryAfter, wait } from './backoff.ts';

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
  /** Stops the reader immediately. */
  signal?: AbortSignal | undefined;
  /** Milliseconds without any data, pings included, after which the connection is considered dead. Default: 40,000. */
  silence?: number | undefined;
  /** Replaces the global `fetch`, which must stream bodies. React Native: that of `expo/fetch`. */
  fetch?: typeof fetch | undefined;
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

/** The gateway rejects this operation; do not retry. `gatewayErrors` reads the reasons. */
export class StreamRefused extends Error {
  override readonly name = 'StreamRefused';
  /** HTTP status of the response. */
  readonly status: number;
  readonly errors: readonly GatewayError[];

  constructor(status: number, errors: readonly GatewayError[]) {
    super(errors[0]?.message ?? `The gateway answered ${status}`);
    this.status = status;
    this.errors = errors;
  }
}

/**
 * Reads a subscription over server-sent events, in browsers and in Node. Reconnects with backoff after a lost connection,
 * not before the gateway's `Retry-After`, and sends the last event ID, so that nothing is lost or duplicated.
 * @throws StreamRefused if a retry is pointless, and whatever the session throws.
 */
export async function* readEvents<Data = Record<string, unknown>>(
  options: ReadOptions,
): AsyncGenerator<StreamEvent<Data>, void, void> {
  const { signal, session = ANONYMOUS } = options;
  let last = options.lastEventId ?? '';
  let credential = '';
  let refused: string | null = null;
  for (let failures = 0; !signal?.aborted; failures += 1) {
    const attempt = new AbortController();
    const stop = (): void => attempt.abort();
    signal?.addEventListener('abort', stop, { once: true });
    let demanded = 0;
    try {
      credential = await session.authorization(refused);
      const response = await connect(options, credential, last, attempt.signal);
      refused = null;
      for await (const event of eventsIn(response, options.silence ?? SILENCE)) {
        if (event.type === 'complete') return;
        failures = 0;
        last = event.id || last;
        yield { id: last, result: JSON.parse(event.data) };
      }
    } catch (error) {
      if (signal?.aborted) return;
      if (error instanceof Lost) demanded = error.retryAfterMs;
      else if (error instanceof StreamRefused && isSignedOut(error)) refused = credential;
      else throw error;
    } finally {
      attempt.abort();
      signal?.removeEventListener('abort', stop);
    }
    await wait(backoff(failures, demanded), signal);
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
const lost = (cause: unknown): never => {
  throw new Lost(cause);
};

async function connect(
  { url, query, variables, silence = SILENCE, fetch: send = fetch }: ReadOptions,
  credential: string,
  last: string,
  signal: AbortSignal,
): Promise<ReadableStreamDefaultReader<Uint8Array>> {
  const headers = {
    accept: 'text/event-stream',
    'content-type': 'application/json',
    ...(credential === '' ? {} : { authorization: credential }),
    ...(last === '' ? {} : { 'last-event-id': last }),
  };
  const body = JSON.stringify({ query, variables });
  const request = send(url, { method: 'POST', headers, body, signal });
  const response = await withinTime(request, silence).catch(lost);
  if (response.ok && response.body) return response.body.getReader();
  const errors = gatewayErrors(await response.json().catch(() => null));
  const busy = response.status >= 500 || response.status === 429 || response.status === 408;
  const retryable = errors.length > 0 && errors.every(({ extensions }) => extensions.retryable);
  if (!busy && !retryable) throw new StreamRefused(response.status, errors);
  const demanded = errors.map(({ extensions }) => extensions.retryAfterMs ?? 0);
  throw new Lost(errors, Math.max(retryAfter(response.headers.get('retry-after')), ...demanded));
}

interface ServerSentEvent {
  id: string;
  type: string;
  data: string;
}

/** Yields events as they arrive. An event that is cut off is dropped, along with its ID. */
async function* eventsIn(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  silence: number,
): AsyncGenerator<ServerSentEvent, void, void> {
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    const { done, value } = await withinTime(reader.read(), silence).catch((error) => lost(error));
    if (done) return;
    text += decoder.decode(value, { stream: true });
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const event: ServerSentEvent = { id: '', type: 'message', data: '' };
      for (const line of block.split('\n')) {
        const [, field, content = ''] = /^(\w+): ?(.*)$/.exec(line) ?? [];
        if (field === 'id') event.id = content;
        else if (field === 'event') event.type = content;
        else if (field === 'data') event.data += content;
      }
      // Comments are pings.
      if (event.type === 'next' || event.type === 'complete') yield event;
    }
  }
}

function withinTime<Value>(promise: Promise<Value>, limit: number): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The connection timed out')), limit);
  });
  return Promise.race([promise, tooLong]).finally(() => clearTimeout(timer));
}
