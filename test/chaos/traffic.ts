import { ask } from '../support/fleet-ask.ts';
import { pause } from '../support/fleet-form.ts';
import type { Random } from '../support/random.ts';
import type { History } from './history.ts';
import { PLUGIN_TOPIC, topicOfUser } from './subscribers.ts';
import type { World } from './world.ts';

export interface TrafficOptions {
  world: World;
  history: History;
  random: Random;
  /** Events per second on the shared topic, over all its sources. Half of them come in bursts. */
  rate: number;
  users: readonly string[];
  /** Milliseconds between two notifications of a user. */
  userInterval: number;
}

/** What became of an event. */
type Outcome = 'accepted' | 'uncertain';
type Send = (number: number) => Promise<Outcome>;

/** Sources of the shared topic: ATO requests, whose distributions follow one another. */
const REQUESTS = 4;
const BURST = 10;
/** Milliseconds between two events of a source: the platform orders notifications by milliseconds. */
const PACE = 20;
/** Milliseconds that a sender waits for a response. */
const PATIENCE = 15_000;

const SEND = `mutation ($input: SendNotificationInput!) {
  sendNotification(input: $input) { streamed }
}`;

/**
 * Everyone who causes events: the platform's ATO requests and bursts of them, notifications sent in other apps, and
 * notifications sent through the gateway. Each source sends its events one after the other, and notes what became of each.
 */
export class Traffic {
  readonly #options: TrafficOptions;
  readonly #sent = new Map<string, { number: number; topic: string }>();
  readonly #stopping = new AbortController();
  #running: Promise<unknown> = Promise.resolve();
  #accepted = 0;
  #isClosed = false;

  constructor(options: TrafficOptions) {
    this.#options = options;
  }

  /** Number of accepted events. */
  get accepted(): number {
    return this.#accepted;
  }

  /** The number of the last event by source that must arrive unless a gap covers it. */
  get marks(): ReadonlyMap<string, { number: number; topic: string }> {
    return this.#sent;
  }

  start(): void {
    const { users, rate, userInterval } = this.#options;
    const requestRate = rate / REQUESTS;
    this.#running = Promise.all([
      ...Array.from({ length: REQUESTS }, (_, index) =>
        // The last two send the same number of events per second in bursts.
        index < REQUESTS / 2
          ? this.#run(`r${index}`, PLUGIN_TOPIC, 1000 / requestRate, 1, this.#deliver(`r${index}`))
          : this.#run(
              `r${index}`,
              PLUGIN_TOPIC,
              (1000 * BURST) / requestRate,
              BURST,
              this.#deliver(`r${index}`),
            ),
      ),
      ...users.flatMap((userId) => [
        this.#run(`${userId} elsewhere`, topicOfUser(userId), userInterval, 1, this.#sendElsewhere(userId)),
        this.#run(`${userId} here`, topicOfUser(userId), 2 * userInterval, 1, this.#sendHere(userId)),
      ]),
    ]);
  }

  /** Stops; resolves when the outcome of each event is known. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  /** Gives up what is under way. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.stop();
  }

  /** Sends `count` events at once every `interval` ms, and catches up after a delay. */
  async #run(source: string, topic: string, interval: number, count: number, send: Send): Promise<void> {
    const { history, random } = this.#options;
    const { signal } = this.#stopping;
    history.add({ kind: 'source', at: performance.now(), source, topic });
    let number = 0;
    let due = performance.now() + random.next() * interval;
    for (;;) {
      while (performance.now() < due && !signal.aborted)
        await pause(Math.min(250, Math.max(1, due - performance.now())));
      if (signal.aborted) return;
      for (let left = count; left > 0; left -= 1) {
        number += 1;
        history.add({ kind: 'sent', at: performance.now(), source, number });
        const outcome = await send(number);
        history.add({ kind: outcome, at: performance.now(), source, number });
        if (outcome === 'accepted') {
          this.#accepted += 1;
          this.#sent.set(source, { number, topic });
        }
        await pause(PACE);
      }
      due += interval;
    }
  }

  /** Delivers the distributions of an ATO request as the platform does: to any instance, until one accepts it. */
  #deliver(requestId: string): Send {
    const { world, history, random } = this.#options;
    const { plugin } = world.platform;
    return async (number) => {
      const distributions = [{ distributionId: 'd', name: String(number) }];
      const body = JSON.stringify({ requestId, distributions });
      while (!this.#isClosed) {
        try {
          const response = await fetch(`${random.one(world.gateways).url}/plugin/ato/distributions`, {
            method: 'POST',
            headers: { 'content-type': 'application/json', authorization: plugin },
            body,
            signal: AbortSignal.timeout(PATIENCE),
          });
          await response.arrayBuffer();
          if (response.ok) return 'accepted';
        } catch {
          // The connection was lost or silent: another attempt.
        }
        await pause(100);
        history.add({ kind: 'retried', at: performance.now(), source: requestId, number });
      }
      return 'uncertain';
    };
  }

  /** Sends a stored notification from another app, which the gateway finds in the receiver's list. */
  #sendElsewhere(userId: string): Send {
    const { sandbox } = this.#options.world.platform;
    return async (number) => {
      sandbox.sendNotification({ receiver: userId, text: `${userId} elsewhere ${number}` });
      return 'accepted';
    };
  }

  /** Sends a notification through an instance that is not stored: only the event log has it. */
  #sendHere(userId: string): Send {
    const { world, random } = this.#options;
    const authorization = world.platform.sender;
    return async (number) => {
      const input = { receiverId: userId, text: `${userId} here ${number}`, persist: false };
      const asking = ask(random.one(world.gateways).url, SEND, { authorization, variables: { input } });
      const patience = pause(PATIENCE).then(() => null);
      const response = await Promise.race([asking, patience]).catch(() => null);
      return response?.data?.sendNotification ? 'accepted' : 'uncertain';
    };
  }
}
