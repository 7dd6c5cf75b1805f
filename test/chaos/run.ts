import { pause } from '../support/fleet-form.ts';
import { Random } from '../support/random.ts';
import { until } from '../support/until.ts';
import { growthOf, measureUsage, type Usage } from './baseline.ts';
import type { History } from './history.ts';
import { Injector } from './injector.ts';
import { type ScheduledFault, scheduleOf } from './schedule.ts';
import { Subscribers } from './subscribers.ts';
import { Traffic } from './traffic.ts';
import { startWorld, type World, type WorldOptions } from './world.ts';

export interface ChaosOptions extends Pick<WorldOptions, 'redis' | 'main' | 'skews'> {
  seed: number;
  instances: number;
  /** Subscribers of the shared topic. */
  subscribers: number;
  /** Events per second on the shared topic. */
  rate: number;
  /** Users with notifications, each with two subscribers. */
  users: number;
  /** Milliseconds between two notifications of a user. */
  userInterval?: number;
}

const SUBSCRIBERS_PER_USER = 2;
/** Milliseconds that everything may take to arrive after the last fault. */
const DRAIN_TIMEOUT = 120_000;

/** A fleet under traffic, which faults happen to. */
export class Chaos {
  readonly world: World;
  readonly subscribers: Subscribers;
  readonly traffic: Traffic;
  readonly #history: History;
  readonly #random: Random;
  readonly #injector: Injector;

  private constructor(
    world: World,
    subscribers: Subscribers,
    traffic: Traffic,
    history: History,
    random: Random,
  ) {
    this.world = world;
    this.subscribers = subscribers;
    this.traffic = traffic;
    this.#history = history;
    this.#random = random;
    this.#injector = new Injector({ world, subscribers, random }, history);
  }

  /** Resolves when each subscriber has its position and the traffic runs. */
  static async start(options: ChaosOptions, history: History): Promise<Chaos> {
    const { seed, instances, rate, userInterval = 10_000 } = options;
    const random = new Random(seed);
    const world = await startWorld({ ...options, gateways: instances, random: random.next });
    const users = world.platform.users.slice(0, options.users);
    const subscribers = Subscribers.open({
      world,
      history,
      onSharedTopic: options.subscribers,
      users,
      perUser: SUBSCRIBERS_PER_USER,
    });
    await until(() => subscribers.waiting === 0, { within: 120_000 });
    const traffic = new Traffic({ world, history, random, rate, users, userInterval });
    traffic.start();
    return new Chaos(world, subscribers, traffic, history, random);
  }

  /** Draws the faults of a run of so many milliseconds. */
  schedule(duration: number, longest: number): ScheduledFault[] {
    return scheduleOf({
      random: this.#random,
      duration,
      instances: this.world.gateways.length,
      redis: this.world.redis.kind,
      longest,
    });
  }

  /** Runs faults, each at its time; resolves when all have ended. */
  suffer(faults: readonly ScheduledFault[]): Promise<void> {
    return this.#injector.suffer(faults);
  }

  /** Causes one fault and ends it. */
  inject(fault: Omit<ScheduledFault, 'at'>): Promise<void> {
    return this.#injector.inject(fault);
  }

  /** Waits until each subscriber has received what was accepted so far. What a gap covers is waited for in vain. */
  async drain(timeout = DRAIN_TIMEOUT): Promise<void> {
    const since = performance.now();
    const deadline = since + timeout;
    let missing = [...this.traffic.marks];
    while (missing.length > 0 && performance.now() < deadline) {
      missing = missing.filter(([source, { number, topic }]) =>
        this.subscribers.reached(source, topic).some((reached) => reached < number),
      );
      await pause(100);
    }
    this.#history.add({ kind: 'drained', at: performance.now(), since });
  }

  /** Stops the traffic and waits until all of it has arrived. */
  async finish(): Promise<void> {
    await this.traffic.stop();
    await this.drain();
  }

  /** Measures usage over so many milliseconds. */
  measure(duration: number): Promise<Usage> {
    return measureUsage(this.world, this.subscribers, this.traffic, duration);
  }

  /** Waits up to so many milliseconds until usage is what it was. @returns the last usage, and what has not returned. */
  async returnTo(before: Usage, within: number): Promise<{ usage: Usage; growth: string[] }> {
    const deadline = performance.now() + within;
    for (;;) {
      const usage = await this.measure(Math.min(10_000, within / 4));
      const growth = growthOf(before, usage);
      if (growth.length === 0 || performance.now() > deadline) return { usage, growth };
    }
  }

  /** Ends everything at once: what is under way is lost. */
  async close(): Promise<void> {
    const stopped = this.traffic.close();
    this.subscribers.close();
    await this.world.close();
    await stopped;
  }
}
