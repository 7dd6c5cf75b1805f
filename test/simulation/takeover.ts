// How long a user is not polled for after the instance that does has died, in one process and one simulated time. Prints a line of
// JSON for each case.
import { RecordedHistory } from '../chaos/history.ts';
import { replaceGlobals } from './globals.ts';
import { type Plan, QUIET } from './plan.ts';
import { LuaEngine } from './redis/lua.ts';

/** Milliseconds from the crash of each of two instances until the user was polled for again. Null: not within a minute. */
interface Takeover {
  took: [number | null, number | null];
}

const lua = await LuaEngine.create();
const clock = replaceGlobals();
const { World } = await import('./world.ts');

const MINUTE = 60_000;
const planOf = (seed: number, pollInterval: number): Plan => ({
  ...QUIET,
  seed,
  // One on each instance.
  perUser: 2,
  sources: [{ kind: 'elsewhere', user: 1 }],
  latency: { from: 1, to: 5 },
  pollInterval,
});

/** @returns milliseconds until the next poll after one of the instances has died. Null: none for a minute. */
async function crash(number: number, plan: Plan, after: number): Promise<number | null> {
  const world = new World(plan, new RecordedHistory(), lua);
  const { timeline, platform, processes, driver } = world;
  clock.enter(world);
  let polledAt = 0;
  const serve = platform.serve.bind(platform);
  platform.serve = (request, respond) => {
    if (request.path.startsWith('/notifications/v1')) polledAt = timeline.now;
    serve(request, respond);
  };
  world.start();
  await timeline.advanceTo(MINUTE / 2);
  const until = polledAt + 2 * plan.pollInterval;
  for (const before = polledAt; polledAt === before && timeline.now < until; )
    await timeline.advanceTo(timeline.now + 10);
  await timeline.advanceTo(timeline.now + after);
  const crashedAt = timeline.now;
  driver.after(0, () => processes[number]?.crash());
  await timeline.advanceTo(crashedAt + MINUTE);
  return polledAt > crashedAt ? polledAt - crashedAt : null;
}

for (const pollInterval of [2 * MINUTE, 60 * MINUTE])
  for (const [index, after] of [0, 700, 1400, 2100].entries()) {
    const plan = planOf(index + 1, pollInterval);
    const takeover: Takeover = { took: [await crash(0, plan, after), await crash(1, plan, after)] };
    process.stdout.write(`${JSON.stringify(takeover)}\n`);
  }
process.exit(0);
