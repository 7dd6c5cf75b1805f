// Runs one operation against the gateway. An event stream that breaks off continues after its last item.

/** Milliseconds before the first attempt to reconnect, and the longest time between two. */
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 10_000;

const endpoint = new URL('/graphql', location.href).href;

/** Sends an operation. */
export const post = (body, headers, signal) =>
  fetch(endpoint, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal,
  });

/**
 * Runs a query or mutation.
 * @returns status, milliseconds, text and result; that is null if the response is not JSON
 */
export async function runOnce(body, headers, signal) {
  const startedAt = performance.now();
  const sent = { ...body, extensions: { upstream: true } };
  const response = await post(sent, { accept: 'application/json', ...headers }, signal);
  const text = await response.text();
  const ms = performance.now() - startedAt;
  return { status: response.status, ms, text, result: jsonIn(text) };
}

function jsonIn(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Follows a subscription until it completes, the signal aborts it, or the gateway refuses it.
 * @param observer.state called with `connecting`, `connected`, or `waiting`, the seconds until the next attempt and a
 * function that makes it at once, as the return of the network does
 * @param observer.event called with each result
 * @returns the gateway's refusal, or null
 */
export async function runStream(body, headers, signal, observer) {
  let lastId = null;
  let pause = FIRST_PAUSE;
  while (!signal.aborted) {
    observer.state('connecting', lastId !== null);
    let retryAfter = null;
    try {
      const resuming = lastId === null ? {} : { 'last-event-id': lastId };
      const response = await post(body, { accept: 'text/event-stream', ...resuming, ...headers }, signal);
      if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
        const text = await response.text();
        if (!isTemporary(response.status)) return { status: response.status, text, result: jsonIn(text) };
        retryAfter = Number(response.headers.get('retry-after')) * 1000;
      } else {
        observer.state('connected', lastId !== null);
        for await (const { id, event, data } of eventsIn(response.body)) {
          if (id !== null) lastId = id;
          if (event === 'complete') return null;
          if (event !== 'next') continue;
          pause = FIRST_PAUSE;
          observer.event(JSON.parse(data));
        }
      }
    } catch (error) {
      if (signal.aborted) return null;
      if (!(error instanceof TypeError)) throw error;
    }
    const wait = Math.max(pause, retryAfter || 0);
    const hurry = new AbortController();
    const tryNow = () => hurry.abort();
    addEventListener('online', tryNow, { signal: hurry.signal });
    observer.state('waiting', Math.ceil(wait / 1000), tryNow);
    await paused(wait, AbortSignal.any([signal, hurry.signal]));
    hurry.abort();
    pause = Math.min(pause * 2, LONGEST_PAUSE);
  }
  return null;
}

const isTemporary = (status) => status === 429 || status >= 500;

const paused = (ms, signal) =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/** The server-sent events of a body. */
export async function* eventsIn(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = (rest + value).split('\n\n');
    rest = blocks.pop();
    yield* blocks.map(eventOf);
  }
}

function eventOf(block) {
  const fields = { id: null, event: 'message', data: '' };
  for (const line of block.split('\n')) {
    const [, name, value] = /^(\w+): ?(.*)$/.exec(line) ?? [];
    if (name in fields) fields[name] = value;
  }
  return fields;
}
