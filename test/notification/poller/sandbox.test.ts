import { startSandbox } from 'learning-platform-kit/sandbox';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  NotificationPollers,
  type PollProblem,
} from '../../../src/domains/notification/poller/notification-pollers.ts';
import { memoryEvents } from '../../../src/events/memory/events.ts';
import { addressesOf, createPlatform } from '../../../src/platform/client.ts';
import { listNotifications, notificationIdOf } from '../../../src/platform/routes/notification.ts';
import { undiciTransport } from '../../../src/platform/transport.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { contentsOf, numbers, retention, topicOf } from '../../support/notification-pollers.ts';
import { strictBoundary } from '../../support/strict-boundary.ts';

describe('a notification poller on the sandbox platform', () => {
  it('streams notifications of others, acknowledged or not, including those sent while there was no follower', async () => {
    const clock = new FakeClock();
    const sandbox = await startSandbox({ now: () => clock.now() });
    onTestFinished(() => sandbox.close());
    const transport = undiciTransport({
      clock,
      connections: 4,
      timeout: 5000,
      responseLimit: 1_000_000,
      boundary: strictBoundary(),
    });
    onTestFinished(() => transport.close());
    const events = memoryEvents({ clock, retention });
    const contents = contentsOf(events, topicOf('u-ana'));
    const problems: PollProblem[] = [];
    const pollers = new NotificationPollers({
      clock,
      log: events.log,
      coordination: events.coordination,
      ownership: events.ownership,
      topicOf,
      list: async (token, { since, page, limit }, signal) => {
        const platform = createPlatform({
          clock,
          addresses: addressesOf({
            platform: new URL(sandbox.url),
            notes: null,
            push: new URL(sandbox.pushUrl),
          }),
          send: transport.send,
          credential: { kind: 'user', token },
          signal,
        });
        const query = { acknowledge: true, limit, page, since: new Date(since).toISOString() };
        const found = await platform.read(listNotifications, query);
        const rows = found.rows.map((row) => ({
          id: notificationIdOf(row),
          createdAt: Date.parse(row.createdDate ?? ''),
          payload: { text: row.text ?? null, path: row.path ?? null },
        }));
        return { rows, sent: found.sent };
      },
      interval: 20,
      maxInterval: 20,
      budget: 1000,
      retention: retention.events,
      onError: (problem) => problems.push(problem),
    });
    onTestFinished(() => pollers.close());
    const send = (text: string) =>
      sandbox.sendNotification({ sender: 'u-marcus', receiver: 'u-ana', text, persist: true });

    // The fixture notifications are older.
    const leave = pollers.follow('u-ana', sandbox.credentials.student, null);
    await clock.until(
      async () => (await events.coordination.readValue('notification-watermark:u-ana')) !== null,
    );
    const texts = numbers(1, 230).map((number) => `number ${number}`);
    for (const text of texts.slice(0, 30)) send(text);
    await clock.until(() => contents.texts.length === 30);
    leave();

    for (const text of texts.slice(30)) {
      const { notificationId } = send(text);
      if (text.endsWith('7')) await acknowledge(sandbox.pushUrl, sandbox.credentials.student, notificationId);
    }
    pollers.follow('u-ana', 'a token that is over', null);
    pollers.follow('u-ana', sandbox.credentials.student, null);
    pollers.follow('u-ana', 'another', null);
    await clock.until(() => contents.texts.length >= 230);
    expect(contents.texts).toEqual(texts);
    expect(problems).toEqual([{ at: 'token', code: 'UNAUTHENTICATED', retryInMs: expect.any(Number) }]);
  });
});

async function acknowledge(address: string, token: string, notificationId: string): Promise<void> {
  const response = await fetch(new URL('/notifications/v1/acknowledge', address), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ notificationId }),
  });
  expect(response.status).toBe(200);
}
