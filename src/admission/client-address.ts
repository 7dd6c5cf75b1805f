import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import proxyAddr from 'proxy-addr';
import { groupsIn, readAddress } from '../lib/ip-address.ts';

/** Addresses and ranges of the proxies in front of the gateway (also `loopback`, `linklocal`, `uniquelocal`). */
export type TrustedProxies = readonly string[];

export type Clients = ReturnType<typeof clientsBehind>;

/** What is logged about `X-Forwarded-For`, each once. */
export interface ForwardedObserver {
  /** A request came through a proxy, and none is trusted. */
  untrusted(): void;
  /** A trusted proxy wrote an entry that is not an address: its clients count as one. */
  unreadable(): void;
}

/**
 * Reads `X-Forwarded-For` from the end, as far as trusted proxies wrote it; earlier entries come from clients and are
 * ignored. Addresses have one spelling, whatever a proxy writes.
 */
export function clientsBehind(trusted: TrustedProxies, observer: ForwardedObserver) {
  const isListed = proxyAddr.compile([...trusted]);
  const isProxy = (entry: string): boolean => {
    const address = readAddress(entry);
    return address !== null && isListed(address, 0);
  };
  const reported = { untrusted: trusted.length > 0, unreadable: false };
  const report = (finding: keyof ForwardedObserver): void => {
    if (reported[finding]) return;
    reported[finding] = true;
    observer[finding]();
  };
  return {
    /** The client's address: the furthest one reported by trusted proxies. */
    addressOf: (request: IncomingMessage): string => {
      if (request.headers['x-forwarded-for'] === undefined) return addressOfSocket(request.socket);
      report('untrusted');
      const entries = proxyAddr.all(request, isProxy);
      const address = readAddress(entries.at(-1) ?? '');
      if (address !== null) return address;
      report('unreadable');
      // The proxy that wrote it, which is trusted.
      return readAddress(entries.at(-2) ?? '') ?? addressOfSocket(request.socket);
    },
    /** Whether a trusted proxy sent the request. */
    isFromProxy: ({ socket }: IncomingMessage): boolean => isProxy(socket.remoteAddress ?? ''),
    /** Whether the client uses TLS, as a trusted proxy reports; the gateway itself has no TLS. */
    isSecure: (request: IncomingMessage): boolean =>
      request.headers['x-forwarded-proto'] === 'https' && isProxy(request.socket.remoteAddress ?? ''),
    /** The address that a connection counts against. Null: it comes from a trusted proxy, which has many clients. */
    addressOfConnection: (socket: Socket): string | null =>
      isProxy(socket.remoteAddress ?? '') ? null : addressOfSocket(socket),
  };
}

/** Empty: the connection is closed. */
const addressOfSocket = ({ remoteAddress = '' }: Socket): string => readAddress(remoteAddress) ?? '';

/** The network that an address counts as: an IPv6 /64 belongs to one customer. Source: RFC 6177. @param address as `readAddress` spells it. */
export const networkOf = (address: string): string =>
  address.includes(':') ? groupsIn(address).slice(0, 4).join(':') : address;

/** The /48 of a network, which is the most that one customer usually has. Source: RFC 6177. Null: it is an IPv4 address. */
export const siteOf = (network: string): string | null =>
  network.includes(':') ? `${network.slice(0, network.lastIndexOf(':'))}::/48` : null;
