import type { CancelSignal } from '../lib/cancellation.ts';

/** Message of the coordination channel with a topic's name: the topic was released. */
export const RELEASED = 'free';

/**
 * Exclusive ownership of topics: at most one instance feeds a topic. Ownership is claimed once and lasts as long as the lease of
 * its instance; an idle claim costs nothing.
 */
export interface Ownership {
  /**
   * Claims a topic, unless this instance holds a claim of it.
   * @returns null while another live instance owns it.
   * @throws LogUnavailable
   */
  claim(topic: string): Promise<Claim | null>;
  /**
   * Calls the listener when claims that failed or were refused may succeed now, because a lease has begun or ended. Another chance
   * is {@link RELEASED}, or that it may have been missed.
   */
  onChance(listener: () => void): void;
}

/** A held claim. Ends before another instance may be granted the topic, unless messages or the store's state are lost. */
export interface Claim {
  /** Passed to appends, which the log refuses once the topic has another owner: see {@link AppendOptions.fence}. */
  readonly fence: string;
  /** Aborts when the claim ends. */
  readonly ended: CancelSignal;
  /** True while the claim is held. Accurate even if timers are late because the process was suspended. */
  isHeld(): boolean;
  /** Ends the claim on this instance. */
  end(): void;
  /** Ends the claim here and in the store, and notifies the other instances. */
  release(): Promise<void>;
}
