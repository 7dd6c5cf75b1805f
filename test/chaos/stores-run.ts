import { ask } from '../support/fleet-ask.ts';
import { pause } from '../support/fleet-form.ts';
import { Random } from '../support/random.ts';
import type { FaultName } from './faults.ts';
import type { History } from './history.ts';
import { Injector } from './injector.ts';
import { scheduleOf } from './schedule.ts';
import { checkStore, type StoreFindings } from './store-check.ts';
import { Stores } from './stores.ts';
import { startWorld, type World, type WorldOptions } from './world.ts';

export interface StoresOptions {
  seed: number;
  redis: WorldOptions['redis'];
  instances: number;
  users: number;
  /** Notifications in all. */
  notifications: number;
  /** Milliseconds that they and the faults take. */
  duration: number;
}

export interface StoresVerdict {
  readonly isGood: boolean;
  /** Notifications that the platform's lists have. */
  readonly stored: number;
  readonly stores: number;
  /** Rows of all stores in the end. */
  readonly rows: number;
  readonly faults: Readonly<Partial<Record<FaultName, number>>>;
  readonly reads: number;
  readonly unplacedReads: number;
  readonly gaps: number;
  /** All stores, in words. */
  readonly findings: StoreFindings;
}

/** What happens to the fleet while the stores are filled. */
const AMONG: readonly FaultName[] = [
  'instance crashes',
  'instance restarts',
  'instance is stopped and continued',
  "instance's clock jumps",
  'Redis fails over and loses writes',
  'instance is partitioned from Redis',
  'connections to clients are cut',
  'connections to the platform are cut',
  'users sign out',
];
const LONGEST_FAULT = 10_000;
/** Share of the notifications that are sent through the gateway. */
const THROUGH_GATEWAY = 0.25;
/** Milliseconds between two notifications of a user: the platform orders them by milliseconds. */
const PACE = 20;
/** Milliseconds that a sender waits for a response, and that everything may take to arrive in the end. */
const PATIENCE = 15_000;
const DRAIN_TIMEOUT = 120_000;

const SEND = `mutation ($input: SendNotificationInput!) {
  sendNotification(input: $input) { notificationId }
}`;

/**
 * Sends stored notifications to users under faults, while clients read their lists and follow them with the store of the client
 * package, and compares what each has in the end with the platform's list.
 */
export class StoresRun {
  readonly #options: StoresOptions;
  readonly #history: History;
  readonly world: World;
  readonly #users: readonly string[];
  readonly #stores: Stores;

  private constructor(options: StoresOptions, history: History, world: World) {
    this.#options = options;
    this.#history = history;
    this.world = world;
    this.#users = world.platform.users.slice(0, options.users);
    if (this.#users.length < options.users) throw new RangeError(`there are ${this.#users.length} users`);
    this.#stores = new Stores(world, this.#users);
  }

  static async start(options: StoresOptions, history: History): Promise<StoresRun> {
    const { instances, redis, seed } = options;
    const random = new Random(seed).next;
    // A second between the polls of a user, which is long enough for a client to come in between.
    const environment = { NOTIFICATION_POLL_INTERVAL: '1000' };
    return new StoresRun(
      options,
      history,
      await startWorld({ gateways: instances, redis, random, environment }),
    );
  }

  /** Resolves when each store has what it must have, or has had its time. */
  async run(): Promise<StoresVerdict> {
    const { seed, duration, instances, redis, notifications } = this.#options;
    const random = new Random(seed);
    // All of it is drawn before anything happens: then the seed alone decides.
    const faults = scheduleOf({ random, duration, instances, redis, longest: LONGEST_FAULT, among: AMONG });
    const arrivals = this.#stores.late.map(() => random.next() * duration);
    const sends = this.#users.map((_, index) => {
      const count = Math.floor((notifications + index) / this.#users.length);
      const times = Array.from({ length: count }, () => random.next() * duration).sort((a, b) => a - b);
      return times.map((at) => ({ at, isHere: random.next() < THROUGH_GATEWAY, instance: random.next() }));
    });
    for (const store of this.#stores.early) store.open();
    const startedAt = performance.now();
    const dueAt = (at: number) => pause(Math.max(0, at - (performance.now() - startedAt)));
    await Promise.all([
      new Injector({ world: this.world, subscribers: this.#stores, random }, this.#history).suffer(faults),
      ...this.#stores.late.map(async (store, index) => {
        await dueAt(arrivals[index] ?? 0);
        store.open();
      }),
      ...this.#users.map(async (userId, index) => {
        const source = `user ${userId}`;
        for (const [place, { at, isHere, instance }] of (sends[index] ?? []).entries()) {
          await dueAt(at);
          await this.#send(userId, `${source} ${place + 1}`, isHere ? instance : null);
          await pause(PACE);
        }
      }),
    ]);
    return await this.#verdict(faults.map(({ name }) => name));
  }

  async close(): Promise<void> {
    this.#stores.close();
    await this.world.close();
  }

  /** @param instance from 0 to 1; null: sent in another app. */
  async #send(userId: string, text: string, instance: number | null): Promise<void> {
    const isSent = instance !== null && (await this.#sendHere(userId, text, instance));
    // Without a confirmation it may be sent twice, under two IDs.
    if (!isSent) this.world.platform.sandbox.sendNotification({ receiver: userId, text });
  }

  /** Sends a notification through an instance. @returns whether it is confirmed. */
  async #sendHere(receiverId: string, text: string, instance: number): Promise<boolean> {
    const { gateways, platform } = this.world;
    const { url = '' } = gateways[Math.floor(instance * gateways.length)] ?? {};
    const asking = ask(url, SEND, {
      authorization: platform.sender,
      variables: { input: { receiverId, text } },
    });
    const response = await Promise.race([asking.catch(() => null), pause(PATIENCE).then(() => null)]);
    return Boolean(response?.data?.sendNotification);
  }

  async #verdict(faults: readonly FaultName[]): Promise<StoresVerdict> {
    const deadline = performance.now() + DRAIN_TIMEOUT;
    for (;;) {
      const { platform } = this.world;
      const lists = new Map(
        await Promise.all(this.#users.map(async (userId) => [userId, await platform.list(userId)] as const)),
      );
      const outcomes = this.#stores.outcomes();
      const all = outcomes.map(({ userId, outcome }) => checkStore(outcome, lists.get(userId) ?? []));
      const isBehind = all.some(({ lost, wrong }) => lost.length > 0 || wrong.length > 0);
      if (isBehind && performance.now() < deadline) {
        await pause(500);
        continue;
      }
      const count = (read: (outcome: (typeof outcomes)[number]['outcome']) => number) =>
        outcomes.reduce((sum, { outcome }) => sum + read(outcome), 0);
      const findings: StoreFindings = {
        lost: all.flatMap(({ lost }) => lost),
        doubled: all.flatMap(({ doubled }) => doubled),
        wrong: all.flatMap(({ wrong }) => wrong),
        needlessReads: all.flatMap(({ needlessReads }) => needlessReads),
      };
      return {
        isGood: Object.values(findings).every(({ length }) => length === 0),
        stored: [...lists.values()].reduce((sum, { length }) => sum + length, 0),
        stores: outcomes.length,
        rows: count(({ notifications }) => notifications.length),
        faults: Object.fromEntries(
          Object.entries(Object.groupBy(faults, (name) => name)).map(([name, those]) => [
            name,
            those?.length,
          ]),
        ),
        reads: count(({ reads }) => reads),
        unplacedReads: count(({ unplacedReads }) => unplacedReads),
        gaps: count(({ gaps }) => gaps),
        findings,
      };
    }
  }
}
