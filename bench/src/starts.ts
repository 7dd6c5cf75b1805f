// Time and memory of a start, beside other servers: npm run bench:starts [-- --rounds 5 --before PATH --write]
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { median } from './measure.ts';
import { publish } from './report.ts';

const { values: flags } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    /** Path of another checkout, to compare with. */
    before: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});

const ROOT = join(import.meta.dirname, '../..');
/** Milliseconds after which a process is at rest. */
const REST = 5000;
/** Milliseconds between requests until the first response. */
const POLL = 10;

interface Server {
  title: string;
  /** Its folder, and the file to run. */
  root: string;
  script: string;
  /** Whether code that was compiled in a first start is used, as in the image. */
  cache: boolean;
}

const contestant = (name: string): string => join(import.meta.dirname, `contestants/${name}.ts`);
const SERVERS: readonly Server[] = [
  { title: 'this gateway, as in the image', root: ROOT, script: 'src/main.ts', cache: true },
  { title: 'this gateway, the first start', root: ROOT, script: 'src/main.ts', cache: false },
  ...(flags.before === undefined
    ? []
    : [{ title: 'this gateway, before', root: flags.before, script: 'src/main.ts', cache: false }]),
  { title: 'Mercurius with jit, on Fastify', root: ROOT, script: contestant('mercurius'), cache: false },
  { title: 'Apollo Server, on Express', root: ROOT, script: contestant('apollo'), cache: false },
];

interface Start {
  milliseconds: number;
  /** CPU time of the process to its first response, in milliseconds. */
  cpu: number;
  /** Resident memory at rest, in MB. */
  memory: number;
}

/** Starts a server, waits for its first response, and looks at it once it is at rest. */
async function start({ root, script }: Server, cache: string | null): Promise<Start> {
  const port = await freePort();
  const from = performance.now();
  const child = spawn(process.execPath, [script], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PLATFORM_URL: 'http://127.0.0.1:9',
      PORT: String(port),
      METRICS_PORT: '0',
      TRUST_PROXY: 'none',
      REDIS_URL: 'none',
      ...(cache === null ? {} : { NODE_COMPILE_CACHE: cache }),
    },
  });
  while (!(await responds(port))) await pause(POLL);
  const milliseconds = performance.now() - from;
  const cpu = cpuOf(child);
  await pause(REST);
  const memory = memoryOf(child);
  child.kill('SIGTERM');
  await once(child, 'exit');
  return { milliseconds, cpu, memory };
}

async function responds(port: number): Promise<boolean> {
  const body = JSON.stringify({ query: '{ __typename }' });
  const headers = { 'content-type': 'application/json' };
  return fetch(`http://127.0.0.1:${port}/graphql`, { method: 'POST', headers, body }).then(
    async (response) => (await response.text()).includes('Query'),
    () => false,
  );
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? address.port : 0;
}

/** Source: proc_pid_stat(5); a tick is 10 ms. */
function cpuOf({ pid }: ChildProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

const memoryOf = ({ pid }: ChildProcess): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1000;

const caches = mkdtempSync(join(tmpdir(), 'starts-'));
const starts = new Map<Server, Start[]>(SERVERS.map((server) => [server, []]));
for (const server of SERVERS) if (server.cache) await start(server, caches);
// All servers in each round: what slows the machine for a while affects all.
for (let round = 0; round < Number(flags.rounds); round += 1)
  for (const [server, taken] of starts) taken.push(await start(server, server.cache ? caches : null));
rmSync(caches, { recursive: true });

const shown = (taken: readonly Start[], field: keyof Start): string => {
  const values = taken.map((one) => Math.round(one[field]));
  return `${median(values)} (${Math.min(...values)} to ${Math.max(...values)})`;
};
const table = [
  '| server | ms to the first response | CPU ms to the first response | MB at rest |',
  '|---|---|---|---|',
  ...[...starts].map(
    ([{ title }, taken]) =>
      `| ${title} | ${shown(taken, 'milliseconds')} | ${shown(taken, 'cpu')} | ${shown(taken, 'memory')} |`,
  ),
  '',
  `\`npm run bench:starts -- --rounds ${flags.rounds}\`: median, lowest and highest, on ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.versions.node}; load when it ended ${loadavg()[0]?.toFixed(1)}.`,
].join('\n');
process.stdout.write(`${table}\n`);
if (flags.write) publish('starts', table);
