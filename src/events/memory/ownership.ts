import { Cancellation } from '../../lib/cancellation.ts';
import type { Candidate, Claim, Ownership } from '../ownership.ts';

/** Ownership within one process: a claim ends only when it is released. */
export class MemoryOwnership implements Ownership {
  /** The fence of each owned topic. */
  readonly #owners = new Map<string, string>();
  /** What tells the candidates of a topic about its vacancy. */
  readonly #candidates = new Map<string, Set<() => void>>();
  #claims = 0;

  candidate(topic: string, onVacancy: () => void): Candidate {
    const told = (): void => onVacancy();
    const candidates = this.#candidates.get(topic) ?? new Set();
    this.#candidates.set(topic, candidates.add(told));
    return {
      ready: () => Promise.resolve(),
      claim: async () => this.#claim(topic),
      withdraw: () => {
        candidates.delete(told);
        if (candidates.size === 0 && this.#candidates.get(topic) === candidates)
          this.#candidates.delete(topic);
      },
    };
  }

  /** True if an append with this fence is refused. */
  isFenced(topic: string, fence: string): boolean {
    return (this.#owners.get(topic) ?? fence) !== fence;
  }

  #claim(topic: string): Claim | null {
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
        for (const onVacancy of [...(this.#candidates.get(topic) ?? [])]) onVacancy();
      },
    };
  }
}
