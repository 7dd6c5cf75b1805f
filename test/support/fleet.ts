import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { type RecordedRequest, type Sandbox, startSandbox } from 'learning-platform-kit/sandbox';
import { Faults } from './faults.ts';
import { pause } from './fleet-form.ts';
import type { Held } from './fleet-probe.ts';
import { startRelay } from './fleet-relay.ts';
import { type GatewayProcess, startProcess } from './process.ts';
import { freePort, type RedisServer, type RedisServerOptions, startRedis } from './redis.ts';
import { type RedisProxy, startRedisProxy } from './redis-proxy.ts';

/** One gateway process of a fleet. It has the same address after a restart. */
interface Instance {
  readonly url: string;
  /** The proxy between it and Redis. */
  readonly proxy: RedisProxy;
  /** Whether it should be running. */
  readonly isUp: boolean;
  /** Resident memory, in bytes. */
  memory(): number;
  held(): Promise<Held>;
  /** Its output so far, across restarts. */
  output(): string;
  /** @param main the file to run, of another release. Default: `src/main.ts` of this one. */
  start(main?: string): Promise<void>;
  /** Kills it, as in a crash. */
  kill(): Promise<void>;
  /** Suspends it, as a stalled machine does; its sockets stay open. */
  pause(): void;
  resume(): void;
  /** Stops it gracefully. @returns exit status and time taken in milliseconds. */
  terminate(): Promise<{ status: number | null; took: number }>;
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
  /** Redirects all instances to another server, as the address of a service does after a failover. */
  leadTo(server: RedisServer): void;
  /** Silences all open connections to Redis for good; new ones work. */
  silence(): void;
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
export const PROBE = pathToFileURL(join(import.meta.dirname, 'fleet-probe.ts')).href;

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
  const relay = await startRelay(server.port);
  const common = { ...environmentOf(sandbox), ...environment };
  const newInstance = async (number: number): Promise<Instance> => {
    const proxy = await startRedisProxy(relay.port);
    const probe = join(directory, `probe-${number}`);
    const instance = new OwnInstance(proxy, probe, {
      ...common,
      PORT: String(await freePort()),
      REDIS_URL: proxy.url,
      FLEET_PROBE: probe,
      NODE_OPTIONS: `--import ${PROBE}`,
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
    leadTo: ({ port }) => relay.leadTo(port),
    silence: relay.silence,
    close: async () => {
      await Promise.all(instances.map((instance) => instance.kill()));
      await Promise.all(instances.map(({ proxy }) => proxy.close()));
      await Promise.all([relay.close(), sandbox.close(), server.stop()]);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Environment of a gateway process. */
export const environmentOf = (sandbox: Sandbox): Record<string, string> => ({
  PLATFORM_URL: sandbox.url,
  PLATFORM_NOTES_URL: sandbox.notesUrl,
  PLATFORM_PUSH_URL: sandbox.pushUrl,
  APP_CLIENT_ID: sandbox.app.clientId,
  APP_CLIENT_SECRET: sandbox.app.clientSecret,
  PLUGIN_CLIENT_ID: sandbox.credentials.plugin.clientId,
  PLUGIN_CLIENT_SECRET: sandbox.credentials.plugin.clientSecret,
  NOTIFICATION_POLL_INTERVAL: '200',
  NOTIFICATION_POLL_BUDGET: '2000',
  LIMIT_SOCKETS: '1000',
  LOG_LEVEL: 'warn',
});

class OwnInstance implements Instance {
  readonly url: string;
  readonly proxy: RedisProxy;
  readonly #probe: string;
  readonly #environment: Record<string, string>;
  #process: GatewayProcess | null = null;
  #outputs: (() => string)[] = [];

  constructor(proxy: RedisProxy, probe: string, environment: Record<string, string>) {
    this.url = `http://127.0.0.1:${environment.PORT}`;
    this.proxy = proxy;
    this.#probe = probe;
    this.#environment = environment;
  }

  get isUp(): boolean {
    return this.#process !== null;
  }

  memory(): number {
    const status = readFileSync(`/proc/${this.#running().child.pid}/status`, 'utf8');
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
  }

  async held(): Promise<Held> {
    return JSON.parse(await text(connect(this.#probe)));
  }

  output(): string {
    return this.#outputs.map((read) => read()).join('');
  }

  async start(main?: string): Promise<void> {
    // A killed process leaves it behind.
    if (existsSync(this.#probe)) rmSync(this.#probe);
    const started = await startProcess(this.#environment, main === undefined ? {} : { main });
    this.#outputs.push(() => started.stdout() + started.stderr());
    this.#process = started;
  }

  async kill(): Promise<void> {
    const running = this.#process;
    this.#process = null;
    running?.child.kill('SIGKILL');
    await running?.ended;
  }

  pause(): void {
    this.#running().child.kill('SIGSTOP');
  }

  resume(): void {
    this.#running().child.kill('SIGCONT');
  }

  async terminate(): Promise<{ status: number | null; took: number }> {
    const running = this.#running();
    this.#process = null;
    const startedAt = performance.now();
    running.child.kill('SIGTERM');
    return { status: await running.ended, took: performance.now() - startedAt };
  }

  #running(): GatewayProcess {
    if (!this.#process) throw new Error('this instance is not running');
    return this.#process;
  }
}
