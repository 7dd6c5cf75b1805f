import { Cancellation } from '../../lib/cancellation.ts';
import { type Claim, type Ownership, RELEASED } from '../ownership.ts';

/** Ownership within one process: a claim ends only when it is released. */
export class MemoryOwnership implements Ownership {
  /** The fence of each owned topic. */
  readonly #owners = new Map<string, string>();
  readonly #signal: (topic: string, message: string) => void;
  #claims = 0;

  /** @param signal sends a message on the channel with a topic's name. */
  constructor(signal: (topic: string, message: string) => void) {
    this.#signal = signal;
  }

  /** A claim that was refused has a chance when the topic is released. */
  onChance(): void {}

  /** True if an append with this fence is refused. */
  isFenced(topic: string, fence: string): boolean {
    return (this.#owners.get(topic) ?? fence) !== fence;
  }

  async claim(topic: string): Promise<Claim | null> {
    if (this.#owners.has(topic)) return null;
    const fence = String(++this.#claims);
    const ended = new Cancellation();
    this.#owners.set(topic, fence);
    return {
      fence,
      ended,
      isHeld: () => !ended.aborted,
      end: () => ended.abort(),
      release: async () => {
        ended.abort();
        if (this.#owners.get(topic) !== fence) return;
        this.#owners.delete(topic);
        this.#signal(topic, RELEASED);
      },
    };
  }
}
