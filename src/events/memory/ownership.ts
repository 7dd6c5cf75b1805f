import { Cancellation } from '../../lib/cancellation.ts';
import type { Candidate, Claim, Ownership } from '../ownership.ts';

/** Ownership within one process: a claim ends only when it is released. */
export class MemoryOwnership implements Ownership {
  readonly #owners = new Map<string, string>();
  readonly #candidates = new Map<string, Set<MemoryCandidate>>();
  #claims = 0;

  candidate(topic: string, onVacancy: () => void): Candidate {
    const candidate: MemoryCandidate = {
      onVacancy,
      ready: () => Promise.resolve(),
      claim: async () => this.#claim(topic),
      withdraw: () => this.#withdraw(topic, candidate),
    };
    const candidates = this.#candidates.get(topic) ?? new Set();
    this.#candidates.set(topic, candidates.add(candidate));
    return candidate;
  }

  /** True if an append with this fence is refused. */
  isFenced(topic: string, fence: string): boolean {
    const owner = this.#owners.get(topic);
    return owner !== undefined && owner !== fence;
  }

  #claim(topic: string): Claim | null {
    if (this.#owners.has(topic)) return null;
    const fence = String(++this.#claims);
    this.#owners.set(topic, fence);
    return new MemoryClaim(fence, () => {
      if (this.#owners.get(topic) !== fence) return;
      this.#owners.delete(topic);
      for (const { onVacancy } of [...(this.#candidates.get(topic) ?? [])]) onVacancy();
    });
  }

  #withdraw(topic: string, candidate: MemoryCandidate): void {
    const candidates = this.#candidates.get(topic);
    candidates?.delete(candidate);
    if (candidates?.size === 0) this.#candidates.delete(topic);
  }
}

interface MemoryCandidate extends Candidate {
  onVacancy(): void;
}

class MemoryClaim implements Claim {
  readonly fence: string;
  readonly ended = new Cancellation();
  readonly #release: () => void;

  constructor(fence: string, release: () => void) {
    this.fence = fence;
    this.#release = release;
  }

  isHeld(): boolean {
    return !this.ended.aborted;
  }

  end(): void {
    this.ended.abort();
  }

  async release(): Promise<void> {
    this.end();
    this.#release();
  }
}
