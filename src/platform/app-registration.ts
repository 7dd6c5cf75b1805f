import { GatewayError } from '../graph/errors.ts';

/** The gateway's app in the platform's developer console. Null: not configured. Contract: Authentication 5. */
export interface AppRegistration {
  clientId: string | null;
  clientSecret: string | null;
}

/** The plugin's ID and secret from the developer console. Null: not configured. Contract: Authentication 6. */
export type PluginRegistration = {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Another secret that callers may send, while the secret is rotated. Null: none. */
  readonly alsoSecret: string | null;
} | null;

/** The credentials of a plugin that callers may send, in the form `ID:secret`. */
export const acceptedCredentials = ({
  clientId,
  clientSecret,
  alsoSecret,
}: NonNullable<PluginRegistration>): readonly string[] =>
  (alsoSecret === null ? [clientSecret] : [clientSecret, alsoSecret]).map(
    (secret) => `${clientId}:${secret}`,
  );

/** @throws GatewayError NOT_CONFIGURED */
export function pluginOf(plugin: PluginRegistration): NonNullable<PluginRegistration> {
  if (plugin === null) throw new GatewayError('NOT_CONFIGURED', 'The gateway has no plugin configured.');
  return plugin;
}

/** @throws GatewayError NOT_CONFIGURED */
export function clientIdOf({ clientId }: AppRegistration): string {
  if (clientId === null) throw new GatewayError('NOT_CONFIGURED', 'The gateway has no client ID configured.');
  return clientId;
}

/** @throws GatewayError NOT_CONFIGURED */
export function clientSecretOf({ clientSecret }: AppRegistration): string {
  if (clientSecret === null)
    throw new GatewayError('NOT_CONFIGURED', 'The gateway has no client secret configured.');
  return clientSecret;
}
