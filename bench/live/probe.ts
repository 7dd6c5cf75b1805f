import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString, writeHeapSnapshot } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Loaded into the server with `--import`: reports the process's memory and CPU usage to the parent. */
export interface Usage {
  /** Bytes after garbage collection, without the young generation. */
  resident: number;
  heap: number;
  external: number;
  /** Microseconds of CPU time since the start. */
  cpu: number;
  /** Longest event-loop delay since the last report, in milliseconds. */
  longestTurn: number;
}

/** What the parent may request. `cpu` collects no garbage. `profile` without a file starts a CPU profile, with a file it writes it. */
export type Probed =
  | { type: 'usage' }
  | { type: 'cpu' }
  | { type: 'snapshot'; file: string }
  | { type: 'profile'; file: string | null };

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
const session = new Session();

process.on('message', (request: Probed) => void reply(request));

async function reply(request: Probed): Promise<void> {
  if (request.type === 'usage') process.send?.(usage());
  else if (request.type === 'cpu') process.send?.(cpuTime());
  else if (request.type === 'snapshot') process.send?.(writeHeapSnapshot(request.file));
  else {
    await profile(request.file);
    process.send?.('profile');
  }
}

function usage(): Usage {
  const longestTurn = delay.max / 1e6;
  for (let round = 0; round < 4; round += 1) collect();
  const { rss, heapUsed, external } = process.memoryUsage();
  const resident = rss - youngGeneration();
  // The delay monitor records the pause of the collection itself after this turn.
  setTimeout(() => delay.reset(), 20).unref();
  return { resident, heap: heapUsed, external, cpu: cpuTime(), longestTurn };
}

/** Bytes of the young generation, which is empty now. Its size follows the rate of allocation, not what is retained. */
function youngGeneration(): number {
  const spaces = getHeapSpaceStatistics();
  return spaces.find(({ space_name }) => space_name === 'new_space')?.physical_space_size ?? 0;
}

function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

async function profile(file: string | null): Promise<void> {
  if (file === null) {
    session.connect();
    await session.post('Profiler.enable');
    await session.post('Profiler.start');
    return;
  }
  const { profile: recorded } = await session.post('Profiler.stop');
  writeFileSync(file, JSON.stringify(recorded));
  session.disconnect();
}

// The channel keeps nothing alive: the gateway ends as it does without it.
process.channel?.unref();
