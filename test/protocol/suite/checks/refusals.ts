import type { Checks } from '../check.ts';
import { expect, expectSame } from '../failure.ts';
import { bearer } from '../server.ts';
import { errorsIn } from '../stream.ts';
import { itemAt, RECEIVED, type Trial } from '../trial.ts';

/** Section 8: refusals and retries. */
export const REFUSALS: Checks = {
  '8.1': {
    run: async (trial) => {
      for (const options of [{ after: 'nonsense' }, { query: 'subscription { unknown { cursor } }' }]) {
        const { errors } = await trial.refusal(options);
        for (const { code, retryable } of errors)
          expect(code !== null && retryable !== null, 'an error has no `code` or no `retryable`');
      }
    },
  },
  '8.2': {
    over: 'WebSocket',
    needs: ['token', 'subscriptions'],
    run: async (trial) => {
      const socket = await trial.socket(bearer(await trial.newToken()));
      const operation = { query: RECEIVED, variables: {} };
      const limit = trial.server.settings.subscriptions ?? 0;
      const ids = Array.from({ length: limit }, () => socket.subscribe(operation));
      await Promise.all(ids.map((id) => socket.reply(id, 'next')));
      const { payload } = await socket.reply(socket.subscribe(operation), 'error');
      const { code, retryable, retryAfterMs } = itemAt(errorsIn(payload), 0);
      expectSame({ code, retryable }, { code: 'RATE_LIMITED', retryable: true }, 'the refusal');
      expect(retryAfterMs !== null && retryAfterMs > 0, 'the refusal has no `retryAfterMs`');
    },
  },
  '8.3': {
    over: 'SSE',
    needs: ['token', 'connections'],
    run: async (trial) => {
      const { status, headers, errors } = await refusedOverLimit(trial);
      expectSame(status, 429, 'the status');
      const { code, retryable, retryAfterMs } = itemAt(errors, 0);
      expectSame({ code, retryable }, { code: 'RATE_LIMITED', retryable: true }, 'the refusal');
      const seconds = Number(headers?.get('retry-after') ?? 'none');
      expect(Number.isInteger(seconds) && seconds > 0, `\`Retry-After\` is ${headers?.get('retry-after')}`);
      expectSame(Math.ceil((retryAfterMs ?? 0) / 1000), seconds, '`retryAfterMs` in seconds');
    },
  },
  '8.4': {
    over: 'WebSocket',
    needs: ['token', 'connections'],
    run: async (trial) => {
      const authorization = await fill(trial);
      const end = await trial.open({ authorization }).ended();
      expectSame(end, { how: 'closed', code: 1013 }, 'the end of one connection too many');
    },
  },
  '8.5': {
    over: 'SSE',
    hook: 'outage',
    run: async (trial) => {
      await trial.hook();
      const { status, errors } = await trial.refusal({});
      expect(status !== null && status >= 500, `the status is ${status}`);
      expectSame(itemAt(errors, 0).retryable, true, '`retryable`');
    },
  },
};

async function refusedOverLimit(trial: Trial): ReturnType<Trial['refusal']> {
  const authorization = await fill(trial);
  return trial.refusal({ authorization });
}

/** Opens as many streams in a new session as its caller may have. @returns its credential. */
async function fill(trial: Trial): Promise<string> {
  const authorization = bearer(await trial.newToken());
  const limit = trial.server.settings.connections ?? 0;
  const streams = Array.from({ length: limit }, () => trial.open({ authorization }));
  await Promise.all(streams.map((stream) => stream.position()));
  return authorization;
}
