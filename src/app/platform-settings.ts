import type { ClientCredential, Config } from '../config/config.ts';
import type { Registrations } from '../domains/context.ts';
import type { Hosts } from '../platform/client.ts';

/** The platform's hosts and the gateway's registrations there. */
export interface PlatformRegistration {
  hosts: Hosts;
  registrations: Registrations;
  /** Demo credential for the explorer pages. Null: real platform. */
  demoAuthorization: string | null;
}

export const configuredRegistration = ({ hosts, app, plugin, xapi }: Config): PlatformRegistration => ({
  hosts: hosts ?? { platform: null, notes: null, push: null },
  registrations: {
    app: app ? revealed(app) : { clientId: null, clientSecret: null },
    plugin: plugin && revealed(plugin),
    xapi,
  },
  demoAuthorization: null,
});

const revealed = ({ clientId, clientSecret }: ClientCredential) => ({
  clientId,
  clientSecret: clientSecret.reveal(),
});
