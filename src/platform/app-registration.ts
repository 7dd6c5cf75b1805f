import { GatewayError } from '../graph/errors.ts';
import { isOneOfSecrets } from '../lib/constant-time.ts';

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

/** Whether the ID and secret that a caller sent are the plugin's. */
export const isOfPlugin = (
  { clientId, clientSecret }: { clientId: string; clientSecret: string },
  plugin: NonNullable<PluginRegistration>,
): boolean => isOneOfSecrets(`${clientId}:${clientSecret}`, acceptedCredentials(plugin));

/** @throws GatewayError NOT_CONFIGURED */
export const pluginOf = (plugin: PluginRegistration): NonNullable<PluginRegistration> =>
  configured(plugin, 'plugin');

/** @throws GatewayError NOT_CONFIGURED */
export const clientIdOf = ({ clientId }: AppRegistration): string => configured(clientId, 'client ID');

/** @throws GatewayError NOT_CONFIGURED */
export const clientSecretOf = ({ clientSecret }: AppRegistration): string =>
  configured(clientSecret, 'client secret');

function configured<Value>(value: Value | null, what: string): Value {
  if (value === null) throw new GatewayError('NOT_CONFIGURED', `The gateway has no ${what} configured.`);
  return value;
}
