import type { SharedRates } from '../events/shared-rates.ts';
import type { Clock } from '../lib/clock.ts';
import type { RefusalKind } from './refusal-observer.ts';

/**
 * What a charge is taken from. `user`, `plugin`: a caller whose identity is proven. `network`: everyone else, by IPv4 address or IPv6
 * /64; `site`: the /48 of the latter. `unproven`: all networks together. `process`: all callers.
 */
export type Scope = 'user' | 'plugin' | 'network' | 'site' | 'unproven' | 'process';

/** One resource that callers spend or hold. */
export interface Row {
  /** Milliseconds from the first charge after which what was spent counts no more. Null: it is held until it is released. */
  readonly window: number | null;
  /** How much of it, by scope. Absent: no limit. */
  readonly limits: Readonly<Partial<Record<Scope, number>>>;
  /** As which a refusal is counted. Null: as none. */
  readonly reason: RefusalKind | null;
  /** Whether instances add up what was spent. */
  readonly isShared?: boolean;
  /** Up to this amount, an account holds few: what others yield is for one without a proven identity, and a proven one yields nothing. */
  readonly few?: number;
}

/** Holds something that it yields when others need it more. */
export interface Holder {
  /** Whether little is lost with it. */
  readonly isIdle: boolean;
  /** Ends it at once. What it is charged has been released. */
  giveWay(): void;
}

export interface AccountsOptions<Resource extends string> {
  clock: Pick<Clock, 'monotonic'>;
  rows: Readonly<Record<Resource, Row>>;
  refused(reason: RefusalKind): void;
}

/** What an account has used of one resource. */
class Used {
  amount = 0;
  /** Of this, what other instances do not know yet. */
  unshared = 0;
  /** By the clock's `monotonic()`. */
  endsAt = 0;
}

/** When what is held ends. */
const FOREVER = Number.POSITIVE_INFINITY;
/** A time at which nothing else counts any more. */
const LATER = Number.MAX_VALUE;

/** Accounts on record above which those that are not in use are dropped, the oldest first. About 20 MB. */
const MAXIMUM = 50_000;
/** Growth after which they are searched again: a search looks at two for each that is new. */
const GROWTH = 2;
/** What is spent is added to the shared counter in this many portions per limit. */
const PORTIONS = 50;

/**
 * What callers spend and hold, by resource and scope. A charge is taken from all its scopes or from none, and no resource touches
 * another. Each process decides from its own memory, so that nothing waits for a store: what is shared is added in portions of a
 * fiftieth of a limit, and each instance admits at most one portion too many.
 */
export class Accounts<Resource extends string> {
  /** The counter shared by all instances. Null: each process counts on its own. */
  shared: SharedRates | null = null;
  /** What can be freed when everybody together holds too much, the oldest first. */
  readonly holders = new Map<Charge<Resource>, Holder>();
  readonly process: Account<Resource>;
  readonly #unproven: Account<Resource>;
  readonly options: AccountsOptions<Resource>;
  /** Those of callers and sites, by key. */
  readonly #accounts = new Map<string, Account<Resource>>();
  #maximum = MAXIMUM;

  constructor(options: AccountsOptions<Resource>) {
    this.options = options;
    this.process = new Account(this, 'process', 'process', null);
    this.#unproven = new Account(this, 'unproven', 'unproven', this.process);
  }

  /** A caller whose identity is proven. @param key of no network, site or other caller. */
  proven(scope: 'user' | 'plugin', key: string): Account<Resource> {
    return this.#account(scope, key, this.process);
  }

  /** A caller of whom only the network is known. @param site null: it belongs to none. */
  network(network: string, site: string | null): Account<Resource> {
    const above = site === null ? this.#unproven : this.#account('site', site, this.#unproven);
    return this.#account('network', network, above);
  }

  get now(): number {
    return this.options.clock.monotonic();
  }

  /**
   * Frees something within a scope for an account that holds less than others: the oldest of the owner who holds most, an idle one if
   * there is one. Whatever unproven ones hold, they yield it to those that are proven. @returns whether anything was freed.
   */
  yields(resource: Resource, scope: Account<Resource>, account: Account<Resource>, amount: number): boolean {
    const { few = 0 } = this.options.rows[resource];
    const own = account.usedByOwner(resource);
    if (!account.isProven && own > few) return false;
    let most = 0;
    let found: [Charge<Resource>, Holder] | null = null;
    for (const entry of this.holders) {
      const [{ account: other, resource: kind }, { isIdle }] = entry;
      if (kind !== resource || !other.isWithin(scope)) continue;
      const held = other.usedByOwner(resource);
      const isMore = held > Math.max(own + amount, other.isProven ? few : 0);
      if (!isMore && (other.isProven || !account.isProven)) continue;
      if (found && (held < most || (held === most && (found[1].isIdle || !isIdle)))) continue;
      most = held;
      found = entry;
    }
    found?.[0].release();
    found?.[1].giveWay();
    return found !== null;
  }

  #account(scope: Scope, key: string, above: Account<Resource>): Account<Resource> {
    const known = this.#accounts.get(key);
    if (known) return known;
    if (this.#accounts.size >= this.#maximum) this.#makeRoom();
    const account = new Account(this, scope, key, above);
    this.#accounts.set(key, account);
    return account;
  }

  /** Anyone can come from many networks: what these have spent is forgotten early if there are too many. */
  #makeRoom(): void {
    this.#drop((account, now) => !account.isInUse(now));
    this.#drop(
      (account) => this.#accounts.size > MAXIMUM / 2 && !account.isProven && !account.isInUse(LATER),
    );
    this.#maximum = Math.max(MAXIMUM, GROWTH * this.#accounts.size);
  }

  #drop(isUnneeded: (account: Account<Resource>, now: number) => boolean): void {
    const { now } = this;
    for (const [key, account] of this.#accounts) if (isUnneeded(account, now)) this.#accounts.delete(key);
  }
}

/** What one scope has used. One that belongs to a caller is also its lane. */
export class Account<Resource extends string> {
  readonly scope: Scope;
  /** Names it among all accounts. */
  readonly key: string;
  /** The site of a network, which may have many of them; else the key. */
  readonly owner: string;
  /** Whether it belongs to one caller and to no other. */
  readonly isProven: boolean;
  /** What its charges are taken from as well. */
  readonly above: Account<Resource> | null;
  readonly accounts: Accounts<Resource>;
  readonly #used = new Map<Resource, Used>();

  constructor(accounts: Accounts<Resource>, scope: Scope, key: string, above: Account<Resource> | null) {
    this.accounts = accounts;
    this.scope = scope;
    this.key = key;
    this.owner = above?.scope === 'site' ? above.key : key;
    this.isProven = scope === 'user' || scope === 'plugin';
    this.above = above;
  }

  /** Takes an amount before work begins. @returns as {@link overdrawn}. */
  take(resource: Resource, amount: number): number {
    const wait = this.overdrawn(resource, amount);
    if (wait === 0) this.spend(resource, amount);
    return wait;
  }

  /**
   * Whether all scopes have room for an amount, for which holders of more give way; by default, for what was spent already. If not,
   * counts a refusal.
   * @param reason, common as {@link hold} has them.
   * @param charged an account whose scopes have counted it already.
   * @returns 0: they have. Else the milliseconds until there may be room, infinite for what is held.
   */
  overdrawn(
    resource: Resource,
    amount = 0,
    reason?: RefusalKind,
    common = 0,
    charged: Account<Resource> | null = null,
  ): number {
    const { limits, window, reason: usual } = this.accounts.options.rows[resource];
    for (let at: Account<Resource> | null = this; at && !charged?.isWithin(at); at = at.above) {
      const limit = limits[at.scope];
      if (limit === undefined) continue;
      const used = at.#usedOf(resource, window);
      const more = at.#isOfAll ? amount : amount + common;
      while (used.amount + more > limit) {
        if (window === null && at.#isOfAll && this.accounts.yields(resource, at, this, amount)) continue;
        const counted = reason ?? usual;
        if (counted) this.accounts.options.refused(counted);
        return Math.max(1, used.endsAt - this.accounts.now);
      }
    }
    return 0;
  }

  /**
   * Charges for work that was done, failed or not. It may exceed a limit: what is taken next is refused.
   * @param common what it has in common with other callers: it counts for this one, but not for all together.
   */
  spend(resource: Resource, amount: number, common = 0): void {
    const { limits, window, isShared } = this.accounts.options.rows[resource];
    const { shared } = this.accounts;
    for (let at: Account<Resource> | null = this; at; at = at.above) {
      const limit = limits[at.scope];
      if (limit === undefined) continue;
      const used = at.#usedOf(resource, window);
      used.amount += at.#isOfAll ? amount : amount + common;
      if (!isShared || !shared) continue;
      used.unshared += amount;
      if (used.unshared >= Math.max(1, Math.floor(limit / PORTIONS)))
        at.#share(`${resource}:${at.key}`, used, shared, window ?? 0).catch(() => {});
    }
  }

  /**
   * Takes an amount until it is released.
   * @param reason as which a refusal is counted. Default: that of the row.
   * @param common as {@link spend} has it.
   * @returns null if a scope has no room for it.
   */
  hold(resource: Resource, amount: number, reason?: RefusalKind, common = 0): Charge<Resource> | null {
    if (this.overdrawn(resource, amount, reason, common) > 0) return null;
    this.spend(resource, amount, common);
    return new Charge<Resource>(this, resource, amount, common);
  }

  /** The amount that the owner of this one uses now. */
  usedByOwner(resource: Resource): number {
    return this.above?.scope === 'site' ? this.above.used(resource) : this.used(resource);
  }

  /** The amount that it may use. */
  limitOf(resource: Resource): number {
    return this.accounts.options.rows[resource].limits[this.scope] ?? Number.POSITIVE_INFINITY;
  }

  /** The amount that it uses now. */
  used(resource: Resource): number {
    const used = this.#used.get(resource);
    return used && (used.endsAt === FOREVER || used.endsAt > this.accounts.now) ? used.amount : 0;
  }

  /** Whether anything that it has used counts at a time. */
  isInUse(now: number): boolean {
    for (const { amount, endsAt } of this.#used.values()) if (amount > 0 && endsAt > now) return true;
    return false;
  }

  /** Whether it counts several callers that do not know each other. */
  get #isOfAll(): boolean {
    return this.scope === 'process' || this.scope === 'unproven';
  }

  /** Whether what it is charged is charged to a scope as well. */
  isWithin(scope: Account<Resource>): boolean {
    for (let at: Account<Resource> | null = this; at; at = at.above) if (at === scope) return true;
    return false;
  }

  /** What it uses, in a new window if the last one is over. */
  #usedOf(resource: Resource, window: number | null): Used {
    let used = this.#used.get(resource);
    if (!used) {
      used = new Used();
      this.#used.set(resource, used);
    }
    if (used.endsAt === FOREVER) return used;
    const { now } = this.accounts;
    if (used.endsAt > now) return used;
    used.amount = 0;
    used.unshared = 0;
    used.endsAt = window === null ? FOREVER : now + window;
    return used;
  }

  async #share(name: string, used: Used, shared: SharedRates, window: number): Promise<void> {
    const { unshared } = used;
    used.unshared = 0;
    const sum = await shared.add(name, unshared, window);
    const known = sum.points + used.unshared;
    if (known <= used.amount || sum.msLeft <= 0) return;
    used.amount = known;
    used.endsAt = this.accounts.now + sum.msLeft;
  }
}

/** What an account holds of one resource, until it is released. */
export class Charge<Resource extends string> {
  readonly resource: Resource;
  /** Only the charge writes this and the amount. */
  account: Account<Resource>;
  amount: number;
  #common: number;
  #isReleased = false;

  /** @param amount, common what has been counted already. */
  constructor(account: Account<Resource>, resource: Resource, amount = 0, common = 0) {
    this.account = account;
    this.resource = resource;
    this.amount = amount;
    this.#common = common;
  }

  /** No-op if it has been released. @returns false if a scope has no room for more: nothing has changed. */
  change(amount: number, reason?: RefusalKind): boolean {
    if (this.#isReleased) return true;
    const more = amount - this.amount;
    if (more > 0 && this.account.overdrawn(this.resource, more, reason) > 0) return false;
    this.account.spend(this.resource, more);
    this.amount = amount;
    return true;
  }

  /** Moves it to the caller that it turned out to be of. @returns false if that has no room: nothing has changed. */
  moveTo(account: Account<Resource>, reason?: RefusalKind): boolean {
    const before = this.account;
    if (account.overdrawn(this.resource, this.amount, reason, this.#common, before) > 0) return false;
    before.spend(this.resource, -this.amount, -this.#common);
    account.spend(this.resource, this.amount, this.#common);
    this.account = account;
    return true;
  }

  /** From now on, it is released when others need it more. No-op if it has been released. */
  yieldedBy(holder: Holder): void {
    if (!this.#isReleased) this.account.accounts.holders.set(this, holder);
  }

  /** No-op after the first time. */
  release(): void {
    this.account.accounts.holders.delete(this);
    this.account.spend(this.resource, -this.amount, -this.#common);
    this.amount = 0;
    this.#common = 0;
    this.#isReleased = true;
  }
}
