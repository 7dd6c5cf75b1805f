import { describe, expect, it } from 'vitest';
import { check, type Verdict } from './checker.ts';
import type { HistoryRecord } from './history.ts';

/** A history of one topic, with the times of its records. */
class Story {
  readonly #records: HistoryRecord[] = [];
  #at = 0;

  constructor(sources = ['s'], subscribers = ['one']) {
    for (const source of sources) this.#add({ kind: 'source', at: 0, source, topic: 't' });
    for (const subscriber of subscribers) {
      this.#add({ kind: 'subscriber', at: 0, subscriber, topic: 't' });
      this.#add({ kind: 'connected', at: 0, subscriber, after: null });
      this.#add({ kind: 'position', at: 0, subscriber, cursor: 'c' });
    }
  }

  send(number: number, source = 's'): this {
    return this.#add({ kind: 'sent', at: 0, source, number });
  }

  confirm(number: number, source = 's'): this {
    return this.#add({ kind: 'accepted', at: 0, source, number });
  }

  accept(number: number, source = 's'): this {
    return this.send(number, source).confirm(number, source);
  }

  lose(number: number, source = 's'): this {
    this.#add({ kind: 'sent', at: 0, source, number });
    return this.#add({ kind: 'uncertain', at: 0, source, number });
  }

  retry(number: number): this {
    return this.#add({ kind: 'retried', at: 0, source: 's', number });
  }

  receive(number: number, { source = 's', subscriber = 'one' } = {}): this {
    return this.#add({ kind: 'received', at: 0, subscriber, source, number });
  }

  gap(reason: string, subscriber = 'one'): this {
    return this.#add({ kind: 'gap', at: 0, subscriber, reason, cursor: 'c' });
  }

  fault(): this {
    return this.#add({ kind: 'fault', at: 0, fault: 'instance crashes', target: 'instance 0', lasts: 1 });
  }

  /** Redis loses the writes of the last `records` records. */
  loseWrites(records: number): this {
    return this.#add({ kind: 'writes-lost', at: 0, since: this.#at - records });
  }

  refuse(code: string): this {
    return this.#add({ kind: 'refused', at: 0, subscriber: 'one', code });
  }

  verdict(): Verdict {
    return check([...this.#records, { kind: 'drained', at: this.#at + 1, since: this.#at + 1 }]);
  }

  get records(): readonly HistoryRecord[] {
    return this.#records;
  }

  #add(record: HistoryRecord): this {
    this.#at += 1;
    this.#records.push({ ...record, at: this.#at });
    return this;
  }
}

const violationsOf = (story: Story): Verdict['violations'] => story.verdict().violations;

describe('the checker of histories', () => {
  it('accepts every event once and in order', () => {
    const verdict = new Story().accept(1).receive(1).accept(2).accept(3).receive(2).receive(3).verdict();
    expect(verdict).toMatchObject({ isGood: true, deliveries: 3, events: 3, gaps: {}, violations: {} });
  });

  it('finds an event that is missing between two others', () => {
    const story = new Story().accept(1).accept(2).accept(3).receive(1).receive(3);
    expect(violationsOf(story)).toEqual({ 'silent loss': 1 });
    expect(story.verdict().examples).toEqual(['silent loss: one missed s 2, after 1']);
  });

  it('finds events that are missing at the end, and for a subscriber that received nothing', () => {
    const story = new Story(['s'], ['one', 'two']).accept(1).accept(2).receive(1);
    expect(violationsOf(story)).toEqual({ 'silent loss': 3 });
  });

  it('finds an event that only one of two subscribers received', () => {
    const story = new Story(['s'], ['one', 'two']).accept(1).receive(1).receive(1, { subscriber: 'two' });
    expect(story.accept(2).receive(2).verdict().violations).toEqual({ 'silent loss': 1 });
  });

  it('accepts a loss that a gap tells at its place', () => {
    const verdict = new Story()
      .fault()
      .accept(1)
      .receive(1)
      .accept(2)
      .gap('UPSTREAM_INCOMPLETE')
      .accept(3)
      .receive(3)
      .verdict();
    expect(verdict).toMatchObject({ isGood: true, toldLosses: 1, gaps: { UPSTREAM_INCOMPLETE: 1 } });
  });

  it('finds a loss at another place than the gap', () => {
    const story = new Story().fault().accept(1).accept(2).accept(3).accept(4);
    story.gap('UPSTREAM_INCOMPLETE').receive(1).receive(2).receive(4);
    expect(violationsOf(story)).toEqual({ 'silent loss': 1 });
  });

  it('finds duplicates, also of an event long ago', () => {
    const story = new Story().accept(1).accept(2).receive(1).receive(1).receive(2).receive(1);
    expect(violationsOf(story)).toEqual({ duplicate: 2 });
  });

  it('finds a duplicate after a gap that does not announce another log', () => {
    const story = new Story().fault().accept(1).receive(1).gap('UPSTREAM_INCOMPLETE').receive(1);
    expect(violationsOf(story)).toEqual({ duplicate: 1 });
  });

  it('finds events in the wrong order', () => {
    const story = new Story().accept(1).accept(2).receive(2).receive(1);
    // What is skipped first may still be lost.
    expect(violationsOf(story)).toEqual({ 'silent loss': 1, order: 1 });
  });

  it('finds two subscribers with different orders of the same events', () => {
    const story = new Story(['s', 'r'], ['one', 'two']).accept(1, 's').accept(1, 'r');
    story.receive(1, { source: 's' }).receive(1, { source: 'r' });
    story.receive(1, { source: 'r', subscriber: 'two' }).receive(1, { source: 's', subscriber: 'two' });
    expect(violationsOf(story)).toEqual({ 'order between subscribers': 1 });
  });

  it('finds an event that nobody sent', () => {
    expect(violationsOf(new Story().accept(1).receive(1).receive(2))).toEqual({ 'invented event': 1 });
  });

  it('requires no delivery of an event whose acceptance is uncertain, but allows one', () => {
    const story = () => new Story().accept(1).receive(1).lose(2).accept(3);
    expect(violationsOf(story().receive(3))).toEqual({});
    expect(violationsOf(story().receive(2).receive(3))).toEqual({});
    expect(violationsOf(story().receive(3).receive(2))).toEqual({});
    expect(violationsOf(story().receive(2).receive(3).receive(2))).toEqual({ duplicate: 1 });
  });

  it('allows a retried event again where the retry could not be recognized, as often as it was retried', () => {
    const story = () => new Story().accept(1).retry(1).accept(2).receive(1).receive(2);
    expect(story().receive(1).verdict()).toMatchObject({ lateRetries: 1, violations: {} });
    expect(violationsOf(story().receive(1).receive(2).receive(1))).toEqual({ duplicate: 2 });
    expect(violationsOf(new Story().accept(1).retry(1).receive(1).receive(1))).toEqual({ duplicate: 1 });
    const both = new Story().accept(1).retry(1).accept(2).retry(2).receive(1).receive(2).receive(1);
    expect(both.receive(2).verdict()).toMatchObject({ lateRetries: 2, violations: {} });
    expect(violationsOf(both.receive(2))).toEqual({ duplicate: 1 });
  });

  it('requires no delivery of an event that was sent before the first position', () => {
    const sentBefore: HistoryRecord[] = [
      { kind: 'source', at: 0, source: 's', topic: 't' },
      { kind: 'sent', at: 1, source: 's', number: 1 },
      { kind: 'accepted', at: 2, source: 's', number: 1 },
      { kind: 'subscriber', at: 3, subscriber: 'one', topic: 't' },
      { kind: 'position', at: 4, subscriber: 'one', cursor: 'c' },
      { kind: 'drained', at: 5, since: 5 },
    ];
    expect(check(sentBefore).violations).toEqual({});
  });

  it('finds a gap whose reason is unknown', () => {
    expect(violationsOf(new Story().fault().gap('BECAUSE'))).toEqual({ 'gap without reason': 1 });
  });

  it('finds a gap that nothing had caused', () => {
    expect(violationsOf(new Story().gap('UPSTREAM_INCOMPLETE'))).toEqual({ 'gap without cause': 1 });
    expect(violationsOf(new Story().fault().gap('LOG_REPLACED'))).toEqual({ 'gap without cause': 1 });
    const later = new Story().fault().gap('LOG_REPLACED').accept(1).loseWrites(1);
    expect(violationsOf(later)).toMatchObject({ 'gap without cause': 1 });
  });

  it('accepts a trimmed stream only after a fault that takes longer than events are retained', () => {
    const cutOff = (lasts: number) => {
      const fault = {
        kind: 'fault',
        at: 10,
        fault: 'commands arrive late',
        target: 'instance 0',
        lasts,
      } as const;
      const { records } = new Story().accept(1);
      const gap = { kind: 'gap', at: 70, subscriber: 'one', reason: 'TRIMMED', cursor: 'c' } as const;
      return check([...records, fault, gap, { kind: 'drained', at: 80, since: 80 }], 45).violations;
    };
    expect(cutOff(60)).toEqual({});
    expect(cutOff(40)).toEqual({ 'gap without cause': 1 });
  });

  it('accepts a gap during a failover, which is recorded when it is over', () => {
    expect(violationsOf(new Story().fault().gap('LOG_REPLACED').loseWrites(2))).toEqual({});
  });

  it('accepts that a replaced log repeats events, after the gap that says so', () => {
    const story = new Story().accept(1).accept(2).receive(1).receive(2).loseWrites(2).gap('LOG_REPLACED');
    expect(story.receive(1).receive(2).accept(3).receive(3).verdict()).toMatchObject({
      isGood: true,
      repeatedAfterGap: 2,
    });
    expect(violationsOf(story.receive(2))).toEqual({ duplicate: 1 });
  });

  it('counts what Redis lost before the subscriber received it, and nothing else', () => {
    const story = new Story().accept(1).receive(1).accept(2).loseWrites(2).accept(3).accept(4);
    expect(story.receive(4).verdict()).toMatchObject({
      lostWithRedis: 1,
      violations: { 'silent loss': 1 },
    });
  });

  it('finds a loss of Redis of which a subscriber that had received the event was not told', () => {
    const story = new Story(['s'], ['one', 'two']).accept(1).receive(1).loseWrites(3).accept(2).receive(2);
    story.receive(2, { subscriber: 'two' });
    expect(violationsOf(story)).toEqual({ 'silent loss': 1 });
    expect(story.gap('LOG_REPLACED').verdict()).toMatchObject({ isGood: true, lostWithRedis: 1 });
  });

  it('accepts a gap after later events if Redis lost something while the event was under way', () => {
    const underWay = () =>
      new Story().accept(1).receive(1).send(2).loseWrites(1).confirm(2).accept(3).receive(3);
    const verdict = underWay().gap('UPSTREAM_INCOMPLETE').verdict();
    expect(verdict).toMatchObject({ isGood: true, toldLater: 1 });
    expect(violationsOf(underWay())).toEqual({ 'silent loss': 1 });
    expect(violationsOf(underWay().gap('LOG_REPLACED'))).toEqual({ 'silent loss': 1 });
    const before = new Story().accept(1).receive(1).loseWrites(1).accept(2).accept(3).receive(3);
    expect(violationsOf(before.gap('UPSTREAM_INCOMPLETE'))).toEqual({ 'silent loss': 1 });
  });

  it('finds a refusal that no fault explains', () => {
    expect(violationsOf(new Story().fault().refuse('UPSTREAM_TIMEOUT'))).toEqual({});
    expect(violationsOf(new Story().fault().refuse('BAD_USER_INPUT'))).toEqual({ refusal: 1 });
  });

  it('finds a history that ends before everything had time to arrive', () => {
    expect(check(new Story().accept(1).receive(1).records).violations).toEqual({ 'not drained': 1 });
  });
});
