import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { FakeClock } from '../support/fake-clock.ts';
import { type QueryResult, startGateway, type TestGateway } from '../support/gateway.ts';
import { knownUsers } from '../support/known-users.ts';
import { readMetrics } from '../support/metrics.ts';

const TOTAL = 20;
const PER_ADDRESS = 3;

/** The clock of the gateways: at the beginning of a minute, as sign-ins are counted by the minute. */
let clock: FakeClock;
beforeEach(() => {
  clock = new FakeClock();
});
const start = async (environment: Record<string, string> = {}): Promise<TestGateway> => {
  const gateway = await startGateway({
    clock,
    environment: {
      LIMIT_SIGN_IN: '300',
      TRUST_PROXY: 'loopback',
      ...environment,
    },
    config: { rejectedSignIns: { limit: TOTAL, perAddress: PER_ADDRESS } },
  });
  onTestFinished(gateway.close);
  return gateway;
};

const GUESS = 'refreshSession(input: { refreshToken: "made-up" }) { token { accessToken } }';
const REFRESH = `mutation ($token: String!) {
  refreshSession(input: { refreshToken: $token }) { token { refreshToken } }
}`;
const ANONYMOUS = 'createAnonymousUser(input: { dateOfBirth: "2001-02-03" }) { user { id } }';

/** Runs sign-in mutations as a client with this address. */
const from = (gateway: TestGateway, address: string, fields = GUESS): Promise<QueryResult> =>
  gateway.query(`mutation { ${fields} }`, { headers: { 'x-forwarded-for': address } });

/** Signs in successfully, one refresh after the other. */
async function succeed(gateway: TestGateway, address: string, times: number): Promise<void> {
  let token = 'demo-student-refresh-token';
  for (let time = 0; time < times; time += 1) {
    const { data, errors } = await gateway.query(REFRESH, {
      variables: { token },
      headers: { 'x-forwarded-for': address },
    });
    expect(errors).toEqual([]);
    token = data.refreshSession.token.refreshToken;
  }
}

/** One guess from each of so many addresses that the total is exceeded. */
async function exceedTotal(gateway: TestGateway): Promise<void> {
  for (let number = 0; number <= TOTAL; number += 1)
    expect((await from(gateway, `198.51.100.${number}`)).calls).toHaveLength(1);
}

/** Guesses until one is refused. @returns how many reached the platform. */
async function guess(gateway: TestGateway, address: string, most: number): Promise<number> {
  for (let number = 0; number < most; number += 1)
    if ((await from(gateway, address)).status === 429) return number;
  return most;
}

describe('rejected sign-ins from many addresses', () => {
  it('limit each address, a new one too, when there are too many in total', async () => {
    const gateway = await start();
    await exceedTotal(gateway);
    expect(await guess(gateway, '203.0.113.1', 10)).toBe(PER_ADDRESS);
    const refused = await from(gateway, '203.0.113.1');
    expect(refused.calls).toEqual([]);
    expect(refused.errors[0]?.extensions).toMatchObject({ code: 'RATE_LIMITED', retryable: true });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    // The ones that have guessed before have what is left.
    expect(await guess(gateway, '198.51.100.1', 10)).toBe(PER_ADDRESS - 1);
    const metrics = await readMetrics(gateway);
    expect(metrics.get('gateway_sign_ins_limited')).toBe(1);
    expect(metrics.get('gateway_sign_ins_total{mutation="refreshSession",outcome="rejected"}')).toBe(
      TOTAL + 2 * PER_ADDRESS,
    );
    expect(metrics.get('gateway_refused_requests_total{reason="rejected-sign-in"}')).toBe(3);
  });

  it('do not limit an address at which as many succeed', async () => {
    const gateway = await start();
    await succeed(gateway, '203.0.113.2', 3 * PER_ADDRESS);
    await exceedTotal(gateway);
    expect(await guess(gateway, '203.0.113.2', 2 * PER_ADDRESS)).toBe(2 * PER_ADDRESS);
  });

  it('never keep a valid credential from signing in, at an address that is new', async () => {
    const gateway = await start();
    await exceedTotal(gateway);
    await succeed(gateway, '203.0.113.3', 5 * PER_ADDRESS);
  });

  it('of others at an address keep nobody from refreshing whose token is known, and who may reject as few', async () => {
    const gateway = await start();
    const [user = {}] = await knownUsers(gateway);
    const headers = { ...user, 'x-forwarded-for': '203.0.113.9' };
    const refresh = (token: string) => gateway.query(REFRESH, { variables: { token }, headers });
    const aliases = Array.from({ length: 30 }, (_, number) => `a${number}: ${GUESS}`).join(' ');
    for (let number = 0; number < 10; number += 1) await from(gateway, '203.0.113.9', aliases);
    await exceedTotal(gateway);
    expect((await from(gateway, '203.0.113.9')).status).toBe(429);
    expect((await refresh('demo-student-refresh-token')).errors).toEqual([]);
    const codes: unknown[] = [];
    for (let number = 0; number < PER_ADDRESS + 2; number += 1)
      codes.push((await refresh('made-up')).errors[0]?.extensions.code);
    // The one that succeeded allows for another.
    expect(codes.indexOf('RATE_LIMITED')).toBe(PER_ADDRESS + 1);
  });

  it('count for an address before the platform has responded, so that guessing all at once is no way around', async () => {
    const gateway = await start();
    await exceedTotal(gateway);
    const results = await Promise.all(Array.from({ length: 12 }, () => from(gateway, '203.0.113.4')));
    expect(results.filter(({ status }) => status !== 429).length).toBeLessThanOrEqual(PER_ADDRESS);
    const aliases = Array.from({ length: PER_ADDRESS + 1 }, (_, number) => `a${number}: ${GUESS}`).join(' ');
    expect((await from(gateway, '203.0.113.5', aliases)).calls).toEqual([]);
  });

  it('are not made up for by accounts that anyone can make', async () => {
    const gateway = await start();
    for (let number = 0; number < 2 * PER_ADDRESS; number += 1) {
      expect((await from(gateway, '203.0.113.6', ANONYMOUS)).errors).toEqual([]);
    }
    await exceedTotal(gateway);
    expect(await guess(gateway, '203.0.113.6', 10)).toBe(PER_ADDRESS);
  });

  it('do not include sign-ins that succeeded, or about which the platform said nothing', async () => {
    const gateway = await start();
    await succeed(gateway, '203.0.113.7', TOTAL + 1);
    gateway.faults.set('POST /oauth/v2/token', (_request, response) => {
      response.writeHead(429).end();
    });
    for (let number = 0; number <= TOTAL; number += 1) await from(gateway, '203.0.113.8');
    expect((await readMetrics(gateway)).get('gateway_sign_ins_limited')).toBe(0);
  });

  it('tell a wrong secret of the app from guesses: no refresh is accepted', async () => {
    const gateway = await start();
    const linesOf = (message: string): unknown[] =>
      gateway.logLines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === message);
    for (let number = 0; number < 9; number += 1) await from(gateway, `198.51.100.${number}`);
    await succeed(gateway, '203.0.113.1', 1);
    for (let number = 0; number < 9; number += 1) await from(gateway, `198.51.100.${number}`);
    expect(linesOf('token refreshes rejected')).toEqual([]);
    for (let number = 9; number < 13; number += 1) await from(gateway, `198.51.100.${number}`);
    expect(linesOf('token refreshes rejected')).toEqual([
      expect.objectContaining({ severity_text: 'WARN', inARow: 10 }),
    ]);
    const { data } = await gateway.query(REFRESH, { variables: { token: 'demo-instructor-refresh-token' } });
    expect(data.refreshSession).not.toBe(null);
    expect(linesOf('token refreshes accepted')).toHaveLength(1);
    const metrics = await readMetrics(gateway);
    expect(metrics.get('gateway_sign_ins_total{mutation="refreshSession",outcome="accepted"}')).toBe(2);
    expect(metrics.get('gateway_sign_ins_total{mutation="exchangeCode",outcome="rejected"}')).toBe(0);
  });
});
