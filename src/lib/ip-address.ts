import { isIP } from 'node:net';

/**
 * Reads an IP address in any notation that programs and proxies write: alone, with a port (`192.0.2.1:5000`), in brackets
 * (`[2001:db8::1]:443`), with a zone, or an IPv4 address within an IPv6 one (`::ffff:192.0.2.1`, `::ffff:c000:201`, and
 * `64:ff9b::c000:201` of a translator, RFC 6052).
 * @returns the canonical notation: IPv4 where it is one. Null: the text is not an address.
 */
export function readAddress(text: string): string | null {
  // Nearly all are like this.
  if (isIP(text) === 4) return text;
  const host = hostOf(text);
  const version = isIP(host);
  if (version === 4) return host;
  return version === 6 ? spelled(host) : null;
}

const BRACKETED = /^\[([^\]]+)\](?::\d{1,5})?$/;
const IPV4_WITH_PORT = /^([\d.]+):\d{1,5}$/;

/** Without a port, brackets or white space. */
function hostOf(text: string): string {
  const trimmed = text.trim();
  return (BRACKETED.exec(trimmed) ?? IPV4_WITH_PORT.exec(trimmed))?.[1] ?? trimmed;
}

/** @param address IPv6. A zone identifies a network interface of this machine, so it is dropped. */
function spelled(address: string): string {
  const groups = groupsOf(address);
  const last = groups.slice(-2);
  if (!IPV4_WITHIN.has(groups.slice(0, -2).join(':')))
    return new URL(`http://[${withoutZone(address)}]`).hostname.slice(1, -1);
  return last.flatMap((group) => [group >> 8, group & 0xff]).join('.');
}

const withoutZone = (address: string): string => address.replace(/%.*$/, '');

/** The first 96 bits of IPv6 addresses whose last 32 are an IPv4 address, in decimal: RFC 4291 2.5.5.2 and RFC 6052. */
const IPV4_WITHIN: ReadonlySet<string> = new Set(['0:0:0:0:0:65535', '100:65435:0:0:0:0']);
const IPV4_PREFIX = 96;

/** The eight groups of an IPv6 address. `URL` writes what is IPv4 within it in hexadecimal. */
const groupsOf = (address: string): readonly number[] =>
  groupsIn(new URL(`http://[${withoutZone(address)}]`).hostname.slice(1, -1)).map((group) =>
    Number.parseInt(group, 16),
  );

/** The eight groups of an IPv6 address as `readAddress` spells it. */
export function groupsIn(address: string): readonly string[] {
  const [first = [], last = []] = address.split('::').map((part) => (part === '' ? [] : part.split(':')));
  const zeros = Array<string>(8 - first.length - last.length).fill('0');
  return [...first, ...zeros, ...last];
}

/** A range of addresses, or one address. */
export interface AddressRange {
  address: string;
  /** Length of the common prefix, in bits. */
  prefix: number;
  family: 'ipv4' | 'ipv6';
}

/** Reads `10.0.0.0/8` or one address, as `readAddress` does: a range of IPv4 addresses within IPv6 is one of IPv4. */
export function readRange(text: string): AddressRange | null {
  const [host = '', length] = text.split('/');
  const version = isIP(host);
  const bits = version === 6 ? 128 : 32;
  if (version === 0 || (length !== undefined && !/^\d{1,3}$/.test(length))) return null;
  const given = length === undefined ? bits : Number(length);
  if (given > bits) return null;
  const address = readAddress(host) ?? host;
  const isMapped = version === 6 && isIP(address) === 4;
  if (isMapped && given >= IPV4_PREFIX) return { address, prefix: given - IPV4_PREFIX, family: 'ipv4' };
  return { address: isMapped ? host : address, prefix: given, family: version === 6 ? 'ipv6' : 'ipv4' };
}

/** Whether a host name, or an address in any notation, is a loopback one. */
export function isLoopback(host: string): boolean {
  if (host === 'localhost' || host.endsWith('.localhost')) return true;
  const address = readAddress(host);
  return address !== null && (address === '::1' || address.startsWith('127.'));
}
