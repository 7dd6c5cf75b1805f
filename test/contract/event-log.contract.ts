import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Events, Retention } from '../../src/events/events.ts';
import { type AppendOptions, type Json, TopicFull } from '../../src/events/log.ts';
import { RELEASED } from '../../src/events/ownership.ts';
import { succeeds } from '../support/until.ts';
import { brief, numbers, positionOf, take, takeBrief } from './reading.ts';

/** One kind of store, as two gateway instances use it. */
export interface Store {
  /** Two instances over the same, empty part of the store; in memory there is only one instance. */
  open(retention: Retention): [Events, Events];
  /** Lets time pass until something holds. */
  until(holds: () => boolean | Promise<boolean>): Promise<void>;
  stop(): Promise<void>;
}

const DAY = 86_400_000;
const RETENTION: Retention = { events: DAY, entries: 10_000, bytes: 4_000_000, snapshots: null };

/** What every event log promises. Defines the tests of a suite. */
export function eventLogContract(start: () => Promise<Store>): void {
  let store: Store;
  let log: Events['log'];
  let other: Events['log'];
  let coordination: Events['coordination'];
  let otherCoordination: Events['coordination'];
  let here: Events;
  let there: Events;
  const opened: Events[] = [];

  /** Opens two instances. Commands are refused, not queued, until the first connections are established. */
  const open = async (retention?: Partial<Retention>, topic = 'any'): Promise<[Events, Events]> => {
    const instances = store.open({ ...RETENTION, ...retention });
    opened.push(...instances);
    await store.until(async () => {
      const checks = instances.map((events) => events.log.checkWritable(topic));
      return (await Promise.allSettled(checks)).every(({ status }) => status === 'fulfilled');
    });
    return instances;
  };
  /** A log with other limits. */
  const openLog = async (retention: Partial<Retention>, topic: string): Promise<Events['log']> =>
    (await open(retention, topic))[0].log;

  beforeAll(async () => {
    store = await start();
    [here, there] = await open();
    ({ log, coordination } = here);
    ({ log: other, coordination: otherCoordination } = there);
  });

  afterAll(async () => {
    await Promise.all(opened.map((events) => events.close()));
    await store?.stop();
  });

  const newTopic = (): string => `topic:${randomUUID()}`;
  const append = (topic: string, payload: Json, options?: AppendOptions, to = log) =>
    to.append(topic, { kind: 'message', payload }, options);
  const appendAll = async (topic: string, payloads: readonly Json[], to = log): Promise<void> => {
    for (const payload of payloads) await append(topic, payload, {}, to);
  };

  describe('what a topic retains', () => {
    const payloads = async (topic: string, kind = 'message', of = log) => {
      const { events, completeSince } = await of.retained(topic, kind);
      return { found: events.map(({ event }) => event.payload), completeSince };
    };

    it('is complete, over several pages and without events of other kinds, if nothing was ever removed', async () => {
      const topic = newTopic();
      expect(await payloads(topic)).toEqual({ found: [], completeSince: 0 });
      await append(topic, 'first');
      await log.append(topic, { kind: 'other', payload: 'else' });
      await appendAll(topic, numbers(1, 150));
      expect(await payloads(topic, 'message', other)).toEqual({
        found: ['first', ...numbers(1, 150)],
        completeSince: 0,
      });
      expect((await payloads(topic, 'other')).found).toEqual(['else']);
    });

    it('is complete since the last event that exceeded its limits', async () => {
      const topic = newTopic();
      const short = await openLog({ entries: 5 }, topic);
      const times: number[] = [];
      // Redis trims in blocks.
      for (const number of numbers(1, 250)) {
        const appended = await append(topic, number, {}, short);
        if ('position' in appended) times.push(appended.position.time);
      }
      const { found, completeSince } = await payloads(topic, 'message', short);
      expect(found.length).toBeLessThan(250);
      expect(found).toEqual(numbers(250 - found.length + 1, 250));
      expect(completeSince).toBe(times[250 - found.length - 1]);
    });

    it('is complete since a loss', async () => {
      const topic = newTopic();
      await append(topic, 'before');
      log.recordLoss(topic);
      await append(topic, 'after');
      const { events, completeSince } = await log.retained(topic, 'message');
      expect(events.map(({ event }) => event.payload)).toEqual(['before', 'after']);
      expect(completeSince).toBeGreaterThan(0);
      expect(completeSince).toBeLessThanOrEqual(events[1]?.position.time ?? 0);
    });
  });

  describe('a reader', () => {
    it('yields its position first, then events appended on any instance', async () => {
      const topic = newTopic();
      await append(topic, 'before');
      const reader = log.read(topic, 'now');
      const [position] = await take(reader, 1);
      expect(position).toMatchObject({ type: 'position', position: { sequence: 1 } });

      const appended = await append(topic, 'after', {}, other);
      const [event] = await take(reader, 1);
      expect(event).toMatchObject({
        type: 'event',
        replayed: false,
        event: { kind: 'message', payload: 'after', id: 'id' in appended && appended.id },
        position: 'position' in appended && appended.position,
      });
      await reader.return();
    });

    it('disconnected before its first event resumes from the position alone', async () => {
      const topic = newTopic();
      const position = await positionOf(log.read(topic, 'now'));
      expect(position.sequence).toBe(0);
      await appendAll(topic, ['first', 'second']);
      expect(await takeBrief(other.read(topic, position), 3)).toEqual(['position', 'first', 'second']);
    });

    it('resumes after any item with exactly what followed it', async () => {
      const topic = newTopic();
      const whole = log.read(topic, 'now');
      await positionOf(whole);
      await appendAll(topic, numbers(1, 8));
      for (const item of await take(whole, 8)) {
        const resumed = other.read(topic, item.position);
        const number = Number(brief(item));
        expect(await takeBrief(resumed, 9 - number)).toEqual(['position', ...numbers(number + 1, 8)]);
        await resumed.return();
      }
      await whole.return();
    });

    it('marks events that predate it as replayed', async () => {
      const topic = newTopic();
      const start = await positionOf(log.read(topic, 'now'));
      await appendAll(topic, ['old', 'older']);
      const reader = log.read(topic, start);
      await take(reader, 3);
      await append(topic, 'new');
      const again = log.read(topic, start);
      const items = [...(await take(reader, 1)), ...(await take(again, 4)).slice(1)];
      expect(items.map((item) => item.type === 'event' && item.replayed)).toEqual([false, true, true, true]);
      await Promise.all([reader.return(), again.return()]);
    });

    it('misses and repeats nothing between replayed and new events, even in a long log', async () => {
      const topic = newTopic();
      const start = await positionOf(log.read(topic, 'now'));
      await appendAll(topic, numbers(1, 200));
      const readers = [log, other, log].map((instance) => instance.read(topic, start));
      const reading = readers.map((reader) => takeBrief(reader, 501));
      await appendAll(topic, numbers(201, 500), other);
      for (const items of await Promise.all(reading)) expect(items).toEqual(['position', ...numbers(1, 500)]);
      await Promise.all(readers.map((reader) => reader.return()));
    });

    it('gets only the events of its own topic, whatever its name contains', async () => {
      const base = newTopic();
      const topics = ['', '}', '{a}', ' {', 'ü:%7B', 'a\nb'].map((end) => base + end);
      const readers = topics.map((topic) => log.read(topic, 'now'));
      await Promise.all(readers.map(positionOf));
      await Promise.all(topics.map((topic) => append(topic, topic, {}, other)));
      await Promise.all(topics.map((topic) => append(topic, `${topic} again`)));
      const received = await Promise.all(readers.map((reader) => takeBrief(reader, 2)));
      expect(received).toEqual(topics.map((topic) => [topic, `${topic} again`]));
      await Promise.all(readers.map((reader) => reader.return()));
    });

    it('gets payloads as they were at the time of the append', async () => {
      const topic = newTopic();
      const payload = {
        text: 'grüße 🙂 "quoted" \n\u0000',
        list: [1, 2.5, null, { deep: [] }],
        big: 'x'.repeat(70_000),
      };
      const changed = { text: 'before' };
      const start = await positionOf(log.read(topic, 'now'));
      await append(topic, payload);
      await append(topic, changed);
      changed.text = 'after';
      expect(await takeBrief(other.read(topic, start), 3)).toEqual(['position', payload, { text: 'before' }]);
    });

    it('reads large events in order, a page at a time', async () => {
      const topic = newTopic();
      const start = await positionOf(log.read(topic, 'now'));
      await appendAll(
        topic,
        numbers(1, 20).map((number) => `${number} ${'x'.repeat(60_000)}`),
      );
      const items = await takeBrief(other.read(topic, start), 21);
      expect(items.slice(1).map((text) => Number.parseInt(String(text), 10))).toEqual(numbers(1, 20));
    });

    it('ends immediately on return or abort, even while waiting', async () => {
      const topic = newTopic();
      const abort = new AbortController();
      const returned = log.read(topic, 'now');
      const aborted = log.read(topic, 'now', abort.signal);
      await Promise.all([positionOf(returned), positionOf(aborted)]);
      const waiting = [returned.next(), returned.next(), aborted.next()];
      await returned.return();
      abort.abort();
      expect((await Promise.all(waiting)).map(({ done }) => done)).toEqual([true, true, true]);

      await append(topic, 'too late');
      expect(await returned.next()).toEqual({ done: true, value: undefined });
      expect(await log.read(topic, 'now', abort.signal).next()).toEqual({ done: true, value: undefined });
    });
  });

  describe('a gap', () => {
    it('is reported when entries after the position exceed the length limit', async () => {
      const topic = newTopic();
      const short = await openLog({ entries: 50 }, topic);
      const start = await positionOf(short.read(topic, 'now'));
      await appendAll(topic, numbers(1, 400), short);
      const reader = short.read(topic, start);
      const [position, gap, first] = await take(reader, 3);
      expect([position, gap].map((item) => item && brief(item))).toEqual(['position', 'TRIMMED']);
      const oldest = Number(first && brief(first));
      expect(oldest).toBeGreaterThan(1);
      expect(400 - oldest + 1).toBeGreaterThanOrEqual(50);
      expect(await takeBrief(reader, 400 - oldest)).toEqual(numbers(oldest + 1, 400));

      // The gap's own position resumes after it; a reader that lost only entries it had already read gets no gap.
      expect(await takeBrief(short.read(topic, gap?.position ?? 'now'), 2)).toEqual(['position', oldest]);
      await reader.return();
    });

    it('is reported when entries after the position exceed the limit on bytes, and the newest is retained', async () => {
      const topic = newTopic();
      const small = await openLog({ bytes: 5000 }, topic);
      const start = await positionOf(small.read(topic, 'now'));
      const text = (number: number) => `${number}`.padEnd(498, 'x');
      await appendAll(topic, numbers(1, 25).map(text), small);
      const lasts = small.read(topic, start);
      const [position, gap, ...rest] = await take(lasts, 12);
      expect([position, gap].map((item) => item && brief(item))).toEqual(['position', 'TRIMMED']);
      expect(rest.map((item) => brief(item))).toEqual(numbers(16, 25).map(text));
      await appendAll(topic, ['y'.repeat(6000)], small);
      expect(await takeBrief(lasts, 1)).toEqual(['y'.repeat(6000)]);
      await lasts.return();
      expect(await takeBrief(small.read(topic, start), 3)).toEqual(['position', 'TRIMMED', 'y'.repeat(6000)]);
      await appendAll(topic, ['z'], small);
      expect(await takeBrief(small.read(topic, start), 3)).toEqual(['position', 'TRIMMED', 'z']);
    });

    it('is reported when entries after the position have expired', async () => {
      const BRIEFLY = 300;
      const topic = newTopic();
      const brieflyKept = await openLog({ events: BRIEFLY }, topic);
      let took: number;
      do {
        const start = await positionOf(brieflyKept.read(topic, 'now'));
        await append(topic, 'old', {}, brieflyKept);
        const current = await positionOf(brieflyKept.read(topic, 'now'));
        await store.until(async () => {
          const oldest = await positionOf(brieflyKept.read(topic, 'unverified'));
          return oldest.sequence === current.sequence;
        });
        const reader = brieflyKept.read(topic, start);
        expect(await takeBrief(reader, 2)).toEqual(['position', 'TRIMMED']);
        const unharmed = brieflyKept.read(topic, current);
        await positionOf(unharmed);
        const appendedAt = performance.now();
        await append(topic, 'new', {}, brieflyKept);
        const next = [await takeBrief(reader, 1), await takeBrief(unharmed, 1)];
        took = performance.now() - appendedAt;
        // Redis goes by its own clock: if the machine stalls here, the new event expires too.
        if (took < BRIEFLY) expect(next).toEqual([['new'], ['new']]);
        await Promise.all([reader.return(), unharmed.return()]);
      } while (took >= BRIEFLY);
    });

    it('is reported to a reader with an unverifiable position, before all retained events', async () => {
      const topic = newTopic();
      await appendAll(topic, [1, 2]);
      expect(await takeBrief(log.read(topic, 'unverified'), 4)).toEqual(['position', 'CURSOR_UNKNOWN', 1, 2]);
      const empty = log.read(newTopic(), 'unverified');
      expect(await takeBrief(empty, 2)).toEqual(['position', 'CURSOR_UNKNOWN']);
      await empty.return();
    });

    it('is reported when the position belongs to another log', async () => {
      const topic = newTopic();
      const foreignPosition = await positionOf(log.read(newTopic(), 'now'));
      await appendAll(topic, [1, 2]);
      const reader = log.read(topic, foreignPosition);
      expect(await takeBrief(reader, 4)).toEqual(['position', 'LOG_REPLACED', 1, 2]);
      await reader.return();
    });

    it('is reported when the log has lost entries that were read and reused their numbers', async () => {
      const topic = newTopic();
      const start = await positionOf(log.read(topic, 'now'));
      await appendAll(topic, [1, 2, 3]);
      const [, , second] = await take(log.read(topic, start), 3);
      const at = second?.position ?? start;
      const ahead = log.read(topic, { ...at, sequence: 9 });
      expect(await takeBrief(ahead, 2)).toEqual(['position', 'LOG_REPLACED']);
      const swapped = log.read(topic, { ...at, time: at.time - 1 });
      expect((await takeBrief(swapped, 2)).at(1)).toBe('LOG_REPLACED');
      const end = await positionOf(log.read(topic, 'now'));
      const swappedLast = log.read(topic, { ...end, time: end.time + 1 });
      expect(await takeBrief(swappedLast, 2)).toEqual(['position', 'LOG_REPLACED']);
      await Promise.all([ahead, swapped, swappedLast].map((reader) => reader.return()));
    });

    it.each([
      ['an event that never reached it', async (topic: string) => other.recordLoss(topic)],
      [
        'an announcement that is lost, and not for one that is settled',
        async (topic: string) => {
          const [settled, lost] = [await other.announce(topic, DAY), await other.announce(topic, DAY)];
          settled.settle();
          lost.lose('store');
        },
      ],
    ])('is recorded in the log for %s', async (_what, lose) => {
      const topic = newTopic();
      const live = log.read(topic, 'now');
      const start = await positionOf(live);
      await append(topic, 1);
      await lose(topic);
      expect(await takeBrief(live, 2)).toEqual([1, 'UPSTREAM_INCOMPLETE']);
      await append(topic, 2);
      expect(await takeBrief(log.read(topic, start), 4)).toEqual(['position', 1, 'UPSTREAM_INCOMPLETE', 2]);
      await live.return();
    });
  });

  describe('an announcement that says how full the topic may be', () => {
    it.each([
      ['entries', { entries: 10 }, 'x', 6],
      ['bytes', { bytes: 1000 }, 'x'.repeat(98), 6],
    ])(
      'is refused with more than its share of the %s, and until they expire',
      async (_what, limits, text, count) => {
        const topic = newTopic();
        const limited = await openLog({ events: 3000, ...limits }, topic);
        await limited.announce(topic, DAY, 0.5);
        for (let number = 1; number < count; number += 1) await append(topic, text, {}, limited);
        (await limited.announce(topic, DAY, 0.5)).settle();
        await append(topic, text, {}, limited);
        const refused = limited.announce(topic, DAY, 0.5);
        await expect(refused).rejects.toThrow(TopicFull);
        await expect(refused).rejects.toMatchObject({
          msLeft: expect.toSatisfy((ms: number) => ms > 0 && ms <= 3000),
        });
        (await limited.announce(topic, DAY)).settle();
        await store.until(() => succeeds(limited.announce(topic, DAY, 0.5)));
      },
    );
  });

  describe('an append', () => {
    it('says what it takes: more as the first of its topic', async () => {
      const topic = newTopic();
      const bytes = async (payload: string): Promise<number> => {
        const result = await append(topic, payload);
        return result.status === 'appended' ? result.bytes : 0;
      };
      const [first, second, longer] = [await bytes('x'), await bytes('x'), await bytes('€'.repeat(1000))];
      expect(first - second).toBeGreaterThan(4096);
      expect(longer - second).toBeGreaterThan(3000);
    });

    it('with a repeated key is skipped for the given time', async () => {
      const topic = newTopic();
      const long = { duplicate: { key: 'n1', within: DAY } };
      const short = { duplicate: { key: 'n2', within: 50 } };
      expect(await append(topic, 1, long)).toMatchObject({ status: 'appended' });
      expect(await append(topic, 1, long, other)).toEqual({ status: 'duplicate' });
      expect(await append(newTopic(), 1, long, other)).toMatchObject({ status: 'appended' });
      await append(topic, 2, short);
      await store.until(async () => (await append(topic, 3, short)).status === 'appended');
      expect(await takeBrief(log.read(topic, 'unverified'), 5)).toEqual([
        'position',
        'CURSOR_UNKNOWN',
        1,
        2,
        3,
      ]);
    });

    it('that repeats the latest key of its subject is skipped: of S1, S1, S2, S1 three are stored', async () => {
      const topic = newTopic();
      const deliver = async (key: string, latestOf: string) =>
        (await append(topic, key, { duplicate: { key, latestOf } })).status;
      const statuses = [];
      for (const key of ['S1', 'S1', 'S2', 'S1']) statuses.push(await deliver(key, 'request 1'));
      expect(statuses).toEqual(['appended', 'duplicate', 'appended', 'appended']);
      expect(await deliver('S1', 'request 2')).toBe('appended');
    });
  });

  describe('a snapshot', () => {
    it('is the latest state appended under its ID', async () => {
      const topic = newTopic();
      expect(await log.snapshot(topic, 'r1')).toBeNull();
      await append(topic, 'opened', { snapshot: { id: 'r1', state: { step: 1 } } });
      await append(topic, 'moved on', { snapshot: { id: 'r1', state: { step: 2 } } });
      expect(await other.snapshot(topic, 'r1')).toEqual({
        id: 'r1',
        state: { step: 2 },
        revision: 2,
        order: 1,
      });
      expect(await log.snapshot(newTopic(), 'r1')).toBeNull();
    });

    it('changes with its event or not at all', async () => {
      const topic = newTopic();
      const ifNew = { snapshot: { id: 'r1', state: 'a', ifRevision: 0 } };
      const duplicate = { key: 'd1', within: DAY };
      expect(await append(topic, 1, { ...ifNew, duplicate })).toMatchObject({ status: 'appended' });
      expect(await append(topic, 2, ifNew)).toEqual({ status: 'conflict' });
      expect(await append(topic, 3, { duplicate, snapshot: { id: 'r1', state: 'b' } })).toEqual({
        status: 'duplicate',
      });
      expect(await log.snapshot(topic, 'r1')).toMatchObject({ state: 'a', revision: 1 });
      const reader = log.read(topic, 'unverified');
      await append(topic, 4);
      expect(await takeBrief(reader, 4)).toEqual(['position', 'CURSOR_UNKNOWN', 1, 4]);
      await reader.return();
    });

    it('is listed by first appearance, page by page, while others change', async () => {
      const topic = newTopic();
      const ids = numbers(1, 7).map((number) => `r${number}`);
      for (const id of ids) await append(topic, id, { snapshot: { id, state: 'new' } });
      for (const newestFirst of [false, true]) {
        const listed: string[] = [];
        for (let after: number | undefined, more = true; more; ) {
          const page = await other.snapshots(topic, {
            limit: 3,
            newestFirst,
            ...(after !== undefined && { after }),
          });
          expect(page.total).toBe(7);
          listed.push(...page.snapshots.map(({ id }) => id));
          after = page.snapshots.at(-1)?.order;
          more = page.hasMore;
          await append(topic, 'changed', { snapshot: { id: 'r2', state: 'changed' } });
        }
        expect(listed).toEqual(newestFirst ? ids.toReversed() : ids);
        expect(await other.snapshots(topic, { limit: 0, newestFirst })).toEqual({
          snapshots: [],
          total: 7,
          hasMore: true,
        });
      }
      expect(await log.snapshots(newTopic(), { limit: 3 })).toEqual({
        snapshots: [],
        total: 0,
        hasMore: false,
      });
    });

    it('expires a fixed time after its last change', async () => {
      const topic = newTopic();
      const brieflyKept = await openLog({ snapshots: 400 }, topic);
      const change = async (id: string) => {
        await append(topic, id, { snapshot: { id, state: id } }, brieflyKept);
        return brieflyKept.snapshot(topic, id);
      };
      const listed = async () => {
        const { snapshots, total } = await brieflyKept.snapshots(topic, { limit: 10 });
        return [total, ...snapshots.map(({ id }) => id)].join(', ');
      };
      // Redis goes by its own clock: if the machine stalls, everything expires, and the count starts again.
      let expired = 0;
      await store.until(async () => {
        if ((await change('kept up'))?.revision === 1) expired = 0;
        if ((await listed()) === '1, kept up') {
          if (expired === 2) return true;
          const anew = await change('left alone');
          if (anew?.revision === 1 && (await listed()) === '2, kept up, left alone') expired += 1;
        }
        return false;
      });
    });
  });

  describe('ownership', () => {
    const claimed = async (events: Events, topic: string) => {
      const claim = await events.ownership.claim(topic);
      if (!claim) throw new Error('the claim was refused');
      return claim;
    };

    it('belongs to one instance until it is released, and the others learn of that', async () => {
      const topic = newTopic();
      const messages: (string | null)[] = [];
      const stop = otherCoordination.onSignal(topic, (message) => messages.push(message));
      await store.until(() => messages.length > 0);
      const claim = await claimed(here, topic);
      expect(claim.isHeld()).toBe(true);
      if (there !== here) expect(await there.ownership.claim(topic)).toBeNull();
      await claim.release();
      expect(claim.isHeld()).toBe(false);
      expect(claim.ended.aborted).toBe(true);
      await store.until(() => messages.includes(RELEASED));
      const next = await claimed(there, topic);
      expect(next.isHeld()).toBe(true);
      expect(next.fence).not.toBe(claim.fence);
      if (there !== here) expect(await here.ownership.claim(topic)).toBeNull();
      // An old claim that is released again does not end the new one.
      await claim.release();
      if (there !== here) expect(await here.ownership.claim(topic)).toBeNull();
      await next.release();
      stop();
    });

    it('is checked by appends: those of a former owner are refused, all others are not', async () => {
      const topic = newTopic();
      const former = await claimed(here, topic);
      const ofFormer = { fence: former.fence };
      expect(await append(topic, 1, ofFormer)).toMatchObject({ status: 'appended' });
      await former.release();
      // Nobody owns the topic.
      expect(await append(topic, 2, ofFormer)).toMatchObject({ status: 'appended' });
      const claim = await claimed(there, topic);
      expect(await append(topic, 3, { fence: claim.fence }, other)).toMatchObject({ status: 'appended' });
      expect(await append(topic, 4, ofFormer)).toEqual({ status: 'fenced' });
      expect(await append(topic, 5)).toMatchObject({ status: 'appended' });
      expect(await takeBrief(log.read(topic, 'unverified'), 6)).toEqual([
        'position',
        'CURSOR_UNKNOWN',
        1,
        2,
        3,
        5,
      ]);
      await claim.release();
    });

    it('is not affected by claims of other topics', async () => {
      const claims = [await claimed(here, newTopic()), await claimed(here, newTopic())];
      expect(claims.map((claim) => claim.isHeld())).toEqual([true, true]);
      await claims[0]?.release();
      expect(claims.map((claim) => claim.isHeld())).toEqual([false, true]);
      await claims[1]?.release();
    });
  });

  describe('coordination', () => {
    it('stores values, optionally with a time to live', async () => {
      const key = randomUUID();
      expect(await coordination.readValue(key)).toBeNull();
      await coordination.writeValue(key, 'one');
      await otherCoordination.writeValue(key, 'two', { ifAbsent: true });
      expect(await otherCoordination.readValue(key)).toBe('one');
      await otherCoordination.writeValue(key, 'three', { ttl: 100 });
      await store.until(async () => (await coordination.readValue(key)) === null);
      await coordination.writeValue(key, 'four', { ifAbsent: true, ttl: DAY });
      expect(await otherCoordination.readValue(key)).toBe('four');
      await coordination.removeValue(key);
      expect(await otherCoordination.readValue(key)).toBeNull();
    });

    it('sets the time to live of a value that is read, and stores none', async () => {
      const key = randomUUID();
      expect(await coordination.readValue(key, DAY)).toBeNull();
      expect(await otherCoordination.readValue(key)).toBeNull();
      await coordination.writeValue(key, 'one', { ttl: DAY });
      expect(await otherCoordination.readValue(key, 100)).toBe('one');
      await store.until(async () => (await coordination.readValue(key)) === null);
    });

    it('delivers signals to all listeners until they unsubscribe', async () => {
      const channel = randomUUID();
      const received: (string | null)[][] = [[], []];
      const stops = [coordination, otherCoordination].map((instance, index) =>
        instance.onSignal(channel, (message) => received[index]?.push(message)),
      );
      await store.until(async () => {
        await otherCoordination.signal(channel, 'hello');
        return received.every((messages) => messages.includes('hello'));
      });
      stops[0]?.();
      received[0]?.splice(0);
      await store.until(async () => {
        await coordination.signal(channel, 'bye');
        return received[1]?.includes('bye') ?? false;
      });
      expect(received[0]).toEqual([]);
      stops[1]?.();
    });
  });
}
