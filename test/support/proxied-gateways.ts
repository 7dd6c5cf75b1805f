import { readFileSync } from 'node:fs';
import { type Sandbox, startSandbox } from 'learning-platform-kit/sandbox';
import { AddressedClient } from './addressed-client.ts';
import { metricsUrlIn } from './announced.ts';
import { CERTIFICATES } from './certificates.ts';
import { Faults } from './faults.ts';
import { freePort } from './free-port.ts';
import { readMetrics } from './metrics.ts';
import { type GatewayProcess, startProcess } from './process.ts';
import { environmentOf, UNHURRIED } from './process-environment.ts';
import { type RedisServer, startRedis, startReplicatedRedis } from './redis.ts';
import type { ReverseProxy, StartReverseProxy } from './reverse-proxy.ts';

/** Two gateways in production mode on one Redis, behind a reverse proxy at 127.0.0.1, with the platform in this process. */
export class ProxiedGateways {
  readonly redis: RedisServer;
  readonly #proxy: ReverseProxy;
  readonly #clients: AddressedClient[] = [];
  readonly #environments: readonly Environment[];
  readonly processes: [GatewayProcess, GatewayProcess];
  readonly sandbox: Sandbox;
  readonly faults: Faults;
  /** Certificate authority of the proxy, as PEM. */
  readonly ca = readFileSync(CERTIFICATES.ca, 'utf8');
  readonly #started: AsyncDisposableStack;

  private constructor(parts: Parts) {
    this.redis = parts.redis;
    this.sandbox = parts.sandbox;
    this.#proxy = parts.proxy;
    this.#environments = parts.environments;
    this.processes = parts.processes;
    this.faults = parts.faults;
    this.#started = parts.started;
  }

  static async start(
    startProxy: StartReverseProxy,
    environment: Environment | ((sandbox: Sandbox) => Environment),
    startStore: StartStore = startRedisAlone,
  ): Promise<ProxiedGateways> {
    // Ends what has started if something else cannot start.
    await using started = new AsyncDisposableStack();
    const faults = new Faults();
    const [redis, sandbox] = await Promise.all([
      endWith(started, startStore(), ({ stop }) => stop()),
      endWith(
        started,
        startSandbox({ intercept: (request, response) => faults.intercept(request, response) }),
        (platform) => platform.close(),
      ),
    ]);
    const environmentAt = async (platform: string): Promise<Record<string, string>> => ({
      ...environmentOf(sandbox),
      NODE_ENV: 'production',
      TRUST_PROXY: '127.0.0.1',
      PLATFORM_URL: withHost(sandbox.url, platform),
      PLATFORM_PUSH_URL: withHost(sandbox.pushUrl, platform),
      ...redis.environment,
      PORT: String(await freePort()),
      METRICS_PORT: String(await freePort()),
      LIMIT_LAG: UNHURRIED.LIMIT_LAG,
      ...(typeof environment === 'function' ? environment(sandbox) : environment),
    });
    // The platform can tell them apart by the name they use for it.
    const environments = await Promise.all([environmentAt('127.0.0.1'), environmentAt('localhost')] as const);
    const [first, second] = environments;
    const processes = await Promise.all([
      endWith(started, startProcess(first), kill),
      endWith(started, startProcess(second), kill),
    ]);
    const proxy = await endWith(started, startProxy([portsOf(first), portsOf(second)]), ({ close }) =>
      close(),
    );
    return new ProxiedGateways({
      redis,
      sandbox,
      proxy,
      environments,
      processes,
      faults,
      started: started.move(),
    });
  }

  get url(): string {
    return this.#proxy.url;
  }

  get accessLog(): string {
    return this.#proxy.accessLog();
  }

  /** Stops an instance as a deployment does, and starts it again at the same address. */
  async restart(index: 0 | 1): Promise<void> {
    this.processes[index].child.kill('SIGTERM');
    await this.start(index);
  }

  /** Starts an instance again once it has ended. */
  async start(index: 0 | 1): Promise<void> {
    await this.processes[index].ended;
    this.processes[index] = await endWith(
      this.#started,
      startProcess({ ...this.#environments[index] }),
      kill,
    );
  }

  /** A client that connects to the proxy from this address. */
  clientAt(address: string): AddressedClient {
    const client = new AddressedClient(this.#proxy.url, address, this.ca);
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
    await this.#started.disposeAsync();
  }
}

type Environment = Readonly<Record<string, string>>;

/** The event log of the gateways, with the variables that name it. */
interface Store extends RedisServer {
  environment: Environment;
}

export type StartStore = () => Promise<Store>;

/** It keeps what it acknowledged, so that any loss is the gateway's. */
const DURABLE = { appendonly: 'yes', appendfsync: 'always' };

const startRedisAlone: StartStore = async () => {
  const redis = await startRedis(DURABLE);
  return { ...redis, environment: { REDIS_URL: redis.url } };
};

/** The master of two servers; a Sentinel promotes the other one if it is gone. */
export const startRedisWithReplica: StartStore = async () => {
  const { master, sentinel, stop } = await startReplicatedRedis('events', DURABLE);
  const environment = { REDIS_URL: 'redis://events', REDIS_SENTINELS: `127.0.0.1:${sentinel.port}` };
  return { ...master, environment, stop };
};

interface Parts {
  redis: RedisServer;
  sandbox: Sandbox;
  proxy: ReverseProxy;
  environments: readonly Environment[];
  processes: [GatewayProcess, GatewayProcess];
  faults: Faults;
  started: AsyncDisposableStack;
}

/** Something that starts ends with the rest, even if the rest cannot start meanwhile. */
function endWith<Part>(
  started: AsyncDisposableStack,
  starting: Promise<Part>,
  end: (part: Part) => Promise<unknown>,
): Promise<Part> {
  started.defer(() => starting.then(end, () => {}).then(() => {}));
  return starting;
}

async function kill({ child, ended }: GatewayProcess): Promise<void> {
  child.kill('SIGKILL');
  await ended;
}

export const metricsUrlOf = ({ stdout }: GatewayProcess): string => metricsUrlIn(stdout());

/** Operations that a gateway has run since its start. */
export const operationsOf = async (gateway: GatewayProcess): Promise<number> =>
  [...(await readMetrics({ metricsUrl: metricsUrlOf(gateway) }))]
    .filter(([name]) => name.startsWith('gateway_operations_total'))
    .reduce((sum, [, value]) => sum + value, 0);

const portsOf = ({ PORT, METRICS_PORT }: Readonly<Record<string, string>>) => ({
  port: Number(PORT),
  statusPort: Number(METRICS_PORT),
});

const withHost = (url: string, host: string): string => url.replace('127.0.0.1', host);
