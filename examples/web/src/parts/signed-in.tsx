import { Outlet } from 'react-router';
import { useTokens } from '../gateway/provider.tsx';
import { SignIn } from '../screens/sign-in.tsx';

/** What is below is for people who are signed in; everybody else is asked to. */
export function SignedIn() {
  return useTokens() ? <Outlet /> : <SignIn />;
}
