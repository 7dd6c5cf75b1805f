import type { Config } from '../../config/config.ts';
import { redisSettings } from '../../config/redis-settings.ts';
import { probeRedis } from '../../events/redis/checks.ts';
import { SYSTEM_CLOCK } from '../../lib/clock.ts';
import { type CheckResult, ok, skipped, warning } from './result.ts';

/** Round-trip time above which events are noticeably late, in milliseconds. */
const SLOW = 50;

/** Connects to Redis and compares it with the gateway's requirements. */
export async function checkRedis({ redis }: Config): Promise<CheckResult[]> {
  if (!redis)
    return [skipped('redis', 'REDIS_URL is not set: events are in memory and lost when the process exits')];
  const { findings, latency } = await probeRedis({ clock: SYSTEM_CLOCK, ...redisSettings(redis) });
  const results = findings.map(({ about, ...finding }) => ({ check: `redis ${about}`, ...finding }));
  if (latency !== null) return [...results, checkLatency(latency)];
  // The gateway would start and retry, but the doctor could check nothing.
  return results.map((result) => ({ ...result, state: 'failure' }));
}

function checkLatency(latency: number): CheckResult {
  const found = `${latency.toFixed(1)} ms`;
  return latency <= SLOW
    ? ok('redis latency', found)
    : warning('redis latency', found, 'run Redis closer to the gateway, and check its load');
}
