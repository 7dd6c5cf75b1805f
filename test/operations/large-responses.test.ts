import { describe, expect, it } from 'vitest';
import { answer } from '../support/faults.ts';
import { as } from '../support/gateway.ts';
import { suiteGateway } from '../support/suite.ts';

const FRIENDS = 'GET /user/v1/my/friends';

/** About 10 MB of users. */
const rows = Array.from({ length: 20_000 }, (_, index) => ({
  userId: `u${index}`,
  handle: `@friend.${index}`,
  firstName: 'Ana',
  extra: 'x'.repeat(440),
}));
const body = JSON.stringify(rows);

describe('a very large platform response', () => {
  const gateway = suiteGateway({
    environment: { LIMIT_OBJECTS: '50000' },
    config: { platformResponseLimit: 20_000_000 },
  });

  it('does not block other requests while it is parsed', async () => {
    expect(body.length).toBeGreaterThan(10_000_000);
    gateway.faults.set(FRIENDS, answer(body));
    let isRead = false;
    const readFriends = () => gateway.query('{ me { friends { user { id } } } }', { as: as.student });
    await readFriends();
    const large = readFriends().finally(() => {
      isRead = true;
    });
    let meanwhile = 0;
    while (!isRead) {
      expect((await gateway.query('{ __typename }')).data).toEqual({ __typename: 'Query' });
      meanwhile += 1;
    }
    const { data, errors } = await large;
    expect(errors).toEqual([]);
    expect(data.me.friends.length).toBe(rows.length);
    expect(data.me.friends.at(-1)).toEqual({ user: { id: 'u19999' } });
    // Parsed in one go, there would be about six.
    expect(meanwhile).toBeGreaterThan(12);
  });

  it('is rejected without the memory for it if it is nothing but nested lists', async () => {
    const LEVELS = 3_900_000;
    const nested = '['.repeat(LEVELS) + ']'.repeat(LEVELS);
    gateway.faults.set(FRIENDS, answer(nested));
    let highest = 0;
    const before = process.memoryUsage.rss();
    const watch = setInterval(() => {
      highest = Math.max(highest, process.memoryUsage.rss());
    }, 5);
    const { errors } = await gateway.query('{ me { friends { user { id } } } }', { as: as.student });
    clearInterval(watch);
    expect(errors[0]?.extensions.code).toBe('UPSTREAM_BAD_RESPONSE');
    // Platform and gateway share the process: each has the body a few times, not 75 times.
    expect(highest - before).toBeLessThan(20 * nested.length);
  });
});
