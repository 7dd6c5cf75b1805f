import type { List, Newcomer } from '../adapter.ts';
import type { Check, Checks } from '../check.ts';
import { expect, expectSame } from '../failure.ts';
import { cursorOf, type Item, isHeaderValue } from '../item.ts';
import { type ReadList, readList } from '../list.ts';
import type { Stream } from '../stream.ts';
import { given, type Trial } from '../trial.ts';

/** A check of a caller's list and stream. */
const ofList = (run: (caller: Caller) => Promise<void>, conditions: Partial<Check> = {}): Check => ({
  needs: ['list'],
  ...conditions,
  run: (trial) => run(new Caller(trial)),
});

/** A list and the stream that continues it. */
export const STATE: Checks = {
  'state-1': ofList(
    async (caller) => {
      const cursor = await caller.cursor();
      expect(isHeaderValue(cursor), `a header cannot contain the cursor ${cursor}`);
      const streams = [caller.open(cursor), caller.open(cursor)];
      await caller.send('a');
      for (const stream of streams)
        expectSame(await caller.labelsUpToNow(stream), ['a'], 'events after the cursor of the list');
    },
    { alone: true },
  ),
  'state-2': ofList(async (caller) => {
    const witness = await caller.started();
    const lists = [await caller.list()];
    await caller.sendAndSee(witness, 'before');
    lists.push(await caller.list());
    const labels = ['a', 'b', 'c', 'd'];
    for (const label of labels) {
      const [list] = await Promise.all([caller.list(), caller.send(label)]);
      lists.push(list);
    }
    for (const list of lists)
      await caller.expectAll(['before', ...labels], list, caller.open(list.streamCursor));
  }),
  'state-3': ofList(async (caller) => {
    const stream = await caller.started();
    const labels = ['a', 'b'];
    for (const label of labels) await caller.sendAndSee(stream, label);
    const list = await caller.list();
    const ids = (items: { text: unknown; id: unknown }[]): unknown[] =>
      labels.map((label) => items.find(({ text }) => text === caller.text(label))?.id ?? null);
    const events = ids(stream.items.values.map(({ text, recordId: id }) => ({ text, id })));
    expect(!events.includes(null), 'an event has no ID of its record');
    expect(events[0] !== events[1], 'two records have the same ID');
    expectSame(ids(list.records), events, 'the IDs in the list');
  }),
  'state-4': ofList(
    async (caller) => {
      await caller.sendAndSee(await caller.started(), 'before');
      const list = await caller.list();
      if (!list.shows(caller.text('before'))) return;
      const labels = await caller.labelsUpToNow(caller.open(list.streamCursor));
      expectSame(labels, [], 'events that the list shows, from before it was requested');
    },
    { alone: true },
  ),
  'state-5': {
    needs: ['list', 'list.newcomer'],
    run: async (trial) => {
      const caller = new Caller(trial, await given(trial.server.adapter.list?.newcomer, 'newcomer')());
      const after = await caller.cursor();
      await caller.send('a');
      const stream = caller.open(after);
      await stream.event(caller.text('a'));
      await caller.send('b');
      expectSame(await caller.labelsUpToNow(stream), ['a', 'b'], 'events of a caller who had no stream');
    },
  },
  'state-6': ofList(
    async (caller) => {
      await caller.cursor();
      await caller.trial.hook();
      expectSame((await caller.list()).streamCursor, null, 'the cursor while the log is unavailable');
    },
    { hook: 'logOutage' },
  ),
  'state-7': ofList(
    async (caller) => {
      await caller.list();
      await caller.sendAndSee(await caller.started(), 'before');
      const stream = await caller.started();
      const [list] = await Promise.all([caller.list(), caller.send('a')]);
      await caller.send('b');
      await caller.expectAll(['before', 'a', 'b'], list, stream);
    },
    { alone: true },
  ),
  'state-8': ofList(
    async (caller) => {
      const stream = await caller.started();
      await caller.sendAndSee(stream, 'lost');
      await caller.trial.hook();
      const after = cursorOf(await stream.first());
      if (caller.trial.server.has('gaps')) await caller.open(after).gap();
      else await caller.trial.refusal({ after });
      expect((await caller.list()).shows(caller.text('lost')), 'the list lacks an event from before the gap');
    },
    { hook: 'trim' },
  ),
  'state-9': ofList(
    (caller) =>
      caller.expectChange({
        cause: (id) => given(caller.adapterList.change, 'list.change')(id, caller.text('changed')),
        isIn: (list, id) =>
          list.records.some((record) => record.id === id && record.text === caller.text('changed')),
        isOf: ({ text }) => text === caller.text('changed'),
      }),
    { needs: ['list', 'list.change'], isConditional: true },
  ),
  'state-10': ofList(
    (caller) =>
      caller.expectChange({
        cause: (id) => given(caller.adapterList.remove, 'list.remove')(id),
        isIn: (list, id) => !list.records.some((record) => record.id === id),
        isOf: ({ text, gap }) => text === null && gap === null,
      }),
    { needs: ['list', 'list.remove'], isConditional: true },
  ),
};

/** What happens to a record. */
interface Change {
  cause(id: unknown): Promise<unknown>;
  /** Whether a list shows it. */
  isIn(list: ReadList, id: unknown): boolean;
  /** Whether an item of the record has its event. */
  isOf(item: Item): boolean;
}

/** Whoever reads the list and the stream of a check: the caller of the adapter, or a newcomer. */
class Caller {
  readonly trial: Trial;
  readonly #newcomer: Newcomer | null;

  constructor(trial: Trial, newcomer: Newcomer | null = null) {
    this.trial = trial;
    this.#newcomer = newcomer;
  }

  list(): Promise<ReadList> {
    const { credential, query } = this.#newcomer ?? {};
    return readList(this.trial, { credential, query });
  }

  /** The cursor of the list, which must have one. */
  async cursor(): Promise<string> {
    const { streamCursor } = await this.list();
    expect(streamCursor !== null, 'the list has no cursor');
    return streamCursor;
  }

  /** Opens the stream at the place of a list, which must have one. */
  open(after: string | null): Stream {
    expect(after !== null, 'the list has no cursor');
    const { credential, subscription } = this.#newcomer ?? {};
    return this.trial.open({
      after,
      ...(credential && { credential }),
      ...(subscription !== undefined && { query: subscription }),
    });
  }

  /** Opens the stream without a cursor and waits until it is open. */
  started(): Promise<Stream> {
    return this.trial.started();
  }

  text(label: string): string {
    return this.trial.text(label);
  }

  /** Adds records, one after the other. */
  async send(...labels: string[]): Promise<void> {
    const { list, send } = this.trial.server.adapter;
    const add = this.#newcomer?.send ?? list?.send ?? send;
    for (const label of labels) {
      await add(this.text(label));
      this.trial.transcript.note(`the record "${label}" was added`);
    }
  }

  /** Adds a record whose event the server has delivered then. */
  async sendAndSee(witness: Stream, label: string): Promise<void> {
    await this.send(label);
    await witness.event(this.text(label));
  }

  /** Adds one more record and waits for it. @returns the labels of this trial's events before it. */
  async labelsUpToNow(stream: Stream): Promise<string[]> {
    await this.sendAndSee(stream, `end ${this.trial.nextFence()}`);
    return this.trial.labels(stream).filter((label) => !label.startsWith('end '));
  }

  /** The list of the adapter. */
  get adapterList(): List {
    return given(this.trial.server.adapter.list, 'list');
  }

  /** Lists from before, during and after a change: each must show it, or its stream deliver it, with the ID of the record. */
  async expectChange({ cause, isIn, isOf }: Change): Promise<void> {
    const witness = await this.started();
    await this.sendAndSee(witness, 'record');
    const { recordId: id } = await witness.event(this.text('record'));
    const lists = [await this.list()];
    const [list] = await Promise.all([this.list(), cause(id)]);
    this.trial.transcript.note('the record was changed or removed');
    lists.push(list, await this.list());
    for (const [index, read] of lists.entries()) {
      const stream = this.open(read.streamCursor);
      await this.labelsUpToNow(stream);
      const isDelivered = stream.items.values.some((item) => item.recordId === id && isOf(item));
      expect(
        index > 0 || isDelivered,
        'the stream of a list from before the change has no event with the ID of the record',
      );
      expect(isDelivered || isIn(read, id), 'a change that neither the list nor its stream has');
    }
  }

  /** Each event must be shown by the list or delivered by the stream. */
  async expectAll(labels: readonly string[], list: ReadList, stream: Stream): Promise<void> {
    const delivered = await this.labelsUpToNow(stream);
    stream.close();
    const missing = labels.filter((label) => !list.shows(this.text(label)) && !delivered.includes(label));
    expectSame(missing, [], 'events that neither the list nor the stream has');
  }
}
