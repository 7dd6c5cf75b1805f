import type { Payload, Result, SubscriptionClient } from './subscription-client.ts';

/** Results one by one. The cursor advances when they arrive, as with `subscribe`. */
export function iterate(
  subscribe: SubscriptionClient['subscribe'],
  payload: Payload,
): AsyncIterableIterator<Result> {
  const results: Result[] = [];
  let end: { error?: unknown } | undefined;
  let wake = (): void => {};
  const finish = (how: { error?: unknown }): void => {
    end ??= how;
    wake();
  };
  const stop = subscribe(payload, {
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
