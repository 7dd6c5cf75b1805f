import type { Sink } from './subscription-client.ts';

/**
 * Results one by one. The cursor advances when they arrive, as with `subscribe`. The promise that `next` of the sink returns
 * resolves once the reader asks for the result after it.
 */
export function iterate<Payload, Result>(
  subscribe: (payload: Payload, sink: Sink<Result>) => () => void,
  payload: Payload,
): AsyncIterableIterator<Result> {
  const results: { result: Result; handled: () => void }[] = [];
  let end: { error?: unknown } | undefined;
  let wake = (): void => {};
  /** The reader is done with the result that it has. */
  let handled = (): void => {};
  const finish = (how: { error?: unknown }): void => {
    end ??= how;
    wake();
  };
  const stop = subscribe(payload, {
    next: (result) =>
      new Promise<void>((resolve) => {
        results.push({ result, handled: resolve });
        wake();
      }),
    error: (error) => finish({ error }),
    complete: () => finish({}),
  });
  const next = async (): Promise<IteratorResult<Result>> => {
    handled();
    for (;;) {
      const next = results.shift();
      if (next) {
        handled = next.handled;
        return { done: false, value: next.result };
      }
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
