import { ask } from '../support/fleet-ask.ts';
import { type Line, type LineItem, openEventsLine, openSocketLine } from '../support/fleet-line.ts';
import type { Random } from '../support/random.ts';
import { until } from '../support/until.ts';
import { eventIn, type History } from './history.ts';
import type { World } from './world.ts';

/** The topic that all subscribers of the plugin share. */
export const PLUGIN_TOPIC = 'plugin';
export const topicOfUser = (userId: string): string => `user ${userId}`;

/** In documents that the previous release can run as well. */
const DISTRIBUTIONS_CHANGED = `subscription ($after: String) {
  atoDistributionsChanged(after: $after) { cursor gap { reason } requestId distributions { name } }
}`;
const RECEIVED = `subscription ($after: String) {
  notificationReceived(after: $after) { cursor gap { reason } notification { text } }
}`;

/** An event as its source sent it. */
interface SentEvent {
  source: string;
  number: number;
}

/** Null: the item is not an event. */
const distributionIn = ({ requestId, distributions }: LineItem): SentEvent | null =>
  distributions?.[0] ? { source: requestId, number: Number(distributions[0].name) } : null;

const notificationIn = ({ notification }: LineItem): SentEvent | null =>
  notification ? eventIn(notification.text) : null;

/** A session of a user, which its subscribers replace when it has ended. */
interface Session {
  token: string;
}

export interface SubscribersOptions {
  world: World;
  history: History;
  /** Number of subscribers of the plugin's topic. */
  onSharedTopic: number;
  /** Users who are followed. */
  users: readonly string[];
  /** Number of subscribers of each user. */
  perUser: number;
}

/** All clients of a run, over both transports and all instances. Each resumes with its cursor after every disconnect. */
export class Subscribers {
  readonly #world: World;
  readonly #history: History;
  readonly #lines = new Map<string, Line>();
  readonly #sessions = new Map<string, Session>();
  /** Number of the last event received by source, for each subscriber of a topic. */
  readonly #ofTopic = new Map<string, Map<string, number>[]>();
  readonly #refusals = new Map<string, number>();
  #deliveries = 0;
  #gaps = 0;

  private constructor(world: World, history: History) {
    this.#world = world;
    this.#history = history;
  }

  static open(options: SubscribersOptions): Subscribers {
    const { world, history, onSharedTopic, users, perUser } = options;
    const subscribers = new Subscribers(world, history);
    for (let index = 0; index < onSharedTopic; index += 1)
      subscribers.#open(index, {
        name: `p${index}`,
        topic: PLUGIN_TOPIC,
        query: DISTRIBUTIONS_CHANGED,
        authorization: world.platform.plugin,
        eventIn: distributionIn,
      });
    let index = 0;
    for (const userId of users) {
      for (let own = 0; own < perUser; own += 1) {
        const session = { token: world.platform.sandbox.issueToken(userId) };
        const name = `${userId}.${own}`;
        subscribers.#sessions.set(name, session);
        subscribers.#open(index, {
          name,
          topic: topicOfUser(userId),
          query: RECEIVED,
          authorization: () => `Bearer ${session.token}`,
          eventIn: notificationIn,
        });
        index += 1;
      }
    }
    return subscribers;
  }

  get count(): number {
    return this.#lines.size;
  }

  get deliveries(): number {
    return this.#deliveries;
  }

  /** Subscribers without a position. */
  get waiting(): number {
    return [...this.#lines.values()].filter(({ cursor }) => cursor === null).length;
  }

  /** Number of the last event of a source that each subscriber of its topic has received; 0 for none. */
  reached(source: string, topic: string): number[] {
    return (this.#ofTopic.get(topic) ?? []).map((received) => received.get(source) ?? 0);
  }

  /** Refusals by code so far. */
  get refusals(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#refusals);
  }

  get gaps(): number {
    return this.#gaps;
  }

  /** Ends a third of the sessions: half by signing out, half revoked by the platform. Their users sign in again. */
  signOutSome(random: Random): void {
    const { sandbox } = this.#world.platform;
    for (const [name, session] of this.#sessions) {
      if (random.next() > 1 / 3) continue;
      const { token } = session;
      const userId = name.slice(0, name.lastIndexOf('.'));
      session.token = sandbox.issueToken(userId);
      const { url } = random.one(this.#world.gateways);
      if (random.next() < 0.5) sandbox.revokeToken(token);
      // Without a response, the session may go on: that loses nothing either.
      else
        void ask(url, 'mutation { signOut { extra } }', { authorization: `Bearer ${token}` }).catch(() => {});
    }
  }

  /** Cuts the connections of every second subscriber; resolves when each has resumed, on the next instance. */
  async move(half: 0 | 1): Promise<void> {
    const lines = [...this.#lines.values()].filter((_, index) => index % 2 === half);
    const before = lines.map(({ connections }) => connections);
    for (const line of lines) line.reset();
    await until(() => lines.every(({ connections }, index) => connections > (before[index] ?? 0)));
  }

  close(): void {
    for (const line of this.#lines.values()) line.stop();
  }

  #open(
    index: number,
    {
      name,
      topic,
      query,
      authorization,
      eventIn,
    }: {
      name: string;
      topic: string;
      query: string;
      authorization: string | (() => string);
      eventIn: (item: LineItem) => SentEvent | null;
    },
  ): void {
    const history = this.#history;
    const urls = this.#world.gateways.map(({ url }) => url);
    const first = index % urls.length;
    const received = new Map<string, number>();
    this.#ofTopic.set(topic, [...(this.#ofTopic.get(topic) ?? []), received]);
    history.add({ kind: 'subscriber', at: performance.now(), subscriber: name, topic });
    const onItem = (item: LineItem): void => {
      const at = performance.now();
      const { cursor, gap } = item;
      const event = eventIn(item);
      if (event) {
        received.set(event.source, Math.max(event.number, received.get(event.source) ?? 0));
        this.#deliveries += 1;
        history.add({ kind: 'received', at, subscriber: name, ...event });
      } else if (gap) {
        this.#gaps += 1;
        history.add({ kind: 'gap', at, subscriber: name, reason: gap.reason, cursor });
      } else history.add({ kind: 'position', at, subscriber: name, cursor });
    };
    // Every third on server-sent events; the transports alternate over the instances.
    const open = Math.floor(index / urls.length) % 3 === 2 ? openEventsLine : openSocketLine;
    const line = open({
      urls: [...urls.slice(first), ...urls.slice(0, first)],
      query,
      authorization,
      onConnected: (after) =>
        history.add({ kind: 'connected', at: performance.now(), subscriber: name, after }),
      onError: (code) => {
        this.#refusals.set(code, (this.#refusals.get(code) ?? 0) + 1);
        history.add({ kind: 'refused', at: performance.now(), subscriber: name, code });
      },
      onItem,
    });
    this.#lines.set(name, line);
  }
}
