import { GatewayError } from '../graph/errors.ts';

/** How the gateway's app is registered in the platform's developer console. Contract: Authentication 5. */
export interface AppRegistration {
  clientId: string | null;
  clientSecret: string | null;
}

/** @throws GatewayError NOT_CONFIGURED */
export function clientIdOf({ clientId }: AppRegistration): string {
  if (clientId === null) throw new GatewayError('NOT_CONFIGURED', 'The gateway has no client id of an app.');
  return clientId;
}

/** @throws GatewayError NOT_CONFIGURED */
export function clientSecretOf({ clientSecret }: AppRegistration): string {
  if (clientSecret === null)
    throw new GatewayError('NOT_CONFIGURED', 'The gateway has no client secret of its app.');
  return clientSecret;
}
