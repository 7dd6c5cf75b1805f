import type { Account, Row } from './accounts.ts';

/** What callers spend and hold. */
export type Resource = keyof ReturnType<typeof limitsOf>;

/** Whom a request is charged to. */
export type Caller = Account<Resource>;

export interface LimitSettings {
  /** Operations per minute and user; 0: no limit. */
  rate: number;
  /** Milliseconds for which events are retained. */
  retention: number;
  /** Mutations per minute and network that sign in, refresh tokens or create accounts, of which a user may have a tenth; 0: no limit. */
  signIns: number;
  /** Those that the platform may reject: in five minutes in all before each network is limited, and then in a minute of a network more than it accepts; 0: no limit. */
  rejectedSignIns: { limit: number; perAddress: number };
  /** Connections that the process may have open. */
  connections: number;
  /** Bytes of input, and of unread output, that one network may make the process hold. */
  held: number;
}

/** Many users share a network or a plugin, such as a school behind one address; a site is several networks. */
const GROUP = 20;
const SITE = 1.5;

/** What an operation may cost on average, if as many run as are allowed. */
const CALLS = 25;
const BYTES = 250_000;
/** Bytes of events, and of records of its writes, that a user may store while they are retained: less than a topic holds. */
const STORED = 6_000_000;
const STORED_BY_MANY = 80_000_000;

/** Lines a minute about operations over a rate limit or under too much load: refusing them is all that they cost. */
const LINES = 10;
const LINES_IN_ALL = 600;

/** Platform calls of a user that may wait: those of four of the largest operations. Each takes up to 9 KB with its operation's part. */
const WAITING = 1000;

/** Bytes that a socket or event stream, and a subscription without its document, count as; and one while it opens. */
export const SOCKET = 20_000;
export const SUBSCRIPTION = 25_000;
export const OPENING = 4000;

/** Bytes for each stream: a socket, a subscription, and a part of the documents in use. */
export const STREAM = 50_000;
/** A process has room for an open stream for this many of its connections. */
const CONNECTIONS_PER_STREAM = 4;

/** Shares of a pool that one network may hold, and all of them together. */
const NETWORK = 0.25;
const UNPROVEN = 0.5;
/** The share of a pool up to which a caller holds few of it. */
const FEW = 0.01;
/** Responses of the platform are held as they are parsed, and may be several for one operation. */
const RESPONSES = 2;

const MINUTE = 60_000;

/** The table of limits on callers. `docs/limits.md` is printed from it. */
export function limitsOf({ rate, retention, signIns, rejectedSignIns, connections, held }: LimitSettings) {
  const perMinute = (user: number): Row => ({
    window: MINUTE,
    limits: user === 0 ? {} : { user, plugin: GROUP * user, ...ofNetworks(GROUP * user) },
    reason: 'rate',
  });
  const streams = (connections / CONNECTIONS_PER_STREAM) * STREAM;
  return {
    operations: { ...perMinute(rate), isShared: true },
    calls: perMinute(CALLS * rate),
    bytes: perMinute(BYTES * rate),
    stored: {
      window: retention,
      limits: { user: STORED, plugin: STORED, ...ofNetworks(STORED_BY_MANY) },
      reason: 'stored',
      isShared: true,
    },
    signIns: {
      window: MINUTE,
      limits: signIns === 0 ? {} : { user: Math.ceil(signIns / 10), ...ofNetworks(signIns) },
      reason: 'sign-in',
      isShared: true,
    },
    rejectedSignIns: {
      window: MINUTE,
      limits: { user: rejectedSignIns.perAddress, network: rejectedSignIns.perAddress },
      reason: 'rejected-sign-in',
    },
    rejectedInAll: {
      window: 5 * MINUTE,
      limits: rejectedSignIns.limit === 0 ? {} : { process: rejectedSignIns.limit },
      reason: null,
      isShared: true,
    },
    refusalLines: {
      window: MINUTE,
      limits: { user: LINES, plugin: LINES, network: LINES, site: LINES, process: LINES_IN_ALL },
      reason: null,
    },
    connections: { window: null, limits: ofNetworks(Math.ceil(NETWORK * connections)), reason: null },
    waiting: {
      window: null,
      limits: { user: WAITING, plugin: 5 * WAITING, ...ofNetworks(5 * WAITING), unproven: 10 * WAITING },
      reason: null,
    },
    streams: { ...ofPool(streams, 0.125, 'connections'), few: FEW * streams },
    input: ofPool(held / NETWORK, NETWORK, 'bodies'),
    responses: ofPool((RESPONSES * held) / NETWORK, NETWORK, 'responses'),
    unread: ofPool(held / NETWORK, NETWORK, 'unread'),
  } satisfies Readonly<Record<string, Row>>;
}

/** A row of memory. @param proven the share of a user or plugin. */
const ofPool = (process: number, proven: number, reason: Row['reason']): Row => ({
  window: null,
  limits: {
    user: proven * process,
    plugin: proven * process,
    ...ofNetworks(NETWORK * process),
    unproven: UNPROVEN * process,
    process,
  },
  reason,
});

const ofNetworks = (network: number): Row['limits'] => ({ network, site: SITE * network });
