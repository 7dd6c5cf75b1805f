import type { Config } from '../config/config.ts';
import { createStatusServer, METRICS_PATH, type StatusSource } from '../transports/http/status-server.ts';
import { listen } from './listen.ts';

/** The listener of `METRICS_PORT`. */
export interface StatusListener {
  metricsUrl: string;
  close(): void;
}

/** Rejects if the port is unavailable. */
export async function openStatusListener(
  address: NonNullable<Config['metrics']>,
  source: StatusSource,
): Promise<StatusListener> {
  const server = createStatusServer(source);
  const url = await listen(server, address);
  return {
    metricsUrl: url + METRICS_PATH,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
