import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Config } from '../config/config.ts';
import { createStatusServer, METRICS_PATH, type StatusSource } from '../transports/http/status-server.ts';

/** The listener of `METRICS_PORT`. */
export interface StatusListener {
  metricsUrl: string;
  close(): void;
}

/** Rejects if the port is unavailable. */
export async function openStatusListener(
  { host, port }: NonNullable<Config['metrics']>,
  source: StatusSource,
): Promise<StatusListener> {
  const server = createStatusServer(source).listen(port, host);
  await once(server, 'listening');
  return {
    metricsUrl: urlOf(server.address()) + METRICS_PATH,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

export function urlOf(address: AddressInfo | string | null): string {
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port');
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return `http://${host}:${address.port}`;
}
