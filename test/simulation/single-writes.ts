import type { HistoryRecord } from '../chaos/history.ts';

type Written = Extract<HistoryRecord, { kind: 'written' }>;
type Answered = Extract<HistoryRecord, { kind: 'answered' }>;

/** What became of the writes that had an idempotency key. */
export interface WriteVerdict {
  /** Actions of users. */
  readonly actions: number;
  /** Requests that were answered with the write of another one. */
  readonly saved: number;
  /** Actions whose outcome was unknown to a repeat. */
  readonly unknown: number;
  /** Actions that were written more than once because Redis had lost an acknowledged record, or the key. */
  readonly lostWithRedis: number;
  /** What breaks the promise, in words. */
  readonly violations: readonly string[];
}

/** Milliseconds for which instances may use different keys for callers after Redis has lost the key that it had just been given. */
const KEY_REFRESH = 60_000;

/**
 * Decides from a history alone whether each action was written at most once, except where Redis lost its record or the key that
 * callers are hashed with (docs/decisions/idempotency-keys.md), and whether every answer names a note that was written for it, the
 * same one each time.
 */
export function checkWrites(records: readonly HistoryRecord[]): WriteVerdict {
  const sentAt = new Map<string, number>();
  const written = new Map<string, Written[]>();
  const answers = new Map<string, Answered[]>();
  const losses: { from: number; to: number }[] = [];
  for (const record of records) {
    if (record.kind === 'sent') sentAt.set(`${record.source} ${record.number}`, record.at);
    else if (record.kind === 'written')
      written.set(record.text, [...(written.get(record.text) ?? []), record]);
    else if (record.kind === 'answered')
      answers.set(record.text, [...(answers.get(record.text) ?? []), record]);
    else if (record.kind === 'writes-lost') losses.push({ from: record.since, to: record.at });
  }
  // The first note makes the key: a loss of later writes spares it.
  const firstNote = Math.min(...[...written.values()].flat().map(({ at }) => at));
  const keyLosses = losses.filter(({ from }) => from <= firstNote);
  const verdict = { actions: 0, saved: 0, unknown: 0, lostWithRedis: 0, violations: [] as string[] };
  for (const text of new Set([...written.keys(), ...answers.keys()])) {
    verdict.actions += 1;
    const made = written.get(text) ?? [];
    const given = answers.get(text) ?? [];
    const ids = new Set(given.flatMap(({ noteId }) => noteId ?? []));
    verdict.saved += Math.max(0, given.filter(({ noteId }) => noteId !== null).length - made.length);
    if (given.some(({ code }) => code === 'OUTCOME_UNKNOWN')) verdict.unknown += 1;
    // The record of the first attempt was stored between its sending and its write.
    const [first, second] = made;
    const sent = sentAt.get(text) ?? 0;
    const isLost =
      losses.some(({ from, to }) => first && second && from <= first.at && to >= sent && second.at >= from) ||
      (second && keyLosses.some(({ from, to }) => second.at >= from && sent <= to + KEY_REFRESH));
    if (isLost) verdict.lostWithRedis += 1;
    else if (second)
      verdict.violations.push(`${text} was written ${made.length} times, and no record was lost`);
    else if (ids.size > 1) verdict.violations.push(`${text} was answered with several notes`);
    for (const id of ids)
      if (!made.some(({ noteId }) => noteId === id))
        verdict.violations.push(`${text} was answered with ${id}, which does not exist`);
  }
  return verdict;
}
