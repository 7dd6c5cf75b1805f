import { readFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setDefaultCACertificates } from 'node:tls';
import type { Front } from 'learning-platform-kit/sandbox';
import { PLATFORM_CERTIFICATES } from './certificates.ts';

/** Speaks TLS in front of a platform, for the sandbox's option `front`. */
export async function tlsFront(target: string): Promise<Front> {
  const server = createServer(trustedCertificate(), (incoming, response) => {
    const { method, url, headers } = incoming;
    const outgoing = request(new URL(url ?? '/', target), { method, headers: { ...headers } });
    outgoing.on('response', (answer: IncomingMessage) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
      answer.on('error', () => response.destroy());
    });
    outgoing.on('error', () => response.socket?.resetAndDestroy());
    response.on('close', () => outgoing.destroy());
    incoming.pipe(outgoing);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `https://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
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
