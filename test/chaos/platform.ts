import { setTimeout as pause } from 'node:timers/promises';
import { startSandbox } from 'learning-platform-kit/sandbox';
import { pluginCredential } from '../support/fleet-ask.ts';
import { environmentOf } from '../support/process-environment.ts';
import type { PlatformFacts, PlatformMood, PlatformOrder } from './platform-messages.ts';

/** The platform as a process of its own, which can be stopped and continued. It does what its parent asks. */
let mood: PlatformMood | null = null;
let requests = 0;

const sandbox = await startSandbox({
  tokenLifetime: 100 * 3_600_000,
  onRequest: () => {
    requests += 1;
  },
  intercept: async (_request, response) => {
    if (mood === null) return false;
    const { delay, failures, status } = mood;
    await pause(delay.from + Math.random() * (delay.to - delay.from));
    if (Math.random() >= failures) return false;
    response.writeHead(status, {
      'content-type': 'application/json',
      ...(status === 429 ? { 'retry-after': '1' } : {}),
    });
    response.end('{"error":{"code":"failed","message":"failed"}}');
    return true;
  },
});

function obey(order: PlatformOrder): unknown {
  switch (order.type) {
    case 'send':
      return sandbox.sendNotification({ receiver: order.receiver, text: order.text }).notificationId;
    case 'issue':
      return sandbox.issueToken(order.userId);
    case 'revoke':
      return sandbox.revokeToken(order.token);
    case 'mood':
      mood = order.mood;
      return null;
    case 'requests':
      return requests;
  }
}

process.on('message', ({ id, order }: { id: number; order: PlatformOrder }) => {
  process.send?.({ id, reply: obey(order) ?? null });
});
process.once('disconnect', () => process.exit());
process.send?.({
  environment: environmentOf(sandbox),
  url: sandbox.url,
  users: sandbox.school.users.filter(({ anonymous }) => !anonymous).map(({ userId }) => userId),
  sender: sandbox.credentials.instructor,
  plugin: pluginCredential(sandbox),
} satisfies PlatformFacts);
