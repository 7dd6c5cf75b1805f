import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { QueryTimes } from './query-load.ts';

const QUERY_LOAD = join(import.meta.dirname, 'query-load.ts');

export interface QueryProcess {
  /** Waits for the queries in progress; the process ends. */
  stop(): Promise<QueryTimes>;
  kill(): void;
}

/** Starts queries in a process of their own. @param argv of `query-load.ts`. */
export async function startQueryProcess(...argv: string[]): Promise<QueryProcess> {
  const queries = fork(QUERY_LOAD, argv);
  await once(queries, 'message');
  queries.send('start');
  return {
    async stop() {
      queries.send('stop');
      const [report] = await once(queries, 'message');
      return report;
    },
    kill: () => void queries.kill(),
  };
}
