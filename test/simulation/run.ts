import { createHash } from 'node:crypto';
import { check } from '../chaos/checker.ts';
import { RecordedHistory } from '../chaos/history.ts';
import { FAULTS } from './faults.ts';
import type { Surroundings } from './globals.ts';
import type { Outcome } from './outcome.ts';
import type { Plan, PlannedFault } from './plan.ts';
import { randomFor } from './random.ts';
import type { LuaEngine } from './redis/lua.ts';
import { checkWrites } from './single-writes.ts';
import { World } from './world.ts';

/** Milliseconds until every subscriber has its position. */
const OPENING = 20_000;
/** Milliseconds that everything may take to arrive after the last fault: the longest backoff of a poll, and some. */
const DRAINING = 180_000;
/** Milliseconds between looks at whether everything has arrived. */
const STEP = 250;

/** Simulates plans, one after the other. */
export class Simulator {
  readonly #lua: LuaEngine;
  readonly #enter: (surroundings: Surroundings) => void;
  /** Errors of the current run. */
  #errors: string[] = [];

  constructor(lua: LuaEngine, enter: (surroundings: Surroundings) => void) {
    this.#lua = lua;
    this.#enter = enter;
    const note = (error: unknown): void => {
      this.#errors.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
    };
    process.on('unhandledRejection', note);
    process.on('uncaughtException', note);
  }

  async run(plan: Plan): Promise<Outcome> {
    this.#errors = [];
    const history = new RecordedHistory();
    const world = new World(plan, history, this.#lua);
    this.#enter(world);
    const { timeline, subscribers, sources, driver } = world;
    world.start();
    const isOpen = (): boolean => subscribers.every(({ hasPosition }) => hasPosition);
    await this.#until(world, OPENING, isOpen);
    const hasOpened = isOpen();
    // The first note under a key makes the key that callers are hashed with.
    for (const source of sources.filter(({ kind }) => kind === 'note')) driver.after(0, () => source.send());
    await this.#until(world, OPENING, () => sources.every(({ isIdle }) => isIdle));
    const start = timeline.now;
    for (const { source, at } of plan.events) driver.after(at, () => sources[source]?.send());
    for (const { user, at } of plan.listReaders) driver.after(at, () => world.readList(user));
    for (const [number, fault] of plan.faults.entries()) this.#schedule(world, plan, fault, number);
    await timeline.advanceTo(start + plan.duration + STEP);
    // What was under way ends, and then each source sends a last event, which nothing disturbs.
    await this.#until(world, DRAINING, () => sources.every(({ isIdle }) => isIdle));
    for (const source of sources) driver.after(0, () => source.send());
    const since = timeline.now + DRAINING;
    await this.#until(world, DRAINING, () =>
      sources.every(
        (source) =>
          source.isIdle &&
          subscribers.every(
            (subscriber) =>
              subscriber.topic !== source.topic || subscriber.reached(source.name) >= source.last,
          ),
      ),
    );
    world.note({ kind: 'drained', at: timeline.now, since });
    const { records } = history;
    return {
      records,
      verdict: check(records, plan.retention),
      writes: checkWrites(records),
      stores: world.stores.flatMap((store) => store.violations(records)),
      hasOpened,
      errors: this.#errors,
      hash: createHash('sha256').update(JSON.stringify(records)).digest('hex'),
      duration: timeline.now,
    };
  }

  #schedule(world: World, plan: Plan, { name, target, at, lasts }: PlannedFault, number: number): void {
    const fault = FAULTS[name];
    const { driver, timeline } = world;
    const where = fault.scope.startsWith('instance') ? `instance ${target}` : fault.scope;
    const random = randomFor(plan.seed, `fault ${number}`);
    driver.after(at, () => {
      world.note({ kind: 'fault', at: timeline.now, fault: name, target: where, lasts });
      const heal = fault.begin(world, target, random, lasts);
      driver.after(lasts, () => {
        heal();
        world.note({ kind: 'healed', at: timeline.now, fault: name, target: where });
      });
    });
  }

  async #until(world: World, within: number, isDone: () => boolean): Promise<void> {
    const { timeline } = world;
    const deadline = timeline.now + within;
    while (timeline.now < deadline && !isDone())
      await timeline.advanceTo(Math.min(deadline, timeline.now + STEP));
  }
}
