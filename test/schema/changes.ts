import { CriticalityLevel, diff } from '@graphql-inspector/core';
import { buildSchema } from 'graphql';

/** A change that can break client documents. */
export interface BreakingChange {
  /** Path of the change, as in `User.email`. */
  path: string;
  message: string;
}

/** Breaking changes from one SDL to another, except those acknowledged by path. */
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

/** Paths listed in CHANGES.md: each in backquotes at the start of a list item. */
export const acknowledgedIn = (text: string): Set<string> =>
  new Set([...text.matchAll(/^- `([^`]+)`/gm)].map(([, path = '']) => path));
