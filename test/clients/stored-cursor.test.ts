import { beforeAll, describe, expect, it } from 'vitest';
import { openSocket } from '../../packages/client/src/stream.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { as } from '../support/gateway.ts';
import { listen } from '../support/listen.ts';
import { suiteGateway } from '../support/suite.ts';
import { type ConsumerOptions, consume, type Disk, type Transport } from './mortal-consumer.ts';

const TEXTS = ['one', 'two'];
const SEND = `mutation ($text: String!) {
  sendNotification(input: { receiverId: "u-ana", text: $text, persist: false }) { streamed }
}`;
const STUDENT = as.student.authorization ?? '';
const TRANSPORTS: readonly Transport[] = ['readEvents', 'subscribe', 'iterate'];

describe('a stored cursor', () => {
  const clock = new FakeClock();
  const gateway = suiteGateway({ clock });
  /** The places before the first event and after the last one. */
  let [start, end] = ['', ''];
  beforeAll(async () => {
    const stop = clock.flow();
    const stream = listen(gateway.url, 'subscription { notificationReceived { cursor } }', {
      authorization: STUDENT,
    });
    start = (await stream.reach(1))[0].cursor;
    for (const text of TEXTS) {
      const { data } = await gateway.instructor(SEND, { text });
      expect(data.sendNotification).toEqual({ streamed: true });
    }
    end = (await stream.reach(1 + TEXTS.length)).at(-1).cursor;
    stream.stop();
    return stop;
  });

  const memoryDisk = () => {
    let cursor: string | null = start;
    const lines: string[] = [];
    const disk: Disk = {
      readCursor: () => cursor,
      writeCursor: (written) => {
        cursor = written;
      },
      append: (line) => void lines.push(line),
    };
    return { disk, lines };
  };
  const options = (transport: Transport, commit: 'before' | 'after') => ({
    transport,
    commit,
    url: `${gateway.url}/graphql`,
    authorization: STUDENT,
    last: 'two',
  });
  /** Consumes until it dies at this await. @returns whether it lived to the end. */
  const live = async (given: Omit<ConsumerOptions, 'step'>, awaits: number): Promise<boolean> => {
    let step = 0;
    return new Promise<boolean>((resolve, reject) => {
      const mortal = {
        ...given,
        step: async () => {
          step += 1;
          if (step === awaits) resolve(false);
          // A process that is dead does nothing more.
          if (step >= awaits) await new Promise(() => {});
        },
      };
      consume(mortal).then(() => resolve(true), reject);
    });
  };
  /** Consumes what is left. */
  const finish = async (transport: Transport, commit: 'before' | 'after', disk: Disk): Promise<void> => {
    if (disk.readCursor() !== end)
      await live({ ...options(transport, commit), disk }, Number.POSITIVE_INFINITY);
  };
  const textsOf = (lines: readonly string[]) => lines.map((line) => line.split(' ')[1]);

  /** Consumes everything, dying at each await in turn. @returns the lines of each run, of which the last one lived. */
  const linesOfEach = async (transport: Transport, commit: 'before' | 'after'): Promise<string[][]> => {
    const all: string[][] = [];
    for (let lived = false; !lived; ) {
      const { disk, lines } = memoryDisk();
      lived = await live({ ...options(transport, commit), disk }, all.push(lines));
      await finish(transport, commit, disk);
    }
    return all;
  };

  it.each(TRANSPORTS)(
    'loses no event whatever the moment at which the process dies: %s',
    async (transport) => {
      const runs = await linesOfEach(transport, 'after');
      // The event in hand may come again, with its ID.
      for (const lines of runs) expect(textsOf([...new Set(lines)])).toEqual(TEXTS);
      expect(Math.max(...runs.map((lines) => lines.length - TEXTS.length))).toBe(1);
      expect(runs.length).toBeGreaterThan(10);
    },
  );

  it.each(TRANSPORTS.slice(0, 2))('repeats no event by default: %s', async (transport) => {
    const runs = await linesOfEach(transport, 'before');
    for (const lines of runs) expect(new Set(lines).size).toBe(lines.length);
    expect(runs.at(-1)).toHaveLength(TEXTS.length);
    expect(runs.map((lines) => TEXTS.length - lines.length)).toContain(1);
  });

  it('stays where it is if the handler fails, which ends the subscription', async () => {
    const { disk } = memoryDisk();
    const socket = openSocket({
      url: `${gateway.url}/graphql`,
      session: { authorization: () => STUDENT },
      cursorOf: () => ({ read: disk.readCursor, write: disk.writeCursor }),
      commit: 'after',
    });
    const handled: string[] = [];
    const failed = await new Promise((resolve) => {
      socket.subscribe<{ notificationReceived: { notification: { text: string } | null } }>(
        { query: 'subscription { notificationReceived { notification { text } } }' },
        {
          next: async ({ data }) => {
            const text = data?.notificationReceived.notification?.text;
            if (text === 'two') throw new Error('the disk is full');
            if (text !== undefined) handled.push(text);
          },
          error: resolve,
          complete: () => {},
        },
      );
    });
    expect(failed).toEqual(new Error('the disk is full'));
    expect(handled).toEqual(['one']);
    const { disk: rest, lines } = memoryDisk();
    rest.writeCursor(disk.readCursor() ?? '');
    await live({ ...options('iterate', 'after'), disk: rest }, Number.POSITIVE_INFINITY);
    expect(textsOf(lines)).toEqual(['two']);
  });
});
