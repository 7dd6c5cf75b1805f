import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Loaded into the gateway with `--import`: reports the process's memory and CPU usage to the parent. */
export interface Usage {
  /** Heap bytes after garbage collection. */
  resident: number;
  heap: number;
  external: number;
  /** Microseconds of CPU time since the start. */
  cpu: number;
  /** Longest event-loop delay since the last report, in milliseconds. */
  longestTurn: number;
}

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();

process.on('message', (question) => {
  if (question !== 'usage') return;
  const longestTurn = delay.max / 1e6;
  for (let round = 0; round < 4; round += 1) collect();
  const { rss, heapUsed, external } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  // The delay monitor records the pause of the collection itself after this turn.
  setTimeout(() => delay.reset(), 20).unref();
  process.send?.({
    resident: rss,
    heap: heapUsed,
    external,
    cpu: user + system,
    longestTurn,
  } satisfies Usage);
});
// The channel keeps nothing alive: the gateway ends as it does without it.
process.channel?.unref();
