import { Outlet } from 'react-router';
import { useTokens } from '../gateway/provider.tsx';
import { SignIn } from '../screens/sign-in.tsx';

/** Shows its children to signed-in users and the sign-in screen to everyone else. */
export function SignedIn() {
  return useTokens() ? <Outlet /> : <SignIn />;
}
