import { createHmac } from 'node:crypto';
import { asJson, canonical, fingerprint, type Json, type JsonObject } from '../../events/json.ts';
import {
  type AppendOptions,
  type AppendResult,
  type EventLog,
  type LogEvent,
  LogUnavailable,
  type Snapshot,
} from '../../events/log.ts';
import { pauseUntil } from '../../lib/cancellation.ts';
import type { Clock } from '../../lib/clock.ts';
import { isRecord } from '../../lib/is-record.ts';
import {
  type AtoDistributionsBody,
  type AtoRequestBody,
  atoRequestContent,
} from '../../platform/inbound-ato.ts';
import { given } from '../../platform/route.ts';
import { requesterOf, storableAtoDistribution } from '../../platform/storable.ts';
import {
  type AtoDistributionChange,
  type AtoRequestState,
  distributionIdOf,
  KIND,
  readDistributionChange,
  readState,
  storedObject,
} from './state.ts';
import { unnamedDistributionsTopic } from './topic.ts';

/** The log and its clock. */
export interface Store {
  log: EventLog;
  clock: Clock;
}

/** The same, for deliveries. */
export interface Inbox extends Store {
  /** A digest of values that may not be stored, to detect duplicate deliveries. */
  digest(value: Json): string;
}

/** @param key a secret of the gateway and the platform, which is not in the store. */
export const inboxOf = ({ log, clock }: Store, key: () => string): Inbox => ({
  log,
  clock,
  digest: (value) => createHmac('sha256', key()).update(canonical(value)).digest('base64url'),
});

/** Attempts to apply a change while concurrent deliveries for the same request win. */
const ATTEMPTS = 20;

/** Snapshot ID of the plugin's latest set of distributions without a request. */
const LATEST = 'latest';

/** Milliseconds between attempts to read an unavailable log. */
const READ_AGAIN_AFTER = 100;

/** Kinds of deliveries: each has a latest one per request. */
export const DELIVERY_SUBJECTS = ['request', 'distributions'] as const;
type DeliverySubject = (typeof DELIVERY_SUBJECTS)[number];

/** Name under which the log stores the latest delivery of a request. */
export const deliveryName = (subject: DeliverySubject, requestId: string): string =>
  `${subject}:${requestId}`;

/** A delivery from the platform: a duplicate only if it equals the latest one for its request. */
interface Delivery {
  subject: DeliverySubject;
  key: string;
}

/**
 * Stores an ATO request from the platform. Resolves once the log has it.
 * @throws LogUnavailable
 */
export async function receiveAtoRequest(store: Inbox, topic: string, body: AtoRequestBody): Promise<void> {
  const sent = given(body);
  const content = atoRequestContent(body);
  const distributions = Array.isArray(body.distributions) ? objects(body.distributions) : null;
  const set = distributions && store.digest(asJson(body.distributions));
  // Other members count as far as they are stored.
  const key = fingerprint(asJson([Object.keys(sent).sort(), content, distributions, set]));
  const delivery: Delivery = { subject: 'request', key };
  await changeState(store, topic, String(body.requestId), delivery, (before) => {
    // An unreadable value replaces the known one as well: it is newer.
    const latest = <Name extends 'status' | 'complete' | 'cancellable'>(name: Name) =>
      name in sent ? content[name] : (before?.[name] ?? null);
    const state: AtoRequestState = {
      requestId: String(body.requestId),
      userId: content.userId ?? before?.userId ?? null,
      status: latest('status'),
      complete: latest('complete'),
      cancellable: latest('cancellable'),
      distributions: distributions ?? before?.distributions ?? [],
      receivedAt: before?.receivedAt ?? receivedNow(store.clock),
      extra: { ...without(before?.extra, sent), ...storedObject(content.extra) },
    };
    return { state, event: { kind: KIND.request, payload: asJson(state) } };
  });
}

/**
 * Stores the complete current set of distributions and appends what was added and removed.
 * @throws LogUnavailable
 */
export async function receiveAtoDistributions(
  store: Inbox,
  topic: string,
  body: AtoDistributionsBody,
): Promise<void> {
  const distributions = objects(body.distributions);
  const key = store.digest(asJson(body.distributions));
  if (body.requestId == null) return receiveUnnamedDistributions(store.log, topic, distributions, key);
  const requestId = String(body.requestId);
  const delivery: Delivery = { subject: 'distributions', key };
  await changeState(store, topic, requestId, delivery, (before) => {
    const userId = requesterOf(body) ?? before?.userId ?? null;
    const state = { ...(before ?? newState(requestId, store.clock)), userId, distributions };
    const change = changeOf(requestId, before?.distributions ?? [], distributions);
    return { state, event: { kind: KIND.distributions, payload: asJson(change) } };
  });
}

/**
 * Stores a set without a request, one per plugin, in a separate topic, then publishes the change in the plugin's
 * topic. If publishing fails, the platform's next attempt to deliver the set publishes it.
 * @throws LogUnavailable
 */
async function receiveUnnamedDistributions(
  log: EventLog,
  topic: string,
  distributions: JsonObject[],
  key: string,
): Promise<void> {
  const own = unnamedDistributionsTopic(topic);
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const before = await log.snapshot(own, LATEST);
    const known = before && readDistributionChange(before.state);
    const change = asJson(changeOf(null, known?.distributions ?? [], distributions));
    const { status } = await log.append(
      own,
      { kind: KIND.distributions, payload: change },
      {
        snapshot: { id: LATEST, state: change, ifRevision: before?.revision ?? 0 },
        duplicate: { key, latestOf: LATEST },
      },
    );
    if (status !== 'conflict') return publishUnnamedDistributions(log, topic);
  }
  throw new Error('distributions changed too often at once');
}

/** When attempts to store a change end. */
interface Limits {
  /** By the clock's `monotonic()`. */
  deadline: number;
  /** The same for the event's announcement, by the log's clock. */
  until: number;
}

/**
 * Stores a status that the platform has accepted. Retries until the deadline.
 * @throws LogUnavailable
 */
export async function storeAtoStatus(
  store: Store,
  topic: string,
  requestId: string,
  change: Partial<Pick<AtoRequestState, 'status' | 'complete' | 'cancellable'>>,
  limits: Limits,
): Promise<AppendResult> {
  const changed = (before: AtoRequestState | null) => {
    const known = before ?? newState(requestId, store.clock);
    const state = { ...known, ...change, extra: without(known.extra, change) };
    return { state, event: { kind: KIND.request, payload: asJson(state) } };
  };
  return changeState(store, topic, requestId, null, changed, limits);
}

/** Reads the state, changes it and appends the event in one step; retries after a concurrent change. */
async function changeState(
  store: Store,
  topic: string,
  requestId: string,
  delivery: Delivery | null,
  change: (before: AtoRequestState | null) => { state: AtoRequestState; event: LogEvent },
  limits: Limits | null = null,
): Promise<AppendResult> {
  const { log, clock } = store;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const before = await readSnapshot(store, topic, requestId, limits?.deadline ?? null);
    const { state, event } = change(readState(before?.state));
    const options: AppendOptions = {
      snapshot: { id: requestId, state: asJson(state), ifRevision: before?.revision ?? 0 },
      ...(limits ? { timeout: limits.deadline - clock.monotonic(), until: limits.until } : {}),
      ...(delivery
        ? { duplicate: { key: delivery.key, latestOf: deliveryName(delivery.subject, requestId) } }
        : {}),
    };
    const result = await log.append(topic, event, options);
    if (result.status !== 'conflict') return result;
  }
  throw new Error('an ATO request changed too often at once');
}

/** Reads are safe to repeat, so they are retried as long as appends are. */
async function readSnapshot(
  { log, clock }: Store,
  topic: string,
  requestId: string,
  deadline: number | null,
): Promise<Snapshot | null> {
  for (;;) {
    try {
      return await log.snapshot(topic, requestId);
    } catch (error) {
      const isOver = deadline === null || clock.monotonic() + READ_AGAIN_AFTER > deadline;
      if (isOver || !(error instanceof LogUnavailable)) throw error;
      await pauseUntil(clock, READ_AGAIN_AFTER);
    }
  }
}

const receivedNow = (clock: Clock): string => new Date(clock.now()).toISOString();

const newState = (requestId: string, clock: Clock): AtoRequestState => ({
  requestId,
  userId: null,
  status: null,
  complete: null,
  cancellable: null,
  distributions: [],
  receivedAt: receivedNow(clock),
  extra: {},
});

/** A distribution is identified by a member that is an ID, else by its whole content. */
function identityOf(distribution: JsonObject): string {
  const id = distributionIdOf(distribution);
  return typeof id === 'string' || typeof id === 'number' ? `id:${id}` : canonical(distribution);
}

/**
 * Appends the stored change to the plugin's topic, again if another delivery replaces it meanwhile: the last event of the
 * topic must contain the current set.
 * @throws LogUnavailable
 */
async function publishUnnamedDistributions(log: EventLog, topic: string): Promise<void> {
  const own = unnamedDistributionsTopic(topic);
  let published = 0;
  for (;;) {
    const stored = await log.snapshot(own, LATEST);
    if (!stored || stored.revision === published) return;
    const duplicate = { key: String(stored.revision), latestOf: own };
    await log.append(topic, { kind: KIND.distributions, payload: stored.state }, { duplicate });
    published = stored.revision;
  }
}

const changeOf = (
  requestId: string | null,
  before: readonly JsonObject[],
  distributions: JsonObject[],
): AtoDistributionChange => ({
  requestId,
  distributions,
  added: missingFrom(before, distributions),
  removed: missingFrom(distributions, before),
});

function missingFrom(known: readonly JsonObject[], candidates: readonly JsonObject[]): JsonObject[] {
  const identities = new Set(known.map(identityOf));
  return candidates.filter((candidate) => !identities.has(identityOf(candidate)));
}

/** A distribution sent as a plain string has only a name. */
const objects = (items: readonly unknown[]): JsonObject[] =>
  items.map((item) => storedObject(storableAtoDistribution(isRecord(item) ? item : { name: item })));

/** Properties of a record whose names do not occur in `names`. */
const without = (record: JsonObject | undefined, names: object): JsonObject =>
  Object.fromEntries(Object.entries(record ?? {}).filter(([name]) => !Object.hasOwn(names, name)));
