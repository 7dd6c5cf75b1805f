import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { PROBE } from '../support/fleet.ts';
import type { Held } from '../support/fleet-probe.ts';
import { type GatewayProcess, startProcess } from '../support/process.ts';
import { freePort } from '../support/redis.ts';
import { type RedisProxy, startRedisProxy } from '../support/redis-proxy.ts';

const CLOCK = pathToFileURL(join(import.meta.dirname, 'clock.ts')).href;

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
}

/** A gateway process behind proxies, which clients reach at one address across restarts. */
export class ChaosGateway {
  readonly number: number;
  /** Its ways to clients, Redis and the platform. */
  readonly legs: { readonly clients: RedisProxy; readonly redis: RedisProxy; readonly platform: RedisProxy };
  readonly #skew: number;
  readonly #probe: string;
  readonly #clock: string;
  readonly #environment: Record<string, string>;
  #process: GatewayProcess | null = null;
  #logs: (() => string)[] = [];

  private constructor(
    { number, skew, directory, environment, platformUrl, redis }: ChaosGatewayOptions,
    clients: RedisProxy,
    platform: RedisProxy,
    port: number,
  ) {
    this.number = number;
    this.legs = { clients, redis: redis.leg, platform };
    this.#skew = skew;
    this.#probe = join(directory, `probe-${number}`);
    this.#clock = join(directory, `clock-${number}`);
    const through = (address: string): string =>
      address.replace(platformUrl, `http://127.0.0.1:${platform.port}`);
    this.#environment = {
      ...Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, through(value)])),
      PORT: String(port),
      REDIS_URL: redis.url,
      FLEET_PROBE: this.#probe,
      CHAOS_CLOCK: this.#clock,
      CHAOS_SKEW: String(skew),
      NODE_OPTIONS: `--import ${PROBE} --import ${CLOCK}`,
    };
  }

  static async start(options: ChaosGatewayOptions): Promise<ChaosGateway> {
    const port = await freePort();
    const [clients, platform] = await Promise.all([
      startRedisProxy(port),
      startRedisProxy(Number(new URL(options.platformUrl).port)),
    ]);
    const gateway = new ChaosGateway(options, clients, platform, port);
    await gateway.start();
    return gateway;
  }

  /** Its address for clients. */
  get url(): string {
    return `http://127.0.0.1:${this.legs.clients.port}`;
  }

  async start(): Promise<void> {
    // A killed process leaves them behind.
    for (const path of [this.#probe, this.#clock]) if (existsSync(path)) rmSync(path);
    const started = await startProcess(this.#environment);
    this.#logs.push(() => started.stdout() + started.stderr());
    this.#process = started;
  }

  /** Kills it, as in a crash. */
  async kill(): Promise<void> {
    const running = this.#process;
    this.#process = null;
    running?.child.kill('SIGKILL');
    await running?.ended;
  }

  /** Stops it gracefully. */
  async terminate(): Promise<void> {
    const running = this.#process;
    this.#process = null;
    running?.child.kill('SIGTERM');
    await running?.ended;
  }

  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.#process?.child.kill(signal);
  }

  /** Sets its clock wrong by this many milliseconds, in addition to how wrong it is from the start. */
  async setClock(skew: number): Promise<void> {
    const socket = connect(this.#clock);
    socket.write(String(this.#skew + skew));
    await text(socket);
  }

  /** Resident memory, in bytes. */
  memory(): number {
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${this.#pid}/status`, 'utf8'))?.[1]) * 1024;
  }

  /** Number of open files and sockets. */
  openFiles(): number {
    return readdirSync(`/proc/${this.#pid}/fd`).length;
  }

  /** Collects garbage, then reports what the process retains. */
  async held(): Promise<Held> {
    return JSON.parse(await text(connect(this.#probe)));
  }

  /** Its log so far, across restarts. */
  log(): string {
    return this.#logs.map((read) => read()).join('');
  }

  async close(): Promise<void> {
    await this.kill();
    await Promise.all([this.legs.clients.close(), this.legs.platform.close()]);
  }

  get #pid(): number {
    const pid = this.#process?.child.pid;
    if (pid === undefined) throw new Error('this instance is not running');
    return pid;
  }
}
