import { describe, expect, it } from 'vitest';
import { type SessionEnd, Sessions, type SessionsOptions, sessionKey } from '../../src/admission/sessions.ts';
import { GatewayError } from '../../src/graph/errors.ts';
import { Cancellation, NEVER } from '../../src/lib/cancellation.ts';
import type { Lane } from '../../src/lib/pacing/fair-queue.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { strictBoundary } from '../support/strict-boundary.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const INTERVAL = MINUTE;
/** Checks per second, and the sessions that they suffice for. */
const BUDGET = 5;
const AFFORDABLE = BUDGET * (INTERVAL / SECOND);

const NETWORK = { owner: '192.0.2.1', isProven: false };

const unavailable = new GatewayError('UPSTREAM_UNAVAILABLE', 'The platform failed.');

/** Sessions under a fake clock, checked by a platform that records when. */
function startSessions(changes: Partial<SessionsOptions> = {}) {
  const clock = new FakeClock();
  const pass = (milliseconds: number): Promise<void> => clock.advance(milliseconds);
  const checks: { session: string; at: number; lane: Lane | null }[] = [];
  const platform = { respond: async (_session: string): Promise<boolean> => true };
  const sessions = new Sessions({
    clock,
    check: (session, lane) => {
      checks.push({ session, at: clock.monotonic(), lane });
      return platform.respond(session);
    },
    interval: INTERVAL,
    maxInterval: 10 * INTERVAL,
    budget: BUDGET,
    boundary: strictBoundary(),
    ...changes,
  });
  const ends = new Map<string, SessionEnd>();
  const watch = (count: number): void => {
    for (let number = 1; number <= count; number++)
      sessions.watch(`s${number}`, (end) => ends.set(`s${number}`, end));
  };
  const perSecond = (): number[] => {
    const counts = new Map<number, number>();
    for (const { at } of checks)
      counts.set(Math.floor(at / SECOND), (counts.get(Math.floor(at / SECOND)) ?? 0) + 1);
    return [...counts.values()];
  };
  return { clock, pass, sessions, platform, checks, ends, watch, perSecond };
}

describe('checks of sessions for clients that connect', () => {
  const CLIENTS = 200;
  /** Unproven credentials have half of the places, and those of one network half of these. */
  const AT_ONCE = 16;

  it('are made in order, a limited number at a time, and not for a client that has gone', async () => {
    const { sessions, platform, checks } = startSessions();
    const respond: ((isValid: boolean) => void)[] = [];
    platform.respond = () => new Promise((resolve) => respond.push(resolve));
    const names = Array.from({ length: CLIENTS }, (_, index) => `c${index}`);
    const gone = new Cancellation();
    const results = names.map((name) => sessions.isValid(name, NETWORK, name === 'c100' ? gone : NEVER));
    while (checks.length < AT_ONCE) await new Promise(setImmediate);
    for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate);
    expect(checks).toHaveLength(AT_ONCE);
    gone.abort();
    while (checks.length < CLIENTS - 1 || respond.length > 0) {
      respond.shift()?.(true);
      await new Promise(setImmediate);
    }
    expect(checks.map(({ session }) => session)).toEqual(names.filter((name) => name !== 'c100'));
    expect(await Promise.all(results)).toEqual(names.map((name) => (name === 'c100' ? null : true)));
  });

  it('are not delayed by made-up tokens of one address', async () => {
    const { sessions, platform, checks } = startSessions();
    const respond: ((isValid: boolean) => void)[] = [];
    platform.respond = () => new Promise((resolve) => respond.push(resolve));
    const strangers = Array.from({ length: CLIENTS }, (_, index) =>
      sessions.isValid(`made-up-${index}`, NETWORK, NEVER),
    );
    const another = sessions.isValid('new', { owner: '192.0.2.2', isProven: false }, NEVER);
    const known = sessions.isValid('known', { owner: 'user:u-ana', isProven: true }, NEVER);
    while (checks.length < AT_ONCE + 2) await new Promise(setImmediate);
    expect(checks.slice(AT_ONCE).map(({ session }) => session)).toEqual(['new', 'known']);
    respond.at(-1)?.(true);
    expect(await known).toBe(true);
    while (respond.length > 0 || checks.length < CLIENTS + 2) {
      respond.shift()?.(true);
      await new Promise(setImmediate);
    }
    await Promise.all([...strangers, another]);
  });

  it('are followed by others although some fail', async () => {
    const { sessions, platform } = startSessions();
    platform.respond = (session) =>
      session === 'last' ? Promise.resolve(true) : Promise.reject(unavailable);
    const failing = Array.from({ length: CLIENTS }, () => sessions.isValid('one', NETWORK, NEVER));
    expect(await sessions.isValid('last', NETWORK, NEVER)).toBe(true);
    expect(new Set(await Promise.all(failing))).toEqual(new Set([null]));
  });
});

describe('scheduled checks of sessions', () => {
  it('happen once per interval, evenly spread, although all sessions began together', async () => {
    const { checks, watch, perSecond, pass } = startSessions({ budget: 1000 });
    watch(200);
    await pass(5 * INTERVAL);
    expect(checks.length / (5 * 200)).toBeGreaterThan(0.9);
    expect(checks.length / (5 * 200)).toBeLessThan(1.25);
    checks.length = 0;
    await pass(5 * INTERVAL);
    expect(Math.max(...perSecond())).toBeLessThan(25);
  });

  it('stay within the budget, and treat all sessions alike, when there are too many', async () => {
    const { sessions, checks, watch, perSecond, pass } = startSessions();
    watch(3 * AFFORDABLE);
    await pass(3 * INTERVAL);
    checks.length = 0;
    await pass(6 * INTERVAL);
    expect(Math.max(...perSecond())).toBeLessThanOrEqual(BUDGET + 1);
    const counts = Map.groupBy(checks, ({ session }) => session);
    expect(counts.size).toBe(3 * AFFORDABLE);
    for (const found of counts.values()) expect(found.length).toBeOneOf([1, 2, 3]);
    // Three intervals per round: two of them late.
    expect(sessions.queue.overdue / (2 * INTERVAL)).toBeCloseTo(1, 0);
  });

  it('use only the share of this instance', async () => {
    let watched = 0;
    const { sessions, watch, perSecond, pass } = startSessions({
      budget: 10 * BUDGET,
      share: () => 0.1,
      onWatched: (change) => {
        watched += change;
      },
    });
    watch(2 * AFFORDABLE);
    await pass(2 * INTERVAL);
    expect(sessions.queue.rate).toBe(BUDGET);
    expect(Math.max(...perSecond())).toBeLessThanOrEqual(BUDGET + 1);
    expect(watched).toBe(2 * AFFORDABLE);
  });

  it('notice a revocation as late as the sessions divided by the budget, and an early turn of others', async () => {
    const { platform, ends, watch, pass } = startSessions();
    watch(2 * AFFORDABLE);
    await pass(5 * INTERVAL);
    const revoked = new Set(['s1', 's17', 's300', `s${2 * AFFORDABLE}`]);
    platform.respond = async (session) => !revoked.has(session);
    // Checks may be early by a tenth of an interval: those of others then come first.
    await pass(2.1 * INTERVAL + SECOND);
    expect(new Map(ends)).toEqual(new Map([...revoked].map((session) => [session, 'expired'])));
  });

  it('are spread over the budget after doubt, and not late because of it', async () => {
    const { sessions, checks, watch, perSecond, pass } = startSessions();
    watch(AFFORDABLE);
    await pass(1);
    sessions.revalidateAll();
    await pass(INTERVAL / 2);
    expect(checks.length).toBeGreaterThan(0.45 * AFFORDABLE);
    expect(Math.max(...perSecond())).toBeLessThanOrEqual(BUDGET + 1);
    await pass(INTERVAL / 2 + SECOND);
    expect(new Set(checks.map(({ session }) => session)).size).toBe(AFFORDABLE);
  });

  it('are not repeated at once, unlike the check of a new stream', async () => {
    const { sessions, checks, watch, pass } = startSessions();
    watch(1);
    await sessions.isValid('s1', NETWORK, NEVER);
    await pass(2 * INTERVAL);
    expect(checks.map(({ lane }) => lane).slice(0, 2)).toEqual([NETWORK, null]);
  });

  it('end a session on the fourth attempt that the platform leaves open, however late they are', async () => {
    const { platform, checks, ends, watch, pass } = startSessions();
    platform.respond = () => Promise.reject(unavailable);
    watch(4 * AFFORDABLE);
    await pass(11 * INTERVAL);
    expect(ends.size).toBe(0);
    await pass(10 * INTERVAL);
    expect(ends.get('s1')).toBe('unknown');
    expect(checks.filter(({ session }) => session === 's1')).toHaveLength(4);
  });

  it('do not count twice in an interval, whatever doubt there is', async () => {
    const { sessions, platform, ends, watch, pass } = startSessions();
    platform.respond = () => Promise.reject(unavailable);
    watch(1);
    for (let time = 0; time < 2 * INTERVAL; time += 5 * SECOND) {
      sessions.revalidateAll();
      await pass(5 * SECOND);
    }
    expect(ends.size).toBe(0);
    await pass(3 * INTERVAL);
    expect(ends.get('s1')).toBe('unknown');
  });

  it('become rarer while the platform is slow or asks to wait, up to the maximum', async () => {
    const { clock, platform, checks, ends, watch, pass } = startSessions({
      maxInterval: 3 * INTERVAL,
      budget: 1000,
    });
    watch(50);
    platform.respond = () => new Promise((resolve) => clock.setTimeout(() => resolve(true), SECOND));
    await pass(3 * INTERVAL);
    checks.length = 0;
    await pass(10 * INTERVAL);
    expect(checks.length / (50 * 10)).toBeCloseTo(1 / 2, 1);
    platform.respond = () =>
      Promise.reject(new GatewayError('RATE_LIMITED', 'Too many.', { retryAfterMs: SECOND }));
    await pass(3 * INTERVAL);
    checks.length = 0;
    await pass(3 * INTERVAL);
    expect(checks.length / (50 * 3)).toBeLessThan(1 / 2);
    platform.respond = async () => true;
    await pass(12 * INTERVAL);
    checks.length = 0;
    await pass(10 * INTERVAL);
    expect(checks.length / (50 * 10)).toBeCloseTo(1, 0);
    expect(ends.size).toBe(0);
  });

  it('stop with the watch, and when the user signs out', async () => {
    const { clock, sessions, checks, ends, pass } = startSessions();
    const stop = sessions.watch('s1', (end) => ends.set('s1', end));
    sessions.watch('s2', (end) => ends.set('s2', end));
    stop();
    sessions.end(sessionKey('s2'));
    await pass(3 * INTERVAL);
    expect(checks).toEqual([]);
    expect([...ends]).toEqual([['s2', 'expired']]);
    expect(clock.timers).toBe(0);
  });
});
