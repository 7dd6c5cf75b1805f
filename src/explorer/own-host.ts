import { isIP } from 'node:net';

/** Whether a `Host` header names this machine or one of `hosts`. */
export function isOwnHost(host: string | undefined, hosts: readonly string[]): boolean {
  const name = URL.parse(`http://${host}`)?.hostname;
  if (name === undefined) return false;
  return isLoopback(name) || hosts.includes(name);
}

/** @param name as a URL has it: in lower case, IPv6 addresses in brackets. */
const isLoopback = (name: string): boolean =>
  name === 'localhost' ||
  name.endsWith('.localhost') ||
  name === '[::1]' ||
  (isIP(name) === 4 && name.startsWith('127.'));
