import { createContext, use } from 'react';
import type { Session, SessionState } from '../session/session.ts';
import { useStore } from './stores.ts';

/** The context that a provider passes to the components below. */
export interface Provided {
  readonly session: Session;
  /** Why the last sign-in failed. Null: it did not, or there was none. */
  readonly error: Error | null;
  /**
   * Opens the platform's page, which returns to the callback path.
   * @param options `returnTo`: where to go after it. Default: the current page.
   */
  signIn(options?: { readonly returnTo?: string }): Promise<void>;
  /** Signs out in all tabs. */
  signOut(): Promise<void>;
}

/** @internal */
export const SessionContext = createContext<Provided | null>(null);

/** The session of the provider above, and its state. */
export interface SessionView extends Provided {
  readonly state: SessionState;
}

/**
 * The session and its state: `signed-in`, `signed-out`, or `loading` on the server and until the tokens have been read.
 * @throws Error without a `SessionProvider` above.
 */
export function useSession(): SessionView {
  const provided = use(SessionContext);
  if (!provided) throw new Error('There is no SessionProvider above.');
  return { ...provided, state: useStore(provided.session) };
}
