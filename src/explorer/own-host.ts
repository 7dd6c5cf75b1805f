import { isLoopback } from '../transports/http/loopback.ts';

/** Whether a `Host` header names this machine or one of `hosts`. */
export function isOwnHost(host: string | undefined, hosts: readonly string[]): boolean {
  const name = URL.parse(`http://${host}`)?.hostname;
  if (name === undefined) return false;
  return isLoopback(name) || hosts.includes(name);
}
