import { visitAll } from '../../lib/boundary.ts';
import { Cancellation } from '../../lib/cancellation.ts';
import { LogUnavailable } from '../log.ts';
import type { Claim, Ownership } from '../ownership.ts';
import type { RedisConnection } from './connection.ts';
import { sharedKey, topicKey } from './keys.ts';
import { type Lease, RedisLeases } from './lease.ts';
import { asText } from './replies.ts';
import { CLAIM, RELEASE } from './scripts.ts';

/** Milliseconds for which a topic has an owner that never releases it. */
const OWNER_TTL = 30 * 86_400_000;

/**
 * Ownership in Redis. A topic names its owner: the lease of an instance, so that an idle topic costs nothing. The name is also the
 * fence that appends are checked against.
 */
export class RedisOwnership implements Ownership {
  readonly leases: RedisLeases;
  readonly #connection: RedisConnection;
  readonly #claims = new Set<Claim>();
  readonly #listeners: (() => void)[] = [];

  /** @param duration of a lease in milliseconds. The same on every instance. */
  constructor(connection: RedisConnection, duration: number) {
    this.#connection = connection;
    this.leases = new RedisLeases(connection, duration, {
      onChange: () => visitAll(this.#listeners, (listener) => listener()),
      onEnd: () =>
        visitAll([...this.#claims], (claim) => {
          if (!claim.isHeld()) claim.end();
        }),
    });
  }

  onChance(listener: () => void): void {
    this.#listeners.push(listener);
  }

  async claim(topic: string): Promise<Claim | null> {
    const lease = this.leases.of(this.#keyOf(topic));
    let name = await lease.hold();
    let owner = await this.#claim(topic, lease, name, lease.former);
    if (owner !== null && (await lease.confirmEnded(owner))) {
      name = await lease.hold();
      owner = await this.#claim(topic, lease, name, owner);
    }
    return owner === null ? this.#granted(topic, lease, name) : null;
  }

  /** @param replaced name of an owner whose lease has ended, or ''. @returns the name of another owner. Null: granted. */
  async #claim(topic: string, lease: Lease, name: string, replaced: string): Promise<string | null> {
    try {
      const reply = await this.#connection.run(CLAIM, [this.#keyOf(topic)], [name, OWNER_TTL, replaced]);
      return reply === null ? null : asText(reply);
    } catch (error) {
      // It may be granted yet. Redis gets the commands of a connection in order, and another one has another lease.
      this.#connection.boundary.run('ownership', () => this.#release(topic, lease, name));
      throw error;
    }
  }

  #granted(topic: string, lease: Lease, name: string): Claim {
    const ended = new Cancellation();
    const claim: Claim = {
      fence: name,
      ended,
      isHeld: () => !ended.aborted && lease.isHeld(name),
      end: () => {
        this.#claims.delete(claim);
        ended.abort();
      },
      release: async () => {
        claim.end();
        await this.#release(topic, lease, name);
      },
    };
    this.#claims.add(claim);
    // Its lease may have ended meanwhile.
    if (!claim.isHeld()) claim.end();
    return claim;
  }

  async #release(topic: string, lease: Lease, name: string): Promise<void> {
    // Under a former name, the topic stays with this instance until that lease ends, so that it can claim it again.
    if (lease.name !== name) return;
    const channel = sharedKey(this.#connection.prefix, 'signal', topic);
    try {
      await this.#connection.run(RELEASE, [this.#keyOf(topic), channel], [name]);
    } catch (error) {
      if (!(error instanceof LogUnavailable)) throw error;
      // It may never be carried out, also if its outcome is unknown: the topic is free with the end of the lease.
      if (lease.isHeld(name)) lease.restart();
    }
  }

  #keyOf(topic: string): string {
    return topicKey(this.#connection.prefix, topic, 'owner');
  }
}
