import type { Checks } from '../check.ts';
import { expect, expectSame } from '../failure.ts';
import { bearer } from '../server.ts';
import { cursorOf, type End } from '../stream.ts';
import { itemAt, type StreamOptions, type Trial } from '../trial.ts';

/** Section 9: sessions. */
export const SESSIONS: Checks = {
  '9.1': {
    run: async (trial) => {
      const { errors } = await trial.refusal({ authorization: null });
      expectSame(itemAt(errors, 0).code, 'UNAUTHENTICATED', 'the refusal');
      expectSame(itemAt(errors, 0).retryable, false, '`retryable`');
    },
  },
  '9.2': { run: (trial) => expectUnauthenticated(trial, { authorization: bearer('unknown-token') }) },
  '9.3': {
    needs: ['token'],
    run: async (trial) => {
      const token = await trial.newToken();
      const stream = await trial.started({ authorization: bearer(token) });
      await trial.server.signOut(token);
      await stream.ended();
      await trial.send('after');
      expectSame(stream.labels(trial.marker), [], 'events after the sign-out');
    },
  },
  '9.4': {
    needs: ['token'],
    run: async (trial) => {
      const token = await trial.newToken();
      await trial.started({ authorization: bearer(token) });
      await trial.server.signOut(token);
      await expectUnauthenticated(trial, { authorization: bearer(token) });
    },
  },
  '9.5': {
    needs: ['token'],
    run: async (trial) => {
      const token = await trial.newToken();
      const stream = await trial.started({ authorization: bearer(token) });
      await trial.send('a');
      const after = cursorOf(await stream.event(trial.text('a')));
      await trial.server.signOut(token);
      await stream.ended();
      await trial.send('b');
      const authorization = bearer(await trial.newToken());
      expectSame(await trial.labelsAfter(after, { authorization }), ['b'], 'events in the next session');
    },
  },
  '9.6': {
    needs: ['token'],
    run: async (trial) => {
      const token = await trial.newToken();
      const [ended, other] = [await trial.started({ authorization: bearer(token) }), await trial.started()];
      await trial.server.signOut(token);
      await ended.ended();
      await trial.labelsUpToNow(other);
      expect(other.end === null, 'a stream of another session ended');
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
