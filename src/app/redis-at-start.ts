import type { Config } from '../config/config.ts';
import { redisSettings } from '../config/redis-settings.ts';
import { probeRedis } from '../events/redis/checks.ts';
import { isFailure, sentenceOf } from '../events/redis/requirements.ts';
import type { Clock } from '../lib/clock.ts';

/**
 * Rejects if Redis does not meet the gateway's requirements, or rejects its credentials. An unreachable Redis may recover: it is
 * checked as soon as it is connected.
 */
export async function requireSuitableRedis(clock: Clock, redis: NonNullable<Config['redis']>): Promise<void> {
  const { findings } = await probeRedis({ clock, ...redisSettings(redis) });
  const failure = findings.find(isFailure);
  if (failure) throw new Error(sentenceOf(failure));
}
