import type { CancelSignal } from '../lib/cancellation.ts';

/**
 * Exclusive ownership of topics: at most one instance feeds a topic. Ownership is claimed once and lasts as long as its
 * instance is alive; an idle claim costs nothing.
 */
export interface Ownership {
  /**
   * Enters this instance as a candidate for a topic, once at a time.
   * @param onVacancy called when a claim that was refused may succeed now: the owner released the topic, died or does not
   *   respond, or such a message may have been missed.
   */
  candidate(topic: string, onVacancy: () => void): Candidate;
}

/** A candidate for the ownership of one topic. Claims one after the other; a claim outlives its withdrawal. */
export interface Candidate {
  /**
   * Resolves once the candidate is notified of vacancies, or cannot be for now. To claim earlier works, but the subscription
   * then leads to another claim or confirmation.
   */
  ready(): Promise<void>;
  /**
   * Claims the topic.
   * @returns null while another live instance owns it.
   * @throws LogUnavailable
   */
  claim(): Promise<Claim | null>;
  /** Stops listening for vacancies. */
  withdraw(): void;
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
  /** Ends the claim here and in the store, and notifies the other candidates. Retried in the background if that fails. */
  release(): Promise<void>;
}
