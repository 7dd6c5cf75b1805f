import { describe, expect, it, onTestFinished } from 'vitest';
import { FakeClock } from '../support/fake-clock.ts';
import { as, startGateway } from '../support/gateway.ts';
import { listen } from '../support/listen.ts';
import { percentile } from '../support/percentile.ts';

/** More users than the budgets suffice for: each has one turn in so many seconds. */
const USERS = 20;
const BUDGET = 4;
const TURN = USERS / BUDGET;
const POLL = 'GET /notifications/v1';
const CHECK = 'GET /oauth/v2/token/validate';
const RECEIVED = 'subscription { notificationReceived { notification { text } } }';
const SEND = `mutation ($to: ID!) {
  sendNotification(input: { receiverId: $to, text: "sent", persist: true }) { notificationId }
}`;

interface Call {
  credential: string;
  at: number;
}

/** Most calls within any ten seconds, per second. */
const peakOf = (calls: readonly Call[]): number =>
  Math.max(
    ...calls.map((first) => calls.filter(({ at }) => at >= first.at && at < first.at + 10_000).length),
  ) / 10;

/** Seconds between two calls for the same user. */
const gapsOf = (calls: readonly Call[]): number[] =>
  [...Map.groupBy(calls, ({ credential }) => credential).values()].flatMap((own) =>
    own.slice(1).map(({ at }, index) => (at - (own[index]?.at ?? 0)) / 1000),
  );

describe('a gateway with too many users for its budgets', () => {
  it('exceeds neither, treats all users alike, and brings at once what is sent through it', async () => {
    const clock = new FakeClock();
    const calls: Record<string, Call[]> = { [POLL]: [], [CHECK]: [] };
    const gateway = await startGateway({
      clock,
      environment: {
        NOTIFICATION_POLL_INTERVAL: '200',
        NOTIFICATION_POLL_BUDGET: String(BUDGET),
        SESSION_CHECK_INTERVAL: '200',
        SESSION_CHECK_BUDGET: String(BUDGET),
      },
      sandbox: {
        onRequest: ({ method, path, headers }) =>
          calls[`${method} ${path}`]?.push({
            credential: String(headers.authorization ?? headers.authentication),
            at: clock.monotonic(),
          }),
      },
    });
    onTestFinished(gateway.close);
    const seconds = (count: number): Promise<void> =>
      new Promise((resolve) => void clock.setTimeout(resolve, count * 1000));
    let refusals = 0;
    /** Opens the stream of a user, and again as often and as late as the gateway says. */
    const open = async (authorization: string) => {
      for (;;) {
        const stream = listen(gateway.url, RECEIVED, { authorization });
        await stream.reach(1).catch(() => {});
        if (stream.items.length > 0) return stream;
        expect(stream.errors).toMatchObject([{ extensions: { code: 'RATE_LIMITED', retryable: true } }]);
        refusals += 1;
        await seconds((stream.errors[0]?.extensions.retryAfterMs ?? 0) / 1000);
      }
    };
    const users = gateway.sandbox.school.users.filter(({ anonymous }) => !anonymous).slice(0, USERS);
    const stop = clock.flow();
    const streams = await Promise.all(
      users.map(({ userId }) => open(`Bearer ${gateway.sandbox.issueToken(userId)}`)),
    );
    expect(refusals).toBeGreaterThan(0);
    expect(peakOf(calls[POLL] ?? [])).toBeLessThanOrEqual(1.2 * BUDGET);
    for (const found of Object.values(calls)) found.length = 0;
    await seconds(2.5 * TURN);
    for (const found of Object.values(calls)) {
      expect(peakOf(found)).toBeLessThanOrEqual(1.2 * BUDGET);
      expect(new Set(found.map(({ credential }) => credential)).size).toBe(USERS);
      expect(percentile(gapsOf(found), 0.5)).toBeLessThan(1.3 * TURN);
    }
    const sentAt = clock.monotonic();
    const { errors } = await gateway.query(SEND, { as: as.student, variables: { to: users[0]?.userId } });
    expect(errors).toEqual([]);
    await streams[0]?.reach(2);
    expect(clock.monotonic() - sentAt).toBeLessThan(0.3 * TURN * 1000);
    await stop();
    for (const stream of streams) stream.stop();
  });
});
