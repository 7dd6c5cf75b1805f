import { visitAll } from '../../lib/boundary.ts';
import { Cancellation } from '../../lib/cancellation.ts';
import type { Clock, Timer } from '../../lib/clock.ts';
import { LogUnavailable } from '../log.ts';
import type { Candidate, Claim, Ownership } from '../ownership.ts';
import type { ChannelListener, RedisChannels } from './channels.ts';
import type { RedisConnection } from './connection.ts';
import { sharedKey, topicKey } from './keys.ts';
import { type MasterView, RedisMembership } from './membership.ts';
import { asText } from './replies.ts';
import { CLAIM, RELEASE } from './scripts.ts';

/** Milliseconds after which an unconfirmed claim expires, and after which it is confirmed. */
export const CLAIM_TTL = 86_400_000;
const CONFIRM_AFTER = CLAIM_TTL / 3;
/** Claims confirmed and releases retried per heartbeat: bounds what they add to the load of an idle instance. */
const CONFIRMED_AT_ONCE = 4;
const RELEASED_AT_ONCE = 64;
/** Maximum releases to retry. An unreleased claim is taken over once its instance stops confirming it. */
const MAX_RELEASES = 20_000;
/** Requests to an owner without a response after which a candidate takes over. */
const UNANSWERED = 3;

/**
 * Ownership in Redis. A topic's slot holds the claim of its owner, which names an instance, not a deadline. Whether that
 * instance is alive is known to all from {@link RedisMembership}. The claim is also the fence that appends are checked
 * against, so a second owner, however it came about, writes nothing.
 *
 * Others use it as `Ownership`; the rest is for its candidates and claims, of which there is one per user with an open stream.
 */
export class RedisOwnership implements Ownership {
  readonly clock: Clock;
  readonly membership: RedisMembership;
  readonly connection: RedisConnection;
  readonly channels: RedisChannels;
  /** Milliseconds between heartbeats; also how long to wait for a response of the owner. */
  readonly heartbeat: number;
  /** Held claims of this instance by partition, the longest unconfirmed first. */
  readonly #claims = new Map<MasterView, Set<RedisClaim>>();
  /** Claims to release, by topic. */
  readonly #releases = new Map<string, string>();
  readonly #candidates = new Set<RedisCandidate>();
  #numbers = 0;

  /** @param heartbeat milliseconds between heartbeats. The same on every instance. */
  constructor(connection: RedisConnection, channels: RedisChannels, heartbeat: number) {
    this.clock = connection.clock;
    this.connection = connection;
    this.channels = channels;
    this.heartbeat = heartbeat;
    this.membership = new RedisMembership(connection, heartbeat, {
      onHeartbeat: (view, isFirst) => this.#onHeartbeat(view, isFirst),
      onLapse: (view) => visitAll([...(this.#claims.get(view) ?? [])], (claim) => claim.end()),
    });
  }

  candidate(topic: string, onVacancy: () => void): Candidate {
    const candidate = new RedisCandidate(this, topic, onVacancy);
    this.#candidates.add(candidate);
    return candidate;
  }

  close(): void {
    this.membership.close();
  }

  /** The channel of a topic's candidates. */
  channelOf(topic: string): string {
    return sharedKey(this.connection.prefix, 'signal', topic);
  }

  newFence(): string {
    return `${this.membership.instance} ${++this.#numbers}`;
  }

  /** @returns the claim of another owner. Null: granted. */
  async claim(topic: string, fence: string, replaced: string): Promise<string | null> {
    const reply = await this.connection.run(CLAIM, this.#keys(topic), [fence, CLAIM_TTL, replaced]);
    if (reply !== null) return asText(reply);
    this.#releases.delete(topic);
    return null;
  }

  held(claim: RedisClaim): void {
    const claims = this.#claims.get(claim.view) ?? new Set();
    this.#claims.set(claim.view, claims.add(claim));
    claim.isHeld();
  }

  ended(claim: RedisClaim): void {
    const claims = this.#claims.get(claim.view);
    claims?.delete(claim);
    if (claims?.size === 0) this.#claims.delete(claim.view);
  }

  async release(topic: string, fence: string): Promise<void> {
    try {
      await this.connection.run(RELEASE, this.#keys(topic), [fence]);
    } catch (error) {
      if (!(error instanceof LogUnavailable)) throw error;
      const [oldest] = this.#releases.keys();
      if (this.#releases.size >= MAX_RELEASES && oldest !== undefined) this.#releases.delete(oldest);
      this.#releases.set(topic, fence);
    }
  }

  withdrawn(candidate: RedisCandidate): void {
    this.#candidates.delete(candidate);
  }

  #onHeartbeat(view: MasterView, isFirst: boolean): void {
    // Candidates whose claims Redis refused need not wait for their next attempt.
    const { boundary } = this.connection;
    if (isFirst) boundary.each('ownership', [...this.#candidates], (candidate) => candidate.onRecovery());
    for (const [topic, fence] of [...this.#releases.entries().take(RELEASED_AT_ONCE)]) {
      this.#releases.delete(topic);
      boundary.run('ownership', () => this.release(topic, fence));
    }
    const claims = this.#claims.get(view) ?? new Set();
    const due = this.clock.monotonic() - CONFIRM_AFTER;
    for (const claim of [...claims.values().take(CONFIRMED_AT_ONCE)]) {
      if (claim.confirmedAt > due) break;
      claims.delete(claim);
      claims.add(claim);
      boundary.run('ownership', () => claim.confirm());
    }
  }

  #keys(topic: string): readonly string[] {
    return [topicKey(this.connection.prefix, topic, 'owner'), this.channelOf(topic)];
  }
}

/**
 * A candidate for one topic. Refused by an owner, it waits for that instance's death or its release message. It also asks the
 * owner to respond: an owner that lost its claim in a failover and got it back in another, or whose release was lost, does
 * not know that it owns the topic.
 */
class RedisCandidate implements Candidate, ChannelListener {
  readonly #ownership: RedisOwnership;
  readonly #topic: string;
  readonly #channel: string;
  readonly #onVacancy: () => void;
  #claim: RedisClaim | null = null;
  /** The claim that refused this one, and the end of waiting for its instance's death. Null: none. */
  #owner: { claim: string; view: MasterView; stopWatching(): void } | null = null;
  #response: 'not asked' | 'awaited' | 'received' = 'not asked';
  #unanswered = 0;
  #askAgain: Timer | undefined;
  /** True once the subscription has begun for the first time: a renewed one delivers null. */
  #isListening: boolean;
  /** Callers of `ready`. Null: the subscription has begun, or the first attempt has failed. */
  #awaiting: (() => void)[] | null = [];
  #withdrawn = false;

  constructor(ownership: RedisOwnership, topic: string, onVacancy: () => void) {
    this.#ownership = ownership;
    this.#topic = topic;
    this.#channel = ownership.channelOf(topic);
    this.#onVacancy = onVacancy;
    this.#isListening = ownership.channels.listen(this.#channel, this);
    if (this.#isListening) this.#awaiting = null;
  }

  async ready(): Promise<void> {
    // Without a connection, a claim fails at once and says so.
    if (this.#awaiting && this.#ownership.connection.isReady())
      await new Promise<void>((resolve) => this.#awaiting?.push(resolve));
  }

  async claim(): Promise<Claim | null> {
    this.#becomeReady();
    const ownership = this.#ownership;
    const view = ownership.membership.viewOf(this.#channel);
    await view.confirm();
    const fence = ownership.newFence();
    let owner = await ownership.claim(this.#topic, fence, this.#vacated(view));
    if (owner !== null && (await view.hasDied(instanceOf(owner))))
      owner = await ownership.claim(this.#topic, fence, owner);
    if (owner !== null) {
      this.#waitFor(owner, view);
      return null;
    }
    this.#stopWaiting();
    this.#claim = new RedisClaim(ownership, this.#topic, view, fence);
    ownership.held(this.#claim);
    return this.#claim;
  }

  /** The claim of the known owner if it is dead or does not respond. Empty: there is none to replace. */
  #vacated(view: MasterView): string {
    const claim = this.#owner?.claim ?? '';
    const isVacant = this.#unanswered >= UNANSWERED || (claim !== '' && view.isDead(instanceOf(claim)));
    return isVacant ? claim : '';
  }

  /** Called when Redis accepts claims again. */
  onRecovery(): void {
    if (!this.#claim?.isHeld()) this.#onVacancy();
  }

  withdraw(): void {
    this.#withdrawn = true;
    this.#ownership.channels.unlisten(this.#channel, this);
    this.#ownership.withdrawn(this);
    this.#stopWaiting();
    this.#becomeReady();
  }

  onSubscribeFailure(): void {
    this.#becomeReady();
  }

  /** @returns whether this made it ready. Nothing was claimed before, so no message can have been missed. */
  #becomeReady(): boolean {
    const awaiting = this.#awaiting;
    this.#awaiting = null;
    visitAll(awaiting ?? [], (proceed) => proceed());
    return awaiting !== null;
  }

  onMessage(message: string | null): void {
    const [, kind, claim = ''] = /^(owned|ask|held|free)(?: (\S+ \d+))?$/.exec(message ?? '') ?? [];
    const held = this.#claim?.isHeld() ? this.#claim : null;
    if (message === null) {
      this.#isListening = true;
      this.#response = 'not asked';
      if (this.#becomeReady()) return;
      // A message about another claim may have been missed.
      if (held) this.#run(() => held.confirm());
      else this.#onVacancy();
    } else if (kind === 'ask' && held) this.#run(() => this.#send(`held ${held.fence}`));
    // The message may be older than this instance's own claim.
    else if (kind === 'owned' && held && claim !== held.fence) this.#run(() => held.confirm());
    else if (kind === 'free' && !held) this.#onVacancy();
    else if ((kind === 'owned' || kind === 'held') && !held && this.#owner !== null) this.#onOwner(claim);
  }

  /** Called when the owner responds or has changed. */
  #onOwner(claim: string): void {
    if (claim !== this.#owner?.claim) {
      this.#onVacancy();
      return;
    }
    this.#ownership.clock.clearTimeout(this.#askAgain);
    this.#response = 'received';
    this.#unanswered = 0;
  }

  #waitFor(claim: string, view: MasterView): void {
    if (this.#withdrawn) return;
    if (claim !== this.#owner?.claim || view !== this.#owner.view) {
      this.#stopWaiting();
      this.#owner = { claim, view, stopWatching: view.onDeath(instanceOf(claim), this.#onVacancy) };
    }
    // Before the subscription is active, the response would be missed; its first signal leads to another claim.
    if (this.#isListening && this.#response === 'not asked') this.#ask();
  }

  #stopWaiting(): void {
    this.#owner?.stopWatching();
    this.#owner = null;
    this.#ownership.clock.clearTimeout(this.#askAgain);
    this.#response = 'not asked';
    this.#unanswered = 0;
  }

  #ask(): void {
    let wasSent = false;
    this.#response = 'awaited';
    // A silent owner counts as dead before three requests could go unanswered.
    if (!this.#isOwnerSilent)
      this.#run(async () => {
        wasSent = await this.#send('ask');
      });
    this.#ownership.clock.clearTimeout(this.#askAgain);
    this.#askAgain = this.#ownership.clock
      .setTimeout(() => {
        // A request that was not sent does not count as unanswered.
        if (wasSent) this.#unanswered += 1;
        if (this.#unanswered >= UNANSWERED) this.#onVacancy();
        else this.#ask();
      }, this.#ownership.heartbeat)
      .unref();
  }

  #run(step: () => Promise<unknown>): void {
    this.#ownership.connection.boundary.run('ownership', step);
  }

  get #isOwnerSilent(): boolean {
    return this.#owner?.view.isSilent(instanceOf(this.#owner.claim)) === true;
  }

  #send(message: string): Promise<boolean> {
    return this.#ownership.connection.publish(this.#channel, message);
  }
}

/** A claim in Redis, held as long as this instance is alive and no other has claimed the topic. */
class RedisClaim implements Claim {
  readonly fence: string;
  readonly ended = new Cancellation();
  /** Tells whether this instance is alive. */
  readonly view: MasterView;
  readonly #ownership: RedisOwnership;
  readonly #topic: string;
  /** By the clock's `monotonic()`. */
  confirmedAt: number;

  constructor(ownership: RedisOwnership, topic: string, view: MasterView, fence: string) {
    this.confirmedAt = ownership.clock.monotonic();
    this.#ownership = ownership;
    this.#topic = topic;
    this.view = view;
    this.fence = fence;
  }

  isHeld(): boolean {
    if (!this.ended.aborted && !this.view.isAlive()) this.end();
    return !this.ended.aborted;
  }

  /** Checks that no other instance has claimed the topic, and prolongs the claim. */
  async confirm(): Promise<void> {
    this.confirmedAt = this.#ownership.clock.monotonic();
    try {
      if ((await this.#ownership.claim(this.#topic, this.fence, '')) !== null) this.end();
    } catch (error) {
      // The claim stays valid; heartbeats reveal whether this instance is cut off.
      if (!(error instanceof LogUnavailable)) throw error;
    }
  }

  end(): void {
    if (this.ended.aborted) return;
    this.#ownership.ended(this);
    this.ended.abort();
  }

  async release(): Promise<void> {
    this.end();
    await this.#ownership.release(this.#topic, this.fence);
  }
}

const instanceOf = (claim: string): string => claim.slice(0, claim.indexOf(' '));
