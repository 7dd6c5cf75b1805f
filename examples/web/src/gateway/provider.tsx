import { ApolloProvider } from '@apollo/client/react';
import { useConnectionState, useSession } from '@learning-platform/client/react';
import type { ConnectionState } from '@learning-platform/client/stream';
import { createContext, type ReactNode, useContext, useState } from 'react';
import { type Gateway, openGateway } from './client.ts';

const GatewayContext = createContext<Gateway | null>(null);

/** Provides a GraphQL client of its own, with the session from above, to the screens below. */
export function GatewayProvider({ children }: { children: ReactNode }) {
  const { session } = useSession();
  const [gateway] = useState(() => openGateway(session));
  return (
    <GatewayContext value={gateway}>
      <ApolloProvider client={gateway.client}>{children}</ApolloProvider>
    </GatewayContext>
  );
}

export function useConnection(): ConnectionState {
  const gateway = useContext(GatewayContext);
  if (!gateway) throw new Error('There is no GatewayProvider above.');
  return useConnectionState(gateway.connection);
}
