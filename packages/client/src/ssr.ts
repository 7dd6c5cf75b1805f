/**
 * Sign-in, refresh and sign-out on a server, with tokens in HTTP-only cookies: on the standard `Request` and `Response`.
 * @module
 */
export { SessionError } from './session/request.ts';
export type { CookieSource } from './ssr/cookies.ts';
export {
  type ExecutionResult,
  ServerSession,
  type ServerSessionOptions,
} from './ssr/server-session.ts';
export type { SignInError } from './ssr/sign-in.ts';
