import { type Client, createClient } from 'graphql-ws';
import { resuming } from './resume.ts';

export interface SocketSettings {
  /** As in `wss://gateway.example/graphql`. A function is called for each connection. */
  url: string | (() => string);
  /**
   * Returns the access token; called for each connection. `refused`: the gateway closed with 4403 because the session
   * has ended: refresh the token, or throw to give up.
   */
  token(refused: boolean): string | Promise<string>;
  /** Milliseconds between pings. */
  keepAlive?: number;
  /** Milliseconds to wait for a pong before the connection is considered dead. */
  patience?: number;
}

/** A graphql-ws client that reconnects without limit, and loses no events. */
export function openSocket({ url, token, keepAlive = 15_000, patience = 5_000 }: SocketSettings): Client {
  let refused = false;
  let retryAfter = 0;
  let dead: ReturnType<typeof setTimeout> | undefined;
  const client = createClient({
    url,
    connectionParams: async () => ({ authorization: await token(refused) }),
    retryAttempts: Number.POSITIVE_INFINITY,
    // Jitter, so that the clients of an instance that stops do not all reconnect at once.
    retryWait: (retries) => wait(retryAfter + Math.random() * Math.min(30_000, 500 * 2 ** retries)),
    // Network failures are always retried; errors thrown by our own code, mainly `token`, are not.
    shouldRetry: (problem) => !(problem instanceof Error) || 'code' in problem,
    keepAlive,
    on: {
      connected: () => {
        refused = false;
      },
      ping: (received) => {
        if (!received) dead = setTimeout(() => client.terminate(), patience);
      },
      pong: (received) => {
        if (received) clearTimeout(dead);
      },
      closed: (event) => {
        clearTimeout(dead);
        const { code, reason = '' } = event as { code?: number; reason?: string };
        refused = code === 4403;
        // An overloaded gateway says how long to wait, as in `Too many requests, retry after 2 s`.
        retryAfter = Number(/retry after (\d+) s/.exec(reason)?.[1] ?? 0) * 1000;
      },
    },
  });
  return resuming(client);
}

const wait = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));
