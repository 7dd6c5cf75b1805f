import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Fault, hang, json, reset, status } from '../support/faults.ts';
import { as, codesByPath, type QueryResult, startGateway, type TestGateway } from '../support/gateway.ts';
import { know, knownUsers } from '../support/known-users.ts';
import { readMetrics } from '../support/metrics.ts';
import { until } from '../support/until.ts';

const COURSES = 'GET /edu/v1/course/list';
const ROUTES = [
  COURSES,
  'GET /edu/v1/class/list',
  'GET /user/v1/my/profile',
  'GET /user/v1/friends/profiles',
];
const LIST = '{ courses { totalCount } }';
const EVERYTHING = '{ courses { totalCount } classes { totalCount } me { id friends { user { id } } } }';
const PROFILE = '{ me { id } }';
const COURSE = '{ course(id: "c-knots") { id } }';
const BAD_COURSES = `{ ${Array.from({ length: 10 }, (_, number) => `c${number}: course(id: "bad-${number}") { id }`).join(' ')} }`;

describe('a circuit', () => {
  let gateway: TestGateway;
  let callers: Record<string, string>[];
  beforeEach(async () => {
    gateway = await startGateway({ environment: { PLATFORM_TIMEOUT: '500', TRUST_PROXY: 'loopback' } });
    callers = await knownUsers(gateway);
  });
  afterEach(() => gateway.close());

  const failAll = (fault: Fault, routes = ROUTES): void => {
    for (const route of routes) gateway.faults.set(route, fault);
  };
  const stateOf = async (guarded: string): Promise<number> =>
    (await readMetrics(gateway)).get(`gateway_upstream_circuit_state{route="${guarded}"}`) ?? 0;
  /** Runs an operation for each of the callers in turn, until a condition holds or so many have run. */
  const run = async (
    query: string,
    credentials: readonly Record<string, string>[],
    maximum: number,
    isDone: () => Promise<boolean> = async () => false,
  ): Promise<boolean> => {
    for (let sent = 0; sent < maximum; sent += credentials.length) {
      await Promise.all(credentials.map((credential) => gateway.query(query, { as: credential })));
      if (await isDone()) return true;
    }
    return false;
  };
  const first = (): Record<string, string> => callers[0] ?? expect.fail();
  const countOf = ({ calls }: QueryResult): number => calls.length;

  it.each<[string, Fault]>([
    ['500s', status(500)],
    ['resets', reset],
    ['silence', hang],
  ])(
    'of a route opens for %s that three callers meet, and the others of the host stay closed',
    async (_, fault) => {
      failAll(fault, [COURSES]);
      expect(await run(LIST, callers, 90, async () => (await stateOf(COURSES)) === 2)).toBe(true);
      const refused = await gateway.query(LIST, { as: first() });
      expect(codesByPath(refused.errors)).toEqual({ courses: 'UPSTREAM_UNAVAILABLE' });
      expect(countOf(refused)).toBe(0);
      expect((await gateway.query(PROFILE, { as: first() })).data.me.id).toBe('u-ana');
    },
  );

  it('is not opened by one caller, neither of a route nor of the host', async () => {
    failAll(reset);
    await run(EVERYTHING, [first()], 60);
    expect(await stateOf(COURSES)).toBe(0);
    expect(await stateOf('host platform')).toBe(0);
    expect(countOf(await gateway.query(LIST, { as: first() }))).toBeGreaterThan(0);
  });

  it.each<[string, () => Promise<Record<string, string>[]>]>([
    [
      'sign-ins of one user',
      async () => {
        const signIns = Array.from({ length: 5 }, () => as.bearer(gateway.sandbox.issueToken('u-ana')));
        for (const signIn of signIns) await know(gateway, signIn);
        return signIns;
      },
    ],
    [
      'made-up tokens of one address',
      async () => Array.from({ length: 5 }, (_, n) => as.bearer(`made-up-${n}`)),
    ],
  ])('is not opened by %s', async (_, signIns) => {
    const credentials = await signIns();
    failAll(reset);
    await run(EVERYTHING, credentials, 60);
    expect(await stateOf(COURSES)).toBe(0);
    expect(await stateOf('host platform')).toBe(0);
    expect(countOf(await gateway.query(LIST, { as: first() }))).toBeGreaterThan(0);
  });

  it.each<[string, Fault]>([
    ['500s', status(500)],
    ['silence', hang],
  ])('is not opened by three callers whose input meets %s, while as many others work', async (_, fault) => {
    const others = [1, 2, 3].map((number) => ({
      as: as.bearer(gateway.sandbox.issueToken('u-ana')),
      headers: { 'x-forwarded-for': `192.0.2.${number}` },
    }));
    const work = () => Promise.all(others.map((other) => gateway.query(COURSE, other)));
    gateway.faults.set('GET /edu/v1/course', (request, response) =>
      (request.url?.includes('bad') ? fault : json({ courseId: 'c-knots' }))(request, response),
    );
    for (let round = 0; round < 3; round += 1) {
      await work();
      await Promise.all(callers.map((caller) => gateway.query(BAD_COURSES, { as: caller })));
    }
    expect(await stateOf('GET /edu/v1/course')).toBe(0);
    expect((await work()).flatMap(({ errors }) => errors)).toEqual([]);
  });

  it('is not opened by responses that deny, or have no usable form', async () => {
    failAll(status(404));
    await run(EVERYTHING, callers, 90);
    failAll(status(403));
    await run(EVERYTHING, callers, 90);
    expect(await stateOf(COURSES)).toBe(0);
    expect(await stateOf('host platform')).toBe(0);
  });

  it('of a host opens when several routes are silent for three callers, so that no caller waits', async () => {
    failAll(hang);
    const isOpen = async () => (await stateOf('host platform')) === 2;
    expect(await run(EVERYTHING, callers, 90, isOpen)).toBe(true);
    // A route that has not failed: the host is paused as a whole.
    const before = gateway.requests.length;
    const { errors } = await gateway.query('{ leaderboardRank { score } }', { as: first() });
    expect(codesByPath(errors)).toEqual({ leaderboardRank: 'UPSTREAM_UNAVAILABLE' });
    expect(gateway.requests.slice(before)).toEqual([]);
    expect(
      gateway.logLines.some((line) => line.includes('"circuit open"') && line.includes('host platform')),
    ).toBe(true);
  });

  it('of a host stays closed for 500s on every route: it responds', async () => {
    failAll(status(500));
    expect(await run(EVERYTHING, callers, 300, async () => (await stateOf(COURSES)) === 2)).toBe(true);
    await run(EVERYTHING, callers, 30);
    expect(await stateOf('host platform')).toBe(0);
  });

  it('closes with the first response to a read, and tries no write before', async () => {
    failAll(hang);
    const isOpen = async () => (await stateOf('host platform')) === 2;
    expect(await run(EVERYTHING, callers, 90, isOpen)).toBe(true);
    gateway.faults.clear();
    const SCORE = 'PUT /leaderboard/v1';
    const write = 'mutation { submitScore(input: { categories: ["x"], score: 1 }) { extra } }';
    const isWritten = () => gateway.requests.some(({ method, path }) => `${method} ${path}` === SCORE);
    const before = gateway.requests.length;
    // Writes are refused until a read has been answered.
    let isClosed = false;
    await until(async () => {
      await gateway.query(write, { as: first() });
      if (isWritten()) return true;
      isClosed = (await gateway.query('{ leaderboardRank { score } }', { as: first() })).errors.length === 0;
      return isClosed;
    });
    const [trial] = gateway.requests.slice(before);
    expect(`${trial?.method} ${trial?.path}`).toBe('GET /leaderboard/v1/rank');
    expect(isClosed).toBe(true);
  });
});
