import { freePort } from '../support/free-port.ts';
import { GatewayInstance } from '../support/gateway-instance.ts';
import { type RedisProxy, startRedisProxy } from '../support/redis-proxy.ts';

export interface ChaosGatewayOptions {
  number: number;
  /** Milliseconds that its clock is wrong. */
  skew: number;
  /** For its sockets. */
  directory: string;
  environment: Readonly<Record<string, string>>;
  /** Its way to the platform, at this address. */
  platformUrl: string;
  redis: { url: string; leg: RedisProxy };
  /** The `main.ts` that it runs at first. Default: that of this release. */
  main?: string | undefined;
}

/** Milliseconds within which an instance must start. */
const START_TIMEOUT = 60_000;

interface Legs {
  readonly clients: RedisProxy;
  readonly redis: RedisProxy;
  readonly platform: RedisProxy;
}

/** A gateway process behind proxies, which clients reach at one address across restarts. */
export class ChaosGateway extends GatewayInstance {
  readonly number: number;
  /** Its ways to clients, Redis and the platform. */
  readonly legs: Legs;
  readonly #skew: number;

  private constructor(options: ChaosGatewayOptions, legs: Legs, port: number) {
    const { number, skew, directory, environment, platformUrl, redis } = options;
    const through = (address: string): string =>
      address.replace(platformUrl, `http://127.0.0.1:${legs.platform.port}`);
    super(directory, String(number), {
      ...Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, through(value)])),
      PORT: String(port),
      REDIS_URL: redis.url,
      CLOCK_SKEW: String(skew),
    });
    this.number = number;
    this.legs = legs;
    this.#skew = skew;
  }

  static async start(options: ChaosGatewayOptions): Promise<ChaosGateway> {
    const port = await freePort();
    const [clients, platform] = await Promise.all([
      startRedisProxy(port),
      startRedisProxy(Number(new URL(options.platformUrl).port)),
    ]);
    const gateway = new ChaosGateway(options, { clients, platform, redis: options.redis.leg }, port);
    await gateway.start(options.main);
    return gateway;
  }

  /** Its address for clients. */
  override get url(): string {
    return `http://127.0.0.1:${this.legs.clients.port}`;
  }

  /** As under a supervisor: a Redis that refuses what the gateway needs ends it at its start, again and again. */
  override async start(main?: string): Promise<void> {
    const deadline = performance.now() + START_TIMEOUT;
    for (;;)
      try {
        return await super.start(main);
      } catch (error) {
        const isUnfitRedis = /The gateway cannot start: .*Redis/.test(String(error));
        if (!isUnfitRedis || performance.now() > deadline) throw error;
      }
  }

  /** In addition to how wrong its clock is from the start. */
  override setClock(skew: number): Promise<void> {
    return super.setClock(this.#skew + skew);
  }

  async close(): Promise<void> {
    await this.kill();
    await Promise.all([this.legs.clients.close(), this.legs.platform.close()]);
  }
}
