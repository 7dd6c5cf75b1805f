/**
 * Sign-in with PKCE, refresh and sign-out, for all tabs of a front end.
 * @module
 */
export type { Credentials } from './credentials.ts';
export { authorizedFetch } from './session/authorized-fetch.ts';
export { SessionError } from './session/request.ts';
export { Session, type SessionOptions, type SessionState } from './session/session.ts';
export { memoryStorage, type SessionStorage, type Tokens } from './session/storage.ts';
