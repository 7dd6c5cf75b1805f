import type { Stage } from './stage.ts';

/** The client on a stage. */
interface Subject {
  /** Waits until the client has exactly these messages, each once. */
  shows(...texts: string[]): Promise<void>;
}

/** What may happen to a client of a list and its stream. */
export interface Scenario {
  /** The requirement that it is about. */
  rule: string;
  title: string;
  /** Before the client starts. */
  prepare(stage: Stage): Promise<unknown>;
  run(stage: Stage, client: Subject): Promise<void>;
}

/** @throws Error unless both are equal. */
function expectSame(actual: unknown, expected: unknown, subject: string): void {
  if (actual !== expected)
    throw new Error(`${subject}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`);
}

export const SCENARIOS: readonly Scenario[] = [
  {
    rule: 'C16',
    title: 'opens the stream at the place of the list',
    prepare: async (stage) => {
      await stage.say('a');
      stage.beforeStream = () => stage.say('b');
    },
    run: async (stage, client) => {
      await client.shows('a', 'b');
      await stage.say('c');
      await client.shows('a', 'b', 'c');
      expectSame(stage.afters[0], stage.listed[0], 'the cursor of the stream');
    },
  },
  {
    rule: 'C17',
    title: 'opens the stream first if the list has no place',
    prepare: async (stage) => {
      await stage.say('a');
      stage.isWithoutPlace = true;
      stage.beforeStream = async () => {
        await stage.say('b');
        stage.whileListed = async () => {
          await stage.say('c');
          await stage.delivered('c');
        };
      };
    },
    run: async (stage, client) => {
      await client.shows('a', 'b', 'c');
      await stage.say('d');
      await client.shows('a', 'b', 'c', 'd');
      expectSame(stage.afters[0], null, 'the cursor of the stream');
    },
  },
  {
    rule: 'C18',
    title: 'joins what both have by its ID',
    prepare: async (stage) => {
      await stage.say('a');
      stage.messages.onRead = () => void stage.say('b');
    },
    run: async (stage, client) => {
      await stage.delivered('b');
      await stage.say('c');
      await client.shows('a', 'b', 'c');
    },
  },
  {
    rule: 'C18',
    title: 'sets what is changed and drops what is removed',
    prepare: async (stage) => {
      await stage.say('a');
      await stage.say('b');
    },
    run: async (stage, client) => {
      await stage.streaming();
      await stage.change('a', 'a2');
      await client.shows('a2', 'b');
      stage.beforeStream = async () => {
        await stage.change('a2', 'a3');
        await stage.remove('b');
        await stage.say('c');
      };
      stage.drop();
      await client.shows('a3', 'c');
    },
  },
  {
    rule: 'C5',
    title: 'reads the list again after an event that failed',
    prepare: (stage) => stage.say('a'),
    run: async (stage, client) => {
      await stage.streaming();
      stage.failing = 'b';
      await stage.say('b');
      await client.shows('a', 'b');
    },
  },
  {
    rule: 'C2, C8, C19',
    title: 'resumes after the last item, and reads no list for it',
    prepare: (stage) => stage.say('a'),
    run: async (stage, client) => {
      await stage.streaming();
      await stage.say('b');
      await client.shows('a', 'b');
      const { lastCursor } = stage;
      stage.beforeStream = () => stage.say('c');
      stage.drop();
      await client.shows('a', 'b', 'c');
      expectSame(stage.afters[1], lastCursor, 'the cursor of the resumed stream');
      expectSame(stage.listed.length, 1, 'number of lists read');
    },
  },
  {
    rule: 'C19',
    title: 'reads the list again after a gap, and keeps what arrives meanwhile',
    prepare: (stage) => stage.say('a'),
    run: async (stage, client) => {
      await stage.streaming();
      await stage.say('b');
      await client.shows('a', 'b');
      stage.beforeStream = async () => {
        await stage.say('lost');
        stage.trim();
        stage.forget('a');
        stage.whileListed = async () => {
          await stage.say('meanwhile');
          await stage.delivered('meanwhile');
        };
      };
      stage.drop();
      await client.shows('b', 'lost', 'meanwhile');
    },
  },
  {
    rule: 'C7, C19',
    title: 'reads the list again after its cursor was refused',
    prepare: (stage) => stage.say('a'),
    run: async (stage, client) => {
      await stage.streaming();
      await stage.say('b');
      await client.shows('a', 'b');
      stage.beforeStream = async () => {
        await stage.say('lost');
        stage.forget('a');
        stage.refuseCursors();
      };
      stage.drop();
      await client.shows('b', 'lost');
      await stage.say('c');
      await client.shows('b', 'lost', 'c');
    },
  },
];
