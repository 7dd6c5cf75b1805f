import type { HttpAdapter } from './http.ts';

/** Whether a `Host` header names this machine or one of `hosts`. */
export function isOwnHost(
  { isLoopback }: HttpAdapter,
  host: string | undefined,
  hosts: readonly string[],
): boolean {
  const name = URL.parse(`http://${host}`)?.hostname;
  if (name === undefined) return false;
  return isLoopback(name) || hosts.includes(name);
}
