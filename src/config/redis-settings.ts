import type { Config } from './config.ts';

/** Prefix of every key and channel, after `REDIS_PREFIX`. */
const NAME = 'gateway';

/** Connection settings of the configured Redis, with its secrets revealed. */
export const redisSettings = ({ urls, cluster, sentinels, tls, prefix }: NonNullable<Config['redis']>) => ({
  urls: urls.map((url) => url.reveal()),
  cluster,
  sentinels: sentinels
    ? sentinelsAt(sentinels.map((address) => new URL(`redis://${address.reveal()}`)))
    : undefined,
  tls: { ca: tls.ca?.reveal(), cert: tls.cert?.reveal(), key: tls.key?.reveal() },
  prefix: prefix + NAME,
});

const sentinelsAt = (addresses: readonly URL[]) => ({
  nodes: addresses.map(({ hostname, port }) => ({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port),
  })),
  username: decodeURIComponent(addresses[0]?.username ?? '') || undefined,
  password: decodeURIComponent(addresses[0]?.password ?? '') || undefined,
});
