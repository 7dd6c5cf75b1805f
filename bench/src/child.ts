import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync } from 'node:fs';
import { createServer } from 'node:net';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** A process of the bench, reachable at `url`. */
export interface Child {
  url: string;
  /** Asks the process over IPC. */
  ask(): Promise<Record<string, number>>;
  stop(): Promise<void>;
}

export interface ChildOptions {
  name: string;
  script: string;
  /** Arguments of Node itself. */
  nodeOptions?: readonly string[];
  environment: Readonly<Record<string, string>>;
  /** The core that it is kept on, where the system can do that. */
  core: number;
}

const START_DEADLINE = 30_000;
/** Where what the children write goes, as it would for a service: a file. */
const logFolder = mkdtempSync(join(tmpdir(), 'gateway-bench-'));

/** Starts a Node process on a free port and waits until it takes connections. */
export async function startChild({
  name,
  script,
  nodeOptions = [],
  environment,
  core,
}: ChildOptions): Promise<Child> {
  const port = await freePort();
  const log = openSync(join(logFolder, `${name}.log`), 'a');
  const [command, ...prefix] = pinnedTo(core, process.execPath);
  const child = spawn(command, [...prefix, ...nodeOptions, script], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...environment, PORT: String(port) },
    stdio: ['ignore', log, 'inherit', 'ipc'],
  });
  closeSync(log);
  const url = `http://127.0.0.1:${port}`;
  await untilAnswering(url, name, child);
  return {
    url,
    ask: async () => {
      const answer = once(child, 'message');
      child.send('tell');
      const [message] = await answer;
      return message;
    },
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      // The child ends itself when nobody asks any more, and leaves its profile behind where one was asked for.
      child.disconnect();
      await gone;
    },
  };
}

async function untilAnswering(url: string, name: string, child: ChildProcess): Promise<void> {
  for (const deadline = Date.now() + START_DEADLINE; Date.now() < deadline; await pause(50)) {
    if (child.exitCode !== null) break;
    const answers = await fetch(url).then(
      () => true,
      () => false,
    );
    if (answers) return;
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

/** Whether processes can be kept on one core each: with `taskset`, and where there is more than one. */
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

/** Keeps this process itself on a core. */
export function pinSelf(core: number): void {
  if (canPin)
    execFileSync('taskset', ['--cpu-list', '--pid', String(core), String(process.pid)], { stdio: 'ignore' });
}
