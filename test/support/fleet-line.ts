import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { EventStreamParser, type SentEvent } from './event-stream.ts';
import { pause } from './fleet-form.ts';
import type { GraphError } from './graph-error.ts';

/** An item of any subscription of the gateway, with the part of its payload that the test needs. */
export interface LineItem {
  cursor: string;
  gap: { reason: string } | null;
  // biome-ignore lint/suspicious/noExplicitAny: a test knows the shape of its data
  [payload: string]: any;
}

/** Where and how a line is opened. */
export interface LineOptions {
  /** Addresses to try in turn, the preferred one first. */
  urls: readonly string[];
  query: string;
  /** A function is called for each connection. */
  authorization: string | (() => string);
  /** Called for each connection, with the cursor that it resumes after. */
  onConnected?(after: string | null): void;
  /** Called with the code of each error of the gateway. */
  onError?(code: string): void;
  onItem(item: LineItem): void;
}

/** One subscription that resumes with its last cursor after every disconnect, until it is stopped. */
export interface Line {
  /** Number of connections so far. */
  readonly connections: number;
  readonly cursor: string | null;
  /** Errors received; it has reconnected after each. */
  readonly errors: readonly GraphError[];
  /** Close codes of its sockets. */
  readonly closeCodes: readonly number[];
  /** Stops reading without closing the connection. */
  pause(): void;
  resume(): void;
  /** Cuts its connection. */
  reset(): void;
  stop(): void;
}

const RETRY_WAIT = 100;
/** Errors kept: a line may be refused for hours. */
const MOST_ERRORS = 1000;

const current = (authorization: LineOptions['authorization']): string =>
  typeof authorization === 'string' ? authorization : authorization();

/** Waits before the next attempt, not all lines at once. */
const retryWait = (): Promise<void> => pause(RETRY_WAIT * (0.5 + Math.random()));

/** What a line knows of itself, and how it notes errors. */
function newState({ onError }: LineOptions) {
  const state = {
    connections: 0,
    cursor: null as string | null,
    errors: [] as GraphError[],
    closeCodes: [] as number[],
  };
  const note = (errors: readonly GraphError[]): void => {
    if (state.errors.length < MOST_ERRORS) state.errors.push(...errors);
    // What graphql-ws reports itself has no code.
    for (const { extensions } of errors) if (extensions?.code) onError?.(extensions.code);
  };
  return { state, note };
}

/** Over a WebSocket, with the client that front ends use. */
export function openSocketLine(options: LineOptions): Line {
  const { urls, query, authorization, onConnected, onItem } = options;
  const { state, note } = newState(options);
  let attempt = 0;
  let socket: WebSocket | null = null;
  let isStopped = false;
  const client = createClient({
    url: () => `${urls[attempt % urls.length]?.replace(/^http/, 'ws')}/graphql`,
    webSocketImpl: class extends WebSocket {
      constructor(address: string, protocols: string) {
        super(address, protocols, { handshakeTimeout: 5000 });
      }
    },
    connectionParams: () => ({ authorization: current(authorization) }),
    lazy: true,
    retryAttempts: Number.POSITIVE_INFINITY,
    shouldRetry: () => !isStopped,
    retryWait,
    on: {
      opened: (opened) => {
        socket = opened as WebSocket;
        state.connections += 1;
        onConnected?.(state.cursor);
      },
      closed: (event) => {
        state.closeCodes.push((event as { code: number }).code);
        attempt += 1;
      },
    },
  });
  const subscribe = (): void => {
    client.subscribe<Record<string, LineItem>>(
      {
        query,
        // graphql-ws sends the same object on each retry: a getter makes it carry the last cursor.
        get variables() {
          return { after: state.cursor };
        },
      },
      {
        next: ({ data, errors = [] }) => {
          note(errors as unknown as GraphError[]);
          const [item] = Object.values(data ?? {});
          if (!item) return;
          state.cursor = item.cursor;
          onItem(item);
        },
        error: (error) => {
          note(Array.isArray(error) ? error : [error as GraphError]);
          if (!isStopped) void retryWait().then(subscribe);
        },
        complete: () => {
          if (!isStopped) void retryWait().then(subscribe);
        },
      },
    );
  };
  subscribe();
  return Object.assign(state, {
    pause: () => void socket?.pause(),
    resume: () => void socket?.resume(),
    reset: () => void socket?.terminate(),
    stop: () => {
      isStopped = true;
      // A connection attempt may fail if the line is stopped meanwhile.
      Promise.resolve(client.dispose()).catch(() => {});
      socket?.terminate();
    },
  });
}

/** Over server-sent events, read with `fetch` as on a page; resumes with `Last-Event-ID`. */
export function openEventsLine(options: LineOptions): Line {
  const { urls, query, authorization, onConnected, onItem } = options;
  const { state, note } = newState(options);
  const stopped = new AbortController();
  let connection = new AbortController();
  let attempt = 0;
  let held: Promise<void> | null = null;
  let release = (): void => {};

  const take = (event: SentEvent | string): void => {
    if (typeof event === 'string' || event.type !== 'next') return;
    const { data, errors = [] } = JSON.parse(event.data);
    note(errors);
    const [item] = Object.values<LineItem>(data ?? {});
    if (event.id !== null) state.cursor = event.id;
    if (item) onItem(item);
  };
  const readOnce = async (url: string | undefined): Promise<void> => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'text/event-stream',
        authorization: current(authorization),
        ...(state.cursor === null ? {} : { 'last-event-id': state.cursor }),
      },
      body: JSON.stringify({ query, variables: {} }),
      signal: connection.signal,
    });
    if (!response.ok || !response.body) {
      // An operation refused before it starts gets a regular JSON response.
      note(JSON.parse(await response.text()).errors ?? []);
      return;
    }
    state.connections += 1;
    onConnected?.(state.cursor);
    const parser = new EventStreamParser();
    for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
      await held;
      for (const event of parser.push(chunk)) take(event);
    }
  };
  const run = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      connection = new AbortController();
      await readOnce(urls[attempt++ % urls.length]).catch(() => {});
      if (!stopped.signal.aborted) await retryWait();
    }
  };
  void run();
  return Object.assign(state, {
    pause: () => {
      held = new Promise((resolve) => {
        release = resolve;
      });
    },
    resume: () => {
      held = null;
      release();
    },
    reset: () => connection.abort(),
    stop: () => {
      stopped.abort();
      connection.abort();
      release();
    },
  });
}
