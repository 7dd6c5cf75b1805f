import type { TransportName } from './transport.ts';

export interface Outcome {
  status: 'ok' | 'failed' | 'skipped';
  /** Null: ok. */
  reason: string | null;
}

/** The outcome of one clause over one transport. */
export interface Result extends Outcome {
  number: string;
  text: string;
  transport: TransportName;
}

export interface Report {
  protocol: 1;
  ok: number;
  failed: number;
  skipped: number;
  clauses: {
    number: string;
    text: string;
    status: Outcome['status'];
    over: { transport: TransportName; status: Outcome['status']; reason: string | null }[];
  }[];
}

/** Combines the results by clause: failed if one transport failed, skipped if nothing was checked. */
export function reportOf(results: readonly Result[]): Report {
  const byNumber = Map.groupBy(results, ({ number }) => number);
  const clauses = [...byNumber].map(([number, over]) => ({
    number,
    text: over[0]?.text ?? '',
    status: combined(over.map(({ status }) => status)),
    over: over.map(({ transport, status, reason }) => ({ transport, status, reason })),
  }));
  const count = (status: Outcome['status']): number =>
    clauses.filter((clause) => clause.status === status).length;
  return { protocol: 1, ok: count('ok'), failed: count('failed'), skipped: count('skipped'), clauses };
}

const combined = (statuses: readonly Outcome['status'][]): Outcome['status'] =>
  statuses.includes('failed') ? 'failed' : statuses.includes('ok') ? 'ok' : 'skipped';

/** One line per clause, and one with the totals. */
export function linesOf({ clauses, ok, failed, skipped }: Report): string[] {
  const lines = clauses.map(({ number, text, status, over }) => {
    const reasons = over
      .filter(({ reason }) => reason !== null)
      .map(({ transport, reason }) => `${transport}: ${reason}`);
    const why = reasons.length === 0 ? '' : `  (${reasons.join('; ')})`;
    return `${status.padEnd(7)}  ${number.padEnd(5)} ${text}${why}`;
  });
  return [...lines, '', `${ok} ok, ${failed} failed, ${skipped} skipped.`];
}
