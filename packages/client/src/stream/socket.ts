import {
  type Client,
  createClient,
  type FormattedExecutionResult,
  type Sink,
  type SubscribePayload,
} from 'graphql-ws/client';
import { retryAfterClose, waitToReconnect } from '../../../resumable-subscriptions/client/backoff.ts';
import { resume } from '../../../resumable-subscriptions/client/resume.ts';
import { awarenessMembers, type ClientAwareness } from '../client-awareness.ts';
import { type Clock, SYSTEM_CLOCK } from '../clock.ts';
import { ANONYMOUS, type Credentials, SIGNED_OUT } from '../credentials.ts';
import { isSignedOut } from '../errors.ts';
import { isTemporary } from '../session/request.ts';
import { ConnectionWatch } from './connection-watch.ts';
import { type Commit, type StoredCursor, storingCursors } from './stored-cursor.ts';
import { StreamRefused } from './stream-refused.ts';

/** Settings of `openSocket`. */
export interface SocketOptions {
  /** As in `wss://gateway.example/graphql`; an `http` or `https` URL is converted. A function is called for each connection. */
  url: string | (() => string);
  /**
   * Supplies the credential of each connection, as a `Session` does. It is called once to replace one that has ended (4403, or
   * UNAUTHENTICATED for a new subscription); if it does not, subscriptions fail with `StreamRefused`. Omit it to send none.
   */
  session?: Credentials | undefined;
  /** Milliseconds between pings. Default: 15,000. */
  keepAlive?: number | undefined;
  /** Milliseconds to wait for a pong before the connection is considered dead. Default: 5,000. */
  patience?: number | undefined;
  /** The stored cursor of a subscription, which it starts at. Null: it has none. Default: none has. */
  cursorOf?: ((payload: SubscribePayload) => StoredCursor | null) | undefined;
  /**
   * When a stored cursor moves past an event. Default: `before`. `after`: once the promise has resolved that `next` of the sink
   * returned, or the reader of `iterate` requests the next one. Results wait for one another, and a rejection ends the
   * subscription.
   */
  commit?: Commit | undefined;
  /** Name and version of the app: the gateway's operator sees them in logs and metrics. */
  clientAwareness?: ClientAwareness | undefined;
  /** A WebSocket implementation where there is no global one. */
  webSocketImpl?: unknown;
  /** @internal */
  clock?: Clock | undefined;
}

/**
 * A graphql-ws client that reconnects without limit and resumes its subscriptions where they were interrupted: at once when
 * the network returns. It opens its connection with the first subscription and closes it after the last.
 */
export function openSocket(options: SocketOptions): Client {
  const { url, session = ANONYMOUS, keepAlive = 15_000, patience = 5_000, webSocketImpl } = options;
  const { clock = SYSTEM_CLOCK } = options;
  let credential = '';
  /** The credential that was refused before, if this one replaces it. */
  let refused: string | null = null;
  let isRefusedAgain = false;
  /** Whether the next connection is opened without backoff. */
  let skipsBackoff = false;
  let demanded = 0;
  let waiting: AbortController | null = null;
  let opened: unknown = null;
  /** Listeners to `closed`, for ends that graphql-ws does not report. */
  const ended = new Set<(code: number) => void>();
  const watch = new ConnectionWatch(clock, { keepAlive, patience }, (isWokenUp) => {
    client.terminate();
    skipsBackoff = isWokenUp;
  });
  const client = createClient({
    url: () => (typeof url === 'string' ? url : url()).replace(/^http/, 'ws'),
    ...(typeof webSocketImpl === 'function' ? { webSocketImpl: endingQuietly(webSocketImpl) } : {}),
    connectionParams: async () => {
      credential = await session.authorization(refused);
      if (credential === refused) throw new StreamRefused(401, [SIGNED_OUT]);
      const named = awarenessMembers(options.clientAwareness);
      return credential === '' ? named : { ...named, authorization: credential };
    },
    retryAttempts: Number.POSITIVE_INFINITY,
    retryWait: async (failures) => {
      if (skipsBackoff) return;
      waiting = new AbortController();
      await waitToReconnect(clock, { failures, demanded }, waiting.signal);
      waiting = null;
    },
    // Network failures are always retried; errors thrown by our own code, mainly by a session that gave up, are not.
    shouldRetry: (problem) =>
      !isRefusedAgain && (!(problem instanceof Error) || 'code' in problem || isTemporary(problem)),
    on: {
      connecting: () => {
        skipsBackoff = false;
        watch.start();
      },
      connected: (socket) => {
        refused = null;
        demanded = 0;
        watch.connected(() => {
          if (isSocket(socket)) socket.send(PING);
        });
      },
      pong: (received) => {
        if (received) watch.heard();
      },
      opened: (socket) => {
        opened = socket;
      },
      error: (problem) => {
        watch.stop();
        if (!isSocket(opened)) return;
        // The session failed. graphql-ws would mistake the end of this connection for that of the next.
        opened.onclose = null;
        opened = null;
        if (!isTemporary(problem)) refused = null;
        for (const report of [...ended]) report(CLOSED.clientError);
      },
      closed: (event) => {
        watch.stop();
        opened = null;
        const { code, reason } = closeOf(event);
        isRefusedAgain = code === CLOSED.forbidden && refused !== null;
        refused = code === CLOSED.forbidden && !isRefusedAgain ? credential : null;
        skipsBackoff = refused !== null;
        demanded = code === CLOSED.tryAgainLater ? retryAfterClose(reason) : 0;
      },
    },
  });
  const on: Client['on'] = (event, listener) => {
    const removeListener = client.on(event, listener);
    if (event !== 'closed') return removeListener;
    const report = (code: number): unknown => Reflect.apply(listener, null, [{ code, reason: '' }]);
    ended.add(report);
    return () => {
      removeListener();
      ended.delete(report);
    };
  };
  // graphql-ws closes an unused connection, but continues to wait for the next one without an event.
  const stopWaiting = (): void => {
    if (!waiting) return;
    waiting.abort();
    waiting = null;
    for (const report of [...ended]) report(CLOSED.normal);
  };
  // The gateway checks the session of a connection from time to time, and that of a new subscription at once.
  const replaceCredential = (error: unknown, recoveries: number): boolean => {
    if (recoveries > 0 || credential === '' || !Array.isArray(error) || !isSignedOut(error)) return false;
    client.terminate();
    refused = credential;
    skipsBackoff = true;
    return true;
  };
  const resumed = resume(countingSubscriptions({ ...client, on }, stopWaiting), {
    strict: true,
    clock,
    recover: replaceCredential,
  });
  const { cursorOf, commit = 'before' } = options;
  return cursorOf ? storingCursors(resumed, commit, cursorOf) : resumed;
}

/**
 * Lets nothing throw when graphql-ws gives up a connection that is still being opened: `ws` then reports an error, for which
 * graphql-ws no longer listens.
 */
function endingQuietly(webSocketImpl: CallableFunction): CallableFunction {
  return new Proxy(webSocketImpl, {
    construct(...parameters) {
      const socket = Reflect.construct(...parameters);
      if (isSocket(socket)) socket.addEventListener('error', () => {});
      return socket;
    },
  });
}

/** Calls back when the last subscription has ended, and adds the reason when one was refused. */
function countingSubscriptions(client: Client, becomeUnused: () => void): Client {
  let open = 0;
  function subscribe<Data, Extensions>(
    payload: SubscribePayload,
    sink: Sink<FormattedExecutionResult<Data, Extensions>>,
  ): () => void {
    let isOpen = true;
    open += 1;
    const end = (): void => {
      if (!isOpen) return;
      isOpen = false;
      open -= 1;
      if (open === 0) becomeUnused();
    };
    const stop = client.subscribe<Data, Extensions>(payload, {
      next: (result) => sink.next(result),
      error: (error) => {
        end();
        sink.error(closeOf(error).code === CLOSED.forbidden ? new StreamRefused(401, [SIGNED_OUT]) : error);
      },
      complete: () => {
        end();
        sink.complete();
      },
    });
    return () => {
      stop();
      end();
    };
  }
  return { ...client, subscribe };
}

const CLOSED = { normal: 1000, clientError: 4005, tryAgainLater: 1013, forbidden: 4403 } as const;

/** Of the `graphql-transport-ws` protocol. */
const PING = '{"type":"ping"}';

const isSocket = (socket: unknown): socket is Pick<WebSocket, 'send' | 'onclose' | 'addEventListener'> =>
  typeof Object(socket).send === 'function';

function closeOf(event: unknown): { code: unknown; reason: string } {
  const { code, reason }: { code?: unknown; reason?: unknown } = Object(event);
  return { code, reason: typeof reason === 'string' ? reason : '' };
}

/** State of a connection. `idle`: there is no subscription. `lost`: it is being reconnected. */
export type ConnectionState = 'idle' | 'connecting' | 'live' | 'lost';

/** Connection state of a socket, for display. Fits React's `useSyncExternalStore`. */
export class Connection {
  #state: ConnectionState = 'idle';
  readonly #listeners = new Set<() => void>();

  constructor(socket: Client) {
    socket.on('connecting', () => this.#change(this.#state === 'lost' ? 'lost' : 'connecting'));
    socket.on('connected', () => this.#change('live'));
    socket.on('closed', (event) => this.#change(closeOf(event).code === CLOSED.normal ? 'idle' : 'lost'));
  }

  readonly state = (): ConnectionState => this.#state;

  /** The state for server rendering and hydration. For `useSyncExternalStore`, as its third argument. */
  readonly serverState = (): ConnectionState => 'idle';

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
