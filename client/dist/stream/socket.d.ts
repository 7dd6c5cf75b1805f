import { type Client } from 'graphql-ws/client';
import { type ClientAwareness } from '../client-awareness.ts';
import { type Credentials } from '../credentials.ts';
/** Settings of `openSocket`. */
export interface SocketOptions {
    /** As in `wss://gateway.example/graphql`; an `http` or `https` URL is converted. A function is called for each connection. */
    url: string | (() => string);
    /**
     * Supplies the credential of each connection, as a `Session` does. It is asked once to replace one that has ended (4403);
     * if it does not, subscriptions fail with `StreamRefused`. Omit it to send none.
     */
    session?: Credentials | undefined;
    /** Milliseconds between pings. Default: 15,000. */
    keepAlive?: number | undefined;
    /** Milliseconds to wait for a pong before the connection is considered dead. Default: 5,000. */
    patience?: number | undefined;
    /** Name and version of the app: the gateway's operator sees them in logs and metrics. */
    clientAwareness?: ClientAwareness | undefined;
    /** A WebSocket implementation where there is no global one. */
    webSocketImpl?: unknown;
}
/**
 * A graphql-ws client that reconnects without limit and resumes its subscriptions where they were interrupted: at once when
 * the network returns. It opens its connection with the first subscription and closes it after the last.
 */
export declare function openSocket(options: SocketOptions): Client;
/** Whether events arrive. `idle`: there is no subscription. `lost`: it is being reconnected. */
export type ConnectionState = 'idle' | 'connecting' | 'live' | 'lost';
/** Connection state of a socket, for display. Fits React's `useSyncExternalStore`. */
export declare class Connection {
    #private;
    constructor(socket: Client);
    readonly state: () => ConnectionState;
    /** The state for server rendering and hydration. For `useSyncExternalStore`, as its third argument. */
    readonly serverState: () => ConnectionState;
    /** Subscribes to changes. @returns unsubscribes. */
    readonly subscribe: (listener: () => void) => (() => void);
}
