import type { Checks } from '../check.ts';
import { expect, expectSame, Failure } from '../failure.ts';
import { errorsIn } from '../item.ts';
import type { End } from '../stream.ts';
import { itemAt, type Trial } from '../trial.ts';

/** What a client may try again, and when. */
export const RETRIES: Checks = {
  'retries-1': async (trial) => {
    for (const options of [{ after: 'nonsense' }, { query: 'subscription { unknown { cursor } }' }]) {
      const { errors } = await trial.refusal(options);
      for (const { message, code, retryable } of errors)
        expect(
          code !== null && retryable !== null,
          `an error has no \`code\` or no \`retryable\`: ${message}`,
        );
    }
  },
  'retries-2': async (trial) => {
    const { errors } = await trial.refusal({ after: 'nonsense' });
    expectSame(
      errors.map(({ code }) => code),
      ['BAD_USER_INPUT'],
      'the refusal of a cursor',
    );
  },
  'retries-3': async (trial) => {
    const { errors } = await trial.refusal({ after: 'nonsense' });
    expectSame(itemAt(errors, 0).retryable, false, '`retryable` of a refused cursor');
  },
  'retries-4': {
    over: 'WebSocket',
    needs: ['newSession', 'limits.subscriptions'],
    run: async (trial) => {
      const socket = await trial.socket((await trial.newSession()).credential);
      const limit = trial.server.adapter.limits?.subscriptions ?? 0;
      const ids = Array.from({ length: limit + 1 }, () => socket.subscribe(trial.payload()));
      const replies = await Promise.all(ids.map((id) => socket.reply(id, 'next', 'error')));
      const refused = replies.find(({ type }) => type === 'error');
      if (!refused) throw new Failure(`none of ${limit + 1} subscriptions was refused`);
      const { code, retryable, retryAfterMs } = itemAt(errorsIn(refused.payload), 0);
      expectSame({ code, retryable }, { code: 'RATE_LIMITED', retryable: true }, 'the refusal');
      expect(retryAfterMs !== null && retryAfterMs > 0, 'the refusal has no `retryAfterMs`');
    },
  },
  'retries-5': {
    over: 'SSE',
    needs: ['newSession', 'limits.connections'],
    run: async (trial) => {
      const end = await endAtLimit(trial);
      if (end.how !== 'refused')
        throw new Failure(`one stream too many was not refused but ended: ${end.how}`);
      const { status, headers, errors } = end;
      expectSame(status, 429, 'the status');
      const { code, retryable, retryAfterMs } = itemAt(errors, 0);
      expectSame({ code, retryable }, { code: 'RATE_LIMITED', retryable: true }, 'the refusal');
      const seconds = Number(headers?.get('retry-after') ?? 'none');
      expect(Number.isInteger(seconds) && seconds > 0, `\`Retry-After\` is ${headers?.get('retry-after')}`);
      expectSame(Math.ceil((retryAfterMs ?? 0) / 1000), seconds, '`retryAfterMs` in seconds');
    },
  },
  'retries-6': {
    over: 'WebSocket',
    needs: ['newSession', 'limits.connections'],
    run: async (trial) => {
      expectSame(
        await endAtLimit(trial),
        { how: 'closed', code: 1013 },
        'the end of one connection too many',
      );
    },
  },
};

/** Opens streams in a new session until its caller may have no more. @returns how the last one ended. */
async function endAtLimit(trial: Trial): Promise<End> {
  const { credential } = await trial.newSession();
  const limit = trial.server.adapter.limits?.connections ?? 0;
  for (let opened = 0; opened <= limit; opened += 1) {
    const stream = trial.open({ credential });
    const isOpen = await stream.first().then(
      () => true,
      () => false,
    );
    if (!isOpen) return stream.ended();
  }
  throw new Failure(`${limit + 1} streams are open`);
}
