import { freePort } from '../../support/free-port.ts';
import { startGateway } from '../../support/gateway.ts';
import { type StartReverseProxy, startHaproxy, startNginx } from '../../support/reverse-proxy.ts';
import { until } from '../../support/until.ts';
import { editing, type Place } from './refusals.ts';

const behind = async (
  startProxy: StartReverseProxy,
  {
    gone = false,
    changes = {},
    limited = false,
  }: { gone?: boolean; changes?: Record<string, string>; limited?: boolean },
): Promise<Place> => {
  const statusPort = await freePort();
  const environment = { METRICS_PORT: String(statusPort), TRUST_PROXY: '127.0.0.1' };
  const started = gone ? null : await startGateway({ environment });
  const port = started ? Number(new URL(started.url).port) : await freePort();
  const address = { port, statusPort };
  const proxy = await startProxy([address, address], changes);
  const url = `${proxy.url}/graphql`;
  // HAProxy sends requests to an instance once it has found it ready.
  if (started) await until(async () => (await editing()(url)).status < 500);
  if (limited) await until(async () => (await editing()(url)).status === 429);
  return {
    url,
    close: async () => {
      await proxy.close();
      await started?.close();
    },
  };
};

/** What opens the place of a refusal of a proxy, by its name. */
export const PROXIED_PLACES: Readonly<Record<string, () => Promise<Place>>> = {
  'nginx, over its rate': () =>
    behind(startNginx, {
      limited: true,
      changes: {
        'zone=requests:16m rate=800r/s': 'zone=requests:16m rate=1r/m',
        'zone=requests burst=1600': 'zone=requests burst=1',
      },
    }),
  'nginx, a body over its limit': () =>
    behind(startNginx, { changes: { 'client_max_body_size 1m': 'client_max_body_size 1k' } }),
  'nginx, no gateway': () => behind(startNginx, { gone: true }),
  'HAProxy, over its rate': () =>
    behind(startHaproxy, { changes: { 'sc_http_req_rate(1) gt 8000': 'sc_http_req_rate(1) gt 0' } }),
  'HAProxy, no gateway': () => behind(startHaproxy, { gone: true }),
};
