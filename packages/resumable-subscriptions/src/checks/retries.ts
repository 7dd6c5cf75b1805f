import type { Credential } from '../adapter.ts';
import type { Checks } from '../check.ts';
import { expect, expectSame } from '../failure.ts';
import { errorsIn } from '../item.ts';
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
      const ids = Array.from({ length: limit }, () => socket.subscribe(trial.payload()));
      await Promise.all(ids.map((id) => socket.reply(id, 'next')));
      const { payload } = await socket.reply(socket.subscribe(trial.payload()), 'error');
      const { code, retryable, retryAfterMs } = itemAt(errorsIn(payload), 0);
      expectSame({ code, retryable }, { code: 'RATE_LIMITED', retryable: true }, 'the refusal');
      expect(retryAfterMs !== null && retryAfterMs > 0, 'the refusal has no `retryAfterMs`');
    },
  },
  'retries-5': {
    over: 'SSE',
    needs: ['newSession', 'limits.connections'],
    run: async (trial) => {
      const credential = await fill(trial);
      const { status, headers, errors } = await trial.refusal({ credential });
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
      const credential = await fill(trial);
      const end = await trial.open({ credential }).ended();
      expectSame(end, { how: 'closed', code: 1013 }, 'the end of one connection too many');
    },
  },
};

/** Opens as many streams in a new session as its caller may have. @returns its credential. */
async function fill(trial: Trial): Promise<Credential> {
  const { credential } = await trial.newSession();
  const limit = trial.server.adapter.limits?.connections ?? 0;
  const streams = Array.from({ length: limit }, () => trial.open({ credential }));
  await Promise.all(streams.map((stream) => stream.first()));
  return credential;
}
