import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PLUGIN } from './ato-topic.ts';
import type { Probed, Usage } from './probe.ts';

/** A server under measurement, in a process of its own. */
export interface ServerProcess {
  child: ChildProcess;
  url: string;
}

/**
 * Starts a server that prints where its graph is.
 * @param script relative to this folder.
 */
export async function startServer(
  script: string,
  environment: Record<string, string> = {},
): Promise<ServerProcess> {
  const probe = pathToFileURL(join(import.meta.dirname, 'probe.ts')).href;
  const child = spawn(process.execPath, ['--import', probe, join(import.meta.dirname, script)], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: { ...process.env, ...environment },
  });
  const url = await new Promise<string>((resolve, reject) => {
    let said = '';
    // Log output is read and discarded: in production another process collects it.
    child.stdout?.on('data', (chunk: Buffer) => {
      if (said.length < 10_000) said += chunk.toString();
      const address = /(?:The graph is at |"graph":")(http:[^\s"]+)\/graphql/.exec(said)?.[1];
      if (address) resolve(address);
    });
    child.once('exit', () => reject(new Error('the server did not start')));
  });
  return { child, url };
}

/**
 * Starts the gateway as in production, with limits that admit all subscribers from one machine.
 * @param redisUrl null: the event log in memory.
 */
export const startGateway = (platform: string, redisUrl: string | null): Promise<ServerProcess> =>
  startServer('../../src/main.ts', {
    NODE_ENV: 'production',
    REDIS_URL: 'none',
    TRUST_PROXY: 'none',
    PORT: '0',
    PLATFORM_URL: platform,
    PLUGIN_CLIENT_ID: PLUGIN.id,
    PLUGIN_CLIENT_SECRET: PLUGIN.secret,
    // All clients share one address here, which may have a quarter of the connections.
    LIMIT_CONNECTIONS: '400000',
    LIMIT_RATE: '0',
    ...(redisUrl === null ? {} : { REDIS_URL: redisUrl }),
  });

export async function usageOf(server: ServerProcess): Promise<Usage> {
  server.child.send({ type: 'usage' } satisfies Probed);
  const [usage] = await once(server.child, 'message');
  return usage;
}

/** Microseconds of CPU time since the server's start. Unlike {@link usageOf}, asking costs nothing. */
export async function cpuOf(server: ServerProcess): Promise<number> {
  server.child.send({ type: 'cpu' } satisfies Probed);
  const [cpu] = await once(server.child, 'message');
  return cpu;
}

/** Writes a heap snapshot of the server, after garbage collection. */
export async function writeSnapshot(server: ServerProcess, file: string): Promise<void> {
  server.child.send({ type: 'snapshot', file } satisfies Probed);
  await once(server.child, 'message');
}

/** Records the server's CPU profile while work runs. */
export async function profiled<T>(server: ServerProcess, file: string, work: () => Promise<T>): Promise<T> {
  server.child.send({ type: 'profile', file: null } satisfies Probed);
  await once(server.child, 'message');
  const result = await work();
  server.child.send({ type: 'profile', file } satisfies Probed);
  await once(server.child, 'message');
  return result;
}

export async function startPlatform(): Promise<ServerProcess> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'platform.ts')], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  if (!child.stdout) throw new Error('the platform has no output');
  const [line] = await once(child.stdout, 'data');
  return { child, url: String(line).trim() };
}

/** Number of calls that the platform has received. */
export async function callsOf({ child }: ServerProcess): Promise<number> {
  child.send('calls');
  const [calls] = await once(child, 'message');
  return calls;
}

export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));
