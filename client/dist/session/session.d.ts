import { type Credentials } from '../credentials.ts';
import { type SessionStorage, type Tokens } from './storage.ts';
/** Settings of a session. */
export interface SessionOptions {
    /** As in `https://gateway.example/graphql`. A path, such as `/graphql`, works in browsers. */
    url: string;
    /**
     * Where the tokens are kept. Default: `localStorage` in browsers, so that all tabs share the sign-in; memory elsewhere.
     * `sessionStorage` limits a sign-in to its tab.
     */
    storage?: SessionStorage | undefined;
    /** Distinguishes several sessions of one origin. Default: `learning-platform`. */
    name?: string | undefined;
    /** Replaces the global `fetch`. */
    fetch?: typeof fetch | undefined;
}
/** State of a session. An object is never changed, so equal states are the same object. */
export type SessionState = 
/** The tokens are being read from an asynchronous storage. */
{
    readonly status: 'loading';
}
/** `id` changes with each sign-in, also in another tab, and not with a refresh: a cache belongs to one of them. */
 | {
    readonly status: 'signed-in';
    readonly id: string;
    readonly tokens: Tokens;
}
/** `absent`: never signed in, or signed out. `expired`: ended by the platform, so say that it ended. */
 | {
    readonly status: 'signed-out';
    readonly reason: 'absent' | 'expired';
};
/**
 * One sign-in: obtains tokens with PKCE, refreshes them once for all requests and tabs that need it, and ends in all tabs
 * at once. Pass it as `session` to the clients of this package.
 *
 * Scripts on the page can read the tokens. A page that must be safe from third-party scripts keeps them in an HTTP-only
 * cookie of its own server instead.
 */
export declare class Session implements Credentials {
    #private;
    /** Resolves when the stored tokens have been read: at once, unless the storage is asynchronous. */
    readonly ready: Promise<void>;
    constructor(options: SessionOptions);
    /** The current state. Fits React's `useSyncExternalStore`, as does `subscribe`. */
    readonly state: () => SessionState;
    /** The state for server rendering and hydration: nobody is known yet. For `useSyncExternalStore`, as its third argument. */
    readonly serverState: () => SessionState;
    /** Subscribes to changes. @returns unsubscribes. */
    readonly subscribe: (listener: () => void) => (() => void);
    /**
     * The `Authorization` header; empty if nobody is signed in.
     * @param refused the header that the gateway has refused: if it is the current one, the session is refreshed first.
     * @throws SessionError if the session cannot be refreshed.
     */
    readonly authorization: (refused?: string | null) => Promise<string>;
    /**
     * Starts a sign-in. Open the returned URL in the browser; the platform's page returns to `redirectUri`, where
     * `finishSignIn` takes over.
     * @param redirectUri registered for the app in the platform's developer console.
     * @param returnTo where the user was; `finishSignIn` returns it. Default: `/`.
     * @throws SessionError
     */
    beginSignIn({ redirectUri, returnTo, }: {
        redirectUri: string;
        returnTo?: string;
    }): Promise<string>;
    /**
     * Completes a sign-in with the URL that the browser returned to. Concurrent calls for one URL share the exchange, so it
     * may be called from an effect that runs twice.
     * @throws SessionError if the user or the platform refused (`?error=…`), if this app did not start the sign-in, or if it
     *   has already finished it.
     */
    finishSignIn(url: string | URL): Promise<{
        returnTo: string;
    }>;
    /** Adopts tokens obtained elsewhere, as from `completeAtoSignOn` or `createAnonymousUser`. */
    start(tokens: Tokens): Promise<void>;
    /**
     * Exchanges the refresh token for new tokens: once for all concurrent callers and all tabs.
     * @throws SessionError if nobody is signed in, if the platform refuses, which ends the session, or if it is unreachable.
     */
    refresh(): Promise<void>;
    /** Signs out in all tabs at once, and on the platform if it is reachable. */
    signOut(): Promise<void>;
    /** Disconnects from the other tabs and removes all listeners. The tokens stay stored. */
    close(): void;
}
