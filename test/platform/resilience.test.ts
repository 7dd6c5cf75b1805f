import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { FakeClock } from '../support/fake-clock.ts';
import { type Fault, hang, json, reset, status } from '../support/faults.ts';
import { as, codesByPath, startGateway } from '../support/gateway.ts';
import { KNOWN_USERS, knownUsers } from '../support/known-users.ts';
import { IN_ORDER, suiteGateway } from '../support/suite.ts';

const COURSE = '{ course(id: "c-knots") { id } }';

/** Fails the given number of times, then responds. */
const failing = (times: number, fault: Fault): Fault => {
  let left = times;
  return (request, response) => {
    left -= 1;
    if (left >= 0) fault(request, response);
    else json({ courseId: 'c-knots' })(request, response);
  };
};

const TIMEOUT = 2000;
/** Milliseconds until an open circuit lets a trial through. */
const HALF_OPEN_AFTER = 2000;
/** What a call between the test, the gateway and the platform takes at most, by the clock of the gateway. */
const ON_THE_WAY = TIMEOUT / 5;

describe('an unreliable platform', IN_ORDER, () => {
  const clock = new FakeClock();
  const gateway = suiteGateway({
    clock,
    environment: { PLATFORM_TIMEOUT: String(TIMEOUT), PLATFORM_CONNECTIONS: '20' },
  });

  it.each<[string, Fault]>([
    ['cuts the connection', reset],
    ['is unavailable', status(503)],
    ['is overloaded with an immediate Retry-After', status(429, { 'retry-after': '0' })],
  ])('%s twice: a read is retried and succeeds', async (_, fault) => {
    gateway.faults.set('GET /edu/v1/course', failing(2, fault));
    const { data, errors, calls } = await clock.during(gateway.query(COURSE, { as: as.student }));
    expect(errors).toEqual([]);
    expect(data.course.id).toBe('c-knots');
    expect(calls).toHaveLength(3);
  });

  it.each<[string, Fault]>([
    ['fails with 500', status(500)],
    ['sends a Retry-After beyond the deadline', status(503, { 'retry-after': '60' })],
    ['sends a 429 without Retry-After', status(429)],
    ['sends an invalid Retry-After', status(429, { 'retry-after': '-5' })],
  ])('%s: a read is not retried', async (_, fault) => {
    gateway.faults.set('GET /edu/v1/course', failing(1, fault));
    const { data, calls } = await clock.during(gateway.query(COURSE, { as: as.student }));
    expect(data.course).toBeNull();
    expect(calls).toHaveLength(1);
  });

  it.each<[string, Fault]>([
    ['cuts the connection', reset],
    ['is unavailable', status(503, { 'retry-after': '0' })],
  ])('%s: a write is never retried', async (_, fault) => {
    gateway.faults.set('PUT /user/v1/my/profile', fault);
    const { calls } = await gateway.query(
      'mutation { createAnonymousUser(input: { dateOfBirth: "1990-01-01" }) { user { id } } }',
    );
    expect(calls).toHaveLength(1);
  });

  it.each<[string, Record<string, string>, number | undefined]>([
    ['seconds', { 'retry-after': '60' }, 60_000],
    ['a past date', { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' }, 0],
    ['more than a day', { 'retry-after': '99999999999999999999' }, 86_400_000],
    ['an invalid value', { 'retry-after': '1.5' }, undefined],
  ])('sends a Retry-After of %s: the error has the delay', async (_, headers, wait) => {
    for (const code of [429, 503]) {
      gateway.faults.set('GET /edu/v1/course', status(code, headers));
      const { errors } = await clock.during(gateway.query(COURSE, { as: as.student }));
      expect(errors[0]?.extensions.retryAfterMs).toBe(wait);
    }
  });

  it('fails late: a retry has only the remaining time', async () => {
    let attempts = 0;
    gateway.faults.set('GET /leaderboard/v1/rank', (request) => {
      attempts += 1;
      if (attempts === 1) clock.setTimeout(() => request.socket.resetAndDestroy(), TIMEOUT * 0.7);
    });
    const startedAt = clock.monotonic();
    const { errors } = await clock.during(gateway.query('{ leaderboardRank { score } }', { as: as.student }));
    expect(codesByPath(errors)).toEqual({ leaderboardRank: 'UPSTREAM_TIMEOUT' });
    expect(attempts).toBe(2);
    // With a full timeout for the retry, the call would take 1.7 timeouts.
    expect(clock.monotonic() - startedAt).toBeLessThan(TIMEOUT + ON_THE_WAY);
  });

  it('gets no calls to a route that keeps failing until the route recovers', async () => {
    const callers = await clock.during(knownUsers(gateway));
    gateway.faults.set('GET /edu/v1/course/list', reset);
    let next = 0;
    const query = () => {
      next += 1;
      return clock.during(
        gateway.query('{ courses { totalCount } me { id } }', {
          as: callers[next % callers.length] ?? as.student,
        }),
      );
    };
    const listCalls = (calls: string[]) =>
      calls.filter((call) => call.startsWith('GET /edu/v1/course/list')).length;
    let isOpen = false;
    for (let round = 0; round < 400 && !isOpen; round += 1) {
      const { data, errors, calls } = await query();
      expect(KNOWN_USERS).toContain(data.me.id);
      expect(codesByPath(errors)).toEqual({ courses: 'UPSTREAM_UNAVAILABLE' });
      isOpen = listCalls(calls) === 0;
    }
    expect(isOpen).toBe(true);

    // While the trial call is in flight, other operations fail immediately.
    let trials = 0;
    gateway.faults.set('GET /edu/v1/course/list', () => {
      trials += 1;
    });
    const client = new AbortController();
    await clock.advance(HALF_OPEN_AFTER);
    const trial = gateway.query('{ courses { totalCount } }', { as: as.instructor, signal: client.signal });
    await expect.poll(() => trials).toBe(1);
    const startedAt = clock.monotonic();
    const { calls, errors } = await query();
    expect(codesByPath(errors)).toEqual({ courses: 'UPSTREAM_UNAVAILABLE' });
    expect(listCalls(calls)).toBe(0);
    expect(clock.monotonic() - startedAt).toBeLessThan(ON_THE_WAY);
    // So do those that read the same as the trial.
    const same = await clock.during(gateway.query('{ courses { totalCount } }', { as: as.instructor }));
    expect(codesByPath(same.errors)).toEqual({ courses: 'UPSTREAM_UNAVAILABLE' });
    expect(clock.monotonic() - startedAt).toBeLessThan(ON_THE_WAY);
    // A trial that its client abandoned does not close the circuit.
    client.abort();
    await trial.catch(() => {});
    for (let round = 0; round < 5; round += 1) expect(listCalls((await query()).calls)).toBe(0);

    gateway.faults.clear();
    await clock.advance(HALF_OPEN_AFTER);
    expect((await query()).data.courses).not.toBeNull();
  });
});

describe('a route with more calls than slots', () => {
  const clock = new FakeClock();
  const gateway = suiteGateway({
    clock,
    environment: { PLATFORM_TIMEOUT: String(TIMEOUT), PLATFORM_CONNECTIONS: '8' },
  });

  it('gives a queued write the remaining time, and reports that it was sent', async () => {
    const startedAt = clock.monotonic();
    const sent: [IncomingMessage, ServerResponse][] = [];
    gateway.faults.set('PUT /leaderboard/v1', (...exchange) => void sent.push(exchange));
    const write = () =>
      gateway.query('mutation { submitScore(input: { categories: ["x"], score: 1 }) { extra } }', {
        as: as.student,
      });
    const first = write();
    await expect.poll(() => sent.length).toBe(1);
    const second = write();
    // Received after it, and answered before it.
    await gateway.query('{ me { id } }', { as: as.student });
    await clock.advance(TIMEOUT / 2);
    for (const exchange of sent) json({})(...exchange);
    expect((await first).errors).toEqual([]);
    const { errors } = await clock.during(second);
    expect(sent).toHaveLength(2);
    expect(errors[0]?.message).toContain('outcome is unknown');
    expect(errors[0]?.extensions).toMatchObject({ code: 'UPSTREAM_TIMEOUT', retryable: false });
    expect(clock.monotonic() - startedAt).toBeLessThan(TIMEOUT + ON_THE_WAY);
  });
});

describe('a route whose callers have short deadlines', () => {
  it('does not open its circuit', async () => {
    const clock = new FakeClock();
    const gateway = await startGateway({
      clock,
      environment: { OPERATION_TIMEOUT: '300' },
    });
    const callers = Array.from({ length: 60 }, () => as.bearer(gateway.sandbox.issueToken('u-ana')));
    gateway.faults.set('GET /oauth/v2/token/validate', hang);
    const check = (caller = as.student) => gateway.query('{ session { tokenValid } }', { as: caller });
    for (const { errors } of await clock.during(Promise.all(callers.map(check)))) {
      expect(codesByPath(errors)).toEqual({ 'session.tokenValid': 'UPSTREAM_TIMEOUT' });
    }
    gateway.faults.clear();
    expect((await check()).data).toEqual({ session: { tokenValid: true } });
    await gateway.close();
  });
});

describe('identical concurrent reads under one credential', IN_ORDER, () => {
  const gateway = suiteGateway();

  /** Holds the responses of a route until they are released. */
  const hold = (route: string, body: unknown) => {
    const held: [IncomingMessage, ServerResponse][] = [];
    const waiting = new Set<() => void>();
    gateway.faults.set(route, (request, response) => {
      held.push([request, response]);
      for (const check of [...waiting]) check();
    });
    return {
      held,
      reach: (count: number) =>
        new Promise<void>((resolve) => {
          const check = (): void => {
            if (held.length < count) return;
            waiting.delete(check);
            resolve();
          };
          waiting.add(check);
          check();
        }),
      release: () => {
        for (const [request, response] of held.splice(0)) json(body)(request, response);
      },
    };
  };
  const course = (credential: Record<string, string>, signal?: AbortSignal) =>
    gateway.query(COURSE, { as: credential, ...(signal ? { signal } : {}) });

  it('share one call', async () => {
    const platform = hold('GET /edu/v1/course', { courseId: 'c-knots' });
    const responses = Array.from({ length: 10 }, () => course(as.student));
    await platform.reach(1);
    const marker = await gateway.student('{ me { id } }');
    expect(marker.data.me.id).toBe('u-ana');
    platform.release();
    for (const { data } of await Promise.all(responses)) expect(data.course.id).toBe('c-knots');
    expect(gateway.requests.filter(({ path }) => path === '/edu/v1/course')).toHaveLength(1);
  });

  it('are never shared across credentials', async () => {
    const platform = hold('GET /edu/v1/course', { courseId: 'c-knots' });
    const responses = [course(as.student), course(as.instructor)];
    await platform.reach(2);
    platform.release();
    await Promise.all(responses);
  });

  it('are not shared across a write', async () => {
    const platform = hold('GET /edu/v1/course', { courseId: 'c-knots' });
    const token = as.bearer(gateway.sandbox.issueToken('u-ana'));
    const before = course(token);
    await platform.reach(1);
    await gateway.query('mutation { submitScore(input: { categories: ["x"], score: 1 }) { extra } }', {
      as: token,
    });
    const after = course(token);
    await platform.reach(2);
    platform.release();
    await Promise.all([before, after]);
  });

  it('continue when one client leaves, and are cancelled when all have left', async () => {
    const platform = hold('GET /edu/v1/course', { courseId: 'c-knots' });
    const [first, second] = [new AbortController(), new AbortController()];
    const left = course(as.student, first.signal).catch(() => 'left');
    await platform.reach(1);
    const stays = course(as.student);
    await gateway.query('{ me { id } }', { as: as.student });
    first.abort();
    expect(await left).toBe('left');
    await gateway.query('{ me { id } }', { as: as.student });
    platform.release();
    expect((await stays).data.course.id).toBe('c-knots');

    const alone = course(as.student, second.signal).catch(() => 'left');
    await platform.reach(1);
    const cut = new Promise((resolve) => platform.held[0]?.[0].socket.once('close', resolve));
    second.abort();
    await alone;
    await cut;
  });

  it('are never shared on routes with random or current results', async () => {
    const before = gateway.requests.length;
    await Promise.all(
      Array.from({ length: 3 }, () =>
        gateway.query('{ randomUsers(count: 2) { user { id } } session { tokenValid sessionValid } }', {
          as: as.student,
        }),
      ),
    );
    const paths = gateway.requests.slice(before).map(({ path }) => path);
    for (const path of ['/user/v1/search/random', '/oauth/v2/token/validate', '/oauth/v2/session/validate']) {
      expect(paths.filter((called) => called === path)).toHaveLength(3);
    }
  });
});
