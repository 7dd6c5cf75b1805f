import type { Config } from '../config/config.ts';
import type { Secret } from '../config/secret.ts';
import type { Registrations } from '../domains/context.ts';
import type { CursorSecrets } from '../events/cursor.ts';
import {
  type AppRegistration,
  acceptedCredentials,
  type PluginRegistration,
} from '../platform/app-registration.ts';

/** The secrets in use. Null: not configured. */
interface Held {
  app: AppRegistration;
  plugin: PluginRegistration;
  cursor: CursorSecrets | null;
}

type SecretConfig = Pick<Config, 'app' | 'plugin' | 'pluginSecretAlso' | 'cursorSecret' | 'cursorSecretAlso'>;

/**
 * Owns the current secrets. Whatever uses one reads it here at that moment, so that a new one applies to the next
 * operation and the next cursor.
 */
export class Secrets {
  /** Registrations of the embedded platform. Null: those of the configuration. */
  readonly #embedded: Pick<Registrations, 'app' | 'plugin'> | null;
  #held: Held;

  constructor(config: SecretConfig, embedded: Pick<Registrations, 'app' | 'plugin'> | null) {
    this.#embedded = embedded;
    this.#held = this.#read(config);
  }

  get app(): AppRegistration {
    return this.#held.app;
  }

  get plugin(): PluginRegistration {
    return this.#held.plugin;
  }

  /** The credentials that calls to the plugin endpoints may have, in the form `ID:secret`. */
  get pluginCredentials(): readonly string[] {
    return this.#held.plugin ? acceptedCredentials(this.#held.plugin) : [];
  }

  get cursor(): CursorSecrets | null {
    return this.#held.cursor;
  }

  replace(config: SecretConfig): void {
    this.#held = this.#read(config);
  }

  #read({ app, plugin, pluginSecretAlso, cursorSecret, cursorSecretAlso }: SecretConfig): Held {
    const configured = {
      app: app
        ? { clientId: app.clientId, clientSecret: app.clientSecret.reveal() }
        : { clientId: null, clientSecret: null },
      plugin: plugin && {
        clientId: plugin.clientId,
        clientSecret: plugin.clientSecret.reveal(),
        alsoSecret: revealed(pluginSecretAlso),
      },
    };
    return {
      ...(this.#embedded ?? configured),
      cursor: cursorSecret && { signing: cursorSecret.reveal(), also: revealed(cursorSecretAlso) },
    };
  }
}

const revealed = (secret: Secret | null): string | null => secret?.reveal() ?? null;
