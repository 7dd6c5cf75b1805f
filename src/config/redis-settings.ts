import type { Config } from './config.ts';

/** Prefix of every key and channel, after `REDIS_PREFIX`. */
const NAME = 'gateway';

/** How to connect to the configured Redis, with its secrets revealed. */
export const redisSettings = ({ urls, cluster, sentinels, tls, prefix }: NonNullable<Config['redis']>) => ({
  urls: urls.map((url) => url.reveal()),
  cluster,
  sentinels: sentinels
    ? {
        nodes: sentinels.addresses.map(serverAt),
        username: sentinels.username ?? undefined,
        password: sentinels.password?.reveal(),
      }
    : undefined,
  tls: { ca: tls.ca?.reveal(), cert: tls.cert?.reveal(), key: tls.key?.reveal() },
  prefix: prefix + NAME,
});

function serverAt(address: string): { host: string; port: number } {
  const { hostname, port } = new URL(`redis://${address}`);
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) };
}
