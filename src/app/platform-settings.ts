import type { ClientCredential, Config } from '../config/config.ts';
import type { Registrations } from '../domains/context.ts';
import type { Hosts } from '../platform/client.ts';

/** What the platform is to the gateway: where it is, and what the gateway is registered there as. */
export interface PlatformRegistration {
  hosts: Hosts;
  registrations: Registrations;
  /** What an explorer may start with; null on a real platform. */
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
