import type { Checks } from '../check.ts';
import { expect, expectSame } from '../failure.ts';
import { bearer } from '../server.ts';
import { blocksOf } from '../sse.ts';
import { cursorOf, recordOf } from '../stream.ts';
import { itemAt, type Trial } from '../trial.ts';

const WITHOUT_CURSOR = 'subscription { notificationReceived { notification { text } } }';

/** Section 6: server-sent events. */
export const EVENT_STREAMS: Checks = {
  '6.1': {
    over: 'SSE',
    run: async (trial) => {
      const { status, headers } = await headOf(trial);
      expectSame(status, 200, 'the status');
      const type = headers.get('content-type');
      expect(type?.startsWith('text/event-stream') === true, `the content type is ${type}`);
    },
  },
  '6.2': {
    over: 'SSE',
    run: async (trial) => {
      const { headers } = await headOf(trial);
      expectSame(headers.get('cache-control'), 'no-store', '`cache-control`');
      expectSame(headers.get('x-accel-buffering'), 'no', '`x-accel-buffering`');
    },
  },
  '6.3': {
    over: 'SSE',
    run: async (trial) => {
      const { position, events } = await trial.history('a');
      for (const item of [position, ...events]) expectSame(item.id, item.cursor, 'the event ID');
    },
  },
  '6.4': {
    over: 'SSE',
    run: async (trial) => {
      const stream = await trial.started({ query: WITHOUT_CURSOR });
      await trial.send('a', 'b');
      const { id } = await stream.event(trial.text('a'));
      expect(id !== null, 'an event has no ID');
      expectSame(await trial.labelsAfter(id), ['b'], 'events after the ID');
    },
  },
  '6.5': {
    over: 'SSE',
    run: async (trial) => {
      const { events } = await trial.history('a', 'b');
      const stream = trial.open({ headers: lastEventId(cursorOf(itemAt(events, 0))) });
      expectSame(await trial.labelsUpToNow(stream), ['b'], 'events after `Last-Event-ID`');
    },
  },
  '6.6': {
    over: 'SSE',
    run: async (trial) => {
      const { events } = await trial.history('a', 'b', 'c');
      const headers = lastEventId(cursorOf(itemAt(events, 1)));
      const labels = await trial.labelsAfter(itemAt(events, 0), { headers });
      expectSame(labels, ['c'], 'events with `Last-Event-ID` and `after`');
    },
  },
  '6.7': {
    over: 'SSE',
    run: async (trial) => {
      const { events } = await trial.history('a', 'b');
      const labels = await trial.labelsAfter(itemAt(events, 0), { headers: lastEventId('') });
      expectSame(labels, ['b'], 'events with an empty `Last-Event-ID`');
    },
  },
  '6.8': {
    over: 'SSE',
    run: async (trial) => {
      const { position } = await trial.history();
      const { errors } = await trial.refusal({
        after: cursorOf(position),
        headers: lastEventId('nonsense'),
      });
      expectSame(itemAt(errors, 0).code, 'BAD_USER_INPUT', 'the refusal');
    },
  },
  '6.9': {
    over: 'SSE',
    run: async (trial) => {
      const { status, headers } = await trial.refusal({ after: 'nonsense' });
      expectSame(status, 400, 'the status');
      expect(headers?.get('content-type')?.includes('json') === true, 'the refusal is not JSON');
    },
  },
  '6.10': {
    over: 'SSE',
    run: async (trial) => {
      const response = await trial.transports.sse.request(trial.operation({ query: '{ __typename }' }));
      const blocks = (await Array.fromAsync(blocksOf(response))).filter(({ type }) => type !== null);
      expectSame(
        blocks.map(({ type }) => type),
        ['next', 'complete'],
        'the events of a query',
      );
      const { data } = recordOf(JSON.parse(itemAt(blocks, 0).data));
      expectSame(data, { __typename: 'Query' }, 'the result of a query');
    },
  },
  '6.11': {
    over: 'SSE',
    needs: ['token'],
    run: async (trial) => {
      const token = await trial.newToken();
      const stream = await trial.started({ authorization: bearer(token) });
      await trial.server.signOut(token);
      expectSame((await stream.ended()).how, 'interrupted', 'the end of the stream');
    },
  },
  '6.12': {
    over: 'SSE',
    hook: 'restart',
    run: async (trial) => {
      const stream = await trial.started();
      await trial.hook();
      expectSame((await stream.ended()).how, 'interrupted', 'the end of the stream');
    },
  },
};

const lastEventId = (id: string): Record<string, string> => ({ 'last-event-id': id });

/** Status and headers of a response that is not read further. */
async function headOf(trial: Trial): Promise<Response> {
  const abort = new AbortController();
  const response = await trial.transports.sse.request(trial.operation(), abort.signal);
  abort.abort();
  return response;
}
