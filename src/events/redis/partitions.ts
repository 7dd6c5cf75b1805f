import { Cluster, type Redis } from 'ioredis';
import type { Boundary } from '../../lib/boundary.ts';
import { LogUnavailable } from '../log.ts';
import { SLOTS, slotOf } from './keys.ts';

/**
 * The masters of a Redis, each identified by the lowest hash slot that it owns, which survives a failover. A single server
 * is one partition.
 */
export class RedisPartitions {
  readonly #client: Redis | Cluster;
  /** Lowest slot by master, as `host:port`. */
  #lowest = new Map<string, number>();

  /** @param onChange called when a master owns other slots than before, or another master owns them. */
  constructor(client: Redis | Cluster, boundary: Boundary, onChange: () => void) {
    this.#client = client;
    if (client instanceof Cluster)
      client.on(
        'refresh',
        boundary.listener('redis refresh', () => {
          if (this.#refresh(client)) onChange();
        }),
      );
  }

  /** The partition of each master. Empty while the layout of a cluster is unknown. */
  get all(): readonly number[] {
    return this.#client instanceof Cluster ? [...this.#lowest.values()] : [0];
  }

  /** The partition that a key or channel belongs to. @throws LogUnavailable */
  of(key: string): number {
    if (!(this.#client instanceof Cluster)) return 0;
    if (this.#lowest.size === 0) this.#refresh(this.#client);
    const lowest = this.#lowest.get(this.#client.slots[slotOf(key)]?.[0] ?? '');
    if (lowest === undefined) throw new LogUnavailable('cluster-down', 'refused');
    return lowest;
  }

  /** @returns true if the layout has changed. */
  #refresh({ slots }: Cluster): boolean {
    const lowest = new Map<string, number>();
    for (let slot = 0; slot < SLOTS; slot++) {
      const master = slots[slot]?.[0];
      if (master !== undefined && !lowest.has(master)) lowest.set(master, slot);
    }
    const isSame =
      lowest.size === this.#lowest.size &&
      lowest.entries().every(([master, slot]) => this.#lowest.get(master) === slot);
    this.#lowest = lowest;
    return !isSame;
  }
}
