import { flushCompileCache } from 'node:module';
import { type EventLoopUtilization, performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Clock } from '../lib/clock.ts';

/** Milliseconds between looks at how busy the process is. */
const INTERVAL = 1000;
/** Share of the time below which a process is at rest. */
const AT_REST = 0.1;

/**
 * Once a started process is at rest for a second, returns to the system what its start has left: loading modules makes more garbage
 * than there is data, and V8 collects it only when there are requests. The collection takes a tenth of a second, so a process that
 * has requests from the start does without it. Compiled code is stored at the same time, if there is a folder for it.
 */
export function tidyAtRest(clock: Clock): void {
  let before: EventLoopUtilization = performance.eventLoopUtilization();
  const timer = clock.setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    if (utilization > AT_REST) return;
    clock.clearInterval(timer);
    flushCompileCache();
    collectEverything();
  }, INTERVAL);
  timer.unref();
}

function collectEverything(): void {
  setFlagsFromString('--expose-gc');
  const collect: NodeJS.GCFunction = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  // The only flavor after which V8 returns the pages.
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
