import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import proxyAddr from 'proxy-addr';

/** How many proxies stand before the gateway, or their addresses and ranges (also `loopback`, `linklocal`, `uniquelocal`). */
export type TrustedProxies = number | readonly string[];

export interface Clients {
  /** Where a request comes from: the last address that a trusted proxy vouches for. */
  addressOf(request: IncomingMessage): string;
  /** Whether the client reached a trusted proxy over TLS; the gateway itself has none. */
  isSecure(request: IncomingMessage): boolean;
}

/**
 * Reads `X-Forwarded-For` from its end, as far as trusted proxies have written it: what a client puts into it comes
 * before that and counts for nothing.
 * @param onUntrusted told once of a request that came through a proxy although none is trusted.
 */
export function clientsBehind(trusted: TrustedProxies, onUntrusted: () => void): Clients {
  const isProxy = trustOf(trusted);
  let isTold = false;
  if (!isProxy) {
    return {
      addressOf: (request) => {
        if (!isTold && request.headers['x-forwarded-for'] !== undefined) {
          isTold = true;
          onUntrusted();
        }
        return directAddressOf(request);
      },
      isSecure: () => false,
    };
  }
  return {
    addressOf: (request) => {
      const address = plain(proxyAddr(request, isProxy));
      return isIP(address) === 0 ? directAddressOf(request) : address;
    },
    isSecure: (request) =>
      request.headers['x-forwarded-proto'] === 'https' && isProxy(request.socket.remoteAddress ?? '', 0),
  };
}

type Trust = (address: string, distance: number) => boolean;

function trustOf(trusted: TrustedProxies): Trust | null {
  if (typeof trusted === 'number') return trusted === 0 ? null : (_address, distance) => distance < trusted;
  return trusted.length === 0 ? null : proxyAddr.compile([...trusted]);
}

const directAddressOf = ({ socket }: IncomingMessage): string => plain(socket.remoteAddress ?? '');

/** An IPv4 address as such, also where the socket speaks IPv6. */
const plain = (address: string | undefined): string => address?.replace(IPV4_IN_IPV6, '') ?? '';
const IPV4_IN_IPV6 = /^::ffff:(?=[\d.]+$)/i;

/**
 * What an address counts as: an IPv6 network of 64 bits is one customer's, with more addresses than could be counted.
 * Source: RFC 6177.
 */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0');
  return [...first, ...zeros, ...last].slice(0, 4).join(':');
}
