'use client';

/**
 * React 19: the session and the stores of this package as hooks. The stores hold the state; the hooks only read it.
 * @module
 */
export {
  SessionProvider,
  type SessionProviderProps,
  SignedIn,
  type SignedInProps,
} from './react/provider.ts';
export { type SessionView, useSession } from './react/session.ts';
export { useConnectionState, useNotifications, useOutbox } from './react/stores.ts';
