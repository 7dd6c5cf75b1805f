import { type GatewayError, gatewayErrors } from '../errors.ts';
import { objectIn } from '../session/request.ts';

/**
 * Status of an entry.
 * - `queued`: it waits for its turn, or for a connection.
 * - `sending`
 * - `sent`: the gateway has confirmed it.
 * - `failed`: the gateway has rejected it, see `errors`; nothing was written.
 * - `unknown`: the outcome is unknown; it may have been written.
 * - `expired`: it was not sent within the lifetime of its key on the gateway.
 */
export type OutboxStatus = 'queued' | 'sending' | 'sent' | 'failed' | 'unknown' | 'expired';

/** A write of the user. An object is never changed. */
export interface OutboxEntry {
  readonly id: string;
  /** The mutation field, such as `createNote`. */
  readonly field: string;
  readonly variables: Readonly<Record<string, unknown>>;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly status: OutboxStatus;
  /** Whether it was sent at least once: without a response, it may have been written. */
  readonly tried: boolean;
  /** Errors of an entry that is `failed` or `unknown`. */
  readonly errors: readonly GatewayError[];
  /** The `data` of the response, once it is `sent`. */
  readonly data: Readonly<Record<string, unknown>> | null;
}

/** An entry as it is stored. */
export interface StoredEntry extends OutboxEntry {
  readonly status: Exclude<OutboxStatus, 'sending'>;
  /** The ID of the sign-in that it was made under. */
  readonly signIn: string;
  readonly key: string;
  /** When it was queued, in milliseconds since 1970; a retry resets it. */
  readonly queuedAt: number;
  readonly operation: Readonly<Record<'query' | 'documentId', string | undefined>>;
}

/** The public part of an entry. */
export const shownOf = ({
  id,
  field,
  variables,
  createdAt,
  status,
  tried,
  errors,
  data,
}: OutboxEntry): OutboxEntry => ({ id, field, variables, createdAt, status, tried, errors, data });

/** The stored contents of an outbox. */
export interface Contents {
  /** Oldest first. */
  readonly entries: readonly StoredEntry[];
  /** IDs of users by the ID of their sign-in, as far as they are known. */
  readonly owners: Readonly<Record<string, string>>;
}

export const EMPTY: Contents = { entries: [], owners: {} };

/** Whether an entry was made by the user of a sign-in: under it, or under another one of the same user. */
export function isOf({ owners }: Contents, entry: StoredEntry, signIn: string): boolean {
  const owner = owners[entry.signIn];
  return entry.signIn === signIn || (owner !== undefined && owner === owners[signIn]);
}

/** Marks expired entries, and removes old ones that were sent. */
export function tidied({ entries, owners }: Contents, isSignedIn: boolean, now: number): Contents {
  const sent = entries.filter(({ status }) => status === 'sent');
  const shown = new Set(isSignedIn ? sent.slice(-SHOWN_AFTER) : []);
  return {
    entries: entries
      .filter((entry) => now - entry.createdAt < FORGOTTEN_AFTER)
      .filter((entry) => entry.status !== 'sent' || shown.has(entry))
      .map((entry) => (isOutdated(entry, now) ? { ...entry, status: 'expired' as const } : entry)),
    owners: Object.fromEntries(Object.entries(owners).slice(-MOST_OWNERS)),
  };
}

const isOutdated = ({ status, queuedAt }: StoredEntry, now: number): boolean =>
  status === 'queued' && now - queuedAt >= LIFETIME;

const HOUR = 3_600_000;
/** Milliseconds: the gateway keeps a key for 24 hours after its first use, and a request may take a while to reach it. */
const LIFETIME = 23 * HOUR;
const FORGOTTEN_AFTER = 30 * 24 * HOUR;
/** Sent entries that are kept for display. */
const SHOWN_AFTER = 20;
/** Maximum sign-ins with known users; the last one is the current one. */
const MOST_OWNERS = 20;

/** @param text untrusted. */
export function parseContents(text: string | null): Contents {
  let stored: unknown = null;
  try {
    stored = JSON.parse(text ?? 'null');
  } catch {
    // Not ours.
  }
  const { entries }: { entries?: unknown } = Object(stored);
  const owners = Object.entries(objectIn(stored, 'owners')).filter(([, id]) => typeof id === 'string');
  return {
    entries: Array.isArray(entries) ? entries.flatMap(parseEntry) : [],
    owners: Object.fromEntries(owners) as Record<string, string>,
  };
}

const STATUSES = ['queued', 'sent', 'failed', 'unknown', 'expired'] as const;

function parseEntry(stored: unknown): StoredEntry[] {
  const {
    id,
    field,
    signIn,
    key,
    createdAt,
    queuedAt,
    status,
    tried,
    errors,
    data,
  }: Record<string, unknown> = Object(stored);
  const known = STATUSES.find((each) => each === status);
  const { query, documentId } = objectIn(stored, 'operation');
  if (typeof id !== 'string' || typeof field !== 'string' || typeof signIn !== 'string') return [];
  if (typeof key !== 'string' || typeof createdAt !== 'number' || typeof queuedAt !== 'number') return [];
  if (!known) return [];
  return [
    {
      id,
      field,
      signIn,
      key,
      createdAt,
      queuedAt,
      status: known,
      tried: tried === true,
      operation: { query: textOf(query), documentId: textOf(documentId) },
      variables: objectIn(stored, 'variables'),
      errors: gatewayErrors(errors),
      data: typeof data === 'object' && data !== null ? { ...data } : null,
    },
  ];
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
