import { setGlobalProxyFromEnv } from 'node:http';
import type { Config } from '../config/config.ts';

/** Sends `fetch` calls of this process to `https` hosts through the configured proxy, as the gateway does. */
export function useForwardProxy(proxy: Config['proxy']): void {
  // Without `http_proxy`: a proxy for plain HTTP would read credentials.
  if (proxy) setGlobalProxyFromEnv({ https_proxy: proxy.url.reveal(), no_proxy: proxy.except });
}
