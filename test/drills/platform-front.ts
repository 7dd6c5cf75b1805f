import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXPIRED_CERTIFICATES, PLATFORM_CERTIFICATES } from '../support/certificates.ts';
import { type RedisProxy, startRedisProxy } from '../support/redis-proxy.ts';

const contextOf = ({ cert, key }: typeof PLATFORM_CERTIFICATES) => ({
  cert: readFileSync(cert),
  key: readFileSync(key),
});

/** Serves the platform over TLS under a hostname. The certificate can expire, and the name can disappear. */
export class PlatformFront {
  readonly #proxy: RedisProxy;
  readonly #authorities: string;
  readonly #nameIsGone: string;

  private constructor(folder: string, proxy: RedisProxy) {
    this.#proxy = proxy;
    this.#authorities = join(folder, 'authorities.pem');
    this.#nameIsGone = join(folder, 'name-is-gone');
    const authorities = [PLATFORM_CERTIFICATES, EXPIRED_CERTIFICATES];
    writeFileSync(this.#authorities, authorities.map(({ ca }) => readFileSync(ca, 'utf8')).join(''));
  }

  /** @param folder for the files that the gateways read. */
  static async start(folder: string): Promise<PlatformFront> {
    return new PlatformFront(folder, await startRedisProxy(0, contextOf(PLATFORM_CERTIFICATES)));
  }

  /** Variables of a gateway whose platform is behind it. */
  environmentFor(platformUrl: string, options: string): Readonly<Record<string, string>> {
    this.#proxy.leadTo(Number(new URL(platformUrl).port));
    const script = `
      import dns from 'node:dns';
      import { existsSync } from 'node:fs';
      const { lookup } = dns;
      dns.lookup = (name, options, callback) =>
        name === 'localhost' && existsSync(${JSON.stringify(this.#nameIsGone)})
          ? process.nextTick(callback, Object.assign(new Error('no such name'), { code: 'ENOTFOUND', syscall: 'getaddrinfo' }))
          : lookup(name, options, callback);`;
    return {
      PLATFORM_URL: `https://localhost:${this.#proxy.port}`,
      NODE_EXTRA_CA_CERTS: this.#authorities,
      NODE_OPTIONS: `${options} --import data:text/javascript,${encodeURIComponent(script)}`,
    };
  }

  expire(): void {
    this.#proxy.present(contextOf(EXPIRED_CERTIFICATES));
    this.#proxy.reset();
  }

  loseName(): void {
    writeFileSync(this.#nameIsGone, '');
    this.#proxy.reset();
  }

  close(): Promise<void> {
    return this.#proxy.close();
  }
}
