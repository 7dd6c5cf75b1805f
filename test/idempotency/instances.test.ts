import { startSandbox } from 'learning-platform-kit/sandbox';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startApp } from '../../src/app/app.ts';
import { openLog } from '../../src/telemetry/log.ts';
import { readTestConfig } from '../support/bounds.ts';
import { EXECUTOR } from '../support/executor.ts';
import { FULL } from '../support/fleet-form.ts';
import { environmentOf } from '../support/process-environment.ts';
import { startRedis } from '../support/redis.ts';

const REPEATS = FULL ? 1000 : 200;
const CREATE = `mutation {
  createNote(input: { text: "Cold", lessonId: "l-tourniquet" }) @idempotent(key: "sent many times") { noteId }
}`;

describe('two instances on one Redis', { tags: 'redis-server' }, () => {
  it(`write once for a key that is sent ${REPEATS} times at once, and answer each time with the same note`, async () => {
    const redis = await startRedis();
    onTestFinished(() => redis.stop());
    const writes: string[] = [];
    const sandbox = await startSandbox({
      onRequest: ({ method, path }) => {
        if (method !== 'GET') writes.push(`${method} ${path}`);
      },
    });
    onTestFinished(sandbox.close);
    const config = readTestConfig({
      ...environmentOf(sandbox),
      EXECUTOR,
      REDIS_URL: redis.url,
      PORT: '0',
      LIMIT_RATE: '0',
      LIMIT_LAG: '60000',
      OPERATION_TIMEOUT: '120000',
    });
    const start = () => startApp(config, openLog('silent', { write: () => true }));
    const apps = await Promise.all([start(), start()]);
    onTestFinished(async () => void (await Promise.all(apps.map((app) => app.close()))));
    // A busy machine may not reach Redis in time: such a request is sent again, as its error says.
    const send = async (number: number): Promise<string> => {
      const response = await fetch(`${apps[number % 2]?.url}/graphql`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${sandbox.credentials.instructor}`,
        },
        body: JSON.stringify({ query: CREATE }),
      });
      const { data, errors: [error] = [] } = JSON.parse(await response.text());
      return error?.extensions.retryable ? send(number + 1) : JSON.stringify(error ?? data);
    };
    const answers = await Promise.all(Array.from({ length: REPEATS }, (_, number) => send(number)));
    expect(writes).toEqual(['PUT /edu/v1/note']);
    expect(new Set(answers).size).toBe(1);
    expect(JSON.parse(answers[0] ?? '')).toEqual({ createNote: { noteId: expect.any(String) } });
  });
});
