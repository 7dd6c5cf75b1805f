import type { Demo } from 'learning-platform-explorer';
import type { Config } from '../config/config.ts';
import type { Registrations } from '../domains/context.ts';
import type { Hosts } from '../platform/client.ts';

/** The platform's hosts and the gateway's registrations there. */
export interface PlatformRegistration {
  hosts: Hosts;
  /** The embedded platform's. Null: those of the configuration. */
  embedded: Pick<Registrations, 'app' | 'plugin'> | null;
  xapi: Registrations['xapi'];
  /** For the gateway's pages. Null: real platform. */
  demo: Demo | null;
}

export const configuredRegistration = ({ hosts, xapi }: Config): PlatformRegistration => ({
  hosts: hosts ?? { platform: null, notes: null, push: null },
  embedded: null,
  xapi,
  demo: null,
});
