import { type Client, createClient } from 'graphql-ws';
import { resuming } from './resume.ts';

export interface SocketSettings {
  /** As in `wss://gateway.example/graphql`. */
  url: string;
  /**
   * The access token, asked for at each connection. `refused`: the gateway closed with 4403, the session is over:
   * refresh the token, or throw to give up.
   */
  token(refused: boolean): string | Promise<string>;
  /** Milliseconds between signs of life. */
  keepAlive?: number;
  /** Milliseconds to wait for the answer to one before the connection counts as dead. */
  patience?: number;
}

/** A graphql-ws client that never gives up on a lost connection, and loses nothing with one. */
export function openSocket({ url, token, keepAlive = 15_000, patience = 5_000 }: SocketSettings): Client {
  let refused = false;
  let dead: ReturnType<typeof setTimeout> | undefined;
  const client = createClient({
    url,
    connectionParams: async () => ({ authorization: await token(refused) }),
    retryAttempts: Number.POSITIVE_INFINITY,
    // Spread, so that the clients of an instance that ends do not all come back at once.
    retryWait: (retries) => wait(Math.random() * Math.min(30_000, 500 * 2 ** retries)),
    // Whatever the network does is worth a retry; what our own code throws, `token` above all, is not.
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
        refused = (event as { code?: number }).code === 4403;
      },
    },
  });
  return resuming(client);
}

const wait = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));
