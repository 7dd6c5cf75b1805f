import { ask } from './fleet-ask.ts';
import { pause } from './fleet-form.ts';

/** Queries that do not need Redis, sent to each instance one after the other. */
export interface SteadyQueries {
  /** Responses of instances that were running throughout. */
  readonly sent: number;
  /** Maximum response time, in milliseconds. */
  readonly slowest: number;
  readonly failures: readonly string[];
  stop(): Promise<void>;
}

/** @param isUp whether an instance should be running. What it did not finish because it was stopped is not a failure. */
export function startQueries(
  instances: readonly { readonly url: string; readonly isUp: boolean }[],
  authorization: string,
): SteadyQueries {
  const state = { sent: 0, slowest: 0, failures: [] as string[] };
  const stopping = new AbortController();
  const run = async (instance: (typeof instances)[number]): Promise<void> => {
    while (!stopping.signal.aborted) {
      const wasUp = instance.isUp;
      const startedAt = performance.now();
      const failure = wasUp ? await query(instance.url, authorization) : null;
      if (wasUp && instance.isUp) {
        state.sent += 1;
        state.slowest = Math.max(state.slowest, performance.now() - startedAt);
        if (failure !== null) state.failures.push(failure);
      }
      await pause(50);
    }
  };
  const running = Promise.all(instances.map(run));
  return Object.assign(state, {
    stop: async () => {
      stopping.abort();
      await running;
    },
  });
}

/** Null: it succeeded. */
const query = (url: string, authorization: string): Promise<string | null> =>
  ask(url, '{ me { id } }', { authorization }).then(
    ({ data, errors }) => (data?.me ? null : JSON.stringify(errors)),
    String,
  );
