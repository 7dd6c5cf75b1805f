import { isJsonObject, type Json } from '../../events/json.ts';
import type { Erased, RedisErasure, StoredRecord } from '../../events/redis/erasure.ts';
import { unsealed } from '../../events/seals.ts';
import { BINDING, CLAIM } from './bindings.ts';
import { DELIVERY_SUBJECTS, deliveryName } from './inbox.ts';
import { ATO_TOPIC } from './topic.ts';

/** The ATO requests to erase: one, or all that name a user. */
export type AtoSubject = { requestId: string } | { userId: string };

export interface ErasedRequests extends Erased {
  /** ATO tokens that are no longer bound to a request. */
  bindings: number;
  /** Records in a format that this release cannot read; they may concern the subject. */
  unreadable: number;
}

/** Erases ATO requests: their states, events, latest deliveries and token bindings. */
export async function eraseAtoRequests(store: RedisErasure, subject: AtoSubject): Promise<ErasedRequests> {
  const sum: ErasedRequests = { events: 0, snapshots: 0, keys: 0, bindings: 0, unreadable: 0 };
  const bound = new Set('requestId' in subject ? [subject.requestId] : []);
  for (const topic of await store.topics(ATO_TOPIC)) {
    const states = await collected(store.snapshots(topic));
    const events = await collected(store.events(topic));
    const requestIds =
      'requestId' in subject
        ? new Set([subject.requestId])
        : new Set(requestsNaming(subject.userId, states, events));
    for (const id of requestIds) bound.add(id);
    const erased = await store.eraseFrom(topic, {
      events: events.filter(({ json }) => requestIds.has(requestOf(json) ?? '')).map(({ id }) => id),
      snapshots: [...requestIds],
      subjects: [...requestIds].flatMap((id) => DELIVERY_SUBJECTS.map((kind) => deliveryName(kind, id))),
    });
    sum.events += erased.events;
    sum.snapshots += erased.snapshots;
    sum.keys += erased.keys;
    sum.unreadable += unreadableIn(events) + unreadableIn(states.filter(({ id }) => !requestIds.has(id)));
  }
  const unbound = new Set<string>();
  for (const start of [BINDING, CLAIM]) {
    for await (const { name, value } of store.values(start)) {
      if (!bound.has(unsealed(value))) continue;
      sum.keys += await store.eraseValue(name);
      unbound.add(name.slice(start.length));
    }
  }
  return { ...sum, bindings: unbound.size };
}

const collected = (records: AsyncIterable<StoredRecord>): Promise<StoredRecord[]> => Array.fromAsync(records);

/** IDs of the requests whose state or events name a user; a state may have expired before its events. */
function* requestsNaming(
  userId: string,
  states: readonly StoredRecord[],
  events: readonly StoredRecord[],
): Generator<string> {
  for (const { id, json } of states) if (namesUser(json, userId)) yield id;
  for (const { json } of events) {
    const requestId = requestOf(json);
    if (requestId !== null && namesUser(json, userId)) yield requestId;
  }
}

const unreadableIn = (records: readonly StoredRecord[]): number =>
  records.filter(({ json }) => json === undefined).length;

function requestOf(payload: Json | undefined): string | null {
  return isJsonObject(payload) && typeof payload.requestId === 'string' ? payload.requestId : null;
}

/** Whether a record has the user's ID, as `userId` at any depth. */
function namesUser(json: Json | undefined, userId: string): boolean {
  if (Array.isArray(json)) return json.some((item) => namesUser(item, userId));
  if (!isJsonObject(json)) return false;
  return Object.entries(json).some(
    ([name, value]) => (name === 'userId' && String(value) === userId) || namesUser(value, userId),
  );
}
