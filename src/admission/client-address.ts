import type { IncomingMessage } from 'node:http';
import { isIP, type Socket } from 'node:net';
import proxyAddr from 'proxy-addr';

/** Addresses and ranges of the proxies in front of the gateway (also `loopback`, `linklocal`, `uniquelocal`). */
export type TrustedProxies = readonly string[];

export type Clients = ReturnType<typeof clientsBehind>;

/**
 * Reads `X-Forwarded-For` from the end, as far as trusted proxies wrote it; earlier entries come from clients and are
 * ignored.
 * @param onUntrusted called once, on the first request through a proxy although none is trusted.
 */
export function clientsBehind(trusted: TrustedProxies, onUntrusted: () => void) {
  const isProxy = proxyAddr.compile([...trusted]);
  let hasWarned = trusted.length > 0;
  return {
    /** The client's address: the furthest one reported by trusted proxies. */
    addressOf: (request: IncomingMessage): string => {
      const forwarded = request.headers['x-forwarded-for'];
      if (!hasWarned && forwarded !== undefined) {
        hasWarned = true;
        onUntrusted();
      }
      if (forwarded !== undefined) {
        const address = plain(proxyAddr(request, isProxy));
        if (isIP(address) !== 0) return address;
      }
      return plain(request.socket.remoteAddress);
    },
    /** Whether the client uses TLS, as a trusted proxy reports; the gateway itself has no TLS. */
    isSecure: (request: IncomingMessage): boolean =>
      request.headers['x-forwarded-proto'] === 'https' && isProxy(request.socket.remoteAddress ?? '', 0),
    /** The address that a connection counts against. Null: it comes from a trusted proxy, which has many clients. */
    addressOfConnection: ({ remoteAddress = '' }: Socket): string | null =>
      isProxy(remoteAddress, 0) ? null : networkOf(plain(remoteAddress)),
  };
}

/** Removes the IPv6 notation of an IPv4 address. */
const plain = (address: string | undefined): string => address?.replace(IPV4_IN_IPV6, '') ?? '';
const IPV4_IN_IPV6 = /^::ffff:(?=[\d.]+$)/i;

/** The network that an address counts as: an IPv6 /64 belongs to one customer. Source: RFC 6177. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0');
  return [...first, ...zeros, ...last].slice(0, 4).join(':');
}
