import type { Account, Row } from './accounts.ts';

/** What callers spend and hold. */
export type Resource = 'operations' | 'calls' | 'bytes' | 'stored' | 'signIns';

/** Whom a request is charged to. */
export type Caller = Account<Resource>;

export interface LimitSettings {
  /** Operations per minute and user; 0: no limit. */
  rate: number;
  /** Milliseconds for which events are retained. */
  retention: number;
  /** Mutations per minute and network that sign in, refresh tokens or create accounts; 0: no limit. */
  signIns: number;
}

/** Many users share a network or a plugin, such as a school behind one address; a site is several networks. */
const GROUP = 20;
const SITE = 1.5;

/** What an operation may cost on average, if as many run as are allowed. */
const CALLS = 25;
const BYTES = 250_000;
/** Bytes of events, and of records of its writes, that a user may store while they are retained. */
const STORED = 4_000_000;

const MINUTE = 60_000;

/** The table of limits on callers. `docs/limits.md` is printed from it. */
export function limitsOf({ rate, retention, signIns }: LimitSettings): Readonly<Record<Resource, Row>> {
  const perMinute = (user: number): Row => ({
    window: MINUTE,
    limits: user === 0 ? {} : { user, plugin: GROUP * user, ...ofNetworks(GROUP * user) },
    reason: 'rate',
  });
  return {
    operations: { ...perMinute(rate), isShared: true },
    calls: perMinute(CALLS * rate),
    bytes: perMinute(BYTES * rate),
    stored: {
      window: retention,
      limits: { user: STORED, plugin: STORED, ...ofNetworks(GROUP * STORED) },
      reason: 'stored',
      isShared: true,
    },
    signIns: {
      window: MINUTE,
      limits: signIns === 0 ? {} : ofNetworks(signIns),
      reason: 'sign-in',
      isShared: true,
    },
  };
}

const ofNetworks = (network: number): Row['limits'] => ({ network, site: SITE * network });
