import type { Client as Socket } from 'graphql-ws/client';
import { awarenessMembers, type ClientAwareness } from './client-awareness.ts';
import type { Clock } from './clock.ts';
import { ANONYMOUS, type Credentials } from './credentials.ts';
import { authorizedFetch } from './session/authorized-fetch.ts';
import { openSocket } from './stream/socket.ts';

/** Settings that all clients share. */
export interface ClientOptions {
  /** As in `https://gateway.example/graphql`. A path, such as `/graphql`, works in browsers. */
  url: string;
  /** Supplies and refreshes the credential. Omit it to send none. */
  session?: Credentials | undefined;
  /** The socket for subscriptions, as made by `openSocket`. Default: a new one, opened with the first subscription. */
  socket?: Socket | undefined;
  /**
   * Sends the hash of a document that has one instead of its text, for a gateway with trusted documents. Its operator
   * needs the manifest: `@learning-platform/client/documents.json` for the documents of this package.
   */
  trustedDocuments?: boolean | undefined;
  /** Name and version of the app: the gateway's operator sees them in logs and metrics. */
  clientAwareness?: ClientAwareness | undefined;
  /** Replaces the global `fetch`. */
  fetch?: typeof fetch | undefined;
  /** @internal */
  clock?: Clock | undefined;
}

/** The connections of a client: HTTP for queries and mutations, a socket for subscriptions. */
export function connectionsOf({
  url,
  session = ANONYMOUS,
  socket,
  fetch: send = (...request) => fetch(...request),
  clientAwareness,
  clock,
}: ClientOptions): {
  fetch: typeof fetch;
  socket: Socket;
} {
  return {
    fetch: authorizedFetch(session, (input, init) => {
      const headers = new Headers(init?.headers);
      for (const [name, value] of Object.entries(awarenessMembers(clientAwareness))) headers.set(name, value);
      return send(input, { ...init, headers });
    }),
    socket: socket ?? openedLater(() => openSocket({ url: socketUrl(url), session, clientAwareness, clock })),
  };
}

/** A socket that is created on first use: servers that render need none, and may lack WebSocket. */
function openedLater(open: () => Socket): Socket {
  let opened: Socket | undefined;
  const socket = (): Socket => {
    opened ??= open();
    return opened;
  };
  return {
    on: (event, listener) => socket().on(event, listener),
    subscribe: (payload, sink) => socket().subscribe(payload, sink),
    iterate: (payload) => socket().iterate(payload),
    dispose: () => opened?.dispose(),
    terminate: () => opened?.terminate(),
  };
}

/** Sockets have no relative URLs. Outside of browsers there is no base URL. */
function socketUrl(url: string): string {
  const { location: page }: { location?: { href?: unknown } } = Object(globalThis);
  return typeof page?.href === 'string' ? new URL(url, page.href).href : url;
}
