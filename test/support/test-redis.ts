import { onTestFinished } from 'vitest';
import { type RedisServer, type RedisServerOptions, startRedis } from './redis.ts';

/** A Redis that stops with its test. */
export async function testRedis(options?: RedisServerOptions): Promise<RedisServer> {
  const server = await startRedis(options);
  onTestFinished(server.stop);
  return server;
}
