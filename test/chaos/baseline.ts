import { pause } from '../support/fleet-form.ts';
import type { Subscribers } from './subscribers.ts';
import type { Traffic } from './traffic.ts';
import type { World } from './world.ts';

/** What the fleet uses under its usual traffic, over all instances. */
export interface Usage {
  /** Resident memory, in bytes. */
  memory: number;
  /** Heap after garbage collection, in bytes. */
  heap: number;
  /** Open files and sockets. */
  files: number;
  timers: number;
  /** Open event streams and sockets of clients. */
  streams: number;
  /** Commands per second, those inside scripts included. */
  redisCommands: number;
  /** Memory of all masters, in bytes. */
  redisMemory: number;
  /** Subscribers' connections to the masters. */
  redisClients: number;
  /** Platform calls per second. */
  platformCalls: number;
  /** Events accepted so far. */
  events: number;
}

/** Measures for that long, in milliseconds. */
export async function measureUsage(
  { gateways, redis, platform }: World,
  subscribers: Subscribers,
  traffic: Traffic,
  duration: number,
): Promise<Usage> {
  const masters = redis.masters;
  const sumOfInfo = async (section: string, field: string): Promise<number> => {
    const values = await Promise.all(
      masters.map(async (master) => {
        const info = String(await master.command('INFO', section));
        return Number(new RegExp(`^${field}:(\\d+)`, 'm').exec(info)?.[1]);
      }),
    );
    return values.reduce((sum, value) => sum + value, 0);
  };
  const commands = () => sumOfInfo('stats', 'total_commands_processed');
  const [commandsBefore, callsBefore, startedAt] = [await commands(), platform.requests, performance.now()];
  await pause(duration);
  const seconds = (performance.now() - startedAt) / 1000;
  const [commandsAfter, callsAfter] = [await commands(), platform.requests];
  const helds = await Promise.all(gateways.map((gateway) => gateway.held()));
  const sum = (read: (held: (typeof helds)[number]) => number): number =>
    helds.reduce((total, held) => total + read(held), 0);
  return {
    memory: gateways.reduce((total, gateway) => total + gateway.memory(), 0),
    heap: sum(({ heap }) => heap),
    files: gateways.reduce((total, gateway) => total + gateway.openFiles(), 0),
    timers: sum(({ timers }) => timers),
    streams: subscribers.count - subscribers.waiting,
    redisCommands: (commandsAfter - commandsBefore) / seconds,
    redisMemory: await sumOfInfo('memory', 'used_memory'),
    redisClients: await sumOfInfo('clients', 'connected_clients'),
    platformCalls: (callsAfter - callsBefore) / seconds,
    events: traffic.accepted,
  };
}

const MEGABYTE = 1e6;
/** The most that each figure may be afterwards. Small figures vary more than large ones. */
const ALLOWED: Readonly<Partial<Record<keyof Usage, (before: number) => number>>> = {
  memory: (before) => before * 1.3 + 60 * MEGABYTE,
  heap: (before) => before * 1.25 + 20 * MEGABYTE,
  files: (before) => before * 1.2 + 40,
  timers: (before) => before * 1.3 + 60,
  redisCommands: (before) => before * 1.3 + 50,
  redisClients: (before) => before * 1.3 + 10,
  platformCalls: (before) => before * 1.3 + 10,
};
/** Largest size in Redis of an event of this traffic, with what detects its duplicates, in bytes. */
const EVENT_SIZE = 2000;

/** What has not returned to where it was, in words. */
export function growthOf(before: Usage, after: Usage): string[] {
  const problems: string[] = [];
  for (const [name, allowed] of Object.entries(ALLOWED)) {
    const figure = name as keyof Usage;
    const limit = allowed(before[figure]);
    if (after[figure] > limit)
      problems.push(`${name}: ${Math.round(before[figure])} before, ${Math.round(after[figure])} after`);
  }
  // Retained events are no leak.
  const grown = after.redisMemory - before.redisMemory - (after.events - before.events) * EVENT_SIZE;
  if (grown > 5 * MEGABYTE) problems.push(`Redis memory: ${grown} bytes more than its events explain`);
  if (after.streams < before.streams)
    problems.push(`streams: ${before.streams} before, ${after.streams} after`);
  return problems;
}
