import { CriticalityLevel, diff } from '@graphql-inspector/core';
import { buildSchema } from 'graphql';

/** A change that breaks documents that clients may have. */
export interface BreakingChange {
  /** What changed, as in `User.email`. */
  path: string;
  message: string;
}

/** The changes from one SDL to another that break clients, without those that are acknowledged by their path. */
export async function breakingChanges(
  before: string,
  after: string,
  acknowledged: ReadonlySet<string> = new Set(),
): Promise<BreakingChange[]> {
  const changes = await diff(buildSchema(before), buildSchema(after));
  return changes
    .filter(({ criticality }) => criticality.level === CriticalityLevel.Breaking)
    .map(({ path = '', message }) => ({ path, message }))
    .filter(({ path }) => !acknowledged.has(path));
}

/** The paths that a CHANGES text names: each in backquotes at the start of a list item. */
export const acknowledgedIn = (text: string): Set<string> =>
  new Set([...text.matchAll(/^- `([^`]+)`/gm)].map(([, path = '']) => path));
