// @module-tag linux
import { expect, it } from 'vitest';
import type { AddressedClient } from '../support/addressed-client.ts';
import { PROXIES, startAttacker, startTarget, type Target } from '../support/attack.ts';
import { describeEach } from '../support/describe-each.ts';
import { type Fault, json, status } from '../support/faults.ts';
import { note, pause } from '../support/fleet-form.ts';
import { as } from '../support/gateway.ts';
import { percentile } from '../support/percentile.ts';

/** Milliseconds that a platform call takes. */
const CALL = 100;
/** Milliseconds of the quiet time, and with the stranger. */
const QUIET = 4000;
const DURATION = 12_000;
/** Where the stranger is. */
const STRANGER = '127.0.0.2';

const ME = '{ me { id } }';
const SIGN_UP =
  'mutation { createAnonymousUser(input: { dateOfBirth: "2001-01-01" }) { token { accessToken } } }';

interface User {
  client: AddressedClient;
  headers: Readonly<Record<string, string>>;
}

describeEach(PROXIES)('users behind %s', { tags: 'full', timeout: 180_000 }, (_name, startProxy) => {
  const tokens = new Set<string>();

  /** The platform's profile, after the time of a call. */
  const profile: Fault = (request, response) => {
    const token = request.headers.authorization ?? '';
    const user = { userId: token, firstName: 'User' };
    setTimeout(() => (tokens.has(token) ? json(user) : status(401))(request, response), CALL);
  };

  const start = () =>
    startTarget(startProxy, { LIMIT_RATE: '0', LIMIT_SIGN_IN: '100000', LIMIT_REJECTED_SIGN_INS: '0' });

  /** @param addressOf the address of each user. */
  async function signUp(
    { gateway, clientAt }: Target,
    count: number,
    addressOf: (number: number) => string,
  ): Promise<User[]> {
    const users: User[] = [];
    while (users.length < count) {
      const client = clientAt(addressOf(users.length));
      const { data } = await client.query(SIGN_UP);
      const headers = as.bearer(data.createAnonymousUser.token.accessToken);
      tokens.add(headers.authorization ?? '');
      users.push({ client, headers });
    }
    gateway.faults.set('GET /user/v1/my/profile', profile);
    return users;
  }

  /** Lets each user send one query after the other. @returns what they took, in milliseconds, and what failed. */
  async function query(users: readonly User[], duration: number, pace = 0) {
    const endsAt = performance.now() + duration;
    const took: number[] = [];
    const failures = new Map<string, number>();
    await Promise.all(
      users.map(async ({ client, headers }, index) => {
        if (pace > 0) await pause((pace * index) / users.length);
        while (performance.now() < endsAt) {
          const startedAt = performance.now();
          const { status: code, errors } = await client.query(ME, { headers });
          took.push(performance.now() - startedAt);
          const failure = errors[0]?.extensions.code ?? (code === 200 ? null : String(code));
          if (failure !== null) failures.set(failure, (failures.get(failure) ?? 0) + 1);
          if (pace > 0) await pause(pace);
        }
      }),
    );
    const p50 = Math.round(percentile(took, 0.5));
    return { p50, queries: took.length, failures: Object.fromEntries(failures) };
  }

  it('wait at most half as long again and a platform call for a stranger with 200 connections', async () => {
    const target = await start();
    const users = await signUp(target, 10, (number) => `127.0.1.${number + 1}`);
    await query(users, 1000);
    const quiet = await query(users, QUIET);
    const attacker = startAttacker('made-up tokens of 200 connections', target.url, DURATION);
    const beside = await query(users, DURATION);
    note('fairness', { quiet, beside, attacker: await attacker });
    expect(beside.failures).toEqual({});
    expect(beside.p50).toBeLessThan(1.5 * quiet.p50 + CALL);
  });

  it('are not refused for a stranger at their own address, of which there are 500', async () => {
    const target = await start();
    const users = await signUp(target, 500, () => STRANGER);
    const attacker = startAttacker('made-up tokens, 20 a second', target.url, DURATION);
    const beside = await query(users, DURATION, 4000);
    note('fairness at one address', { beside, attacker: await attacker });
    expect(beside.failures).toEqual({});
    expect(beside.p50).toBeLessThan(10 * CALL);
  });
});
