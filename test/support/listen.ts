import { type Client, type ClientOptions, createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { Collected } from './collected.ts';
import type { GraphError } from './graph-error.ts';

/** The items received by one subscription, and ways to wait for more. */
export interface Listener<Payload> {
  items: Payload[];
  errors: GraphError[];
  ended: boolean;
  /** Resolves when there are this many items; rejects if the subscription ends first. */
  reach(count: number): Promise<Payload[]>;
  /** Resolves when the subscription has ended for any reason. */
  end(): Promise<void>;
  stop(): void;
}

export interface ListenOptions {
  authorization?: string;
  variables?: Record<string, unknown>;
  client?: Partial<ClientOptions>;
}

export const newClient = (url: string, { authorization, client = {} }: ListenOptions = {}): Client =>
  createClient({
    url: `${url.replace(/^http/, 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: authorization === undefined ? {} : { authorization },
    retryAttempts: 0,
    ...client,
  });

/** Subscribes over a WebSocket, with the client that front ends use. Items are the payloads of the one root field. */
// biome-ignore lint/suspicious/noExplicitAny: a test knows the shape of its data
export function listen<Payload = any>(
  url: string,
  query: string,
  options: ListenOptions = {},
): Listener<Payload> {
  return listenOn<Payload>(newClient(url, options), query, options.variables, true);
}

export function listenOn<Payload>(
  client: Client,
  query: string,
  variables: Record<string, unknown> = {},
  disposes = false,
): Listener<Payload> {
  const collected = new Collected<Payload>();
  const listener: Listener<Payload> = {
    items: collected.items,
    errors: [],
    ended: false,
    reach: (count) => collected.reach(count).then(() => collected.items),
    end: () => collected.until(() => listener.ended).then(() => {}),
    stop: () => {
      unsubscribe();
      if (disposes) void client.dispose();
    },
  };
  const finish = (): void => {
    listener.ended = true;
    collected.fail(new Error(`ended with ${JSON.stringify(listener)}`));
  };
  const unsubscribe = client.subscribe(
    { query, variables },
    {
      next: ({ data, errors = [] }) => {
        listener.errors.push(...(errors as unknown as GraphError[]));
        const [payload] = Object.values(data ?? {});
        if (payload !== undefined && payload !== null) collected.add(payload as Payload);
      },
      error: (error) => {
        if (Array.isArray(error)) listener.errors.push(...(error as GraphError[]));
        finish();
      },
      complete: finish,
    },
  );
  return listener;
}
