import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Redis } from 'ioredis';
import { freePort } from './free-port.ts';
import { pathOf } from './programs.ts';
import { until } from './until.ts';

/** A redis-server with its own loopback port and directory. Killed when the test process ends. */
export interface RedisServer {
  readonly port: number;
  readonly url: string;
  readonly dir: string;
  /** Runs one command over a new connection. */
  command(...command: [name: string, ...args: (string | number)[]]): Promise<unknown>;
  /** Waits until it has responded, or cannot. */
  roundTrip(): Promise<unknown>;
  /** Kills it, as in a crash: nothing is saved or closed cleanly. */
  kill(): Promise<void>;
  /** Suspends it; its sockets stay open. */
  pause(): void;
  resume(): void;
  /** Restarts it after `kill`, with the same port and directory. */
  start(): Promise<void>;
  /** Stops it and removes its directory. */
  stop(): Promise<void>;
}

/** Server options by name, as in `{ appendonly: 'yes' }`. */
export type RedisServerOptions = Readonly<Record<string, string | number>>;

/** Starts a server; resolves when it accepts commands. Not persistent by default. */
export async function startRedis(options: RedisServerOptions = {}): Promise<RedisServer> {
  const port = Number(options.port ?? (await freePort()));
  const dir = mkdtempSync(join(tmpdir(), 'redis-'));
  const args = Object.entries({ bind: '127.0.0.1', port, dir, save: '', ...options }).flatMap(
    ([name, value]) => [`--${name}`, String(value)],
  );
  let server = await run(args);
  const killNow = (): void => void server.kill('SIGKILL');
  process.once('exit', killNow);

  const kill = async (): Promise<void> => {
    const ended = exitOf(server);
    server.kill('SIGKILL');
    await ended;
  };
  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    dir: String(options.dir ?? dir),
    command: (...command) => runCommand(port, command),
    roundTrip: () => runCommand(port, ['PING']).catch(() => {}),
    kill,
    pause: () => void server.kill('SIGSTOP'),
    resume: () => void server.kill('SIGCONT'),
    start: async () => {
      server = await run(args);
    },
    stop: async () => {
      process.removeListener('exit', killNow);
      await kill();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** A master that a Sentinel replaces by its replica. */
export interface ReplicatedRedis {
  master: RedisServer;
  replica: RedisServer;
  sentinel: Awaited<ReturnType<typeof startSentinel>>;
  stop(): Promise<void>;
}

/**
 * Starts a master, its replica, and a Sentinel that knows both.
 * @param name of the master.
 * @param passwords of the data and of the Sentinel. Default: none.
 */
export async function startReplicatedRedis(
  name: string,
  options: RedisServerOptions = {},
  passwords?: { data: string; sentinel: string },
): Promise<ReplicatedRedis> {
  const all = {
    ...options,
    ...(passwords ? { requirepass: passwords.data, masterauth: passwords.data } : {}),
    // Start replication immediately instead of waiting for more replicas.
    'repl-diskless-sync-delay': 0,
  };
  const master = await startRedis(all);
  const replica = await startRedis({ ...all, replicaof: `127.0.0.1 ${master.port}` });
  const says = async (port: number, password: string | undefined, expected: string, ...command: Command) =>
    String(await runCommand(port, command, password)).includes(expected);
  // Before the Sentinel starts, which would otherwise find the replica only seconds later.
  await until(() => says(replica.port, passwords?.data, 'master_link_status:up', 'INFO', 'replication'));
  const sentinel = await startSentinel(
    master,
    name,
    passwords && { requirepass: passwords.sentinel, 'sentinel auth-pass': `${name} ${passwords.data}` },
  );
  await until(() =>
    says(sentinel.port, passwords?.sentinel, String(replica.port), 'SENTINEL', 'replicas', name),
  );
  const stop = async () => {
    await Promise.all([master, replica, sentinel].map((server) => server.stop()));
  };
  return { master, replica, sentinel, stop };
}

type Command = [string, ...(string | number)[]];

/** Starts a Sentinel that watches a master under a name and fails over alone. */
export async function startSentinel(
  master: Pick<RedisServer, 'port'>,
  name: string,
  options: Readonly<Record<string, string>> = {},
): Promise<Pick<RedisServer, 'port' | 'url' | 'command' | 'stop'>> {
  const port = await freePort();
  const dir = mkdtempSync(join(tmpdir(), 'sentinel-'));
  const file = join(dir, 'sentinel.conf');
  const lines = [
    `port ${port}`,
    'bind 127.0.0.1',
    `dir ${dir}`,
    `sentinel monitor ${name} 127.0.0.1 ${master.port} 1`,
    `sentinel down-after-milliseconds ${name} 500`,
    `sentinel failover-timeout ${name} 5000`,
    ...Object.entries(options).map(([option, value]) => `${option} ${value}`),
  ];
  writeFileSync(file, lines.join('\n'));
  const server = await run([file, '--sentinel'], /Sentinel ID is/);
  const killNow = (): void => void server.kill('SIGKILL');
  process.once('exit', killNow);
  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    command: (...command) => runCommand(port, command),
    stop: async () => {
      process.removeListener('exit', killNow);
      const ended = exitOf(server);
      killNow();
      await ended;
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** Three masters that share the hash slots, without replicas. */
export interface RedisCluster {
  readonly nodes: readonly RedisServer[];
  readonly urls: readonly string[];
  stop(): Promise<void>;
}

const SLOTS = 16_384;

/** Starts a cluster of masters; resolves when each of them sees all slots served. */
export async function startRedisCluster(options: RedisServerOptions = {}): Promise<RedisCluster> {
  const masters = 3;
  const busPorts = await Promise.all(Array.from({ length: masters }, freePort));
  const nodes = await Promise.all(
    busPorts.map((busPort) =>
      startRedis({
        'cluster-enabled': 'yes',
        'cluster-port': busPort,
        'cluster-node-timeout': 2000,
        ...options,
      }),
    ),
  );
  await Promise.all(
    nodes.map(async (node, index) => {
      // Distinct epochs from the start save the nodes from agreeing on them.
      await node.command('CLUSTER', 'SET-CONFIG-EPOCH', index + 1);
      const from = Math.ceil((index * SLOTS) / masters);
      const to = Math.ceil(((index + 1) * SLOTS) / masters) - 1;
      await node.command('CLUSTER', 'ADDSLOTSRANGE', from, to);
    }),
  );
  const [first] = nodes;
  await Promise.all(
    nodes
      .slice(1)
      .map((node, index) =>
        first?.command('CLUSTER', 'MEET', '127.0.0.1', node.port, busPorts[index + 1] ?? 0),
      ),
  );
  await Promise.all(nodes.map((node) => until(() => seesAll(node, masters))));
  return {
    nodes,
    urls: nodes.map(({ url }) => url),
    stop: async () => {
      await Promise.all(nodes.map((node) => node.stop()));
    },
  };
}

async function seesAll(node: RedisServer, masters: number): Promise<boolean> {
  const [info, slots] = await Promise.all([
    node.command('CLUSTER', 'INFO'),
    node.command('CLUSTER', 'SLOTS'),
  ]);
  return String(info).includes('cluster_state:ok') && Array.isArray(slots) && slots.length === masters;
}

/** Runs one command over a new connection. */
export async function runCommand(
  port: number,
  [name, ...args]: Command,
  password?: string,
): Promise<unknown> {
  const client = new Redis({
    port,
    host: '127.0.0.1',
    retryStrategy: null,
    commandTimeout: 5000,
    ...(password === undefined ? {} : { password }),
  });
  // The command itself fails if the connection does.
  client.on('error', () => {});
  try {
    return await client.call(name, args);
  } finally {
    client.disconnect();
  }
}

async function run(args: readonly string[], readyLine = /eady to accept connections/): Promise<ChildProcess> {
  const server = spawn(pathOf('redis-server'), args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines: string[] = [];
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: server.stdout }).on('line', (line) => {
      if (lines.length < 50) lines.push(line);
      if (readyLine.test(line)) resolve();
    });
    server.once('error', reject);
    server.once('exit', () => reject(new Error(`redis-server ended:\n${lines.join('\n')}`)));
  });
  return server;
}

const exitOf = (server: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (server.exitCode !== null || server.signalCode !== null) resolve();
    else server.once('exit', () => resolve());
  });

/** The sum of a counter in the statistics of servers. */
export async function countOf(counter: string, servers: readonly RedisServer[]): Promise<number> {
  const stats = await Promise.all(servers.map((server) => server.command('INFO', 'stats')));
  const counts = stats.map((text) => Number(new RegExp(`${counter}:(\\d+)`).exec(String(text))?.[1]));
  return counts.reduce((sum, count) => sum + count, 0);
}
