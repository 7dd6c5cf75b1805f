import type { Random } from '../support/random.ts';
import type { Host } from './timeline.ts';

/** Milliseconds that a message takes. */
export interface Latency {
  from: number;
  to: number;
}

/**
 * The way between a process and one of its counterparts. Connections over it each deliver in order; faults affect all of
 * them.
 */
export class Link {
  readonly #random: Random;
  latency: Latency;
  /** Faults that go on, each of its kind. */
  #cuts = 0;
  #stalls = 0;
  #held: { host: Host; deliver: () => void }[] = [];
  /** The open connections. */
  readonly #channels = new Set<Channel>();

  constructor(random: Random, latency: Latency) {
    this.#random = random;
    this.latency = latency;
  }

  delay(): number {
    return this.#random.between(this.latency.from, this.latency.to);
  }

  /** Whether connections are refused. */
  get isCut(): boolean {
    return this.#cuts > 0;
  }

  /** Ends all connections, and refuses new ones. @returns ends the fault. */
  cut(): () => void {
    this.#cuts += 1;
    this.reset();
    return () => {
      this.#cuts -= 1;
    };
  }

  /** Ends all connections. */
  reset(): void {
    for (const channel of [...this.#channels]) channel.break();
  }

  /** Loses everything from now on that is sent over today's connections, which stay open. */
  silence(): void {
    for (const channel of this.#channels) channel.isSilent = true;
  }

  /** Delays everything until the fault is over. @returns ends it. */
  stall(): () => void {
    this.#stalls += 1;
    return () => {
      this.#stalls -= 1;
      for (const host of new Set(this.#held.map(({ host }) => host)))
        host.after(0, () => this.#release(host));
    };
  }

  /** Delivers to a host now, or when the way is free: after what is held for it, which a stopped host may take late. */
  pass(host: Host, deliver: () => void): void {
    if (this.#stalls > 0 || this.#held.some((held) => held.host === host)) this.#held.push({ host, deliver });
    else deliver();
  }

  #release(host: Host): void {
    if (this.#stalls > 0) return;
    const released = this.#held.filter((held) => held.host === host);
    this.#held = this.#held.filter((held) => held.host !== host);
    for (const { deliver } of released) deliver();
  }

  /** Opens a connection. */
  open(ends: readonly [End, End]): Channel {
    const channel = new Channel(this, ends);
    this.#channels.add(channel);
    return channel;
  }

  closed(channel: Channel): void {
    this.#channels.delete(channel);
  }
}

/** One end of a connection. */
export interface End {
  readonly host: Host;
  onMessage(message: unknown): void;
  /** The other end has closed, or the connection has broken. */
  onClose(isBroken: boolean): void;
}

/** An open connection: each end receives the messages of the other in order, even if it has closed meanwhile. */
export class Channel {
  readonly #link: Link;
  readonly #ends: readonly [End, End];
  /** When the last message to each end arrives. */
  readonly #arrivals: [number, number] = [0, 0];
  readonly #isClosed: [boolean, boolean] = [false, false];
  isSilent = false;

  constructor(link: Link, ends: readonly [End, End]) {
    this.#link = link;
    this.#ends = ends;
  }

  /** Sends to an end, 0 or 1. */
  send(to: 0 | 1, message: unknown): void {
    if (this.#isClosed[to === 0 ? 1 : 0]) return;
    this.#deliver(to, (end) => {
      if (!this.#isClosed[to]) end.onMessage(message);
    });
  }

  /** Closes an end; the other one is told after all messages. */
  close(from: 0 | 1): void {
    if (this.#isClosed[from]) return;
    this.#isClosed[from] = true;
    const to = from === 0 ? 1 : 0;
    if (this.#isClosed[to]) this.#link.closed(this);
    this.#deliver(to, () => this.#end(to, false));
  }

  /** Breaks the connection for both ends. What is on its way may still arrive before an end notices. */
  break(): void {
    this.#link.closed(this);
    this.#deliver(0, () => this.#end(0, true));
    this.#deliver(1, () => this.#end(1, true));
  }

  #end(to: 0 | 1, isBroken: boolean): void {
    if (this.#isClosed[to]) return;
    this.#isClosed[to] = true;
    this.#link.closed(this);
    this.#ends[to].onClose(isBroken);
  }

  #deliver(to: 0 | 1, deliver: (end: End) => void): void {
    if (this.isSilent) return;
    const end = this.#ends[to];
    const { timeline } = end.host;
    const at = Math.max(this.#arrivals[to], timeline.now + this.#link.delay());
    this.#arrivals[to] = at;
    // Time passes for what is on its way even if its receiver is stopped.
    end.host.after(at - timeline.now, () => this.#link.pass(end.host, () => deliver(end)));
  }
}
