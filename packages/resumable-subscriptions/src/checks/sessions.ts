import type { Session } from '../adapter.ts';
import type { Check, Checks } from '../check.ts';
import { expect, expectSame, Failure } from '../failure.ts';
import { cursorOf } from '../item.ts';
import type { End } from '../stream.ts';
import { given, itemAt, type StreamOptions, type Trial } from '../trial.ts';

/** A check with a session of its own. */
const withSession = (run: (trial: Trial, session: Session) => Promise<void>): Check => ({
  needs: ['newSession'],
  run: async (trial) => run(trial, await trial.newSession()),
});

/** What ends a stream. */
export const SESSIONS: Checks = {
  'sessions-1': async (trial) => {
    const { errors } = await trial.refusal({ credential: {} });
    expectSame(itemAt(errors, 0).code, 'UNAUTHENTICATED', 'the refusal');
    expectSame(itemAt(errors, 0).retryable, false, '`retryable`');
  },
  'sessions-2': {
    needs: ['invalidCredential'],
    run: (trial) =>
      expectUnauthenticated(trial, {
        credential: given(trial.server.adapter.invalidCredential, 'invalidCredential'),
      }),
  },
  'sessions-3': withSession(async (trial, session) => {
    const stream = await trial.started({ credential: session.credential });
    await session.end();
    await stream.ended();
    await trial.send('after');
    expectSame(trial.labels(stream), [], 'events after the sign-out');
  }),
  'sessions-4': withSession(async (trial, session) => {
    await trial.started({ credential: session.credential });
    await session.end();
    await expectUnauthenticated(trial, { credential: session.credential });
  }),
  'sessions-5': withSession(async (trial, session) => {
    const stream = await trial.started({ credential: session.credential });
    await trial.send('a');
    const after = cursorOf(await stream.event(trial.text('a')));
    await session.end();
    await stream.ended();
    await trial.send('b');
    const { credential } = await trial.newSession();
    expectSame(await trial.labelsAfter(after, { credential }), ['b'], 'events in the next session');
  }),
  'sessions-6': withSession(async (trial, session) => {
    const [ended, other] = [await trial.started({ credential: session.credential }), await trial.started()];
    await session.end();
    await ended.ended();
    await trial.labelsUpToNow(other);
    expect(other.end === null, 'a stream of another session ended');
  }),
  'sessions-7': withSession(async (trial, session) => {
    const stream = await trial.started({ credential: session.credential });
    await session.end();
    const expected = trial.transport.name === 'SSE' ? { how: 'interrupted' } : { how: 'closed', code: 4403 };
    expectSame(await stream.ended(), expected, 'the end of the stream');
  }),
  'sessions-8': {
    hook: 'restart',
    run: async (trial) => {
      const stream = await trial.started();
      await trial.hook();
      const end = await stream.ended();
      const isInterruption =
        trial.transport.name === 'SSE'
          ? end.how === 'interrupted'
          : end.how === 'closed' && [1001, 1012].includes(end.code);
      expect(isInterruption, `the stream ended with ${JSON.stringify(end)}`);
    },
  },
  'sessions-9': {
    hook: 'outage',
    run: async (trial) => {
      await trial.hook();
      const end = await trial.open().ended();
      if (trial.transport.name === 'WebSocket')
        return expectSame(end, { how: 'closed', code: 1013 }, 'the end of the connection');
      if (end.how !== 'refused') throw new Failure(`the stream was not refused but ended: ${end.how}`);
      expect(end.status !== null && end.status >= 500, `the status is ${end.status}`);
      expectSame(itemAt(end.errors, 0).retryable, true, '`retryable`');
    },
  },
};

/** A socket must be closed with 4403, and an event stream refused with 401. */
async function expectUnauthenticated(trial: Trial, options: StreamOptions): Promise<void> {
  const end = await trial.open(options).ended();
  const expected =
    trial.transport.name === 'WebSocket' ? 'close code 4403' : 'status 401, UNAUTHENTICATED, not retryable';
  expectSame(refusalOf(end), expected, 'the refusal');
}

function refusalOf(end: End): string {
  if (end.how === 'closed') return `close code ${end.code}`;
  if (end.how !== 'refused') return end.how;
  const { code, retryable } = itemAt(end.errors, 0);
  return `status ${end.status}, ${code}, ${retryable ? '' : 'not '}retryable`;
}
