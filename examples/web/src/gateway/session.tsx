import { Session, type SessionState } from '@learning-platform/client/session';
import { createContext, useContext, useSyncExternalStore } from 'react';

/** On the page's own origin: the server passes it on to the gateway. */
export const URL_OF_GRAPH = '/graphql';

/** @param name distinguishes the sessions of this app. Each ends with its tab. */
export const openSession = (name: string): Session =>
  new Session({ url: URL_OF_GRAPH, name, storage: sessionStorage });

const SessionContext = createContext<Session | null>(null);

/** Provides a session to the screens below. */
export const SessionProvider = SessionContext;

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('There is no SessionProvider above.');
  return session;
}

export function useSessionState(): SessionState {
  const session = useSession();
  return useSyncExternalStore(session.subscribe, session.state);
}
