import type { GraphQLSchema } from 'graphql';
import { createClient } from 'graphql-ws';
import { type App, startApp } from '../../src/app/app.ts';
import { demoOf } from '../../src/app/demo.ts';
import type { Config } from '../../src/config/config.ts';
import type { Log } from '../../src/telemetry/log.ts';

/** Whose credential an operation is sent with. */
export const CALLERS = ['student', 'instructor', 'child', 'plugin', 'nobody'] as const;
export type Caller = (typeof CALLERS)[number];

export interface Operation {
  document: string;
  variables?: Readonly<Record<string, unknown>> | undefined;
  operationName?: string | undefined;
  as: Caller;
}

/** A response of the graph. */
export interface Result {
  data?: unknown;
  errors?: readonly unknown[];
  extensions?: { upstream?: { calls: number; routes: readonly { route: string; calls: number }[] } };
}

/** What a stream delivered until it was left. */
export interface Heard {
  items: readonly Result[];
  /** Why it was left. */
  end: string;
  /** The response to the operation that was sent once the stream had begun. Null: none was. */
  during: Result | null;
}

/**
 * A gateway in this process on the embedded platform, started by the first operation. It knows no other platform: it has no
 * address to give, so no credential and no profile of a real user reaches a model.
 */
export class EmbeddedGateway {
  readonly #config: Config;
  readonly #log: Log;
  readonly #schema: GraphQLSchema;
  #starting: Promise<App> | null = null;

  constructor(config: Config, schema: GraphQLSchema, log: Log) {
    if (config.hosts !== null) throw new Error('agents run operations on the embedded platform only');
    this.#config = config;
    this.#log = log;
    this.#schema = schema;
  }

  async run(operation: Operation, signal: AbortSignal): Promise<Result> {
    const app = await this.#start();
    const response = await fetch(`${app.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headersOf(app, operation.as) },
      body: JSON.stringify(bodyOf(operation)),
      signal,
    });
    return resultOf(await response.json());
  }

  /** Listens until a number of items, a time in milliseconds, or the end of the stream. */
  async listen(
    operation: Operation,
    { items: most, time, during }: { items: number; time: number; during: Operation | null },
    signal: AbortSignal,
  ): Promise<Heard> {
    const app = await this.#start();
    const client = createClient({
      url: `${app.url.replace('http', 'ws')}/graphql`,
      connectionParams: headersOf(app, operation.as),
      retryAttempts: 0,
    });
    const items: Result[] = [];
    let response: Result | null = null;
    const stream = client.iterate(bodyOf(operation));
    const limit = AbortSignal.any([signal, AbortSignal.timeout(time)]);
    const leave = (): void => void client.dispose();
    limit.addEventListener('abort', leave);
    try {
      for await (const item of stream) {
        items.push(resultOf(item));
        if (items.length === most) return { items, end: `after ${most} items, as asked`, during: response };
        if (during && response === null) response = await this.run(during, limit);
      }
      const end = limit.aborted ? `after ${time / 1000} s; it goes on` : 'by the gateway';
      return { items, end, during: response };
    } catch (error) {
      if (!Array.isArray(error) && !limit.aborted) throw error;
      const end = limit.aborted ? `after ${time / 1000} s; it goes on` : 'by an error';
      return { items: Array.isArray(error) ? [...items, { errors: error }] : items, end, during: response };
    } finally {
      limit.removeEventListener('abort', leave);
      await client.dispose();
    }
  }

  async close(): Promise<void> {
    const app = await this.#starting?.catch(() => null);
    await app?.close();
  }

  #start(): Promise<App> {
    this.#starting ??= startApp(this.#config, this.#log, { schema: this.#schema }).catch((error: unknown) => {
      // The next operation tries again.
      this.#starting = null;
      throw error;
    });
    return this.#starting;
  }
}

function headersOf({ sandbox }: App, caller: Caller): Record<string, string> {
  const identity = sandbox && demoOf(sandbox).identities.find(({ id }) => id === caller);
  return identity ? { authorization: identity.authorization } : {};
}

const bodyOf = ({ document, variables = {}, operationName }: Operation) => ({
  query: document,
  variables: { ...variables },
  extensions: { upstream: true },
  ...(operationName === undefined ? {} : { operationName }),
});

/** The gateway's own response. */
const resultOf = (value: unknown): Result => (typeof value === 'object' && value !== null ? value : {});
