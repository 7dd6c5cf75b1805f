import type { HistoryRecord } from './history.ts';

/** The reasons of the protocol, and what must have happened before a gap may have it. */
const CAUSES: Readonly<Record<string, 'fault' | 'writes-lost'>> = {
  UPSTREAM_INCOMPLETE: 'fault',
  TRIMMED: 'writes-lost',
  LOG_REPLACED: 'writes-lost',
  CURSOR_UNKNOWN: 'writes-lost',
};
/** After these, the stream goes on in another log, which may repeat what the old one had. */
const OTHER_LOG = new Set(['LOG_REPLACED', 'CURSOR_UNKNOWN', 'TRIMMED']);
/** Codes of refusals that faults explain: the client tries again. */
const EXPECTED_REFUSALS = /^(RATE_LIMITED|UNAUTHENTICATED|EVENT_LOG_UNAVAILABLE|UPSTREAM_\w+)$/;
/** Examples per kind of violation. */
const EXAMPLES = 10;

type ViolationKind =
  | 'silent loss'
  | 'duplicate'
  | 'order'
  | 'order between subscribers'
  | 'gap without reason'
  | 'gap without cause'
  | 'invented event'
  | 'refusal'
  | 'not drained';

export interface Verdict {
  readonly isGood: boolean;
  readonly deliveries: number;
  readonly events: number;
  /** Gaps by reason. */
  readonly gaps: Readonly<Record<string, number>>;
  /** Deliveries that a gap announced as missing. */
  readonly toldLosses: number;
  /**
   * Events that Redis lost after acknowledging them, before this subscriber received them. Nobody can know but those who received
   * them, and each of those was told.
   */
  readonly lostWithRedis: number;
  /**
   * Deliveries that a gap announced as missing after later events: Redis had lost what it had acknowledged while the event was under
   * way, and so maybe its announcement.
   */
  readonly toldLater: number;
  /** Deliveries that were repeated by another log, after a gap that says so. */
  readonly repeatedAfterGap: number;
  /**
   * Deliveries of an event that was sent more than once, with another event of its source between them. A retry is recognized as
   * one only while no other event has been accepted since, be it a late retry: the gateway cannot know that it is late.
   */
  readonly lateRetries: number;
  /** Number of violations by kind. */
  readonly violations: Readonly<Partial<Record<ViolationKind, number>>>;
  /** The first violations of each kind, in words. */
  readonly examples: readonly string[];
}

/** Events of a source, by number. */
interface Source {
  readonly name: string;
  readonly topic: string;
  /** When each was sent; the index is the number minus one. */
  readonly sentAt: number[];
  readonly acceptedAt: (number | undefined)[];
  /** How often each was sent again. */
  readonly retries: Map<number, number>;
}

/** What a subscriber received, in order: events as numbers from 0, gaps as objects. */
interface Subscriber {
  readonly name: string;
  readonly topic: string;
  readonly items: (number | { readonly reason: string })[];
  startedAt: number;
}

/** What one subscriber has received of one source. */
interface Progress {
  /** Number of the next event. */
  next: number;
  /** Number of the event received last. */
  last: number;
  /** How often each event was received again. */
  readonly repeats: Map<number, number>;
  /** Numbers below `next` that were not received. */
  readonly missing: Set<number>;
  /** Gaps of the subscriber when it last received an event of this source. */
  gaps: number;
  /** Changes of the log when it last received an event of this source. */
  logs: number;
}

/**
 * Decides from a history alone whether the promises were kept: every accepted event exactly once and in order for every
 * subscriber, or a gap with a reason at its place. It knows nothing of the gateway.
 */
export class Checker {
  readonly #retention: number;
  readonly #sources = new Map<string, Source>();
  readonly #subscribers = new Map<string, Subscriber>();
  /** Events by number from 0, in the order in which they were sent. */
  readonly #events: { readonly source: Source; readonly number: number }[] = [];
  readonly #eventIds = new Map<string, number>();
  readonly #lostWrites: { from: number; to: number }[] = [];
  /** Gaps by lost writes before any lost writes were recorded: a failover is recorded when it is over. */
  readonly #earlyGaps: Extract<HistoryRecord, { kind: 'gap' }>[] = [];
  readonly #gaps: Record<string, number> = {};
  readonly #violations: Partial<Record<ViolationKind, number>> = {};
  readonly #examples: string[] = [];
  #hasFault = false;
  /** From when on a gap may be `TRIMMED`, as a fault has taken longer than events are retained. */
  #forgetsFrom = Number.POSITIVE_INFINITY;
  #drainedSince = Number.NEGATIVE_INFINITY;
  #deliveries = 0;
  #toldLosses = 0;
  #lostWithRedis = 0;
  #toldLater = 0;
  #repeatedAfterGap = 0;
  #lateRetries = 0;

  /** @param retention milliseconds for which events are retained. Infinity: longer than the history takes. */
  constructor(retention: number) {
    this.#retention = retention;
  }

  take(record: HistoryRecord): void {
    switch (record.kind) {
      case 'subscriber': {
        const { subscriber: name, topic } = record;
        this.#subscribers.set(name, { name, topic, items: [], startedAt: Number.POSITIVE_INFINITY });
        return;
      }
      case 'source':
        this.#sources.set(record.source, {
          name: record.source,
          topic: record.topic,
          sentAt: [],
          acceptedAt: [],
          retries: new Map(),
        });
        return;
      case 'sent': {
        const source = this.#source(record.source);
        source.sentAt[record.number - 1] = record.at;
        this.#eventIds.set(eventName(record), this.#events.length);
        this.#events.push({ source, number: record.number });
        return;
      }
      case 'retried': {
        const { retries } = this.#source(record.source);
        retries.set(record.number, (retries.get(record.number) ?? 0) + 1);
        return;
      }
      case 'accepted':
        this.#source(record.source).acceptedAt[record.number - 1] = record.at;
        return;
      case 'uncertain':
        // It may have been accepted: that it was sent is all that is known.
        this.#hasFault = true;
        return;
      case 'position': {
        const subscriber = this.#subscriber(record.subscriber);
        subscriber.startedAt = Math.min(subscriber.startedAt, record.at);
        return;
      }
      case 'received':
        this.#takeEvent(record);
        return;
      case 'gap':
        this.#takeGap(record);
        return;
      case 'refused':
        if (!EXPECTED_REFUSALS.test(record.code))
          this.#violated('refusal', `${record.subscriber}: ${record.code}`);
        return;
      case 'fault':
        this.#hasFault = true;
        if (record.lasts > this.#retention)
          this.#forgetsFrom = Math.min(this.#forgetsFrom, record.at + this.#retention);
        return;
      case 'writes-lost':
        this.#hasFault = true;
        this.#lostWrites.push({ from: record.since, to: record.at });
        return;
      case 'drained':
        this.#drainedSince = record.since;
        return;
      case 'connected':
      case 'healed':
      // Judged by `test/simulation/single-writes.ts`.
      case 'written':
      case 'answered':
        return;
    }
  }

  verdict(): Verdict {
    for (const subscriber of this.#subscribers.values()) this.#checkSubscriber(subscriber);
    this.#checkOrderBetween();
    this.#checkEarlyGaps();
    if (this.#drainedSince === Number.NEGATIVE_INFINITY)
      this.#violated('not drained', 'the history ends before every event had time to arrive');
    return {
      isGood: Object.keys(this.#violations).length === 0,
      deliveries: this.#deliveries,
      events: this.#events.length,
      gaps: this.#gaps,
      toldLosses: this.#toldLosses,
      lostWithRedis: this.#lostWithRedis,
      toldLater: this.#toldLater,
      repeatedAfterGap: this.#repeatedAfterGap,
      lateRetries: this.#lateRetries,
      violations: this.#violations,
      examples: this.#examples,
    };
  }

  #takeEvent(record: Extract<HistoryRecord, { kind: 'received' }>): void {
    this.#deliveries += 1;
    const subscriber = this.#subscriber(record.subscriber);
    const event = this.#eventIds.get(eventName(record));
    const isKnown = event !== undefined && this.#events[event]?.source.topic === subscriber.topic;
    if (isKnown) subscriber.items.push(event);
    else this.#violated('invented event', `${record.subscriber} received ${eventName(record)}`);
  }

  #takeGap(record: Extract<HistoryRecord, { kind: 'gap' }>): void {
    const { subscriber, reason } = record;
    this.#gaps[reason] = (this.#gaps[reason] ?? 0) + 1;
    this.#subscriber(subscriber).items.push({ reason });
    const cause = CAUSES[reason];
    if (cause === undefined) this.#violated('gap without reason', `${subscriber}: ${reason}`);
    else if (cause === 'writes-lost') {
      if (this.#lostWrites.length === 0) this.#earlyGaps.push(record);
    } else if (!this.#hasFault) this.#violated('gap without cause', `${subscriber}: ${reason}`);
  }

  #checkEarlyGaps(): void {
    for (const { at, subscriber, reason } of this.#earlyGaps)
      if (
        !this.#lostWrites.some(({ from }) => from <= at) &&
        !(reason === 'TRIMMED' && at >= this.#forgetsFrom)
      )
        this.#violated('gap without cause', `${subscriber}: ${reason}`);
  }

  /** Loss, duplicates and order of each source. */
  #checkSubscriber(subscriber: Subscriber): void {
    const progresses = new Map<Source, Progress>();
    for (const source of this.#sources.values()) {
      if (source.topic !== subscriber.topic) continue;
      progresses.set(source, { next: 1, last: 0, repeats: new Map(), missing: new Set(), gaps: 0, logs: 0 });
    }
    let gaps = 0;
    let logs = 0;
    for (const [place, item] of subscriber.items.entries()) {
      if (typeof item === 'object') {
        gaps += 1;
        if (OTHER_LOG.has(item.reason)) logs += 1;
        continue;
      }
      const event = this.#events[item];
      const progress = event && progresses.get(event.source);
      if (!event || !progress) continue;
      this.#advance(subscriber, event.source, event.number, progress, { gaps, logs, place });
    }
    const place = subscriber.items.length;
    for (const [source, progress] of progresses)
      this.#skip(subscriber, source, progress, source.sentAt.length + 1, { gaps, place });
  }

  #advance(
    subscriber: Subscriber,
    source: Source,
    number: number,
    progress: Progress,
    { gaps, logs, place }: { gaps: number; logs: number; place: number },
  ): void {
    const what = `${subscriber.name} received ${source.name} ${number}`;
    if (number >= progress.next) {
      this.#skip(subscriber, source, progress, number, { gaps, place });
      progress.next = number + 1;
    } else if (progress.missing.delete(number)) {
      // Late: only if nobody could tell when it would be accepted, or another log has it.
      const isUncertain = source.acceptedAt[number - 1] === undefined;
      if (!isUncertain && logs === progress.logs)
        this.#violated('order', `${what} after ${progress.next - 1}`);
    } else if (logs > progress.logs) this.#repeatedAfterGap += 1;
    else if (isLateRetry(source, number, progress)) this.#lateRetries += 1;
    else this.#violated('duplicate', `${what} again`);
    progress.last = number;
    progress.gaps = gaps;
    // A replaced log may repeat many events: all those up to the newest one received before.
    if (number >= progress.next - 1) progress.logs = logs;
  }

  /** Notes that the events up to a number were not received. */
  #skip(
    subscriber: Subscriber,
    source: Source,
    progress: Progress,
    to: number,
    { gaps, place }: { gaps: number; place: number },
  ): void {
    const { name, startedAt } = subscriber;
    const isTold = gaps > progress.gaps;
    for (let number = progress.next; number < to; number += 1) {
      const acceptedAt = source.acceptedAt[number - 1];
      if (acceptedAt === undefined || acceptedAt > startedAt) progress.missing.add(number);
      // An event in flight while the stream opens may go either way.
      if ((source.sentAt[number - 1] ?? 0) <= startedAt) continue;
      if (acceptedAt === undefined) continue;
      // It may still be on its way, and so is what follows it.
      if (to > source.sentAt.length && acceptedAt > this.#drainedSince) continue;
      if (isTold) this.#toldLosses += 1;
      else if (this.#isLostWithRedis(source, number, acceptedAt)) this.#lostWithRedis += 1;
      else if (this.#isToldLater(subscriber, source, number, place)) this.#toldLater += 1;
      else
        this.#violated('silent loss', `${name} missed ${source.name} ${number}, after ${progress.next - 1}`);
    }
  }

  #isLostWithRedis({ name }: Source, number: number, acceptedAt: number): boolean {
    const event = this.#eventIds.get(eventName({ source: name, number })) ?? -1;
    const isTold = ({ items }: Subscriber): boolean => {
      const place = items.indexOf(event);
      const isGap = (item: Subscriber['items'][number]) =>
        typeof item === 'object' && OTHER_LOG.has(item.reason);
      return place < 0 || items.slice(place).some(isGap);
    };
    return (
      this.#lostWrites.some(({ from, to }) => acceptedAt >= from && acceptedAt <= to) &&
      [...this.#subscribers.values()].every(isTold)
    );
  }

  /**
   * Whether a gap tells the loss of an event late, because Redis lost what it had acknowledged while the event was under way, and so
   * maybe its announcement: whoever accepted it knows alone, and tells once Redis can be reached.
   */
  #isToldLater({ items }: Subscriber, source: Source, number: number, place: number): boolean {
    const sentAt = source.sentAt[number - 1] ?? 0;
    const acceptedAt = source.acceptedAt[number - 1] ?? 0;
    const isIncomplete = (item: Subscriber['items'][number]) =>
      typeof item === 'object' && item.reason === 'UPSTREAM_INCOMPLETE';
    return (
      this.#lostWrites.some(({ to }) => sentAt <= to && to < acceptedAt) &&
      items.slice(place).some(isIncomplete)
    );
  }

  /** Subscribers of one topic must receive the same events in the same order, those of several sources as well. */
  #checkOrderBetween(): void {
    const references = new Map<string, Subscriber>();
    for (const subscriber of this.#subscribers.values()) {
      const best = references.get(subscriber.topic);
      const isWhole = subscriber.items.every(
        (item) => typeof item === 'number' || !OTHER_LOG.has(item.reason),
      );
      if (isWhole && subscriber.items.length > (best?.items.length ?? 0))
        references.set(subscriber.topic, subscriber);
    }
    for (const [topic, reference] of references) {
      const places = new Map<number, number>();
      for (const [place, item] of reference.items.entries())
        if (typeof item === 'number' && !places.has(item)) places.set(item, place);
      for (const subscriber of this.#subscribers.values())
        if (subscriber.topic === topic && subscriber !== reference)
          this.#checkOrder(subscriber, reference.name, places);
    }
  }

  #checkOrder({ name, items }: Subscriber, reference: string, places: ReadonlyMap<number, number>): void {
    let last = -1;
    const seen = new Set<number>();
    for (const item of items) {
      if (typeof item === 'object') {
        if (OTHER_LOG.has(item.reason)) last = -1;
        continue;
      }
      const place = places.get(item);
      // A duplicate has been found already.
      if (place === undefined || seen.has(item)) continue;
      seen.add(item);
      if (place < last) {
        const event = this.#events[item];
        this.#violated(
          'order between subscribers',
          `${name} received ${event?.source.name} ${event?.number} in another order than ${reference}`,
        );
      }
      last = Math.max(last, place);
    }
  }

  #violated(kind: ViolationKind, example: string): void {
    const count = (this.#violations[kind] ?? 0) + 1;
    this.#violations[kind] = count;
    if (count <= EXAMPLES) this.#examples.push(`${kind}: ${example}`);
  }

  #source(name: string): Source {
    const source = this.#sources.get(name);
    if (!source) throw new Error(`the history has no source ${name}`);
    return source;
  }

  #subscriber(name: string): Subscriber {
    const subscriber = this.#subscribers.get(name);
    if (!subscriber) throw new Error(`the history has no subscriber ${name}`);
    return subscriber;
  }
}

/** Whether an event received again is an attempt to send it that was accepted after another event; notes the repeat. */
function isLateRetry({ retries }: Source, number: number, { last, repeats }: Progress): boolean {
  const repeated = (repeats.get(number) ?? 0) + 1;
  repeats.set(number, repeated);
  return repeated <= (retries.get(number) ?? 0) && last !== number;
}

const eventName = ({ source, number }: { source: string; number: number }): string => `${source} ${number}`;

/** Checks a whole history. */
export function check(
  records: Iterable<HistoryRecord>,
  retention: number = Number.POSITIVE_INFINITY,
): Verdict {
  const checker = new Checker(retention);
  for (const record of records) checker.take(record);
  return checker.verdict();
}
