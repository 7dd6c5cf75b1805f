import { type Client, createClient } from 'graphql-ws';
import { ANONYMOUS, type Credentials } from '../credentials.ts';
import { backoff, wait } from './backoff.ts';
import { resuming } from './resuming.ts';

/** Settings of `openSocket`. */
export interface SocketOptions {
  /** As in `wss://gateway.example/graphql`; an `http` or `https` URL is converted. A function is called for each connection. */
  url: string | (() => string);
  /**
   * Supplies the credential of each connection, as a `Session` does. It is asked to replace one that has ended (4403).
   * Omit it to send none.
   */
  session?: Credentials | undefined;
  /** Milliseconds between pings. Default: 15,000. */
  keepAlive?: number | undefined;
  /** Milliseconds to wait for a pong before the connection is considered dead. Default: 5,000. */
  patience?: number | undefined;
  /** A WebSocket implementation where there is no global one. */
  webSocketImpl?: unknown;
}

/**
 * A graphql-ws client that reconnects without limit and resumes its subscriptions where they were interrupted. It opens
 * its connection with the first subscription and closes it after the last.
 */
export function openSocket(options: SocketOptions): Client {
  const { url, session = ANONYMOUS, keepAlive = 15_000, patience = 5_000, webSocketImpl } = options;
  let credential = '';
  let refused: string | null = null;
  let demanded = 0;
  let dead: ReturnType<typeof setTimeout> | undefined;
  const client = createClient({
    url: () => (typeof url === 'string' ? url : url()).replace(/^http/, 'ws'),
    ...(webSocketImpl === undefined ? {} : { webSocketImpl }),
    connectionParams: async () => {
      credential = await session.authorization(refused);
      return credential === '' ? {} : { authorization: credential };
    },
    retryAttempts: Number.POSITIVE_INFINITY,
    retryWait: (retries) => wait(backoff(retries, demanded)),
    // Network failures are always retried; errors thrown by our own code, mainly by the session, are not.
    shouldRetry: (problem) => !(problem instanceof Error) || 'code' in problem,
    keepAlive,
    on: {
      connected: () => {
        refused = null;
        demanded = 0;
      },
      ping: (received) => {
        if (!received) dead = setTimeout(() => client.terminate(), patience);
      },
      pong: (received) => {
        if (received) clearTimeout(dead);
      },
      closed: (event) => {
        clearTimeout(dead);
        const { code, reason } = closeOf(event);
        refused = code === CLOSED.forbidden ? credential : null;
        demanded = code === CLOSED.tryAgainLater ? demandedIn(reason) : 0;
      },
    },
  });
  return resuming(client);
}

const CLOSED = { tryAgainLater: 1013, forbidden: 4403 } as const;

function closeOf(event: unknown): { code: unknown; reason: string } {
  const { code, reason }: { code?: unknown; reason?: unknown } =
    typeof event === 'object' && event !== null ? event : {};
  return { code, reason: typeof reason === 'string' ? reason : '' };
}

/** Milliseconds to wait, as in `Too many requests, retry after 2 s`; a second if the gateway does not say. */
const demandedIn = (reason: string): number => Number(/retry after (\d+) s/.exec(reason)?.[1] ?? 1) * 1000;

/** Whether events arrive. */
export type ConnectionState = 'connecting' | 'live' | 'lost';

/** Connection state of a socket, for display. Fits React's `useSyncExternalStore`. */
export class Connection {
  #state: ConnectionState = 'connecting';
  readonly #listeners = new Set<() => void>();

  constructor(socket: Client) {
    socket.on('connected', () => this.#change('live'));
    socket.on('closed', () => this.#change('lost'));
  }

  readonly state = (): ConnectionState => this.#state;

  /** Subscribes to changes. @returns unsubscribes. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #change(state: ConnectionState): void {
    if (this.#state === state) return;
    this.#state = state;
    for (const listener of [...this.#listeners]) listener();
  }
}
