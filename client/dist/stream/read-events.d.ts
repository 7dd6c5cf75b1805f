import { type Credentials } from '../credentials.ts';
import { type GatewayError } from '../errors.ts';
/** Settings of `readEvents`. */
export interface ReadOptions {
    /** As in `https://gateway.example/graphql`. */
    url: string;
    /** A subscription; it need not select `cursor`. */
    query: string;
    variables?: Record<string, unknown> | undefined;
    /** Supplies the `Authorization` header, as a `Session` does. Omit it to send none. */
    session?: Credentials | undefined;
    /** ID of the last event you processed. Omit it to start now. */
    lastEventId?: string | undefined;
    /** Stops the reader immediately. */
    signal?: AbortSignal | undefined;
    /** Milliseconds without any data, pings included, after which the connection is considered dead. Default: 40,000. */
    silence?: number | undefined;
    /** Replaces the global `fetch`, which must stream bodies. React Native: that of `expo/fetch`. */
    fetch?: typeof fetch | undefined;
}
/** A result of a subscription, as in the response to a query. */
export interface StreamResult<Data> {
    data?: Data | null;
    errors?: readonly GatewayError[];
}
/** An event of a stream. */
export interface StreamEvent<Data> {
    /** Cursor of this event: store it and pass it as `lastEventId` to continue after it. */
    id: string;
    result: StreamResult<Data>;
}
/**
 * Reads a subscription over server-sent events, in browsers and in Node. Reconnects with backoff after a lost connection,
 * not before the gateway's `Retry-After`, and at once when the network returns. It sends the last event ID, so that nothing
 * is lost or duplicated.
 * @throws StreamRefused if a retry is pointless, as with a credential that nobody replaces, and whatever the session throws.
 */
export declare function readEvents<Data = Record<string, unknown>>(options: ReadOptions): AsyncGenerator<StreamEvent<Data>, void, void>;
