import { Cancellation } from '../graph/cancellation.ts';
import { LogUnavailable } from './log.ts';
import type { Candidate, Claim, Ownership } from './ownership.ts';
import type { ChannelListener, RedisChannels } from './redis-channels.ts';
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
 */
export class RedisOwnership implements Ownership {
  readonly membership: RedisMembership;
  readonly #connection: RedisConnection;
  readonly #prefix: string;
  /** Held claims of this instance by partition, the longest unconfirmed first. */
  readonly #claims = new Map<MasterView, Set<RedisClaim>>();
  /** The partitions that end their claims when this instance may be considered dead. */
  readonly #followed = new WeakSet<MasterView>();
  /** Claims to release, by topic. */
  readonly #releases = new Map<string, string>();
  readonly #candidates = new Set<RedisCandidate>();
  readonly #store: ClaimStore;
  #numbers = 0;

  constructor(
    connection: RedisConnection,
    channels: RedisChannels,
    { prefix, heartbeat }: RedisOwnershipOptions,
  ) {
    this.#connection = connection;
    this.#prefix = prefix;
    this.membership = new RedisMembership(connection, {
      prefix,
      interval: heartbeat,
      onHeartbeat: (view, isFirst) => this.#onHeartbeat(view, isFirst),
    });
    this.#store = {
      timeout: heartbeat,
      isConnected: () => connection.isReady(),
      channelOf: (topic) => sharedKey(prefix, 'signal', topic),
      viewOf: (channel) => this.membership.viewOf(channel),
      newFence: () => `${this.membership.instance} ${++this.#numbers}`,
      claim: (topic, fence, replaced) => this.#claim(topic, fence, replaced),
      release: (topic, fence) => this.#release(topic, fence),
      held: (claim) => this.#add(claim),
      ended: (claim) => this.#remove(claim),
      listen: (channel, candidate) => channels.listen(channel, candidate),
      withdrawn: (channel, candidate) => {
        channels.unlisten(channel, candidate);
        this.#candidates.delete(candidate);
      },
      send: (channel, message) => connection.publish(channel, message),
    };
  }

  candidate(topic: string, onVacancy: () => void): Candidate {
    const candidate = new RedisCandidate(this.#store, topic, onVacancy);
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

  #add(claim: RedisClaim): void {
    const { view } = claim;
    if (!this.#followed.has(view)) {
      this.#followed.add(view);
      view.onLapse(() => {
        for (const each of [...(this.#claims.get(view) ?? [])]) each.end();
      });
    }
    const claims = this.#claims.get(view) ?? new Set();
    this.#claims.set(view, claims.add(claim));
    claim.isHeld();
  }

  #remove(claim: RedisClaim): void {
    const claims = this.#claims.get(claim.view);
    claims?.delete(claim);
    if (claims?.size === 0) this.#claims.delete(claim.view);
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
    // Candidates whose claims Redis refused need not wait for their next attempt.
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

/** What candidates and claims need. One object for all of them: there is one of each per user with an open stream. */
interface ClaimStore {
  /** Milliseconds to wait for a response of the owner. */
  timeout: number;
  /** The channel of a topic's candidates. */
  channelOf(topic: string): string;
  isConnected(): boolean;
  viewOf(channel: string): MasterView;
  newFence(): string;
  /** @returns the claim of another owner. Null: granted. */
  claim(topic: string, fence: string, replaced: string): Promise<string | null>;
  release(topic: string, fence: string): Promise<void>;
  held(claim: RedisClaim): void;
  ended(claim: RedisClaim): void;
  /** @returns whether the channel is subscribed already. */
  listen(channel: string, candidate: RedisCandidate): boolean;
  withdrawn(channel: string, candidate: RedisCandidate): void;
  send(channel: string, message: string): Promise<void>;
}

/**
 * A candidate for one topic. Refused by an owner, it waits for that instance's death or its release message. It also asks the
 * owner to respond: an owner that lost its claim in a failover and got it back in another, or whose release was lost, does
 * not know that it owns the topic.
 */
class RedisCandidate implements Candidate, ChannelListener {
  readonly #store: ClaimStore;
  readonly #topic: string;
  readonly #channel: string;
  readonly #onVacancy: () => void;
  #claim: RedisClaim | null = null;
  /** The claim that refused this one, and the end of waiting for its instance's death. Null: none. */
  #owner: { claim: string; view: MasterView; stopWatching(): void } | null = null;
  #response: 'not asked' | 'awaited' | 'received' = 'not asked';
  #unanswered = 0;
  #askAgain: NodeJS.Timeout | undefined;
  /** True once the subscription has begun for the first time: a renewed one delivers null. */
  #isListening: boolean;
  /** Callers of `ready`. Null: the subscription has begun, or the first attempt has failed. */
  #awaiting: (() => void)[] | null = [];
  #withdrawn = false;

  constructor(store: ClaimStore, topic: string, onVacancy: () => void) {
    this.#store = store;
    this.#topic = topic;
    this.#channel = store.channelOf(topic);
    this.#onVacancy = onVacancy;
    this.#isListening = store.listen(this.#channel, this);
    if (this.#isListening) this.#awaiting = null;
  }

  async ready(): Promise<void> {
    // Without a connection, a claim fails at once and says so.
    if (this.#awaiting && this.#store.isConnected())
      await new Promise<void>((resolve) => this.#awaiting?.push(resolve));
  }

  async claim(): Promise<Claim | null> {
    this.#becomeReady();
    const { viewOf, newFence, claim } = this.#store;
    const view = viewOf(this.#channel);
    await view.confirm();
    const fence = newFence();
    let owner = await claim(this.#topic, fence, this.#vacated(view));
    if (owner !== null && (await view.hasDied(instanceOf(owner))))
      owner = await claim(this.#topic, fence, owner);
    if (owner !== null) {
      this.#waitFor(owner, view);
      return null;
    }
    this.#stopWaiting();
    this.#claim = new RedisClaim(this.#store, this.#topic, view, fence);
    this.#store.held(this.#claim);
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
    this.#store.withdrawn(this.#channel, this);
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
    for (const proceed of awaiting ?? []) proceed();
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
      if (held) void held.confirm();
      else this.#onVacancy();
    } else if (kind === 'ask' && held) void this.#send(`held ${held.fence}`);
    // The message may be older than this instance's own claim.
    else if (kind === 'owned' && held && claim !== held.fence) void held.confirm();
    else if (kind === 'free' && !held) this.#onVacancy();
    else if ((kind === 'owned' || kind === 'held') && !held && this.#owner !== null) this.#onOwner(claim);
  }

  /** Called when the owner responds or has changed. */
  #onOwner(claim: string): void {
    if (claim !== this.#owner?.claim) {
      this.#onVacancy();
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
      this.#owner = { claim, view, stopWatching: view.onDeath(instanceOf(claim), this.#onVacancy) };
    }
    // Before the subscription is active, the response would be missed; its first signal leads to another claim.
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
    const { timeout } = this.#store;
    let wasSent = false;
    this.#response = 'awaited';
    // A silent owner counts as dead before three requests could go unanswered.
    if (!this.#isOwnerSilent)
      void this.#send('ask').then((sent) => {
        wasSent = sent;
      });
    clearTimeout(this.#askAgain);
    this.#askAgain = setTimeout(() => {
      // A request that was not sent does not count as unanswered.
      if (wasSent) this.#unanswered += 1;
      if (this.#unanswered >= UNANSWERED) this.#onVacancy();
      else this.#ask();
    }, timeout).unref();
  }

  get #isOwnerSilent(): boolean {
    return this.#owner?.view.isSilent(instanceOf(this.#owner.claim)) === true;
  }

  async #send(message: string): Promise<boolean> {
    try {
      await this.#store.send(this.#channel, message);
      return true;
    } catch (error) {
      if (!(error instanceof LogUnavailable)) throw error;
      return false;
    }
  }
}

/** A claim in Redis, held as long as this instance is alive and no other has claimed the topic. */
class RedisClaim implements Claim {
  readonly fence: string;
  readonly ended = new Cancellation();
  /** Tells whether this instance is alive. */
  readonly view: MasterView;
  readonly #store: ClaimStore;
  readonly #topic: string;
  /** By `performance.now()`. */
  confirmedAt = performance.now();

  constructor(store: ClaimStore, topic: string, view: MasterView, fence: string) {
    this.#store = store;
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
    this.confirmedAt = performance.now();
    try {
      if ((await this.#store.claim(this.#topic, this.fence, '')) !== null) this.end();
    } catch (error) {
      // The claim stays valid; heartbeats reveal whether this instance is cut off.
      if (!(error instanceof LogUnavailable)) throw error;
    }
  }

  end(): void {
    if (this.ended.aborted) return;
    this.#store.ended(this);
    this.ended.abort();
  }

  async release(): Promise<void> {
    this.end();
    await this.#store.release(this.#topic, this.fence);
  }
}

const instanceOf = (claim: string): string => claim.slice(0, claim.indexOf(' '));
