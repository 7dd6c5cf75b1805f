// One note under a key, in one process and one simulated time: whatever happens at each moment of its first request, another
// instance answers the repeat. Prints a line of JSON for each moment.
import { parseArgs } from 'node:util';
import { RecordedHistory } from '../chaos/history.ts';
import { replaceGlobals } from './globals.ts';
import type { NoteAnswer } from './instance.ts';
import type { Plan } from './plan.ts';
import { LuaEngine } from './redis/lua.ts';
import type { World } from './world.ts';

/** What became of the note if its first request was disturbed at a moment. */
interface CrashPoint {
  /** Milliseconds from the first request. */
  at: number;
  /** Notes that the platform has written. */
  written: number;
  /** Whether the first request was answered. */
  wasAnswered: boolean;
  /** The last answer to the repeats: an ID of a note, or the code of an error. */
  repeated: string | null;
}

const { values } = parseArgs({ options: { redis: { type: 'boolean', default: false } } });
const lua = await LuaEngine.create();
const clock = replaceGlobals();
const { World: SimulatedWorld } = await import('./world.ts');

/** Milliseconds. Whatever is sent takes one, so a moment between each two of them sees everything that can differ. */
const [OPENING, PATIENCE, HALF, LAST] = [5000, 60_000, 0.5, 14];
const PLAN: Plan = {
  seed: 1,
  instances: 2,
  subscribers: 0,
  listReaders: [],
  perUser: 0,
  sources: [],
  latency: { from: 1, to: 1 },
  pollInterval: 1000,
  retention: 86_400_000,
  duration: 0,
  events: [],
  faults: [],
};

/** What happens: the instance dies, or a failover to a replica loses what was acknowledged since the first request. */
function disturb(
  { processes: [first], redis }: World,
  replicated: ReturnType<typeof redis.replicated>,
): void {
  if (values.redis) {
    redis.crash();
    redis.start(replicated);
  } else first?.crash();
}

async function crashAt(at: number): Promise<CrashPoint> {
  const history = new RecordedHistory();
  const world = new SimulatedWorld(PLAN, history, lua);
  clock.enter(world);
  world.start();
  const { timeline, processes, platform } = world;
  await timeline.advanceTo(OPENING);
  const authorization = `Bearer ${platform.issue('sender')}`;
  const send = (instance: number, key: string, onAnswer: (answer: NoteAnswer) => void): void => {
    const process = processes[instance];
    process?.host.after(0, () => void process.instance?.write(authorization, key, key).then(onAnswer));
  };
  // Each instance has its key for hashes, and knows the caller.
  for (const instance of [0, 1]) send(instance, `a note before, of ${instance}`, () => {});
  await timeline.advanceTo(2 * OPENING);
  let wasAnswered = false;
  const replicated = world.redis.replicated();
  send(0, 'the note', () => {
    wasAnswered = true;
  });
  world.driver.after(at, () => disturb(world, replicated));
  let repeated: string | null = null;
  let isOver = false;
  const repeat = (): void =>
    send(1, 'the note', ({ noteId, code, mayRetry }) => {
      repeated = noteId ?? code;
      isOver = !mayRetry;
      if (mayRetry) processes[1]?.host.after(500, repeat);
    });
  world.driver.after(at + HALF, repeat);
  const until = timeline.now + PATIENCE;
  while (!isOver && timeline.now < until) await timeline.advanceTo(Math.min(until, timeline.now + 1000));
  const written = history.records.filter(
    (record) => record.kind === 'written' && record.text === 'the note',
  ).length;
  return { at, written, wasAnswered, repeated };
}

for (let at = HALF; at <= LAST; at += 1) process.stdout.write(`${JSON.stringify(await crashAt(at))}\n`);
process.exit(0);
