import { ApolloProvider } from '@apollo/client/react';
import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';
import type { Gateway } from './client.ts';
import type { ConnectionState } from './connection.ts';
import type { Tokens } from './session.ts';

const GatewayContext = createContext<Gateway | null>(null);

/** Provides the GraphQL client of one session to the screens below. */
export function GatewayProvider({ gateway, children }: { gateway: Gateway; children: ReactNode }) {
  return (
    <GatewayContext value={gateway}>
      <ApolloProvider client={gateway.client}>{children}</ApolloProvider>
    </GatewayContext>
  );
}

export function useGateway(): Gateway {
  const gateway = useContext(GatewayContext);
  if (!gateway) throw new Error('There is no GatewayProvider above.');
  return gateway;
}

/** The session's tokens, updated on change. */
export function useTokens(): Tokens | null {
  const { session } = useGateway();
  return useSyncExternalStore(session.subscribe, () => session.tokens);
}

export function useConnection(): ConnectionState {
  const { connection } = useGateway();
  return useSyncExternalStore(connection.subscribe, connection.state);
}
