import { createElement, Fragment, type ReactNode, useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { Session } from '../session/session.ts';
import { type Provided, SessionContext, useSession } from './session.ts';

/** Settings of a provider. */
export interface SessionProviderProps {
  readonly session: Session;
  readonly children?: ReactNode;
  /** Path of the redirect URI, which is registered for the app. Default: `/callback`. */
  readonly callbackPath?: string;
  /** Shows the page that the user has returned to after a sign-in, as with a router. Default: replaces the address. */
  readonly onReturn?: (returnTo: string) => void;
}

/** Provides a session, which exists once for the app, to the components below; completes a sign-in on the callback path. */
export function SessionProvider({
  session,
  children,
  callbackPath = '/callback',
  onReturn = replaceAddress,
}: SessionProviderProps): ReactNode {
  const [error, setError] = useState<Error | null>(null);
  const leave = useEffectEvent(onReturn);
  useEffect(() => {
    if (globalThis.location?.pathname !== callbackPath) return;
    // An effect runs twice in StrictMode: the session shares one exchange of the code.
    session.finishSignIn(location.href).then(
      ({ returnTo }) => leave(returnTo),
      (reason: Error) => {
        setError(reason);
        // A reload would report the failure again.
        replaceAddress('/');
      },
    );
  }, [session, callbackPath]);
  const provided = useMemo(
    (): Provided => ({
      session,
      error,
      signOut: () => session.signOut(),
      signIn: async ({ returnTo = currentPage(callbackPath) } = {}) => {
        setError(null);
        const redirectUri = new URL(callbackPath, location.origin).href;
        await session.beginSignIn({ redirectUri, returnTo }).then((page) => location.assign(page), setError);
      },
    }),
    [session, error, callbackPath],
  );
  return createElement(SessionContext, { value: provided }, children);
}

/** Settings of `SignedIn`. */
export interface SignedInProps {
  readonly children?: ReactNode;
  /** Shown while signed out. */
  readonly fallback?: ReactNode;
}

/** Shows its children to a signed-in user, mounted anew for each sign-in: a cache below belongs to one user. */
export function SignedIn({ children, fallback = null }: SignedInProps): ReactNode {
  const { state } = useSession();
  if (state.status === 'signed-in') return createElement(Fragment, { key: state.id }, children);
  return state.status === 'signed-out' ? fallback : null;
}

const replaceAddress = (returnTo: string): void => history.replaceState(null, '', returnTo);

/** The callback is no page to return to. */
const currentPage = (callbackPath: string): string =>
  location.pathname === callbackPath ? '/' : `${location.pathname}${location.search}`;
