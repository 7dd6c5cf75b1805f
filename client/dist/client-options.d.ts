import type { Client as Socket } from 'graphql-ws/client';
import { type ClientAwareness } from './client-awareness.ts';
import { type Credentials } from './credentials.ts';
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
     * needs the manifest: `learning-platform-client/documents.json` for the documents of this package.
     */
    trustedDocuments?: boolean | undefined;
    /** Name and version of the app: the gateway's operator sees them in logs and metrics. */
    clientAwareness?: ClientAwareness | undefined;
    /** Replaces the global `fetch`. */
    fetch?: typeof fetch | undefined;
}
/** The connections of a client: HTTP for queries and mutations, a socket for subscriptions. */
export declare function connectionsOf({ url, session, socket, fetch: send, clientAwareness, clock, }: ClientOptions): {
    fetch: typeof fetch;
    socket: Socket;
};
