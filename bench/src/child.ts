import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync } from 'node:fs';
import { createServer } from 'node:net';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** A benchmark process, reachable at `url`. */
export interface Child {
  url: string;
  /** Where it speaks TLS, if it does. */
  tlsUrl: string;
  /** Queries the process over IPC. */
  ask(): Promise<Record<string, number>>;
  stop(): Promise<void>;
}

export interface ChildOptions {
  name: string;
  script: string;
  /** Node's own arguments. */
  nodeOptions?: readonly string[];
  environment: Readonly<Record<string, string>>;
  /** The core it is pinned to, if the system supports that. */
  core: number;
  /** The Node that runs it. Default: the one that runs the bench. */
  node?: string | undefined;
}

const START_DEADLINE = 30_000;
/** The children's output goes to a file, as a service's would. */
const logFolder = mkdtempSync(join(tmpdir(), 'gateway-bench-'));

/** Starts a Node process on a free port and waits until it accepts connections. */
export async function startChild({
  name,
  script,
  nodeOptions = [],
  environment,
  core,
  node = process.execPath,
}: ChildOptions): Promise<Child> {
  const [port, tlsPort] = [await freePort(), await freePort()];
  const log = openSync(join(logFolder, `${name}.log`), 'a');
  const [command, ...prefix] = pinnedTo(core, node);
  const child = spawn(command, [...prefix, ...nodeOptions, script], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      REDIS_URL: 'none',
      ...environment,
      PORT: String(port),
      TLS_PORT: String(tlsPort),
    },
    stdio: ['ignore', log, 'inherit', 'ipc'],
  });
  closeSync(log);
  const url = `http://127.0.0.1:${port}`;
  await untilAnswering(url, name, child);
  return {
    url,
    tlsUrl: `https://127.0.0.1:${tlsPort}`,
    ask: async () => {
      const reply = once(child, 'message');
      child.send('usage');
      const [message] = await reply;
      return message;
    },
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      // The child exits when its parent disconnects, and writes its profile if one was requested.
      child.disconnect();
      await exited;
    },
  };
}

async function untilAnswering(url: string, name: string, child: ChildProcess): Promise<void> {
  for (const deadline = Date.now() + START_DEADLINE; Date.now() < deadline; await pause(50)) {
    if (child.exitCode !== null) break;
    const isResponding = await fetch(url).then(
      () => true,
      () => false,
    );
    if (isResponding) return;
  }
  child.kill('SIGKILL');
  throw new Error(`${name} does not start`);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}

/** True if processes can be pinned to a core: `taskset` exists and there is more than one core. */
export const canPin = ((): boolean => {
  try {
    execFileSync('taskset', ['--version'], { stdio: 'ignore' });
    return availableParallelism() > 1;
  } catch {
    return false;
  }
})();

const pinnedTo = (core: number, command: string): [string, ...string[]] =>
  canPin ? ['taskset', '--cpu-list', String(core), command] : [command];

/** Pins this process to a core. */
export function pinSelf(core: number): void {
  if (canPin)
    execFileSync('taskset', ['--cpu-list', '--pid', String(core), String(process.pid)], { stdio: 'ignore' });
}
