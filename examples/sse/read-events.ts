export interface ReadOptions {
  /** As in `https://gateway.example/graphql`. */
  url: string;
  /** A subscription; it need not select `cursor`. */
  query: string;
  variables?: Record<string, unknown>;
  /**
   * Returns the `Authorization` header; called for each connection. `refused`: the gateway no longer accepts the previous
   * one: refresh it, or throw to give up.
   */
  authorization(refused: boolean): string | Promise<string>;
  /** ID of the last event you processed. Omit it to start now. */
  lastEventId?: string;
  /** Stops the reader immediately. */
  signal?: AbortSignal;
  /** Milliseconds without any data, pings included, after which the connection is considered dead. */
  silence?: number;
}

export interface Result<Data> {
  data?: Data | null;
  errors?: { message: string; extensions?: { code?: string; retryable?: boolean } }[];
}

/** The gateway rejects this operation; do not retry. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly status: number;
  readonly errors: NonNullable<Result<unknown>['errors']>;

  constructor(status: number, errors: NonNullable<Result<unknown>['errors']>) {
    super(errors[0]?.message ?? `The gateway answered ${status}`);
    this.status = status;
    this.errors = errors;
  }
}

/**
 * Reads a subscription over server-sent events, in browsers and in Node. Reconnects with backoff after a lost connection
 * and sends the last event ID, so that nothing is lost or duplicated. Save the `id` to resume later. Waits at least as long
 * as the gateway says (`Retry-After`).
 * @throws Refused if a retry is pointless.
 */
export async function* readEvents<Data = Record<string, unknown>>(
  options: ReadOptions,
): AsyncGenerator<{ id: string; result: Result<Data> }, void, void> {
  const { signal } = options;
  let last = options.lastEventId ?? '';
  let refused = false;
  for (let failures = 0; !signal?.aborted; failures += 1) {
    let retryAfter = 0;
    const attempt = new AbortController();
    const stop = (): void => attempt.abort();
    signal?.addEventListener('abort', stop, { once: true });
    try {
      const response = await connect(options, last, refused, attempt.signal);
      refused = false;
      for await (const event of eventsIn(response, options.silence ?? SILENCE)) {
        if (event.type === 'complete') return;
        failures = 0;
        last = event.id || last;
        yield { id: last, result: JSON.parse(event.data) };
      }
    } catch (error) {
      if (signal?.aborted) return;
      if (
        error instanceof Refused &&
        error.errors.some(({ extensions }) => extensions?.code === 'UNAUTHENTICATED')
      )
        refused = true;
      else if (error instanceof Lost) retryAfter = error.retryAfter;
      else throw error;
    } finally {
      attempt.abort();
      signal?.removeEventListener('abort', stop);
    }
    // Jitter, so that clients that were refused together do not all return at once.
    await wait(retryAfter + Math.random() * Math.min(30_000, 500 * 2 ** failures), signal);
  }
}

/** Several times the gateway's ping interval. */
const SILENCE = 40_000;

/** A connection failure that may be temporary. */
class Lost extends Error {
  /** Milliseconds to wait, as the gateway says. */
  readonly retryAfter: number;

  constructor(cause: unknown, retryAfter: number) {
    super('The connection was lost', { cause });
    this.retryAfter = retryAfter;
  }
}
const lost = (cause: unknown, retryAfter = 0): never => {
  throw new Lost(cause, retryAfter);
};

async function connect(
  { url, query, variables, authorization, silence = SILENCE }: ReadOptions,
  last: string,
  refused: boolean,
  signal: AbortSignal,
): Promise<ReadableStreamDefaultReader<Uint8Array>> {
  const headers = {
    accept: 'text/event-stream',
    'content-type': 'application/json',
    authorization: await authorization(refused),
    ...(last === '' ? {} : { 'last-event-id': last }),
  };
  const body = JSON.stringify({ query, variables });
  const request = fetch(url, { method: 'POST', headers, body, signal });
  const response = await withinTime(request, silence).catch((error) => lost(error));
  if (response.ok && response.body) return response.body.getReader();
  const { errors = [] } = (await response.json().catch(() => ({}))) as Result<unknown>;
  const busy = response.status >= 500 || response.status === 429 || response.status === 408;
  const retryable = errors.length > 0 && errors.every(({ extensions }) => extensions?.retryable === true);
  if (busy || retryable) return lost(errors, retryAfterOf(response));
  throw new Refused(response.status, errors);
}

/** `Retry-After` in milliseconds; the gateway sends seconds. */
const retryAfterOf = ({ headers }: Response): number => (Number(headers.get('retry-after')) || 0) * 1000;

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

function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    if (signal?.aborted) end();
    else signal?.addEventListener('abort', end, { once: true });
  });
}
