import type { Redis } from 'ioredis';
import type { Clock, Timer } from '../../lib/clock.ts';
import { SmallSet } from '../../lib/small-set.ts';
import { nodeNamed, type RedisNode } from './address.ts';
import type { RedisConnection } from './connection.ts';

export interface ChannelListener {
  /** Receives each message, and null when the subscription has begun, or has begun again: messages may have been missed. */
  onMessage(message: string | null): void;
  /** Subscribing has failed. It is attempted again. */
  onSubscribeFailure?(): void;
}

/** A sharded channel moves once per topology change; more hops mean that the cluster is still settling. */
const MAX_HOPS = 4;
const FIRST_RETRY = 100;
const LAST_RETRY = 2000;

/**
 * The process's subscriptions: one connection per server that owns any of the channels, shared by all listeners.
 * Uses sharded channels on a single server as well, so that both deployments run the same code. ioredis's own sharded
 * subscribers are unsuitable: they do not report when a lost subscription is restored, and leak repeated subscribes.
 */
export class RedisChannels {
  readonly clock: Clock;
  readonly #connection: RedisConnection;
  readonly #heartbeat: number;
  readonly #channels = new Map<string, Channel>();
  readonly #links = new Map<string, Link>();
  readonly #stopFollowing: () => void;
  #closed = false;

  /** @param heartbeat milliseconds between heartbeats, which close silent connections. */
  constructor(connection: RedisConnection, heartbeat: number) {
    this.clock = connection.clock;
    this.#connection = connection;
    this.#heartbeat = heartbeat;
    this.#stopFollowing = connection.onServerChange(() => this.#followServers());
  }

  /** Listens on a channel, whose name needs a hash tag. @returns whether it is subscribed already. */
  listen(name: string, listener: ChannelListener): boolean {
    const channel = this.#channels.get(name) ?? new Channel(name);
    this.#channels.set(name, channel);
    channel.listeners.add(listener);
    this.#settle(channel);
    return channel.link !== null;
  }

  unlisten(name: string, listener: ChannelListener): void {
    const channel = this.#channels.get(name);
    if (!channel) return;
    channel.listeners.delete(listener);
    this.#settle(channel);
  }

  close(): void {
    this.#closed = true;
    this.#stopFollowing();
    for (const channel of this.#channels.values()) this.#fail(channel);
    for (const link of [...this.#links.values()]) link.end();
    this.#channels.clear();
  }

  /** Subscribes a channel that has listeners and unsubscribes one that has none, one step at a time. */
  #settle(channel: Channel): void {
    if (channel.settling) return;
    channel.settling = true;
    this.#connection.boundary.run('redis subscription', async () => {
      try {
        while (!this.#closed) {
          const isNeeded = channel.listeners.size > 0;
          if (isNeeded && !channel.link) await this.#subscribe(channel);
          else if (!isNeeded && channel.link) await this.#unsubscribe(channel, channel.link);
          else break;
        }
      } finally {
        channel.settling = false;
      }
      if (channel.listeners.size === 0) this.#channels.delete(channel.name);
    });
  }

  async #subscribe(channel: Channel): Promise<void> {
    try {
      const link = await this.#subscribeOnOwner(channel.name);
      if (link.ended) return;
      channel.failures = 0;
      channel.link = link;
      link.channels.add(channel);
      this.#deliver(channel, null);
    } catch (error) {
      if (!this.#connection.isUnsuitable) this.#connection.report(error);
      this.#fail(channel);
      const delay = Math.min(FIRST_RETRY * 2 ** channel.failures++, LAST_RETRY) * (0.8 + Math.random() * 0.4);
      await new Promise<void>((resolve) => this.clock.setTimeout(resolve, delay).unref());
    }
  }

  /** Subscribes on the server that owns the channel, following the cluster's redirections. */
  async #subscribeOnOwner(name: string): Promise<Link> {
    let node = this.#connection.nodeOf(name);
    for (let hop = 0; ; hop++) {
      const link = this.#linkTo(node);
      try {
        await link.redis.ssubscribe(name);
        return link;
      } catch (error) {
        const target = movedTo(error, node);
        // Any reply shows that the server is healthy; without one, its connection is closed.
        if (!target && !(error instanceof Error && error.name === 'ReplyError')) link.end();
        if (!target || hop === MAX_HOPS || this.#closed) throw error;
        node = target;
      }
    }
  }

  /** Drops subscriptions on servers that may no longer receive the channels' messages, and subscribes again. */
  #followServers(): void {
    for (const [name, link] of [...this.#links]) {
      // The address of a single server may lead to another one now, while this connection stays on the first.
      if (!this.#connection.isCluster) link.end();
      else
        for (const channel of [...link.channels])
          if (nameOf(this.#connection.nodeOf(channel.name)) !== name) this.#move(channel, link);
    }
  }

  #move(channel: Channel, link: Link): void {
    channel.link = null;
    link.channels.delete(channel);
    link.redis.sunsubscribe(channel.name).catch(() => link.end());
    this.#settle(channel);
  }

  async #unsubscribe(channel: Channel, link: Link): Promise<void> {
    channel.link = null;
    link.channels.delete(channel);
    // Without a confirmation the connection may still deliver: closing it leaves nothing behind.
    await link.redis.sunsubscribe(channel.name).catch(() => link.end());
  }

  /** Each listener may be a stream: one that fails leaves the others. */
  #deliver(channel: Channel, message: string | null): void {
    const { boundary } = this.#connection;
    channel.listeners.each((listener) => boundary.run('redis message', () => listener.onMessage(message)));
  }

  #fail(channel: Channel): void {
    const { boundary } = this.#connection;
    channel.listeners.each((listener) =>
      boundary.run('redis subscription', () => listener.onSubscribeFailure?.()),
    );
  }

  #linkTo(node: RedisNode): Link {
    const name = nameOf(node);
    const link = this.#links.get(name) ?? this.#newLink(node, name);
    this.#links.set(name, link);
    return link;
  }

  #newLink(node: RedisNode, name: string): Link {
    const { boundary } = this.#connection;
    const redis = this.#connection.newSubscriber(node);
    const link = new Link(redis, this.#connection, this.#heartbeat, (lost) => {
      if (link.ended) this.#links.delete(name);
      for (const channel of lost) {
        channel.link = null;
        this.#settle(channel);
      }
    });
    redis.on(
      'smessage',
      boundary.listener('redis message', (channelName: string, message: string) => {
        const channel = this.#channels.get(channelName);
        if (channel) this.#deliver(channel, message);
      }),
    );
    return link;
  }
}

class Channel {
  readonly name: string;
  readonly listeners = new SmallSet<ChannelListener>();
  /** The connection it is subscribed on. Null: not subscribed. */
  link: Link | null = null;
  settling = false;
  failures = 0;

  constructor(name: string) {
    this.name = name;
  }
}

/** A subscription connection to one server. Closes permanently when it fails or stays silent for too long. */
class Link {
  readonly redis: Redis;
  readonly channels = new Set<Channel>();
  readonly #connection: RedisConnection;
  readonly #onLost: (channels: readonly Channel[]) => void;
  readonly #heartbeat: Timer;
  #moved = false;
  ended = false;

  /** @param onLost called with channels that are no longer subscribed on this connection, or may not be. */
  constructor(
    redis: Redis,
    connection: RedisConnection,
    heartbeat: number,
    onLost: (channels: readonly Channel[]) => void,
  ) {
    this.redis = redis;
    this.#connection = connection;
    this.#onLost = onLost;
    this.#heartbeat = connection.clock.setInterval(() => this.#beat(), heartbeat).unref();
    const { boundary } = connection;
    redis.on(
      'error',
      boundary.listener('redis error', (problem: Error) => connection.report(problem)),
    );
    redis.on(
      'end',
      boundary.listener('redis end', () => this.end()),
    );
    // Emitted by ioredis when the server drops a subscription because its slot moved to another server.
    redis.on('moved', () => {
      this.#moved = true;
    });
  }

  end(): void {
    if (this.ended) return;
    this.ended = true;
    this.#connection.clock.clearInterval(this.#heartbeat);
    this.redis.disconnect();
    this.#lose();
  }

  #beat(): void {
    this.#connection.boundary.run('redis heartbeat', async () => {
      // A dead socket looks like an idle one; only an unanswered command reveals it.
      await this.redis.ping().catch(() => this.end());
      if (this.ended || !this.#moved) return;
      this.#moved = false;
      this.#lose();
    });
  }

  #lose(): void {
    const lost = [...this.channels];
    this.channels.clear();
    this.#onLost(lost);
  }
}

const nameOf = ({ host, port }: RedisNode): string => `${host}:${port}`;

/** The target of a MOVED reply; an empty host means the node that replied. */
function movedTo(error: unknown, source: RedisNode): RedisNode | null {
  const target = error instanceof Error ? /^MOVED \d+ (\S*:\d+)$/.exec(error.message)?.[1] : undefined;
  if (target === undefined) return null;
  const node = nodeNamed(target);
  return { host: node.host || source.host, port: node.port };
}
