import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { environmentOf } from '../support/process-environment.ts';
import { ChaosGateway } from './chaos-gateway.ts';
import { ChaosPlatform } from './chaos-platform.ts';
import { type ChaosRedis, startClusterRedis, startSingleRedis } from './chaos-redis.ts';

/** Everything that faults happen to. */
export interface World {
  readonly gateways: readonly ChaosGateway[];
  readonly redis: ChaosRedis;
  readonly platform: ChaosPlatform;
  close(): Promise<void>;
}

export interface WorldOptions {
  gateways: number;
  /** `replica`: one server with a replica, for failovers that lose writes. */
  redis: ChaosRedis['kind'];
  random: () => number;
  environment?: Readonly<Record<string, string>>;
  /** The `main.ts` that the instances run at first. Default: that of this release. */
  main?: string | undefined;
  /** Milliseconds that the clocks of the instances differ from the start, in turn. */
  skews?: readonly number[] | undefined;
}

const SKEWS = [0, 3 * 60_000, -2 * 60_000];

export async function startWorld({
  gateways,
  redis,
  random,
  environment = {},
  main,
  skews = SKEWS,
}: WorldOptions): Promise<World> {
  const directory = mkdtempSync(join(tmpdir(), 'chaos-'));
  const [store, platform] = await Promise.all([
    redis === 'cluster'
      ? startClusterRedis({ random })
      : startSingleRedis({ random, withReplica: redis === 'replica' }),
    ChaosPlatform.start(),
  ]);
  const started = await Promise.all(
    Array.from({ length: gateways }, async (_, number) =>
      ChaosGateway.start({
        number,
        skew: skews[number % skews.length] ?? 0,
        directory,
        environment: {
          ...environmentOf(platform.sandbox),
          // What revokes a session must be noticed within the run.
          SESSION_CHECK_INTERVAL: '5000',
          ...environment,
        },
        platformUrl: platform.sandbox.url,
        redis: await store.legFor(number),
        main,
      }),
    ),
  );
  return {
    gateways: started,
    redis: store,
    platform,
    close: async () => {
      await Promise.all(started.map((gateway) => gateway.close()));
      await Promise.all([store.close(), platform.close()]);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
