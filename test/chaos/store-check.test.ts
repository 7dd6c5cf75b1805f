import { describe, expect, it } from 'vitest';
import type { ListedNotification } from './chaos-platform.ts';
import { checkStore, type StoreFindings, type StoreOutcome } from './store-check.ts';

const row = (number: number): ListedNotification => ({ id: `id-${number}`, text: `text ${number}` });
/** From the newest to the oldest. */
const rows = (newest: number, oldest = 1): ListedNotification[] =>
  Array.from({ length: newest - oldest + 1 }, (_, index) => row(newest - index));

/** The findings about a store that has read an empty list and then received everything, but for the given. */
const findingsOf = (store: Partial<StoreOutcome>, list = rows(5)): StoreFindings =>
  checkStore(
    {
      name: 'one',
      notifications: rows(5),
      unread: '5',
      oldestRead: null,
      reads: 1,
      unplacedReads: 0,
      gaps: 0,
      doubled: new Set(),
      ...store,
    },
    list,
  );

const NOTHING: StoreFindings = { lost: [], doubled: [], wrong: [], needlessReads: [] };

describe('the check of stores', () => {
  it('accepts all of the list, once and in its order', () => {
    expect(findingsOf({})).toEqual(NOTHING);
  });

  it('accepts a store from the oldest notification that it has read, and the number that it can know', () => {
    expect(findingsOf({ notifications: rows(5, 3), oldestRead: 'id-3', unread: '3+' })).toEqual(NOTHING);
  });

  it('accepts the newest notifications that a store keeps, and the number of all', () => {
    const store = { notifications: rows(230, 31), unread: '230' };
    expect(findingsOf(store, rows(230))).toEqual(NOTHING);
  });

  it.each([1, 3, 5])('finds that notification %i of 5 is missing', (missing) => {
    const notifications = rows(5).filter(({ id }) => id !== `id-${missing}`);
    expect(findingsOf({ notifications })).toEqual({ ...NOTHING, lost: [`one has no text ${missing}`] });
  });

  it('finds that one is missing on the page that was read', () => {
    const { lost } = findingsOf({ notifications: [row(5), row(3)], oldestRead: 'id-3', unread: '3+' });
    expect(lost).toEqual(['one has no text 4']);
  });

  it('finds a notification that is there twice, or was for a while', () => {
    expect(findingsOf({ notifications: [row(5), ...rows(5)] }).doubled).toEqual(['one had text 5 twice']);
    expect(findingsOf({ doubled: new Set(['id-2']) })).toEqual({
      ...NOTHING,
      doubled: ['one had text 2 twice'],
    });
  });

  it('finds another order', () => {
    const notifications = [row(4), row(5), ...rows(3)];
    expect(findingsOf({ notifications }).wrong).toEqual(['one has another order than the list']);
  });

  it('finds a notification that the list does not have, as one of another user', () => {
    expect(findingsOf({ notifications: [row(9), ...rows(5)] }).wrong).toEqual([
      'one has text 9, which the list has not',
    ]);
  });

  it('finds a wrong number of unread ones', () => {
    expect(findingsOf({ unread: '6' }).wrong).toEqual(['one shows 6 unread, not 5']);
    expect(findingsOf({ unread: '5+' }).wrong).toEqual(['one shows 5+ unread, not 5']);
  });

  it('finds a list that was read again without a gap, unless it had no place in the stream', () => {
    expect(findingsOf({ reads: 2 }).needlessReads).toHaveLength(1);
    expect(findingsOf({ reads: 3, gaps: 1 }).needlessReads).toHaveLength(1);
    expect(findingsOf({ reads: 3, gaps: 1, unplacedReads: 1 })).toEqual(NOTHING);
  });
});
