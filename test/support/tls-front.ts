import { readFileSync } from 'node:fs';
import { setDefaultCACertificates } from 'node:tls';
import type { Front } from 'learning-platform-kit/sandbox';
import { PLATFORM_CERTIFICATES } from './certificates.ts';
import { startRedisProxy } from './redis-proxy.ts';

/** Speaks TLS in front of a platform, for the sandbox's option `front`. */
export async function tlsFront(target: string): Promise<Front> {
  const { port, close } = await startRedisProxy(Number(new URL(target).port), trustedCertificate());
  return { url: `https://127.0.0.1:${port}`, close };
}

let made: { cert: Buffer; key: Buffer } | null = null;

/** The only authority that this process trusts from now on: each connection would read a hundred others. */
function trustedCertificate(): NonNullable<typeof made> {
  if (!made) {
    const { ca, cert, key } = PLATFORM_CERTIFICATES;
    setDefaultCACertificates([readFileSync(ca, 'utf8')]);
    made = { cert: readFileSync(cert), key: readFileSync(key) };
  }
  return made;
}
