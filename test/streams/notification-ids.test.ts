import { beforeAll, describe, expect, it } from 'vitest';
import { FakeClock } from '../support/fake-clock.ts';
import { json } from '../support/faults.ts';
import { listen } from '../support/listen.ts';
import { suiteGateway } from '../support/suite.ts';

const RECEIVED = 'subscription { notificationReceived { notification { id text createdDate } } }';

interface Item {
  notification: { id: string; text: string; createdDate: string } | null;
}

describe('a notification', () => {
  const clock = new FakeClock();
  const gateway = suiteGateway({ clock, environment: { NOTIFICATION_POLL_INTERVAL: '500' } });
  beforeAll(() => clock.flow());

  // Those that could be a name or an address are in the list alone, by which the gateway finds them.
  it.each([
    'nt/1',
    'bm90OjE=',
    'for Ana Ferreira',
    'ana@school.example/1',
    'número-1',
    `long-${'x'.repeat(251)}`,
  ])('has the ID %s in its event', async (notificationId) => {
    const [userId] = gateway.sandbox.school.users.flatMap(({ userId, anonymous }) =>
      anonymous ? [] : [userId],
    );
    const authorization = `Bearer ${gateway.sandbox.issueToken(userId ?? '')}`;
    const stream = listen<Item>(gateway.url, RECEIVED, { authorization });
    await stream.reach(1);
    const createdDate = clock.now();
    const rows = [`before ${notificationId}`, notificationId].map((id, index) => ({
      notificationId: id,
      text: `of ${index}`,
      receiver: userId,
      createdDate,
    }));
    gateway.faults.set('GET /notifications/v1', json(rows.toReversed()));
    const items = await stream.reach(3);
    const shown = rows.map(({ notificationId: id, text }) => ({
      id,
      text,
      createdDate: new Date(createdDate).toISOString(),
    }));
    expect(items.slice(1).map(({ notification }) => notification)).toEqual(shown);
    expect(stream.errors).toEqual([]);
    stream.stop();
  });
});
