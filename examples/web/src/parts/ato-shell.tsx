import { Outlet } from 'react-router';
import { GatewayProvider } from '../gateway/provider.tsx';

/** What all screens of an ATO request share: the GraphQL client. */
export default function AtoShell() {
  return (
    <GatewayProvider>
      <Outlet />
    </GatewayProvider>
  );
}
