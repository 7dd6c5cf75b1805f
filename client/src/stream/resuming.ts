import type { Client, FormattedExecutionResult, Sink, SubscribePayload } from 'graphql-ws';
import { type Clock, SYSTEM_CLOCK } from '../clock.ts';
import { backoff } from './backoff.ts';

/**
 * Makes the subscriptions of a graphql-ws client resume after a lost connection: when the client sends one again, its
 * `after` variable is the last cursor received. Each subscription has its own. One that the gateway refuses for now
 * (`retryable`) is sent again, after the time that the gateway says.
 *
 * A subscription must declare `$after` and select `cursor` under its single root field; otherwise it could not resume,
 * so it fails immediately with an explanation. Queries and mutations are unchanged.
 *
 * A payload with `extensions.documentId` is sent without its text: the gateway finds a trusted document by its ID.
 */
export const resuming = (client: Client): Client => resumingOn(SYSTEM_CLOCK, client);

/** As `resuming`, on any clock. */
export function resumingOn(clock: Clock, client: Client): Client {
  function subscribe<Data, Extensions>(
    given: SubscribePayload,
    sink: Sink<FormattedExecutionResult<Data, Extensions>>,
  ): () => void {
    const heads = subscriptionsIn(given.query);
    const payload = given.extensions?.documentId === undefined ? given : { ...given, query: '' };
    if (heads.length === 0) return client.subscribe(payload, sink);
    let failed = false;
    const fail = (problem: string): void => {
      failed = true;
      sink.error(new Error(`This subscription cannot resume: ${problem}`));
    };
    if (!heads.every((head) => /\$after\b/.test(head))) {
      fail('declare the variable `$after: String` and pass it as `after`.');
      return () => {};
    }
    let last: string | null = null;
    // graphql-ws keeps the payload and serializes it for each attempt, so the getter runs each time.
    const resumed: SubscribePayload = {
      ...payload,
      get variables() {
        return last === null ? payload.variables : { ...payload.variables, after: last };
      },
    };
    let refusals = 0;
    let cancelRetry = (): void => {};
    let stopAttempt = (): void => {};
    const stop = (): void => {
      cancelRetry();
      stopAttempt();
    };
    const attempt = (): void => {
      stopAttempt = client.subscribe<Data, Extensions>(resumed, {
        next: (result) => {
          refusals = 0;
          const item = itemIn(result.data);
          if (item && typeof item.cursor !== 'string') {
            stop();
            fail('select `cursor` (under that name) in its root field.');
            return;
          }
          if (item) last = String(item.cursor);
          sink.next(result);
        },
        error: (error) => {
          const retryAfter = retryAfterOf(error);
          if (retryAfter === null) return sink.error(error);
          cancelRetry = clock.after(retryAfter + backoff(refusals), attempt);
          refusals += 1;
        },
        complete: () => {
          if (!failed) sink.complete();
        },
      });
    };
    attempt();
    return stop;
  }
  return { ...client, subscribe, iterate: (payload) => iterate(subscribe, payload) };
}

/** Milliseconds to wait before a refused subscription is sent again. Null: that is pointless. */
function retryAfterOf(error: unknown): number | null {
  if (!Array.isArray(error) || !error.every(({ extensions }) => extensions?.retryable === true)) return null;
  return Math.max(0, ...error.map(({ extensions }) => Number(extensions.retryAfterMs ?? 0)));
}

/** The headers of a document's subscriptions, as in `subscription Received($after: String)`. */
function subscriptionsIn(document: string): string[] {
  let text = document.replace(/"""[\s\S]*?"""|"(?:\\.|[^"\\\n])*"|#.*/g, '');
  for (let before = ''; before !== text; ) {
    before = text;
    text = text.replace(/\{[^{}]*\}/g, ';');
  }
  return [...text.matchAll(/(?:^|;)\s*(subscription\b\s*\w*\s*(?:\([^)]*\))?)/g)].map(
    ([, head = '']) => head,
  );
}

/** The payload of the single root field. */
function itemIn(data: unknown): { cursor?: unknown } | undefined {
  return Object.values(data ?? {}).find((value) => typeof value === 'object' && value !== null);
}

/** Results one by one. The cursor advances when they arrive, as with `subscribe`. */
function iterate<Data, Extensions>(
  subscribe: Client['subscribe'],
  payload: SubscribePayload,
): AsyncIterableIterator<FormattedExecutionResult<Data, Extensions>> {
  type Result = FormattedExecutionResult<Data, Extensions>;
  const results: Result[] = [];
  let end: { error?: unknown } | undefined;
  let wake = (): void => {};
  const finish = (how: { error?: unknown }): void => {
    end ??= how;
    wake();
  };
  const stop = subscribe<Data, Extensions>(payload, {
    next: (result) => {
      results.push(result);
      wake();
    },
    error: (error) => finish({ error }),
    complete: () => finish({}),
  });
  const next = async (): Promise<IteratorResult<Result>> => {
    for (;;) {
      const result = results.shift();
      if (result) return { done: false, value: result };
      if (end && 'error' in end) throw end.error;
      if (end) return { done: true, value: undefined };
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  return {
    next,
    return: () => {
      results.length = 0;
      finish({});
      stop();
      return Promise.resolve({ done: true, value: undefined });
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
