import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import type { Held } from './fleet-probe.ts';
import { type GatewayProcess, startProcess } from './process.ts';

const PROBE = pathToFileURL(join(import.meta.dirname, 'fleet-probe.ts')).href;
const CLOCK = pathToFileURL(join(import.meta.dirname, 'wrong-clock.ts')).href;

/** A gateway process that can be restarted, is measured from outside, and whose clock can be set wrong. */
export class GatewayInstance {
  readonly #probe: string;
  readonly #clock: string;
  readonly #environment: Readonly<Record<string, string>>;
  #process: GatewayProcess | null = null;
  readonly #outputs: (() => string)[] = [];

  /**
   * @param directory for its sockets; no other instance may use it with the same name.
   * @param environment with `PORT`, it has one address across restarts; with `CLOCK_SKEW`, a clock that can be set wrong.
   */
  constructor(directory: string, name: string, environment: Readonly<Record<string, string>>) {
    this.#probe = join(directory, `probe-${name}`);
    this.#clock = join(directory, `clock-${name}`);
    const withClock = environment.CLOCK_SKEW === undefined ? '' : `--import ${CLOCK}`;
    this.#environment = {
      ...environment,
      FLEET_PROBE: this.#probe,
      WRONG_CLOCK: this.#clock,
      NODE_OPTIONS: `--import ${PROBE} ${withClock} ${environment.NODE_OPTIONS ?? ''}`,
    };
  }

  /** Whether it should be running. */
  get isUp(): boolean {
    return this.#process !== null;
  }

  get isAlive(): boolean {
    const { child } = this.#running();
    return child.exitCode === null && child.signalCode === null;
  }

  get url(): string {
    const { PORT } = this.#environment;
    return PORT === undefined ? this.#running().url : `http://127.0.0.1:${PORT}`;
  }

  get pid(): number {
    return this.#running().child.pid ?? 0;
  }

  /**
   * @param main the file to run, of another release. Default: `src/main.ts` of this one.
   * @param changes variables with other values, at this start alone.
   */
  async start(main?: string, changes: Readonly<Record<string, string>> = {}): Promise<void> {
    // A killed process leaves them behind.
    for (const path of [this.#probe, this.#clock]) if (existsSync(path)) rmSync(path);
    const started = await startProcess(
      { ...this.#environment, ...changes },
      main === undefined ? {} : { main },
    );
    this.#outputs.push(() => started.stdout() + started.stderr());
    this.#process = started;
  }

  /** Kills it, as in a crash. */
  async kill(): Promise<void> {
    if (this.isUp) await this.#end('SIGKILL');
  }

  /** Stops it gracefully. @returns exit status and time taken in milliseconds. */
  async terminate(): Promise<{ status: number | null; took: number }> {
    const startedAt = performance.now();
    return { status: await this.#end('SIGTERM'), took: performance.now() - startedAt };
  }

  /** Suspends it, as a stalled machine does, or continues it; its sockets stay open. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.#process?.child.kill(signal);
  }

  /** Sets its clock wrong by this many milliseconds, until it ends. */
  async setClock(skew: number): Promise<void> {
    const socket = connect(this.#clock);
    socket.write(String(skew));
    await text(socket);
  }

  /** Resident memory, in bytes. */
  memory(): number {
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${this.pid}/status`, 'utf8'))?.[1]) * 1024;
  }

  /** CPU time of the process so far. */
  cpuSeconds(): number {
    // User and system time, in hundredths of a second: the 12th and 13th field after the name, which may contain spaces.
    const fields = readFileSync(`/proc/${this.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) / 100;
  }

  /** Number of open files and sockets. */
  openFiles(): number {
    return readdirSync(`/proc/${this.pid}/fd`).length;
  }

  /** Collects garbage, then reports what the process retains. @throws Error with the end of its output if it does not. */
  async held(): Promise<Held> {
    try {
      return JSON.parse(await text(connect(this.#probe)));
    } catch (cause) {
      const state = this.isAlive ? 'does not answer' : 'has ended';
      throw new Error(`the gateway ${state}: ${this.output().slice(-3000)}`, { cause });
    }
  }

  /** Its output so far, across restarts. */
  output(): string {
    return this.#outputs.map((read) => read()).join('');
  }

  #running(): GatewayProcess {
    if (!this.#process) throw new Error('this instance is not running');
    return this.#process;
  }

  #end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    const { child, ended } = this.#running();
    this.#process = null;
    child.kill(signal);
    return ended;
  }
}
