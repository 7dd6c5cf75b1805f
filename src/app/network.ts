import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os';
import type { SandboxOptions } from 'learning-platform-kit/sandbox';
import type { Config } from '../config/config.ts';
import type { App } from './app.ts';

/** The interfaces of a machine by name, as `os.networkInterfaces` has them. */
type Interfaces = NodeJS.Dict<Pick<NetworkInterfaceInfo, 'address' | 'family' | 'internal'>[]>;

/** Settings of a gateway and its embedded platform for other devices of the network, such as a phone. */
export interface OnNetwork {
  config: Config;
  sandbox: SandboxOptions;
}

/**
 * Puts a gateway and its embedded platform on this machine's address in the network. Only pages of that address may use it.
 * @throws Error whose message is fit for display.
 */
export function onNetwork(config: Config, interfaces: Interfaces = networkInterfaces()): OnNetwork {
  if (config.hosts) throw new Error('--lan is for the embedded platform alone, and PLATFORM_URL is set');
  const host = addressIn(interfaces);
  if (host === null) throw new Error('--lan found no network: this machine has no IPv4 address in one');
  return {
    config: { ...config, host, networkHost: host },
    // Its state would outlive the tokens.
    sandbox: { host, isShared: true },
  };
}

/** Instructions for opening the gateway on a phone. */
export async function networkNotice({ url, sandbox }: Pick<App, 'url' | 'sandbox'>): Promise<string> {
  const { qrCodeOf } = await import('learning-platform-kit/sandbox/qr-code');
  return [
    `Open ${url}/ on a phone in this network:`,
    '',
    qrCodeOf(`${url}/`),
    '',
    `The password of every user is ${sandbox?.password}. The credentials above are random, and the tokens end after 8 hours.`,
    `Pages of ${new URL(url).hostname}, on any port, may use the graph; pages of other addresses may not.`,
    '',
    '',
  ].join('\n');
}

/** The first address that other machines can reach. Private ones first: those of a home or an office (RFC 1918). */
function addressIn(interfaces: Interfaces): string | null {
  const addresses = Object.values(interfaces)
    .flatMap((entries) => entries ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address);
  return addresses.find((address) => PRIVATE.test(address)) ?? addresses[0] ?? null;
}

const PRIVATE = /^(?:10|192\.168|172\.(?:1[6-9]|2\d|3[01]))\./;
