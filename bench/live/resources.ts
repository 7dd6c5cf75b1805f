// Memory and CPU of one gateway process: idle, with the streams of many users, and under load. npm run bench:resources
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { startSandbox } from 'learning-platform-kit/sandbox';
import { type Listener, listen } from '../../test/support/listen.ts';
import { startProcess } from '../../test/support/process.ts';
import { environmentOf } from '../../test/support/process-environment.ts';
import { startRedis } from '../../test/support/redis.ts';

/** Streams of as many users, in this order. */
const STREAMS = [1000, 2500];
/** Milliseconds that each state lasts. */
const DURATION = 20_000;
/** Requests in progress at any time under load. */
const CONCURRENCY = 16;
/** Clock ticks of `/proc` per second. */
const TICKS = 100;

const STREAM = 'subscription { notificationReceived { cursor } }';
const QUERY = '{ me { id handle } courses(first: 20) { nodes { id name } } }';

const [redis, sandbox] = await Promise.all([startRedis(), startSandbox()]);
const { child, url, ended } = await startProcess({
  ...environmentOf(sandbox),
  NODE_ENV: 'production',
  TRUST_PROXY: 'none',
  REDIS_URL: redis.url,
  METRICS_PORT: '0',
  NOTIFICATION_POLL_INTERVAL: '5000',
});

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const proc = (file: string): string => readFileSync(`/proc/${child.pid}/${file}`, 'utf8');
const megabytes = (): number => Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(proc('status'))?.[1]) / 1024);
/** Seconds of CPU so far: the fields utime and stime, after the name in parentheses. */
const cpuSeconds = (): number => {
  const fields = proc('stat')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
};
/** Runs a document. @returns its `data`. */
async function post(query: string, token?: string): Promise<unknown> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify({ query }),
  });
  const { data, errors }: { data?: unknown; errors?: unknown } = JSON.parse(await response.text());
  if (errors) throw new Error(JSON.stringify(errors));
  return data;
}

/** Prints the memory's peak and the mean CPU of a state. */
async function measure(state: string, during: (isOver: () => boolean) => Promise<number>): Promise<void> {
  const [startedAt, cpu] = [performance.now(), cpuSeconds()];
  let peak = megabytes();
  const sampling = setInterval(() => {
    peak = Math.max(peak, megabytes());
  }, 250);
  const operations = await during(() => performance.now() - startedAt > DURATION);
  clearInterval(sampling);
  const seconds = (performance.now() - startedAt) / 1000;
  const cores = ((cpuSeconds() - cpu) / seconds).toFixed(2);
  print(`| ${state} | ${peak} MiB | ${cores} | ${Math.round(operations / seconds)} |`);
}

const streams: Listener<unknown>[] = [];
/** Opens a stream of another user. */
async function openStream(): Promise<Listener<unknown>> {
  const created = await post(
    'mutation { createAnonymousUser(input: { dateOfBirth: "2001-01-01" }) { token { accessToken } } }',
  );
  const [, token] = /"accessToken":"([^"]+)"/.exec(JSON.stringify(created)) ?? [];
  return listen(url, STREAM, { authorization: `Bearer ${token}` });
}

const rest = async (): Promise<number> => {
  await pause(DURATION);
  return 0;
};
async function load(isOver: () => boolean): Promise<number> {
  let operations = 0;
  const work = async (): Promise<void> => {
    for (; !isOver(); operations += 1) await post(QUERY, 'demo-student-token');
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return operations;
}

print('| state | peak memory | cores | operations/s |\n|---|---|---|---|');
await measure('idle', rest);
await measure('load', load);
for (const count of STREAMS) {
  while (streams.length < count) streams.push(await openStream());
  await Promise.all(streams.map((stream) => stream.reach(1)));
  await measure(`${count} streams`, rest);
  await measure(`${count} streams and load`, load);
}

for (const stream of streams) stream.stop();
child.kill('SIGKILL');
await ended;
await Promise.all([redis.stop(), sandbox.close()]);
process.exit(0);
