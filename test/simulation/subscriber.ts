import { eventIn, type History } from '../chaos/history.ts';
import type { Random } from '../support/random.ts';
import type { GatewayProcess, ServerMessage } from './gateway-process.ts';
import { SESSION_ENDED, type SubscribeRequest } from './instance.ts';
import type { Channel } from './link.ts';
import type { NotificationStore } from './notification-store.ts';
import type { Host } from './timeline.ts';

export interface SubscriberOptions {
  name: string;
  /** Subscribers of one topic receive the same events. */
  topic: string;
  stream: SubscribeRequest['topic'];
  /** The instances to try in turn. */
  processes: readonly GatewayProcess[];
  host: Host;
  random: Random;
  history: History;
  authorization(): string;
  /** Gets a new credential: the session has ended. */
  signIn(): void;
  /** Of a client that reads a list before its stream, and again after each gap. */
  store?: NotificationStore;
}

/** Milliseconds that a client waits before it connects again; doubles. */
const FIRST_WAIT = 100;
const LAST_WAIT = 2000;
/** Milliseconds without anything after which a client that has sent its request connects again. */
const PATIENCE = 12_000;

/** A client that resumes with its cursor after every disconnect, as the specification requires of clients. */
export class Subscriber {
  readonly topic: string;
  readonly name: string;
  readonly #options: SubscriberOptions;
  readonly #received = new Map<string, number>();
  #cursor: string | null = null;
  #channel: Channel | null = null;
  #attempt = 0;
  #failures = 0;
  #isAway = false;

  constructor(options: SubscriberOptions) {
    this.#options = options;
    this.name = options.name;
    this.topic = options.topic;
    const { history, host } = options;
    history.add({ kind: 'subscriber', at: host.timeline.now, subscriber: this.name, topic: this.topic });
    this.#connect();
  }

  get hasPosition(): boolean {
    return this.#cursor !== null;
  }

  /** Number of the last event received of a source; 0 for none. */
  reached(source: string): number {
    return this.#received.get(source) ?? 0;
  }

  /** Disconnects until it comes back. */
  leave(): void {
    this.#isAway = true;
    this.#drop();
  }

  comeBack(): void {
    if (!this.#isAway) return;
    this.#isAway = false;
    this.#connect();
  }

  #connect(): void {
    const { processes, host, stream, authorization, history, store } = this.#options;
    if (store && this.#cursor === null && !this.#isAway) {
      store.read(({ rows, cursor }) => {
        this.#cursor = cursor;
        for (const { text } of rows) this.#reach(eventIn(text));
        this.#connect();
      });
      return;
    }
    const process = processes[this.#attempt % processes.length];
    this.#attempt += 1;
    if (!process || this.#isAway) return;
    const { clients } = process.links;
    let isCurrent = true;
    const ended = (): void => {
      if (!isCurrent) return;
      isCurrent = false;
      if (this.#channel === channel) this.#channel = null;
      this.#again();
    };
    let channel: Channel | null = null;
    host.after(clients.delay() + clients.delay(), () =>
      clients.pass(host, () => {
        if (this.#isAway || this.#channel) return;
        let isSilent = true;
        channel = process.accept({
          host,
          onMessage: (message) => {
            isSilent = false;
            // Only the instance sends over this connection.
            if (isCurrent) this.#take(message as ServerMessage);
          },
          onClose: ended,
        });
        this.#channel = channel;
        if (!channel) return ended();
        const after = this.#cursor;
        history.add({ kind: 'connected', at: host.timeline.now, subscriber: this.name, after });
        channel.send(1, { topic: stream, authorization: authorization(), after } satisfies SubscribeRequest);
        const opened = channel;
        host.after(PATIENCE, () => {
          if (!isSilent || this.#channel !== opened) return;
          opened.close(0);
          ended();
        });
      }),
    );
  }

  #take(message: ServerMessage): void {
    const { host, history } = this.#options;
    const at = host.timeline.now;
    const subscriber = this.name;
    if ('refused' in message) {
      history.add({ kind: 'refused', at, subscriber, code: message.refused });
      if (message.refused === 'UNAUTHENTICATED') this.#options.signIn();
      this.#drop();
      this.#again();
    } else if ('closed' in message) {
      if (message.closed === SESSION_ENDED) this.#options.signIn();
      this.#drop();
      this.#again();
    } else {
      const { cursor, gap, event, id } = message.item;
      const { store } = this.#options;
      this.#cursor = cursor;
      this.#failures = 0;
      if (event) {
        this.#reach(event);
        if (id) store?.add(id, `${event.source} ${event.number}`);
        history.add({ kind: 'received', at, subscriber, ...event });
      } else if (gap !== null) {
        history.add({ kind: 'gap', at, subscriber, reason: gap, cursor });
        store?.read(() => {});
      } else history.add({ kind: 'position', at, subscriber, cursor });
    }
  }

  #reach({ source, number }: { source: string; number: number }): void {
    this.#received.set(source, Math.max(number, this.reached(source)));
  }

  #drop(): void {
    this.#channel?.close(0);
    this.#channel = null;
  }

  #again(): void {
    if (this.#isAway) return;
    const { host, random } = this.#options;
    const longest = Math.min(FIRST_WAIT * 2 ** this.#failures, LAST_WAIT);
    this.#failures += 1;
    host.after(random.between(FIRST_WAIT / 2, longest), () => this.#connect());
  }
}
