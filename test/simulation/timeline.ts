// Node's own, in whose turns promises settle: the global one is simulated.
import { setImmediate as nextTurn } from 'node:timers';

/** Something that waits for its time. */
interface Task {
  at: number;
  /** Tasks of one time run in the order in which they were planned. */
  number: number;
  host: Host;
  run(): void;
  isCancelled: boolean;
}

/** A task that can be cancelled. */
export type Planned = Pick<Task, 'isCancelled'>;

/** One simulated time for everything, in milliseconds from the start of a run, and what is planned. */
export class Timeline {
  /** A binary heap: the earliest first. */
  readonly #tasks: Task[] = [];
  #number = 0;
  #now = 0;
  /** Whose code runs: what it plans belongs to it. */
  #current: Host | null = null;

  get now(): number {
    return this.#now;
  }

  get current(): Host | null {
    return this.#current;
  }

  /** Plans what a host does after so many milliseconds. */
  plan(host: Host, delay: number, run: () => void): Planned {
    const task: Task = {
      at: this.#now + Math.max(0, delay),
      number: this.#number,
      host,
      run,
      isCancelled: false,
    };
    this.#number += 1;
    this.#insert(task);
    return task;
  }

  /** Advances until a time. After each task, everything that needs no more time settles. */
  async advanceTo(time: number): Promise<void> {
    for (;;) {
      const [task] = this.#tasks;
      if (!task || task.at > time) break;
      this.#remove();
      if (task.isCancelled || task.host.isGone) continue;
      this.#now = Math.max(this.#now, task.at);
      if (task.host.isHeld) {
        task.host.hold(task);
        continue;
      }
      this.#current = task.host;
      task.run();
      await new Promise((resolve) => nextTurn(resolve));
    }
    this.#current = null;
    this.#now = Math.max(this.#now, time);
  }

  /** Plans again what a host could not do while it was held. */
  release(tasks: readonly Task[]): void {
    for (const task of tasks) {
      task.at = this.#now;
      task.number = this.#number;
      this.#number += 1;
      this.#insert(task);
    }
  }

  #insert(task: Task): void {
    const tasks = this.#tasks;
    let place = tasks.push(task) - 1;
    while (place > 0) {
      const above = (place - 1) >> 1;
      const parent = tasks[above];
      if (!parent || isBefore(parent, task)) break;
      tasks[place] = parent;
      place = above;
    }
    tasks[place] = task;
  }

  #remove(): void {
    const tasks = this.#tasks;
    const last = tasks.pop();
    if (!last || tasks.length === 0) return;
    let place = 0;
    for (;;) {
      const left = 2 * place + 1;
      const [one, other] = [tasks[left], tasks[left + 1]];
      const child = one && other && isBefore(other, one) ? left + 1 : left;
      const below = tasks[child];
      if (!below || isBefore(last, below)) break;
      tasks[place] = below;
      place = child;
    }
    tasks[place] = last;
  }
}

const isBefore = (one: Task, other: Task): boolean =>
  one.at < other.at || (one.at === other.at && one.number < other.number);

/** The time of day when a run starts. */
const START = Date.parse('2026-09-01T12:00:00.000Z');

/** A machine or process with a clock of its own, which can stop for a while, or forever. */
export class Host {
  readonly name: string;
  readonly timeline: Timeline;
  /** Milliseconds by which its time of day is wrong. */
  skew: number;
  #isGone = false;
  #isHeld = false;
  #held: Task[] = [];

  constructor(timeline: Timeline, name: string, skew = 0) {
    this.timeline = timeline;
    this.name = name;
    this.skew = skew;
  }

  get isGone(): boolean {
    return this.#isGone;
  }

  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** Time of day in milliseconds since 1970. */
  get timeOfDay(): number {
    return START + this.timeline.now + this.skew;
  }

  after(delay: number, run: () => void): Planned {
    return this.timeline.plan(this, delay, run);
  }

  /** Ends it like a crash: nothing that it planned happens. */
  end(): void {
    this.#isGone = true;
    this.#held = [];
  }

  /** Suspends it, like SIGSTOP. */
  suspend(): void {
    this.#isHeld = true;
  }

  resume(): void {
    this.#isHeld = false;
    const held = this.#held;
    this.#held = [];
    this.timeline.release(held);
  }

  /** Keeps a task until the host continues. */
  hold(task: Task): void {
    this.#held.push(task);
  }
}
