// @module-tag slow

import { type Sandbox, startSandbox } from 'learning-platform-kit/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FULL, note, pause } from '../support/fleet-form.ts';
import { jsonOf } from '../support/gateway.ts';
import { type Listener, listen } from '../support/listen.ts';
import { percentile } from '../support/percentile.ts';
import { type GatewayProcess, startProcess } from '../support/process.ts';
import { environmentOf } from '../support/process-environment.ts';

/** Both forms ask for more than the budgets: all users are late from the start. `BUDGET_USERS` scales the full form. */
const { USERS, TURN, POLL_INTERVAL, CHECK_INTERVAL } = FULL
  ? {
      USERS: Number(process.env.BUDGET_USERS ?? 4000),
      TURN: 100,
      POLL_INTERVAL: 5000,
      CHECK_INTERVAL: 60_000,
    }
  : { USERS: 20, TURN: 2, POLL_INTERVAL: 200, CHECK_INTERVAL: 200 };
/** Calls per second with which each user has one turn in `TURN` seconds. */
const [POLL_BUDGET, CHECK_BUDGET] = [USERS / TURN, USERS / TURN];
/** Milliseconds in which each user has one turn. */
const POLL_PERIOD = (USERS / POLL_BUDGET) * 1000;
const CHECK_PERIOD = (USERS / CHECK_BUDGET) * 1000;
/** Streams that are opened at the same time. */
const OPENING = 100;
/** Part of a budget that may arrive within ten seconds: on a busy machine, late calls arrive together. */
const PEAK = 1.2;
/** Turns of each user that are measured. */
const TURNS = 2.5;
/** Sent notifications whose way is timed, and revoked sessions. */
const SENT = FULL ? 40 : 3;
const REVOKED = FULL ? 20 : 2;

const POLL = 'GET /notifications/v1';
const CHECK = 'GET /oauth/v2/token/validate';
const RECEIVED = 'subscription { notificationReceived { notification { text } } }';
const CREATE = `mutation { createAnonymousUser(input: { dateOfBirth: "2001-01-01" }) {
  user { id } token { accessToken }
} }`;
const SEND = `mutation ($to: ID!, $text: String!) {
  sendNotification(input: { receiverId: $to, text: $text, persist: true }) { notificationId }
}`;

interface User {
  id: string;
  token: string;
  stream: Listener<{ notification: { text: string } | null }>;
}

interface Call {
  credential: string;
  at: number;
}

/** The most calls within any ten seconds, or all of them, per second. */
function peakOf(calls: readonly Call[]): number {
  let [peak, first] = [0, 0];
  for (const [last, { at }] of calls.entries()) {
    while (at - (calls[first]?.at ?? 0) > 10_000) first += 1;
    peak = Math.max(peak, last - first + 1);
  }
  return peak / 10;
}

/** Milliseconds between two calls for the same user. */
function gapsOf(calls: readonly Call[]): number[] {
  const byUser = Map.groupBy(calls, ({ credential }) => credential);
  return [...byUser.values()].flatMap((own) =>
    own.slice(1).map(({ at }, index) => at - (own[index]?.at ?? 0)),
  );
}

describe(`${USERS} users on a gateway that may poll ${POLL_BUDGET} times a second`, () => {
  /** Platform calls by route. */
  const calls: Record<string, Call[]> = { [POLL]: [], [CHECK]: [] };
  let sandbox: Sandbox;
  let gateway: GatewayProcess;
  let users: User[];
  /** Users and streams that were refused at first, by reason. */
  const refusals = new Map<string, number>();

  const post = async (query: string, variables: Record<string, unknown> = {}, token = '') => {
    const response = await fetch(`${gateway.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify({ query, variables }),
    });
    const { data, errors } = await jsonOf(response);
    if (errors) throw new Error(JSON.stringify(errors));
    return data;
  };

  const refused = (reason: string): void => void refusals.set(reason, (refusals.get(reason) ?? 0) + 1);

  const createUser = async () => {
    for (;;) {
      const data = await post(CREATE).catch((error: Error) => refused(error.message.slice(0, 80)));
      if (data) return data.createAnonymousUser;
    }
  };

  /** Opens the stream of a new user, and again as often and as late as the gateway says. */
  const open = async (): Promise<User> => {
    const { user, token } = await createUser();
    for (;;) {
      let closed = '';
      const stream: User['stream'] = listen(gateway.url, RECEIVED, {
        authorization: token.accessToken,
        client: { on: { closed: (event) => (closed = `closed: ${(event as { code?: number }).code}`) } },
      });
      await stream.reach(1).catch(() => {});
      if (stream.items.length > 0) return { id: user.id, token: token.accessToken, stream };
      const [error] = stream.errors;
      // A machine that is too busy may also close a new socket, which a client opens again.
      if (error) expect(error).toMatchObject({ extensions: { retryable: true } });
      refused(error?.message ?? closed);
      stream.stop();
      await pause(Number(error?.extensions.retryAfterMs ?? 1000) * (1 + Math.random() / 4));
    }
  };

  /** What was called from now on, at the end of this time. */
  const callsDuring = async (route: string, milliseconds: number): Promise<Call[]> => {
    const before = calls[route]?.length ?? 0;
    await pause(milliseconds);
    return calls[route]?.slice(before) ?? [];
  };

  beforeAll(
    async () => {
      sandbox = await startSandbox({
        tokenLifetime: 24 * 3_600_000,
        onRequest: ({ method, path, headers }) =>
          calls[`${method} ${path}`]?.push({
            credential: String(headers.authorization ?? headers.authentication),
            at: performance.now(),
          }),
      });
      gateway = await startProcess({
        ...environmentOf(sandbox),
        // One address may have a quarter of them.
        LIMIT_CONNECTIONS: '32000',
        LIMIT_SIGN_IN: '0',
        NOTIFICATION_POLL_INTERVAL: String(POLL_INTERVAL),
        NOTIFICATION_POLL_BUDGET: String(POLL_BUDGET),
        SESSION_CHECK_INTERVAL: String(CHECK_INTERVAL),
        SESSION_CHECK_BUDGET: String(CHECK_BUDGET),
      });
      const startedAt = performance.now();
      users = [];
      let opening = 0;
      const openNext = async (): Promise<void> => {
        while (users.length + opening < USERS) {
          opening += 1;
          const user = await open();
          opening -= 1;
          users.push(user);
        }
      };
      await Promise.all(Array.from({ length: OPENING }, openNext));
      note('budgets: open', {
        users: users.length,
        seconds: (performance.now() - startedAt) / 1000,
        refusals: Object.fromEntries(refusals),
      });
    },
    FULL ? 900_000 : 60_000,
  );
  afterAll(async () => {
    for (const { stream } of users) stream.stop();
    gateway.child.kill('SIGKILL');
    await gateway.ended;
    await sandbox.close();
  });

  it('never costs the platform more than the budget, also while their streams are opened', () => {
    const polls = calls[POLL] ?? [];
    expect(peakOf(polls)).toBeLessThanOrEqual(POLL_BUDGET * PEAK);
    expect(new Set(polls.map(({ credential }) => credential)).size).toBe(USERS);
  });

  it(
    'are all polled once per turn, and their sessions are checked once per turn',
    async () => {
      const [polls, checks] = await Promise.all([
        callsDuring(POLL, TURNS * POLL_PERIOD),
        callsDuring(CHECK, TURNS * CHECK_PERIOD),
      ]);
      const [gaps, ages] = [gapsOf(polls), gapsOf(checks)];
      note('budgets: steady', {
        pollsPerSecond: (polls.length / TURNS / POLL_PERIOD) * 1000,
        peak: peakOf(polls),
        staleness: [0.5, 0.99, 1].map((share) => percentile(gaps, share) / 1000),
        checksPerSecond: (checks.length / TURNS / CHECK_PERIOD) * 1000,
        age: [0.5, 0.99, 1].map((share) => percentile(ages, share) / 1000),
      });
      for (const [found, budget, period] of [
        [polls, POLL_BUDGET, POLL_PERIOD],
        [checks, CHECK_BUDGET, CHECK_PERIOD],
      ] as const) {
        expect(peakOf(found)).toBeLessThanOrEqual(budget * PEAK);
        expect(found.length).toBeLessThanOrEqual(budget * (TURNS * TURN + 1));
        expect(new Set(found.map(({ credential }) => credential)).size).toBe(USERS);
        // A busy machine makes single turns late, and the budget makes up for none of them.
        expect(percentile(gapsOf(found), 0.5)).toBeLessThan(2 * period);
        expect(percentile(gapsOf(found), 0.99)).toBeLessThan(FULL ? 1.3 * period : 4 * period);
      }
    },
    FULL ? 900_000 : 60_000,
  );

  it(
    'receive what is sent through the gateway before their turn',
    async () => {
      const before = calls[POLL]?.length ?? 0;
      const startedAt = performance.now();
      const delays: number[] = [];
      for (let number = 0; number < SENT; number++) {
        const receiver = users[Math.floor(Math.random() * users.length)];
        if (!receiver) break;
        const count = receiver.stream.items.length;
        const sentAt = performance.now();
        await post(SEND, { to: receiver.id, text: `text ${number}` }, sandbox.credentials.student);
        const items = await receiver.stream.reach(count + 1);
        delays.push(performance.now() - sentAt);
        expect(items.at(-1)?.notification?.text).toBe(`text ${number}`);
        // Slow enough for the limit of one sender.
        await pause(FULL ? 1000 : 0);
      }
      const polls = (calls[POLL] ?? []).slice(before);
      note('budgets: sent', {
        milliseconds: [0.5, 0.99, 1].map((share) => Math.round(percentile(delays, share))),
        pollsPerSecond: polls.length / ((performance.now() - startedAt) / 1000),
      });
      expect(delays).toHaveLength(SENT);
      if (FULL) expect(Math.max(...delays)).toBeLessThan(1000);
      else expect(Math.max(...delays)).toBeLessThan(5 * POLL_PERIOD);
      expect(peakOf(polls)).toBeLessThanOrEqual(POLL_BUDGET * PEAK);
    },
    FULL ? 120_000 : 60_000,
  );

  it(
    'lose their stream within a turn of session checks after their session was revoked',
    async () => {
      const revoked = users.slice(0, REVOKED);
      const revokedAt = performance.now();
      for (const { token } of revoked) sandbox.revokeToken(token);
      const delays = await Promise.all(
        revoked.map(async ({ stream }) => {
          await stream.end();
          return performance.now() - revokedAt;
        }),
      );
      note('budgets: revoked', {
        seconds: [0.5, 1].map((share) => percentile(delays, share) / 1000),
      });
      expect(Math.max(...delays)).toBeLessThan(FULL ? 1.3 * CHECK_PERIOD : 5 * CHECK_PERIOD);
      expect(users.filter(({ stream }) => stream.ended)).toHaveLength(REVOKED);
    },
    FULL ? 300_000 : 60_000,
  );
});
