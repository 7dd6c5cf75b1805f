import type { State } from './state.ts';

/** The part of a platform's state that requests can change. */
export type StoredState = ReturnType<typeof storedStateOf>;

export const storedStateOf = ({
  sessions,
  users,
  progress,
  notes,
  appData,
  statements,
  badges,
  badgeAssertions,
  additionalInfo,
  atoRequests,
}: State) => ({
  sessions: sessions.stored,
  users,
  progress,
  notes,
  appData,
  statements,
  badges,
  badgeAssertions,
  additionalInfo,
  atoRequests,
});

/** Replaces the seed data of a new platform by what was stored. */
export function restoreState(state: State, stored: StoredState): void {
  state.sessions.restore(stored.sessions);
  replaceMap(state.users, stored.users);
  replaceMap(state.progress, stored.progress);
  replaceMap(state.notes, stored.notes);
  replaceMap(state.badges, stored.badges);
  replaceMap(state.additionalInfo, stored.additionalInfo);
  replaceMap(state.atoRequests, stored.atoRequests);
  replaceList(state.statements, stored.statements);
  replaceList(state.badgeAssertions, stored.badgeAssertions);
  for (const [clientId, data] of state.appData) {
    const kept = stored.appData.get(clientId);
    if (!kept) continue;
    replaceMap(data.buckets, kept.buckets);
    replaceList(data.notifications, kept.notifications);
    data.leaderboard = kept.leaderboard;
  }
}

function replaceMap<Key, Value>(map: Map<Key, Value>, entries: ReadonlyMap<Key, Value>): void {
  map.clear();
  for (const [key, value] of entries) map.set(key, value);
}

function replaceList<Item>(list: Item[], items: readonly Item[]): void {
  list.splice(0, list.length);
  for (const item of items) list.push(item);
}
