import {
  ANNOUNCE,
  appendEvent,
  appendState,
  BEGIN_WRITE,
  CLAIM,
  END_WRITE,
  markLoss,
  markTail,
  READ,
  READ_SNAPSHOT,
  RELEASE,
  RENEW_LEASE,
  type Script,
  type ScriptCall,
  SETTLE,
  TAIL_LOST,
} from '../../../src/events/redis/scripts.ts';

export type { ScriptCall } from '../../../src/events/redis/scripts.ts';

/** The text of a script, at whose place `TIME` returns this time: two servers then do the same. */
export const luaAt = ({ lua }: Script, now: number): string =>
  lua.replaceAll("redis.call('TIME')", `{ '${Math.floor(now / 1000)}', '${(now % 1000) * 1000}' }`);

const key = (name: string): string => `p:{t}:${name}`;
const keysOf = (...names: string[]): string[] => names.map(key);

/** Milliseconds. Far from the times of the test, so that keys that the server itself removes are the same on both. */
const KEEP = { entries: 3_000_000, head: 90_000_000, unread: 6_000_000, id: 5_000_000 };
/** Milliseconds from the time until which an announced event may be appended until it is overdue. */
const OVERDUE_AFTER = 500;

interface AppendArguments {
  id: string;
  kind: string;
  payload: string;
  /** Name of the key for duplicates, in place of the ID. */
  once: string | null;
  latest: string;
  state: { id: string; text: string; expected: string } | null;
  keepState: number;
  seen: { epoch: string; sequence: number; time: number };
  claim: string;
  /** Time until which it may be appended. */
  until: number | '';
  keepBytes: number;
}

/** The append of its kind: of an event, about a subject if it has a state or a latest key, or of a mark. */
export const append = (given: Partial<AppendArguments> & { id: string }): ScriptCall => {
  const { id, kind = 'k', payload = '1', once = null, latest = '', state = null, keepState = 0 } = given;
  const { seen = { epoch: '', sequence: 0, time: 0 }, claim = '', until = '', keepBytes = 4_000_000 } = given;
  const ofTopic = {
    newEpoch: `epoch-${id}`,
    seenEpoch: seen.epoch,
    seenSequence: seen.sequence,
    seenTime: seen.time,
    keepEntries: 10_000,
    keepFor: KEEP.entries,
    keepHead: KEEP.head,
    keepBytes,
    keepUnread: KEEP.unread,
  };
  if (kind === '' && payload === `"${TAIL_LOST}"`) return markTail(key, ofTopic);
  const reply = { id, rememberFor: KEEP.id, once: once === null ? `append:${id}` : `key:${once}` };
  if (kind === '') return markLoss(key, { ...ofTopic, ...reply, reason: payload });
  const event = { ...ofTopic, ...reply, kind, payload, claim, closes: until, overdueAfter: OVERDUE_AFTER };
  if (state === null && latest === '') return appendEvent(key, event);
  return appendState(key, {
    ...event,
    latest: `latest:${latest === '' ? '' : 'subject'}`,
    latestKey: latest,
    keepState,
    snapshotId: state?.id ?? '',
    state: state?.text ?? '',
    expected: state?.expected ?? '',
  });
};

export const read = (
  at: { epoch: string; time: number; sequence: number },
  { entries = 64, bytes = 10_000, epoch = 'fresh' } = {},
): ScriptCall => ({
  script: READ,
  keys: keysOf('head', 'stream', 'announced'),
  args: [epoch, at.epoch, at.time, at.sequence, entries, bytes, KEEP.entries, KEEP.head, KEEP.head],
});

/** @param full above how many entries, and bytes of payloads, it is refused. */
export const announce = (
  id: string,
  within: number,
  full?: [entries: number, bytes: number],
): ScriptCall => ({
  script: ANNOUNCE,
  keys: keysOf('announced', 'head', 'appended', 'stream'),
  args: [
    id,
    within,
    OVERDUE_AFTER,
    KEEP.head,
    KEEP.unread,
    ...(full ? [KEEP.entries, ...full] : ['', '', '']),
  ],
});

export const settle = (...ids: string[]): ScriptCall => ({
  script: SETTLE,
  keys: keysOf('announced'),
  args: ids,
});

export const readSnapshot = (id: string): ScriptCall => ({
  script: READ_SNAPSHOT,
  keys: keysOf('snapshots'),
  args: [id],
});

/** Milliseconds for which a lease lasts. */
const LEASE = 6_000_000;

export const renewLease = (name: string, begins: 0 | 1, load = 1): ScriptCall => ({
  script: RENEW_LEASE,
  keys: ['p:leases:{0}'],
  args: [name, begins, load, LEASE],
});

export const claim = (name: string, ended = ''): ScriptCall => ({
  script: CLAIM,
  keys: [key('owner')],
  args: [name, KEEP.head, ended],
});

export const release = (name: string): ScriptCall => ({
  script: RELEASE,
  keys: [key('owner'), 'p:signal:{t}'],
  args: [name],
});

export const beginWrite = (attempt: string, fingerprint: string, within: number): ScriptCall => ({
  script: BEGIN_WRITE,
  keys: keysOf('write'),
  args: [attempt, fingerprint, within, KEEP.head],
});

export const endWrite = (
  attempt: string,
  ended: 'done' | 'refused' | 'unknown',
  { fingerprint = 'f', result = ended === 'done' ? '{"noteId":"n 1"}' : '' } = {},
): ScriptCall => ({
  script: END_WRITE,
  keys: keysOf('write'),
  args: [attempt, fingerprint, ended, result, KEEP.head],
});
