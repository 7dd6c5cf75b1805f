import type { Checks } from '../check.ts';
import { expect, expectSame } from '../failure.ts';
import { cursorOf, recordOf } from '../item.ts';
import { blocksOf } from '../sse.ts';
import { given, itemAt, type Trial } from '../trial.ts';

/** Server-sent events. */
export const SSE: Checks = {
  'sse-1': async (trial) => {
    const { status, headers } = await headOf(trial);
    expectSame(status, 200, 'the status');
    const type = headers.get('content-type');
    expect(type?.startsWith('text/event-stream') === true, `the content type is ${type}`);
  },
  'sse-2': async (trial) => {
    const { headers } = await headOf(trial);
    const cacheControl = headers.get('cache-control') ?? '';
    const directives = cacheControl.toLowerCase().split(/\s*,\s*/);
    expect(directives.includes('no-store'), `\`cache-control\` is ${JSON.stringify(cacheControl)}`);
    expectSame(headers.get('x-accel-buffering'), 'no', '`x-accel-buffering`');
  },
  'sse-3': async (trial) => {
    const { start, events } = await trial.history('a');
    for (const item of [start, ...events]) expectSame(item.id, item.cursor, 'the event ID');
  },
  'sse-4': {
    needs: ['withoutCursor'],
    run: async (trial) => {
      const { cursor, subscription, withoutCursor } = trial.server.adapter;
      const query = cursor === 'extensions' ? subscription : given(withoutCursor, 'withoutCursor');
      const stream = await trial.started({ query });
      await trial.send('a', 'b');
      const { id } = await stream.event(trial.text('a'));
      expect(id !== null, 'an event has no ID');
      expectSame(await trial.labelsAfter(id), ['b'], 'events after the ID');
    },
  },
  'sse-5': async (trial) => {
    const { events } = await trial.history('a', 'b');
    const stream = trial.open({ headers: lastEventId(cursorOf(itemAt(events, 0))) });
    expectSame(await trial.labelsUpToNow(stream), ['b'], 'events after `Last-Event-ID`');
  },
  'sse-6': async (trial) => {
    const { events } = await trial.history('a', 'b', 'c');
    const headers = lastEventId(cursorOf(itemAt(events, 1)));
    const labels = await trial.labelsAfter(itemAt(events, 0), { headers });
    expectSame(labels, ['c'], 'events with `Last-Event-ID` and `after`');
  },
  'sse-7': async (trial) => {
    const { events } = await trial.history('a', 'b');
    const labels = await trial.labelsAfter(itemAt(events, 0), { headers: lastEventId('') });
    expectSame(labels, ['b'], 'events with an empty `Last-Event-ID`');
  },
  'sse-8': async (trial) => {
    const { start } = await trial.history();
    await trial.refusal({ after: cursorOf(start), headers: lastEventId('nonsense') });
  },
  'sse-9': async (trial) => {
    const { status, headers } = await trial.refusal({ after: 'nonsense' });
    expectSame(status, 400, 'the status');
    expect(headers?.get('content-type')?.includes('json') === true, 'the refusal is not JSON');
  },
  'sse-10': async (trial) => {
    const response = await trial.server.sse.request(trial.operation({ query: '{ __typename }' }));
    const blocks = (await Array.fromAsync(blocksOf(response))).filter(({ type }) => type !== null);
    expectSame(
      blocks.map(({ type }) => type),
      ['next', 'complete'],
      'the events of a query',
    );
    const { data } = recordOf(JSON.parse(itemAt(blocks, 0).data));
    expectSame(data, { __typename: 'Query' }, 'the result of a query');
  },
};

const lastEventId = (id: string): Record<string, string> => ({ 'last-event-id': id });

/** Status and headers of a response that is not read further. */
async function headOf(trial: Trial): Promise<Response> {
  const abort = new AbortController();
  const response = await trial.server.sse.request(trial.operation(), abort.signal);
  abort.abort();
  return response;
}
