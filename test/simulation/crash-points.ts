// One note under a key, in one process and one simulated time: whatever happens at each moment of its first request, another
// instance answers the repeat. Prints a line of JSON for each moment at which the instance dies, or, with --redis, for each course
// of events after a failover that has lost the record of the note.
import { parseArgs } from 'node:util';
import { RecordedHistory } from '../chaos/history.ts';
import { replaceGlobals } from './globals.ts';
import type { NoteAnswer } from './instance.ts';
import { QUIET } from './plan.ts';
import { LuaEngine } from './redis/lua.ts';

/** What became of the note. */
interface Ended {
  /** Notes that the platform has written. */
  written: number;
  /** The answer to the first request, and the last one to the repeats: an ID of a note, or the code of an error. Null: none. */
  answered: string | null;
  repeated: string | null;
}

const { values } = parseArgs({ options: { redis: { type: 'boolean', default: false } } });
const lua = await LuaEngine.create();
const clock = replaceGlobals();
const { World } = await import('./world.ts');

/** Milliseconds. Whatever is sent takes one, so a moment between each two of them sees everything that can differ. */
const [OPENING, PATIENCE, SOON, HALF, LAST] = [5000, 60_000, 1000, 0.5, 14];

/** Two instances that know the caller, and have their key for hashes. */
async function start() {
  const history = new RecordedHistory();
  const world = new World(QUIET, history, lua);
  clock.enter(world);
  world.start();
  const { timeline, processes, platform } = world;
  await timeline.advanceTo(OPENING);
  const authorization = `Bearer ${platform.issue('sender')}`;
  const send = (instance: number, key: string, onAnswer: (answer: NoteAnswer) => void): void => {
    const process = processes[instance];
    process?.host.after(0, () => void process.instance?.write(authorization, key, key).then(onAnswer));
  };
  for (const instance of [0, 1]) send(instance, `a note before, of ${instance}`, () => {});
  await timeline.advanceTo(2 * OPENING);
  const ended: Ended = { written: 0, answered: null, repeated: null };
  return {
    world,
    pass: (milliseconds: number) => timeline.advanceTo(timeline.now + milliseconds),
    first: () =>
      send(0, 'the note', ({ noteId, code }) => {
        ended.answered = noteId ?? code;
      }),
    /** Sends the note to the other instance until sending it again is useless. */
    repeat: async (): Promise<void> => {
      let isOver = false;
      const again = (): void =>
        send(1, 'the note', ({ noteId, code, mayRetry }) => {
          ended.repeated = noteId ?? code;
          isOver = !mayRetry;
          if (mayRetry) processes[1]?.host.after(500, again);
        });
      again();
      const until = timeline.now + PATIENCE;
      while (!isOver && timeline.now < until) await timeline.advanceTo(Math.min(until, timeline.now + SOON));
    },
    ended: (): Ended => ({
      ...ended,
      written: history.records.filter((record) => record.kind === 'written' && record.text === 'the note')
        .length,
    }),
  };
}

/** The instance dies so many milliseconds after the first request. */
async function crashAt(at: number): Promise<Ended> {
  const { world, first, pass, repeat, ended } = await start();
  first();
  world.driver.after(at, () => world.processes[0]?.crash());
  await pass(at + HALF);
  await repeat();
  return ended();
}

/** How far the first request has come when the record is lost. */
const MOMENTS = ['before the call arrives', 'before the outcome is recorded', 'after the response'] as const;
/** What becomes of the instance, and when the client sends its request again, to another instance. */
const COURSES = [
  'the instance lives, the repeat follows its response',
  'the instance lives, the repeat is sooner',
  'the instance dies',
] as const;

async function failOver(moment: (typeof MOMENTS)[number], course: (typeof COURSES)[number]): Promise<Ended> {
  const { world, first, pass, repeat, ended } = await start();
  const { platform, redis, processes } = world;
  const replicated = redis.replicated();
  const serve = platform.serve.bind(platform);
  let release = (): void => {};
  platform.serve = (request, respond) => {
    platform.serve = serve;
    if (moment === MOMENTS[0]) release = () => serve(request, respond);
    else if (moment === MOMENTS[2]) serve(request, respond);
    else
      serve(request, (response) => {
        release = () => respond(response);
      });
  };
  first();
  await pass(SOON);
  redis.crash();
  redis.start(replicated);
  if (course === COURSES[2]) processes[0]?.crash();
  await pass(SOON);
  if (course === COURSES[0]) {
    release();
    await pass(SOON);
  }
  await repeat();
  // A call whose instance has died is never made.
  if (course === COURSES[1]) release();
  await pass(SOON);
  return ended();
}

const say = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`);
if (values.redis)
  for (const course of COURSES)
    for (const moment of MOMENTS) say({ course, ...(await failOver(moment, course)) });
else for (let at = HALF; at <= LAST; at += 1) say(await crashAt(at));
process.exit(0);
