/** Where a session keeps its tokens: `localStorage`, `sessionStorage`, React Native's `AsyncStorage` and others. */
export interface SessionStorage {
    getItem(key: string): string | null | Promise<string | null>;
    setItem(key: string, value: string): unknown;
    removeItem(key: string): unknown;
}
/** Keeps tokens until the process or page ends. */
export declare function memoryStorage(): SessionStorage;
/** `localStorage` in a browser that allows it, else memory. */
export declare function defaultStorage(): SessionStorage;
/** Tokens of one sign-in. */
export interface Tokens {
    readonly accessToken: string;
    /** Null: the platform issued none, and the session ends with its access token. */
    readonly refreshToken: string | null;
}
/** What is stored of a sign-in. */
export interface SignIn {
    /** Distinguishes it from other sign-ins; stays the same when its tokens are refreshed. */
    readonly id: string;
    readonly tokens: Tokens;
}
export declare const printSignIn: ({ id, tokens }: SignIn) => string;
export declare function parseSignIn(text: string | null): SignIn | null;
/** A sign-in that has begun: proof that this app started it (PKCE, RFC 7636). */
export interface PendingSignIn {
    readonly state: string;
    readonly codeVerifier: string;
    /** Where to go after the sign-in. */
    readonly returnTo: string;
}
/** Sign-ins that began in several tabs and have not finished, newest first. */
export declare function parsePending(text: string | null): PendingSignIn[];
