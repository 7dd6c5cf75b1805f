import { Redis } from 'ioredis';
import type { RedisServer } from '../support/redis.ts';

/** Every command sent to a Redis, as `MONITOR` prints it. */
export interface RedisWatch {
  lines: string[];
  stop(): void;
}

export async function watchRedis({ url }: RedisServer): Promise<RedisWatch> {
  const client = new Redis(url);
  const monitor = await client.monitor();
  const lines: string[] = [];
  monitor.on('monitor', (_time: string, args: string[]) => lines.push(args.map(unescaped).join(' ')));
  return {
    lines,
    stop: () => {
      monitor.disconnect();
      client.disconnect();
    },
  };
}

/** `MONITOR` prints quotes as `\"` and non-ASCII bytes as `\xc3`. */
function unescaped(text: string): string {
  const bytes = text.replaceAll(
    /\\(?:x([0-9a-f]{2})|(.))/g,
    (_match, hex: string | undefined, char: string) =>
      hex === undefined ? char : String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** Every key with its value. */
export async function contentOf({ url }: RedisServer): Promise<string[]> {
  const client = new Redis(url);
  try {
    const content: string[] = [];
    for await (const keys of client.scanStream()) {
      for (const key of keys.map(String))
        content.push(`${key} ${JSON.stringify(await valueUnder(client, key))}`);
    }
    return content;
  } finally {
    client.disconnect();
  }
}

async function valueUnder(client: Redis, key: string): Promise<unknown> {
  const type = await client.type(key);
  switch (type) {
    case 'string':
      return client.get(key);
    case 'hash':
      return client.hgetall(key);
    case 'stream':
      return client.xrange(key, '-', '+');
    case 'zset':
      return client.zrange(key, '0', '-1');
    case 'set':
      return client.smembers(key);
    case 'list':
      return client.lrange(key, 0, -1);
    case 'none':
      return null;
    default:
      throw new Error(`unknown type ${type}`);
  }
}
