import { once } from 'node:events';
import type { AddressInfo, ListenOptions, Server } from 'node:net';

/** Error codes of a machine without IPv6 when listening on `::`. */
const NO_IPV6: ReadonlySet<unknown> = new Set(['EAFNOSUPPORT', 'EADDRNOTAVAIL', 'EINVAL']);

/**
 * Listens. `::` takes IPv4 as well; on a machine without IPv6 it is `0.0.0.0`, so that one setting fits every network.
 * Rejects if the port is taken, or the address is not this machine's.
 * @returns the URL of the server.
 */
export async function listen(
  server: Server,
  options: ListenOptions & { host: string },
  everywhere: { ipv6: string; ipv4: string } = { ipv6: '::', ipv4: '0.0.0.0' },
): Promise<string> {
  try {
    await listenOn(server, options);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (options.host !== everywhere.ipv6 || !NO_IPV6.has(code)) throw error;
    await listenOn(server, { ...options, host: everywhere.ipv4 });
  }
  return urlOf(server.address());
}

async function listenOn(server: Server, options: ListenOptions): Promise<void> {
  server.listen(options);
  await once(server, 'listening');
}

export function urlOf(address: AddressInfo | string | null): string {
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port');
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return `http://${host}:${address.port}`;
}
