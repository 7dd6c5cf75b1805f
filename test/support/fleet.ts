import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RecordedRequest, type Sandbox, startSandbox } from 'learning-platform-kit/sandbox';
import { Faults } from './faults.ts';
import { pause } from './fleet-form.ts';
import { freePort } from './free-port.ts';
import { GatewayInstance } from './gateway-instance.ts';
import { environmentOf } from './process-environment.ts';
import { type RedisServer, type RedisServerOptions, startRedis } from './redis.ts';
import { type RedisProxy, startRedisProxy } from './redis-proxy.ts';

/** One gateway process of a fleet. It has the same address after a restart. */
class Instance extends GatewayInstance {
  /** The proxy between it and Redis. */
  readonly proxy: RedisProxy;

  constructor(proxy: RedisProxy, ...instance: ConstructorParameters<typeof GatewayInstance>) {
    super(...instance);
    this.proxy = proxy;
  }
}

/** Gateway processes on one Redis and one platform, all on real ports. */
export interface Fleet {
  readonly redis: RedisServer;
  readonly sandbox: Sandbox;
  readonly faults: Faults;
  /** Delay of the platform by route, in milliseconds, as in `GET /users/v1/profile`. */
  readonly delays: Map<string, number>;
  /** All requests that the platform has received. */
  readonly requests: RecordedRequest[];
  readonly instances: readonly [Instance, Instance];
  close(): Promise<void>;
}

export interface FleetOptions {
  redis?: RedisServerOptions;
  environment?: Readonly<Record<string, string>>;
  /** The `main.ts` that the instances run at first. Default: that of this release. */
  main?: string;
}

/** Options of a Redis that never loses acknowledged writes, so that any loss is the gateway's. */
const DURABLE: RedisServerOptions = {
  appendonly: 'yes',
  appendfsync: 'always',
  'maxmemory-policy': 'noeviction',
  // Start replication immediately instead of waiting for more replicas.
  'repl-diskless-sync-delay': 0,
};

export async function startFleet({ redis, environment = {}, main }: FleetOptions = {}): Promise<Fleet> {
  const faults = new Faults();
  const delays = new Map<string, number>();
  const requests: RecordedRequest[] = [];
  const directory = mkdtempSync(join(tmpdir(), 'fleet-'));
  const [server, sandbox] = await Promise.all([
    startRedis({ ...DURABLE, ...redis }),
    startSandbox({
      onRequest: (request) => requests.push(request),
      intercept: async (request, response) => {
        await pause(delays.get(`${request.method} ${request.url?.split('?', 1)[0]}`) ?? 0);
        return faults.intercept(request, response);
      },
    }),
  ]);
  const common = { ...environmentOf(sandbox), ...environment };
  const newInstance = async (number: number): Promise<Instance> => {
    const proxy = await startRedisProxy(server.port);
    const instance = new Instance(proxy, directory, String(number), {
      ...common,
      PORT: String(await freePort()),
      REDIS_URL: proxy.url,
    });
    await instance.start(main);
    return instance;
  };
  const instances = await Promise.all([newInstance(0), newInstance(1)] as const);
  return {
    redis: server,
    sandbox,
    faults,
    delays,
    requests,
    instances,
    close: async () => {
      await Promise.all(instances.map((instance) => instance.kill()));
      await Promise.all(instances.map(({ proxy }) => proxy.close()));
      await Promise.all([sandbox.close(), server.stop()]);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
