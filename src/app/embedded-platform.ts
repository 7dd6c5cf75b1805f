import type { Demo } from 'learning-platform-explorer';
import { type Sandbox, type SandboxOptions, startSandbox } from 'learning-platform-kit/sandbox';
import type { Config } from '../config/config.ts';
import { Secret } from '../config/secret.ts';
import { PLUGIN_PATHS } from '../plugin/paths.ts';
import { demoOf } from './demo.ts';

/** The in-process platform that replaces the real one. */
export interface EmbeddedPlatform {
  sandbox: Sandbox;
  /** The configuration of a gateway that uses it. */
  settings: Pick<Config, 'hosts' | 'app' | 'plugin' | 'pluginSecretAlso' | 'xapi'>;
  /** For the gateway's pages. */
  demo: Demo;
  /** Registers the gateway's plugin endpoints with the platform. */
  announce(url: string): void;
}

export async function startEmbeddedPlatform(
  { xapi }: Pick<Config, 'xapi'>,
  options: SandboxOptions = {},
): Promise<EmbeddedPlatform> {
  const sandbox = await startSandbox(options).catch((error: unknown) => {
    throw inStateFile(error, options) ?? error;
  });
  const { url, notesUrl, pushUrl, app, credentials } = sandbox;
  const vocabulary = {
    homePage: xapi.homePage ?? sandbox.xapi.homePage,
    base: xapi.base ?? sandbox.xapi.base,
    apiIdBase: xapi.apiIdBase ?? sandbox.xapi.apiIdBase,
    verbs: xapi.verbs ?? sandbox.xapi.verbs,
  };
  return {
    sandbox,
    settings: {
      hosts: { platform: new URL(url), notes: new URL(notesUrl), push: new URL(pushUrl) },
      app: clientOf(app),
      plugin: clientOf(credentials.plugin),
      pluginSecretAlso: null,
      xapi: vocabulary,
    },
    demo: demoOf(sandbox),
    announce: (gateway) =>
      sandbox.setPluginEndpoints({
        atoRequests: gateway + PLUGIN_PATHS.atoRequests,
        atoDistributions: gateway + PLUGIN_PATHS.atoDistributions,
        capabilities: gateway + PLUGIN_PATHS.capabilities,
        candidates: gateway + PLUGIN_PATHS.candidates,
      }),
  };
}

/** The remedy for a state file that cannot be written. Null: another failure. */
function inStateFile(error: unknown, { stateFile }: SandboxOptions): Error | null {
  const isOfFile = error instanceof Error && 'path' in error && 'code' in error;
  if (!stateFile || !isOfFile) return null;
  return new Error(
    `the embedded platform cannot store its state in ${stateFile.path} (${error.code}); set SANDBOX_STATE to a file in a folder that this user may write, or to none`,
  );
}

const clientOf = ({ clientId, clientSecret }: { clientId: string; clientSecret: string }) => ({
  clientId,
  clientSecret: new Secret(clientSecret),
});
