import { Cancellation } from '../graph/cancellation.ts';
import { LogUnavailable } from './log.ts';
import type { Candidate, Claim, Ownership } from './ownership.ts';
import type { RedisChannels } from './redis-channels.ts';
import type { RedisConnection } from './redis-connection.ts';
import { sharedKey, topicKey } from './redis-keys.ts';
import { type MasterView, RedisMembership } from './redis-membership.ts';
import { asText } from './redis-replies.ts';
import { CLAIM, RELEASE } from './redis-scripts.ts';

export interface RedisOwnershipOptions {
  prefix: string;
  /** Milliseconds between heartbeats. The same on every instance. */
  heartbeat: number;
}

/** Milliseconds after which an unconfirmed claim expires, and after which it is confirmed. */
export const CLAIM_TTL = 86_400_000;
const CONFIRM_AFTER = CLAIM_TTL / 3;
/** Claims confirmed and releases repeated per heartbeat: bounds what they add to the load of an idle instance. */
const CONFIRMED_AT_ONCE = 4;
const RELEASED_AT_ONCE = 64;
/** Maximum releases to repeat. A claim that is not released is taken over once its instance does not respond for it. */
const MAX_RELEASES = 20_000;
/** Requests to an owner without a response after which a candidate takes over. */
const UNANSWERED = 3;

/**
 * Ownership in Redis. A topic's slot holds the claim of its owner, which names an instance, not a deadline. Whether that
 * instance is alive is known to all from {@link RedisMembership}. The claim is also the fence that appends are checked
 * against, so a second owner, however it came about, writes nothing.
 */
export class RedisOwnership implements Ownership {
  readonly membership: RedisMembership;
  readonly #connection: RedisConnection;
  readonly #channels: RedisChannels;
  readonly #prefix: string;
  readonly #heartbeat: number;
  /** Held claims of this instance by partition, the longest unconfirmed first. */
  readonly #claims = new Map<MasterView, Set<RedisClaim>>();
  /** Claims to release, by topic. */
  readonly #releases = new Map<string, string>();
  readonly #candidates = new Set<RedisCandidate>();
  #numbers = 0;

  constructor(
    connection: RedisConnection,
    channels: RedisChannels,
    { prefix, heartbeat }: RedisOwnershipOptions,
  ) {
    this.#connection = connection;
    this.#channels = channels;
    this.#prefix = prefix;
    this.#heartbeat = heartbeat;
    this.membership = new RedisMembership(connection, {
      prefix,
      interval: heartbeat,
      onHeartbeat: (view, isFirst) => this.#onHeartbeat(view, isFirst),
    });
  }

  candidate(topic: string, onVacancy: () => void): Candidate {
    const channel = sharedKey(this.#prefix, 'signal', topic);
    const candidate: RedisCandidate = new RedisCandidate({
      patience: this.#heartbeat,
      onVacancy,
      view: () => this.membership.viewOf(channel),
      newFence: () => `${this.membership.instance} ${++this.#numbers}`,
      claim: (fence, replaced) => this.#claim(topic, fence, replaced),
      hold: (view, fence) => this.#hold(topic, view, fence),
      listen: (listener) => this.#channels.listen(channel, listener),
      send: (message) => this.#connection.publish(channel, message),
      onWithdrawal: () => this.#candidates.delete(candidate),
    });
    this.#candidates.add(candidate);
    return candidate;
  }

  close(): void {
    this.membership.close();
  }

  /** @returns the claim of another owner. Null: granted. */
  async #claim(topic: string, fence: string, replaced: string): Promise<string | null> {
    const reply = await this.#connection.run(CLAIM, this.#keys(topic), [fence, CLAIM_TTL, replaced]);
    if (reply !== null) return asText(reply);
    this.#releases.delete(topic);
    return null;
  }

  #hold(topic: string, view: MasterView, fence: string): RedisClaim {
    const claims = this.#claims.get(view) ?? new Set();
    this.#claims.set(view, claims);
    const claim: RedisClaim = new RedisClaim(fence, {
      isAlive: () => view.isAlive(),
      confirm: () => this.#claim(topic, fence, ''),
      release: () => this.#release(topic, fence),
      onEnd: () => {
        stopListening();
        claims.delete(claim);
        if (claims.size === 0 && this.#claims.get(view) === claims) this.#claims.delete(view);
      },
    });
    const stopListening = view.onLapse(() => claim.end());
    claims.add(claim);
    claim.isHeld();
    return claim;
  }

  async #release(topic: string, fence: string): Promise<void> {
    try {
      await this.#connection.run(RELEASE, this.#keys(topic), [fence]);
    } catch (error) {
      if (!(error instanceof LogUnavailable)) throw error;
      const [oldest] = this.#releases.keys();
      if (this.#releases.size >= MAX_RELEASES && oldest !== undefined) this.#releases.delete(oldest);
      this.#releases.set(topic, fence);
    }
  }

  #onHeartbeat(view: MasterView, isFirst: boolean): void {
    // Those whose claims were refused by Redis need not wait for their next attempt.
    if (isFirst) for (const candidate of [...this.#candidates]) candidate.onRecovery();
    for (const [topic, fence] of [...this.#releases.entries().take(RELEASED_AT_ONCE)]) {
      this.#releases.delete(topic);
      void this.#release(topic, fence);
    }
    const claims = this.#claims.get(view) ?? new Set();
    const due = performance.now() - CONFIRM_AFTER;
    for (const claim of [...claims.values().take(CONFIRMED_AT_ONCE)]) {
      if (claim.confirmedAt > due) break;
      claims.delete(claim);
      claims.add(claim);
      void claim.confirm();
    }
  }

  #keys(topic: string): readonly string[] {
    return [topicKey(this.#prefix, topic, 'owner'), sharedKey(this.#prefix, 'signal', topic)];
  }
}

interface CandidateOptions {
  /** Milliseconds to wait for a response of the owner. */
  patience: number;
  onVacancy: () => void;
  view(): MasterView;
  newFence(): string;
  /** @returns the claim of another owner. Null: granted. */
  claim(fence: string, replaced: string): Promise<string | null>;
  hold(view: MasterView, fence: string): RedisClaim;
  listen(listener: (message: string | null) => void): () => void;
  send(message: string): Promise<void>;
  onWithdrawal(): void;
}

/**
 * A candidate for one topic. Refused by an owner, it waits for that instance's death or its release message. It also asks the
 * owner to respond: an owner that lost its claim in a failover and got it back in another, or whose release was lost, does
 * not know that it owns the topic.
 */
class RedisCandidate implements Candidate {
  readonly #options: CandidateOptions;
  readonly #stopListening: () => void;
  #claim: RedisClaim | null = null;
  /** The claim that refused this one, and the end of waiting for its instance's death. Null: none. */
  #owner: { claim: string; view: MasterView; stopWatching(): void } | null = null;
  #response: 'not asked' | 'awaited' | 'received' = 'not asked';
  #unanswered = 0;
  #askAgain: NodeJS.Timeout | undefined;
  /** True while messages are received. */
  #isListening = false;
  #withdrawn = false;

  constructor(options: CandidateOptions) {
    this.#options = options;
    this.#stopListening = options.listen((message) => this.#onMessage(message));
  }

  async claim(): Promise<Claim | null> {
    const { view: viewOf, newFence, claim, hold } = this.#options;
    const view = viewOf();
    await view.confirm();
    const fence = newFence();
    const unresponsive = this.#unanswered >= UNANSWERED ? this.#owner : null;
    let owner = await claim(fence, unresponsive?.claim ?? '');
    if (owner !== null && (await view.hasDied(instanceOf(owner)))) owner = await claim(fence, owner);
    if (owner !== null) {
      this.#waitFor(owner, view);
      return null;
    }
    this.#stopWaiting();
    this.#claim = hold(view, fence);
    return this.#claim;
  }

  /** Redis accepts claims again. */
  onRecovery(): void {
    if (!this.#claim?.isHeld()) this.#options.onVacancy();
  }

  withdraw(): void {
    this.#withdrawn = true;
    this.#options.onWithdrawal();
    this.#stopListening();
    this.#stopWaiting();
  }

  #onMessage(message: string | null): void {
    const [, kind, claim = ''] = /^(owned|ask|held|free)(?: (\S+ \d+))?$/.exec(message ?? '') ?? [];
    const held = this.#claim?.isHeld() ? this.#claim : null;
    if (message === null) {
      this.#isListening = true;
      this.#response = 'not asked';
      // Another claim may have been missed.
      if (held) void held.confirm();
      else this.#options.onVacancy();
    } else if (kind === 'ask' && held) void this.#send(`held ${held.fence}`);
    // The message may be older than the own claim.
    else if (kind === 'owned' && held && claim !== held.fence) void held.confirm();
    else if (kind === 'free' && !held) this.#options.onVacancy();
    else if ((kind === 'owned' || kind === 'held') && !held && this.#owner !== null) this.#onOwner(claim);
  }

  /** The owner responds, or has changed. */
  #onOwner(claim: string): void {
    if (claim !== this.#owner?.claim) {
      this.#options.onVacancy();
      return;
    }
    clearTimeout(this.#askAgain);
    this.#response = 'received';
    this.#unanswered = 0;
  }

  #waitFor(claim: string, view: MasterView): void {
    if (this.#withdrawn) return;
    if (claim !== this.#owner?.claim || view !== this.#owner.view) {
      this.#stopWaiting();
      this.#owner = { claim, view, stopWatching: view.onDeath(instanceOf(claim), this.#options.onVacancy) };
    }
    // Before that, the response would be missed; the subscription's first signal leads to another claim.
    if (this.#isListening && this.#response === 'not asked') this.#ask();
  }

  #stopWaiting(): void {
    this.#owner?.stopWatching();
    this.#owner = null;
    clearTimeout(this.#askAgain);
    this.#response = 'not asked';
    this.#unanswered = 0;
  }

  #ask(): void {
    const { patience, onVacancy } = this.#options;
    let wasSent = false;
    this.#response = 'awaited';
    void this.#send('ask').then((sent) => {
      wasSent = sent;
    });
    clearTimeout(this.#askAgain);
    this.#askAgain = setTimeout(() => {
      // Only a request that was sent can be left unanswered.
      if (wasSent) this.#unanswered += 1;
      if (this.#unanswered >= UNANSWERED) onVacancy();
      else this.#ask();
    }, patience).unref();
  }

  async #send(message: string): Promise<boolean> {
    try {
      await this.#options.send(message);
      return true;
    } catch (error) {
      if (!(error instanceof LogUnavailable)) throw error;
      return false;
    }
  }
}

interface ClaimOptions {
  isAlive(): boolean;
  /** @returns the claim of another owner. Null: granted. */
  confirm(): Promise<string | null>;
  release(): Promise<void>;
  onEnd(): void;
}

/** A claim in Redis, held as long as this instance is alive and no other has claimed the topic. */
class RedisClaim implements Claim {
  readonly fence: string;
  readonly ended = new Cancellation();
  readonly #options: ClaimOptions;
  /** By `performance.now()`. */
  confirmedAt = performance.now();

  constructor(fence: string, options: ClaimOptions) {
    this.fence = fence;
    this.#options = options;
  }

  isHeld(): boolean {
    if (!this.ended.aborted && !this.#options.isAlive()) this.end();
    return !this.ended.aborted;
  }

  /** Checks that no other instance has claimed the topic, and prolongs the claim. */
  async confirm(): Promise<void> {
    this.confirmedAt = performance.now();
    try {
      if ((await this.#options.confirm()) !== null) this.end();
    } catch (error) {
      // The claim stays valid; heartbeats tell whether this instance is cut off.
      if (!(error instanceof LogUnavailable)) throw error;
    }
  }

  end(): void {
    if (this.ended.aborted) return;
    this.#options.onEnd();
    this.ended.abort();
  }

  async release(): Promise<void> {
    this.end();
    await this.#options.release();
  }
}

const instanceOf = (claim: string): string => claim.slice(0, claim.indexOf(' '));
