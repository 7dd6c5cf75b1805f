import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** A command as typed, and how long it took. A server counts until it prints its address. */
export interface Timing {
  command: string;
  ms: number;
}

/** What npm and Vitest tell the programs that they run. */
const OF_THE_TESTS =
  /^(npm_\w+|INIT_CWD|NODE_(ENV|OPTIONS|PATH)|VITE(ST)?(_\w+)?|BASE_URL|DEV|MODE|PROD|SSR|TEST)$/;

/** The shell of a new user: an empty home, and what the machine's administrator has set. */
export class Terminal {
  readonly timings: Timing[] = [];
  readonly #env: NodeJS.ProcessEnv;
  readonly #home: string;
  readonly #servers: ChildProcess[] = [];
  #folder: string;

  constructor({ home, folder, env = {} }: { home: string; folder: string; env?: Record<string, string> }) {
    this.#home = home;
    this.#folder = folder;
    const inherited = Object.entries(process.env).filter(([name]) => !OF_THE_TESTS.test(name));
    const path = `${dirname(process.execPath)}:${process.env.PATH}`;
    this.#env = { ...Object.fromEntries(inherited), PATH: path, HOME: home, ...env };
  }

  /** The folder that `cd` has led to. */
  get folder(): string {
    return this.#folder;
  }

  /** Runs a command to its end. @returns what it printed. @throws if it fails. */
  async run(command: string): Promise<string> {
    const place = join(this.#home, '.folder');
    const { child, printed, started } = this.#spawn(`${command}\npwd > '${place}'`);
    const [status] = await once(child, 'close');
    this.#note(command, started);
    if (status !== 0) throw new Error(`${command} failed:\n${printed()}`);
    this.#folder = readFileSync(place, 'utf8').trim();
    rmSync(place);
    return printed();
  }

  /** Starts a server. @returns the address that it prints. */
  async start(command: string, address: RegExp): Promise<string> {
    const { child, printed, started } = this.#spawn(command);
    this.#servers.push(child);
    const ended = once(child, 'close').then(() => {
      throw new Error(`${command} ended:\n${printed()}`);
    });
    ended.catch(() => {});
    for (;;) {
      const [, url] = address.exec(printed()) ?? [];
      if (url !== undefined) {
        this.#note(command, started);
        return url;
      }
      await Promise.race([once(child.stdout, 'data'), once(child.stderr, 'data'), ended]);
    }
  }

  /** Ends its servers. */
  async close(): Promise<void> {
    await Promise.all(
      this.#servers.map(async (server) => {
        if (server.exitCode !== null || server.pid === undefined) return;
        const ended = once(server, 'close');
        process.kill(-server.pid, 'SIGTERM');
        await ended;
      }),
    );
  }

  #spawn(script: string) {
    const started = performance.now();
    const child = spawn('sh', ['-ec', script], {
      cwd: this.#folder,
      env: this.#env,
      // A process group of its own, so that it ends with what it has started.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        text += stripVTControlCharacters(chunk.toString());
      });
    return { child, printed: () => text, started };
  }

  #note(command: string, started: number): void {
    this.timings.push({ command, ms: Math.round(performance.now() - started) });
  }
}
