// @module-tag linux
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { AddressedClient } from '../support/addressed-client.ts';
import { metricsUrlIn } from '../support/announced.ts';
import { startAttacker } from '../support/attack.ts';
import { CERTIFICATES } from '../support/certificates.ts';
import { describeEach } from '../support/describe-each.ts';
import { type Fault, json, status } from '../support/faults.ts';
import { note } from '../support/fleet-form.ts';
import { as } from '../support/gateway.ts';
import { type ProductionGateway, startProduction } from '../support/production.ts';
import { type ReverseProxy, startHaproxy, startNginx } from '../support/reverse-proxy.ts';

/** Milliseconds that a platform call takes. */
const CALL = 100;
/** Milliseconds of the quiet time, and with the stranger. */
const QUIET = 4000;
const DURATION = 12_000;
/** Where the stranger is. */
const STRANGER = '127.0.0.2';

const ca = readFileSync(CERTIFICATES.ca, 'utf8');
const ME = '{ me { id } }';
const SIGN_UP =
  'mutation { createAnonymousUser(input: { dateOfBirth: "2001-01-01" }) { token { accessToken } } }';

interface User {
  client: AddressedClient;
  headers: Readonly<Record<string, string>>;
}

describeEach([
  ['nginx', ['nginx'], startNginx],
  ['HAProxy', ['haproxy'], startHaproxy],
])('signed-in users behind %s', { tags: 'full', timeout: 180_000 }, (_name, startProxy) => {
  let gateway: ProductionGateway;
  let proxy: ReverseProxy;
  const tokens = new Set<string>();

  /** The platform's profile, after the time of a call. */
  const profile: Fault = (request, response) => {
    const token = request.headers.authorization ?? '';
    const user = { userId: token, firstName: 'User' };
    setTimeout(() => (tokens.has(token) ? json(user) : status(401))(request, response), CALL);
  };

  beforeAll(async () => {
    gateway = await startProduction({
      environment: { TRUST_PROXY: '127.0.0.1', METRICS_PORT: '0', LIMIT_SIGN_IN: '100000' },
    });
    const port = { port: gateway.port, statusPort: Number(new URL(metricsUrlIn(gateway.output())).port) };
    proxy = await startProxy([port, port]);
  });
  afterAll(async () => {
    await proxy.close();
    await gateway.close();
  });

  /** @param addressOf the address of each user. */
  async function signUp(count: number, addressOf: (number: number) => string): Promise<User[]> {
    gateway.faults.clear();
    const users: User[] = [];
    while (users.length < count) {
      const client = new AddressedClient(proxy.url, addressOf(users.length), ca);
      const { data } = await client.query(SIGN_UP);
      const headers = as.bearer(data.createAnonymousUser.token.accessToken);
      tokens.add(headers.authorization ?? '');
      users.push({ client, headers });
    }
    onTestFinished(async () => {
      await Promise.all(users.map(({ client }) => client.close()));
    });
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
        if (pace > 0) await new Promise((resolve) => setTimeout(resolve, (pace * index) / users.length));
        while (performance.now() < endsAt) {
          const startedAt = performance.now();
          const { status: code, errors } = await client.query(ME, { headers });
          took.push(performance.now() - startedAt);
          const failure = errors[0]?.extensions.code ?? (code === 200 ? null : String(code));
          if (failure !== null) failures.set(failure, (failures.get(failure) ?? 0) + 1);
          if (pace > 0) await new Promise((resolve) => setTimeout(resolve, pace));
        }
      }),
    );
    took.sort((one, other) => one - other);
    const p50 = Math.round(took[Math.floor(took.length / 2)] ?? Infinity);
    return { p50, queries: took.length, failures: Object.fromEntries(failures) };
  }

  it('wait at most half as long again and a platform call for a stranger with 200 connections', async () => {
    const users = await signUp(10, (number) => `127.0.1.${number + 1}`);
    await query(users, 1000);
    const quiet = await query(users, QUIET);
    const attacker = startAttacker('made-up tokens over 200 connections', proxy.url, DURATION);
    const beside = await query(users, DURATION);
    note('fairness', { quiet, beside, attacker: await attacker });
    expect(beside.failures).toEqual({});
    expect(beside.p50).toBeLessThan(1.5 * quiet.p50 + CALL);
  });

  it('are not refused for a stranger at their own address, of which there are 500', async () => {
    const users = await signUp(500, () => STRANGER);
    const attacker = startAttacker('made-up tokens, 20 a second', proxy.url, DURATION);
    const beside = await query(users, DURATION, 4000);
    note('fairness at one address', { beside, attacker: await attacker });
    expect(beside.failures).toEqual({});
    expect(beside.p50).toBeLessThan(10 * CALL);
  });
});
