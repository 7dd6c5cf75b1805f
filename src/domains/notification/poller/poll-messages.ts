/** Message to the polling instance: poll now, ahead of others. */
export const POLL = 'poll';
/** Message to the polling instance: a stream of the user was opened elsewhere. */
export const ARRIVED = 'arrived';
/** Message to the polling instance: the user ran an operation elsewhere. */
export const ACTIVE = 'active';

/** Message to the polling instance: a follower's cursor needs everything since then. */
export const from = (time: number): string => `from ${time}`;
/** Message to the other instances: everything since then has been appended. */
export const covered = (time: number): string => `covered ${time}`;

type Message =
  | { kind: typeof POLL | typeof ARRIVED | typeof ACTIVE }
  | { kind: 'from' | 'covered'; time: number };

/** Parses a message. Null: unknown or malformed. */
export function messageIn(text: string): Message | null {
  if (text === POLL || text === ARRIVED || text === ACTIVE) return { kind: text };
  const [, kind, time] = /^(from|covered) (\d+)$/.exec(text) ?? [];
  return kind === 'from' || kind === 'covered' ? { kind, time: Number(time) } : null;
}
