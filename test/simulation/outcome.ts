import type { Verdict } from '../chaos/checker.ts';
import type { HistoryRecord } from '../chaos/history.ts';
import type { WriteVerdict } from './single-writes.ts';

/** What came of a run. */
export interface Outcome {
  records: readonly HistoryRecord[];
  verdict: Verdict;
  writes: WriteVerdict;
  /** What breaks the promise that a list and its stream have each stored notification once, in words. */
  stores: readonly string[];
  /** Whether every client got its first position, before any fault. */
  hasOpened: boolean;
  /** Errors that nothing in the gateway has handled. */
  errors: readonly string[];
  /** Digest of the whole history. */
  hash: string;
  /** Simulated milliseconds. */
  duration: number;
}

/** The kinds of what went wrong. */
export const failuresOf = ({ verdict, writes, stores, errors, hasOpened }: Outcome): string[] => [
  ...Object.keys(verdict.violations),
  ...(writes.violations.length > 0 ? ['written twice'] : []),
  ...(stores.length > 0 ? ['not once in a store'] : []),
  ...(errors.length > 0 ? ['unhandled error'] : []),
  ...(hasOpened ? [] : ['not opened']),
];

/** Some of what went wrong, in words. */
export const examplesOf = ({ verdict, writes, stores, errors }: Outcome): string[] =>
  [...verdict.examples, ...writes.violations, ...stores, ...errors].slice(0, 5);
