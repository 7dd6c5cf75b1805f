// @module-tag slow
import { Redis } from 'ioredis';
import { describe, expect, it, onTestFinished } from 'vitest';
import { MemoryLog, RedisLog } from '../../packages/resumable-subscriptions/reference/log.ts';
import {
  type Adapter,
  printed,
  type Report,
  runChecks,
} from '../../packages/resumable-subscriptions/src/index.ts';
import { testRedis } from '../support/test-redis.ts';
import { type DamagedLog, memoryLog, type RunningChat, redisLog, startChat } from './chat.ts';

const PATIENCE = 15_000;

async function withChat<Value>(log: DamagedLog, use: (chat: RunningChat) => Promise<Value>): Promise<Value> {
  const chat = await startChat(log);
  try {
    return await use(chat);
  } finally {
    await chat.close();
  }
}

const verdictsOf = ({ profiles }: Report): Record<string, string> =>
  Object.fromEntries(profiles.map(({ profile, verdict }) => [profile, verdict]));

const failuresOf = ({ requirements }: Report): string[] =>
  requirements.flatMap(({ id, over }) =>
    over.flatMap(({ status, transport, reason }) =>
      status === 'failed' ? [`${id} ${transport}: ${reason}`] : [],
    ),
  );

describe('the reference server', () => {
  const meetsItsProfiles = (log: DamagedLog, changes: Partial<Adapter> = {}) =>
    withChat(log, async ({ url, adapter }) => {
      const { profiles = [] } = adapter;
      const report = await runChecks({ url, adapter: { ...adapter, ...changes }, patience: PATIENCE });
      expect(failuresOf(report)).toEqual([]);
      expect(verdictsOf(report)).toEqual(Object.fromEntries(profiles.map((name) => [name, 'met'])));
      expect(profiles).toHaveLength(8);
    });

  it('meets its profiles in memory', () => meetsItsProfiles(memoryLog()));

  it('meets them with cursors in `extensions`', () =>
    meetsItsProfiles(memoryLog(), { cursor: 'extensions' }));

  it('meets them on Redis Streams', { tags: 'redis-server' }, async () => {
    await meetsItsProfiles(redisLog(...(await connectedRedis())));
  });
});

/** Two connections to a Redis, which end with the test. */
async function connectedRedis(): Promise<readonly [Redis, Redis]> {
  const redis = await testRedis();
  const connections = [new Redis(redis.url), new Redis(redis.url)] as const;
  onTestFinished(() => {
    for (const connection of connections) connection.disconnect();
  });
  return connections;
}

describe('its logs', () => {
  const endless = new AbortController().signal;

  it('have topics of any name', async () => {
    const log = new MemoryLog();
    await log.append('error', { text: 'a' });
    expect((await log.read('error', 0)).entries).toHaveLength(1);
  });

  it('wake what waits when the connection to Redis returns', { tags: 'redis-server' }, async () => {
    const connections = await connectedRedis();
    const [, subscriber] = connections;
    const log = new RedisLog(...connections);
    // Once for the connection that opens, and again for the one that returns.
    await log.changed('topic', endless);
    const again = log.changed('topic', endless);
    subscriber.disconnect(true);
    await again;
  });
});

describe('the suite', () => {
  it('checks a server without positions, by events that show that a stream is open', async () => {
    await withChat(memoryLog(), async ({ url, adapter }) => {
      const report = await runChecks({ url, adapter, profiles: ['core'], patience: PATIENCE });
      expect(failuresOf(report)).toEqual([]);
      expect(verdictsOf(report)).toEqual({ core: 'met' });
    });
  });

  it('asks nothing of a server with one transport that needs two', async () => {
    await withChat(memoryLog(), async ({ url, adapter }) => {
      const overOne = { ...adapter, transports: ['WebSocket'] } as const;
      const report = await runChecks({ url, adapter: overOne, profiles: ['core'], patience: PATIENCE });
      expect(verdictsOf(report)).toEqual({ core: 'met' });
      expect(report.requirements.map(({ id }) => id)).not.toContain('core-18');
    });
  });

  it('ends with the mistake of an adapter that cannot read a result', async () => {
    await withChat(memoryLog(), async ({ url, adapter }) => {
      const hasty = { ...adapter, textOf: ({ said }: { said?: unknown }) => Object(said).message.text };
      await expect(runChecks({ url, adapter: hasty, only: ['core-1'] })).rejects.toThrow(
        'textOf of the adapter failed for {"said":{',
      );
    });
  });

  it('reports failures with their transcripts, as text and as Markdown', async () => {
    await withChat(memoryLog(), async ({ url, adapter }) => {
      const only = ['core-1', 'core-23', 'gaps-10'];
      const forgetful = { ...adapter, textOf: () => null };
      const report = await runChecks({ url, adapter: forgetful, only, patience: 5000 });
      const text = printed(report, 'text');
      expect(text).toMatch(
        /^failed {3}core-1 .* {2}\(the event "a" did not arrive within 5000 ms: textOf of the adapter found no text in any result\)$/m,
      );
      expect(text).toMatch(/^ok {7}core-23 /m);
      expect(text).toMatch(/^core {7}not met: 1 ok, 1 failed, 0 advised, 0 skipped$/m);
      expect(text).toMatch(/^core-1 over SSE\n +\d+ ms {2}stream 1 → POST /m);
      expect(text).toMatch(/ms {2}· the event "a" was caused$/m);
      expect(text).not.toContain('Bearer');
      const markdown = printed(report, 'markdown');
      expect(markdown).toContain('| core: cursor, order, resume, refusal | not met | 1 ok, 1 failed');
      expect(markdown).toContain('| gaps-10 | skipped | needs sendStored in the adapter |');
      expect(markdown).toContain('## core-1 over WebSocket\n\n```\n');
    });
  });
});
