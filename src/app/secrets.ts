import type { Config } from '../config/config.ts';
import type { Secret } from '../config/secret.ts';
import type { Registrations } from '../domains/context.ts';
import type { CursorSecrets } from '../events/cursor.ts';
import {
  type AppRegistration,
  acceptedCredentials,
  isOfPlugin,
  type PluginRegistration,
} from '../platform/app-registration.ts';
import { parseCredential } from '../platform/credential.ts';

/** The secrets in use. Null: not configured. */
interface SecretValues {
  app: AppRegistration;
  plugin: PluginRegistration;
  cursor: CursorSecrets | null;
}

type SecretConfig = Pick<Config, 'app' | 'plugin' | 'pluginSecretAlso' | 'cursorSecret' | 'cursorSecretAlso'>;

/**
 * Owns the current secrets. Code reads a secret here on each use, so that a new one applies to the next operation and the next
 * cursor.
 */
export class Secrets implements Registrations {
  readonly xapi: Registrations['xapi'];
  #held: SecretValues;

  constructor(config: SecretConfig & Pick<Config, 'xapi'>) {
    this.xapi = config.xapi;
    this.#held = heldIn(config);
  }

  get app(): AppRegistration {
    return this.#held.app;
  }

  get plugin(): PluginRegistration {
    return this.#held.plugin;
  }

  /** The accepted credentials of calls to the plugin endpoints, as `ID:secret`. */
  get pluginCredentials(): readonly string[] {
    return this.plugin ? acceptedCredentials(this.plugin) : [];
  }

  /** The ID of the plugin whose credential was sent. Null: it is not the configured plugin. */
  readonly pluginIn = (authorization: string): string | null => {
    const sent = parseCredential(authorization);
    return sent.kind === 'plugin' && this.plugin && isOfPlugin(sent, this.plugin) ? sent.clientId : null;
  };

  get cursor(): CursorSecrets | null {
    return this.#held.cursor;
  }

  replace(config: SecretConfig): void {
    this.#held = heldIn(config);
  }
}

const heldIn = ({
  app,
  plugin,
  pluginSecretAlso,
  cursorSecret,
  cursorSecretAlso,
}: SecretConfig): SecretValues => ({
  app: { clientId: app?.clientId ?? null, clientSecret: revealed(app?.clientSecret) },
  plugin: plugin && {
    clientId: plugin.clientId,
    clientSecret: plugin.clientSecret.reveal(),
    alsoSecret: revealed(pluginSecretAlso),
  },
  cursor: cursorSecret && { signing: cursorSecret.reveal(), also: revealed(cursorSecretAlso) },
});

const revealed = (secret: Secret | null | undefined): string | null => secret?.reveal() ?? null;
