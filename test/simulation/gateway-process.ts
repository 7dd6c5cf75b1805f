import type { Config } from '../../src/config/config.ts';
import type { Random } from '../support/random.ts';
import { type ClientConnection, Instance, type SentItem, type SubscribeRequest } from './instance.ts';
import { type Channel, type End, type Latency, Link } from './link.ts';
import type { SimulatedPlatform } from './platform.ts';
import { Host, type Timeline } from './timeline.ts';

/** What a client receives over the connection of its subscription. */
export type ServerMessage = { item: SentItem } | { refused: string } | { closed: number };

export interface GatewayProcessOptions {
  timeline: Timeline;
  name: string;
  config: Config;
  platform: SimulatedPlatform;
  latency: Latency;
  /** Milliseconds by which its clock is wrong. */
  skew: number;
  randomFor(purpose: string): Random;
}

/** An instance as a process, which crashes, stops and starts again behind the same address. */
export class GatewayProcess {
  readonly name: string;
  readonly links: Readonly<Record<'redis' | 'platform' | 'clients', Link>>;
  readonly #options: GatewayProcessOptions;
  readonly #skew: number;
  #host: Host;
  /** Null: it does not accept clients. */
  #instance: Instance | null = null;
  #starts = 0;

  constructor(options: GatewayProcessOptions) {
    const { timeline, name, latency, randomFor, skew } = options;
    this.name = name;
    this.#options = options;
    this.#skew = skew;
    this.#host = new Host(timeline, name);
    const linkTo = (purpose: string): Link => new Link(randomFor(`${name} to ${purpose}`), latency);
    this.links = { redis: linkTo('redis'), platform: linkTo('platform'), clients: linkTo('clients') };
  }

  get host(): Host {
    return this.#host;
  }

  get instance(): Instance | null {
    return this.#instance;
  }

  start(): void {
    const { timeline, config, platform } = this.#options;
    this.#starts += 1;
    const host = new Host(timeline, `${this.name} ${this.#starts}`, this.#skew);
    this.#host = host;
    // In a task of its own, so that everything it plans is its own.
    host.after(0, () => {
      void Instance.start({ host, config, platform, platformLink: this.links.platform }).then((instance) => {
        if (!host.isGone) this.#instance = instance;
      });
    });
  }

  /** Dies; its system closes its connections. */
  crash(): void {
    this.#instance = null;
    this.#host.end();
    for (const link of Object.values(this.links)) link.reset();
  }

  /** Stops in order. `onStopped` is called when it has ended. */
  terminate(onStopped: () => void): void {
    const instance = this.#instance;
    const host = this.#host;
    this.#instance = null;
    host.after(0, () => {
      void (instance?.close() ?? Promise.resolve()).then(() => {
        if (host.isGone) return;
        this.crash();
        onStopped();
      });
    });
  }

  setClock(skew: number): void {
    this.#host.skew = skew;
  }

  /** Sets the clock right again: as wrong as it was from the start. */
  resetClock(): void {
    this.#host.skew = this.#skew;
  }

  /** Opens the connection of a subscription. Null: nothing listens. */
  accept(client: End): Channel | null {
    const instance = this.#instance;
    const link = this.links.clients;
    if (!instance || link.isCut) return null;
    const host = this.#host;
    const connection = new ServerConnection(link, host);
    connection.channel = link.open([
      client,
      {
        host,
        onMessage: (request) => {
          // Only subscribers open these connections.
          void instance.serve(connection, request as SubscribeRequest);
        },
        onClose: () => connection.closed(),
      },
    ]);
    return connection.channel;
  }
}

/** The instance's end of a client's connection. */
class ServerConnection implements ClientConnection {
  readonly #link: Link;
  readonly #host: Host;
  readonly #listeners: (() => void)[] = [];
  channel: Channel | null = null;
  isOpen = true;

  constructor(link: Link, host: Host) {
    this.#link = link;
    this.#host = host;
  }

  send(item: SentItem): Promise<void> {
    this.#say({ item });
    // A connection that does not move takes nothing more.
    return new Promise((resolve) => this.#link.pass(this.#host, resolve));
  }

  refuse(code: string): void {
    this.#say({ refused: code });
    this.closed();
  }

  close(code: number): void {
    if (!this.isOpen) return;
    this.#say({ closed: code });
    this.closed();
  }

  onceClosed(listener: () => void): void {
    if (this.isOpen) this.#listeners.push(listener);
    else listener();
  }

  closed(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.channel?.close(1);
    for (const listener of this.#listeners.splice(0)) listener();
  }

  #say(message: ServerMessage): void {
    this.channel?.send(0, message);
  }
}
