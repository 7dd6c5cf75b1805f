import { readFileSync } from 'node:fs';
import { type Sandbox, startSandbox } from '../../src/sandbox/index.ts';
import { AddressedClient } from './addressed-client.ts';
import { CERTIFICATES } from './certificates.ts';
import { Faults } from './faults.ts';
import { environmentOf } from './fleet.ts';
import { type GatewayProcess, startProcess } from './process.ts';
import { type RedisServer, startRedis } from './redis.ts';
import type { ReverseProxy, StartReverseProxy } from './reverse-proxy.ts';

/** Two gateways in production mode on one Redis, behind a reverse proxy at 127.0.0.1, with the platform in this process. */
export class ProxiedGateways {
  readonly #redis: RedisServer;
  readonly #sandbox: Sandbox;
  readonly #proxy: ReverseProxy;
  readonly #ca = readFileSync(CERTIFICATES.ca, 'utf8');
  readonly #clients: AddressedClient[] = [];
  readonly processes: readonly [GatewayProcess, GatewayProcess];
  readonly faults: Faults;

  private constructor(parts: Parts) {
    this.#redis = parts.redis;
    this.#sandbox = parts.sandbox;
    this.#proxy = parts.proxy;
    this.processes = parts.processes;
    this.faults = parts.faults;
  }

  static async start(
    startProxy: StartReverseProxy,
    environment: Readonly<Record<string, string>>,
  ): Promise<ProxiedGateways> {
    const faults = new Faults();
    const [redis, sandbox] = await Promise.all([
      startRedis(),
      startSandbox({ intercept: (request, response) => faults.intercept(request, response) }),
    ]);
    const start = (platform: string): Promise<GatewayProcess> =>
      startProcess({
        ...environmentOf(sandbox),
        NODE_ENV: 'production',
        TRUST_PROXY: '127.0.0.1',
        PLATFORM_URL: withHost(sandbox.url, platform),
        PLATFORM_PUSH_URL: withHost(sandbox.pushUrl, platform),
        REDIS_URL: redis.url,
        METRICS_PORT: '0',
        ...environment,
      });
    // The platform can tell them apart by the name they use for it.
    const processes = await Promise.all([start('127.0.0.1'), start('localhost')]);
    const [first, second] = processes;
    const proxy = await startProxy([portsOf(first), portsOf(second)]);
    return new ProxiedGateways({ redis, sandbox, proxy, processes, faults });
  }

  /** A client that connects to the proxy from this address. */
  clientAt(address: string): AddressedClient {
    const client = new AddressedClient(this.#proxy.url, address, this.#ca);
    this.#clients.push(client);
    return client;
  }

  /** The process that sent this request to the platform. */
  senderOf({ host = '' }: { host?: string | undefined }): GatewayProcess {
    return this.processes[host.startsWith('localhost') ? 1 : 0];
  }

  async closeClients(): Promise<void> {
    await Promise.all(this.#clients.splice(0).map((client) => client.close()));
  }

  async close(): Promise<void> {
    await this.closeClients();
    await this.#proxy.close();
    for (const { child } of this.processes) child.kill('SIGKILL');
    await Promise.all(this.processes.map(({ ended }) => ended));
    await Promise.all([this.#redis.stop(), this.#sandbox.close()]);
  }
}

interface Parts {
  redis: RedisServer;
  sandbox: Sandbox;
  proxy: ReverseProxy;
  processes: readonly [GatewayProcess, GatewayProcess];
  faults: Faults;
}

export const metricsUrlOf = ({ stdout }: GatewayProcess): string =>
  /Metrics are at (\S+)/.exec(stdout())?.[1] ?? '';

const portsOf = (gateway: GatewayProcess) => ({
  port: Number(new URL(gateway.url).port),
  statusPort: Number(new URL(metricsUrlOf(gateway)).port),
});

const withHost = (url: string, host: string): string => url.replace('127.0.0.1', host);
