import { useSessionState } from '../gateway/session.tsx';
import { SignIn } from '../screens/sign-in.tsx';
import { Page } from './page.tsx';

/** Shows its children to signed-in users, mounted anew for each sign-in, and the sign-in screen to everyone else. */
export function SignedIn() {
  const state = useSessionState();
  return state.status === 'signed-in' ? <Page key={state.id} /> : <SignIn />;
}
