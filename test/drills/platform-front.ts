import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createServer, type TLSSocket } from 'node:tls';
import { EXPIRED_CERTIFICATES, PLATFORM_CERTIFICATES } from '../support/certificates.ts';

const contextOf = ({ cert, key }: typeof PLATFORM_CERTIFICATES) => ({
  cert: readFileSync(cert),
  key: readFileSync(key),
});

/** Serves the platform over TLS under a hostname. The certificate can expire, and the name can disappear. */
export class PlatformFront {
  readonly #server = createServer(contextOf(PLATFORM_CERTIFICATES), (socket) => this.#pass(socket));
  readonly #sockets = new Set<TLSSocket>();
  readonly #authorities: string;
  readonly #nameIsGone: string;
  #target = '';

  /** @param folder for the files that the gateways read. */
  constructor(folder: string) {
    this.#authorities = join(folder, 'authorities.pem');
    this.#nameIsGone = join(folder, 'name-is-gone');
    const authorities = [PLATFORM_CERTIFICATES, EXPIRED_CERTIFICATES];
    writeFileSync(this.#authorities, authorities.map(({ ca }) => readFileSync(ca, 'utf8')).join(''));
    this.#server.listen(0, '127.0.0.1').on('tlsClientError', () => {});
  }

  /** Variables of a gateway whose platform is behind it. */
  environmentFor(platformUrl: string, options: string): Readonly<Record<string, string>> {
    this.#target = new URL(platformUrl).port;
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('the front has no port');
    const script = `
      import dns from 'node:dns';
      import { existsSync } from 'node:fs';
      const { lookup } = dns;
      dns.lookup = (name, options, callback) =>
        name === 'localhost' && existsSync(${JSON.stringify(this.#nameIsGone)})
          ? process.nextTick(callback, Object.assign(new Error('no such name'), { code: 'ENOTFOUND', syscall: 'getaddrinfo' }))
          : lookup(name, options, callback);`;
    return {
      PLATFORM_URL: `https://localhost:${address.port}`,
      NODE_EXTRA_CA_CERTS: this.#authorities,
      NODE_OPTIONS: `${options} --import data:text/javascript,${encodeURIComponent(script)}`,
    };
  }

  expire(): void {
    this.#server.setSecureContext(contextOf(EXPIRED_CERTIFICATES));
    this.#cut();
  }

  loseName(): void {
    writeFileSync(this.#nameIsGone, '');
    this.#cut();
  }

  close(): void {
    this.#cut();
    this.#server.close();
  }

  /** Further calls need new connections. */
  #cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  #pass(socket: TLSSocket): void {
    const onward = connect(Number(this.#target), '127.0.0.1');
    this.#sockets.add(socket);
    socket.on('error', () => {}).on('close', () => onward.destroy() && this.#sockets.delete(socket));
    onward.on('error', () => {}).on('close', () => socket.destroy());
    socket.pipe(onward).pipe(socket);
  }
}
