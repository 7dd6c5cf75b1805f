import { setTimeout as pause } from 'node:timers/promises';
import { startSandbox } from 'learning-platform-kit/sandbox';
import { school } from '../../packages/platform-kit/sandbox/school.ts';
import { pluginCredential } from '../support/fleet-ask.ts';
import { environmentOf } from '../support/process-environment.ts';
import type { ListedNotification, PlatformFacts, PlatformMood, PlatformOrder } from './platform-messages.ts';

/** The platform as a process of its own, which can be stopped and continued. It does what its parent asks. */
let mood: PlatformMood | null = null;
let requests = 0;

/** Beside the demo school's, who are too few for the stores of a run. */
const readers = Array.from({ length: 20 }, (_, index) => {
  const [someone] = school.users.filter(({ anonymous }) => !anonymous);
  if (!someone) throw new Error('the school has users');
  return { ...someone, userId: `u-reader-${index}`, handle: `@reader-${index}` };
});

const sandbox = await startSandbox({
  school: { ...school, users: [...school.users, ...readers] },
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
    case 'list':
      return listOf(order.receiver);
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

/** The unread notifications of a user, newest first. */
async function listOf(receiver: string): Promise<ListedNotification[]> {
  const list: ListedNotification[] = [];
  for (let page = 1; ; page += 1) {
    const query = new URLSearchParams({ limit: '100', page: String(page) });
    const response = await fetch(`${sandbox.url}/notifications/v1?${query}`, {
      headers: { authorization: `Bearer ${sandbox.issueToken(receiver)}` },
    });
    const rows: Record<string, string>[] = JSON.parse(await response.text());
    list.push(...rows.map(({ notificationId: id = '', text = '' }) => ({ id, text })));
    if (rows.length < 100) return list;
  }
}

process.on('message', async ({ id, order }: { id: number; order: PlatformOrder }) => {
  process.send?.({ id, reply: (await obey(order)) ?? null });
});
process.once('disconnect', () => process.exit());
process.send?.({
  environment: environmentOf(sandbox),
  url: sandbox.url,
  users: sandbox.school.users.filter(({ anonymous }) => !anonymous).map(({ userId }) => userId),
  sender: sandbox.credentials.instructor,
  plugin: pluginCredential(sandbox),
} satisfies PlatformFacts);
