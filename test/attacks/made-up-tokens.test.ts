import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { json, status } from '../support/faults.ts';
import { as, codesByPath, countByRoute } from '../support/gateway.ts';
import { suiteGateway } from '../support/suite.ts';

const ROUTE = 'GET /edu/v1/course';
const courseQuery = (count: number) =>
  `{ ${Array.from({ length: count }, (_, number) => `c${number}: course(id: "c-${number}") { id }`).join(' ')} }`;

/** Calls to the route that the platform holds. */
class Held {
  readonly responses: ServerResponse[] = [];
  /** The credentials of all calls, in order of arrival. */
  readonly tokens: (string | undefined)[] = [];

  readonly fault = ({ headers }: IncomingMessage, response: ServerResponse): void => {
    this.tokens.push(headers.authorization);
    this.responses.push(response);
  };

  /** Responds to a call of a caller. */
  answerOneOf(authorization: string | undefined): void {
    const [response] = this.responses.splice(this.tokens.indexOf(authorization), 1);
    response?.writeHead(404).end('{}');
  }
}

describe('made-up tokens', () => {
  /** Places of a route: half of the connections. */
  const PLACES = 4;
  const gateway = suiteGateway({
    environment: {
      PLATFORM_CONNECTIONS: String(2 * PLACES),
      PLATFORM_TIMEOUT: '60000',
      TRUST_PROXY: 'loopback',
    },
  });
  /** Reads courses, from a separate network. */
  const readFrom = (network: number, count: number, credential: Record<string, string>) =>
    gateway.query(courseQuery(count), {
      as: credential,
      headers: { 'x-forwarded-for': `192.0.2.${network}` },
    });

  it('that fill the queue of a route take half of its places, and no turn of a known user', async () => {
    await gateway.query('{ me { id } }', { as: as.student });
    const held = new Held();
    gateway.faults.set(ROUTE, held.fault);
    const strangers = Array.from({ length: 40 }, (_, number) =>
      readFrom(number, 10, as.bearer(`made-up-${number}`)),
    );
    await expect.poll(() => held.responses.length).toBe(PLACES / 2);
    const known = gateway.query(courseQuery(6), { as: as.student });
    await expect.poll(() => held.tokens.slice(PLACES / 2)).toEqual([as.student.authorization]);
    // A place of the known user that becomes free is for the known user again: the strangers have theirs.
    held.answerOneOf(as.student.authorization);
    await expect.poll(() => held.tokens.length).toBe(PLACES);
    expect(held.tokens.at(-1)).toBe(as.student.authorization);
    gateway.faults.clear();
    gateway.faults.set(ROUTE, status(401));
    for (const response of held.responses) response.writeHead(401).end('{}');
    await Promise.all([known, ...strangers]);
  });

  it('take no more when they are of free accounts, which the platform accepts', async () => {
    await gateway.query('{ me { id } }', { as: as.student });
    const accounts = Array.from({ length: 20 }, () => as.bearer(gateway.sandbox.issueToken('u-tomas')));
    gateway.faults.set('GET /user/v1/my/profile', json({ userId: 'u-tomas', anonymous: true }));
    for (const account of accounts) {
      const { errors } = await gateway.query('{ me { id } courses { totalCount } }', { as: account });
      expect(errors).toEqual([]);
    }
    const held = new Held();
    gateway.faults.set(ROUTE, held.fault);
    const flooding = accounts.map((account, number) => readFrom(number, 10, account));
    await expect.poll(() => held.responses.length).toBe(PLACES / 2);
    const known = gateway.query(courseQuery(6), { as: as.student });
    await expect.poll(() => held.tokens.slice(PLACES / 2)).toEqual([as.student.authorization]);
    gateway.faults.clear();
    gateway.faults.set(ROUTE, status(404));
    for (const response of held.responses) response.writeHead(404).end('{}');
    await Promise.all([known, ...flooding]);
  });

  it('leave a known user, whose calls may hang, half of the places, and the next one some of the other half', async () => {
    for (const caller of [as.student, as.instructor]) await gateway.query('{ me { id } }', { as: caller });
    const held = new Held();
    gateway.faults.set(ROUTE, held.fault);
    const hanging = gateway.query(courseQuery(20), { as: as.student });
    await expect.poll(() => held.responses.length).toBe(PLACES / 2);
    const next = gateway.query(courseQuery(1), { as: as.instructor });
    await expect.poll(() => held.tokens.at(-1)).toBe(as.instructor.authorization);
    expect(held.tokens).toHaveLength(PLACES / 2 + 1);
    gateway.faults.set(ROUTE, status(404));
    for (const response of held.responses) response.writeHead(404).end('{}');
    await Promise.all([hanging, next]);
  });

  it.each<[string, Record<string, string>, number]>([
    ['a known user', as.student, PLACES],
    ['a made-up token', as.bearer('made-up'), PLACES / 2],
  ])('leave others the connections when calls of %s hang on every route', async (_, caller, places) => {
    for (const known of [as.student, as.instructor]) await gateway.query('{ me { id } }', { as: known });
    const held = new Held();
    for (const route of [ROUTE, '/edu/v1/class/structure', '/edu/v1/course/list', '/edu/v1/class/list'])
      gateway.faults.set(route.replace(/^\//, 'GET /'), held.fault);
    const hanging = [
      gateway.query(courseQuery(4), { as: caller }),
      gateway.query(courseQuery(4).replaceAll('course(', 'class('), { as: caller }),
      gateway.query('{ courses { totalCount } classes { totalCount } }', { as: caller }),
    ];
    await expect.poll(() => held.responses.length).toBe(places);
    const { data } = await gateway.query('{ me { id } }', { as: as.instructor });
    expect(data.me.id).toBe('u-marcus');
    expect(held.responses).toHaveLength(places);
    gateway.faults.clear();
    for (const response of held.responses) response.writeHead(404).end('{}');
    await Promise.all(hanging);
  });

  it.each([
    [401, PLACES / 2],
    [500, PLACES / 2 + 1],
  ])(
    'are joined by a known one when the platform rejects it, not when it fails: %i, %i places',
    async (code, places) => {
      const caller = as.bearer(gateway.sandbox.issueToken('u-ana'));
      const me = (credential: Record<string, string>) => gateway.query('{ me { id } }', { as: credential });
      await me(caller);
      gateway.faults.set('GET /user/v1/my/profile', status(code));
      await me(caller);
      gateway.faults.clear();
      const held = new Held();
      gateway.faults.set(ROUTE, held.fault);
      const strangers = [1, 2].map((network) => readFrom(network, 10, as.bearer(`made-up-${network}`)));
      await expect.poll(() => held.responses.length).toBe(PLACES / 2);
      const reading = gateway.query(courseQuery(10), { as: caller });
      await expect.poll(() => held.responses.length).toBe(places);
      await me(as.instructor);
      expect(held.responses).toHaveLength(places);
      gateway.faults.set(ROUTE, status(404));
      for (const response of held.responses) response.writeHead(404).end('{}');
      await Promise.all([reading, ...strangers]);
    },
  );

  it('cost one call per operation: after the first 401, what has not been sent is not', async () => {
    const mutations = Array.from({ length: 30 }, (_, number) => `o${number}: signOut { extra }`).join(' ');
    const writes = await gateway.query(`mutation { ${mutations} }`, { as: as.bearer('made-up') });
    expect(writes.calls).toHaveLength(1);
    expect(new Set(Object.values(codesByPath(writes.errors)))).toEqual(new Set(['UNAUTHENTICATED']));
    expect(writes.errors).toHaveLength(30);
    const reads = await gateway.query(courseQuery(20), { as: as.bearer('made-up') });
    // Those that were sent before the first response: the places of unproven callers.
    expect(countByRoute(reads.calls)[ROUTE]).toBeLessThanOrEqual(PLACES / 2 + 1);
    expect(new Set(Object.values(codesByPath(reads.errors)))).toEqual(new Set(['UNAUTHENTICATED']));
    expect(reads.errors).toHaveLength(20);
  });

  it('are checked in both ways, whatever the first one says', async () => {
    const { data, calls } = await gateway.query('{ session { tokenValid sessionValid } }', {
      as: as.bearer('made-up'),
    });
    expect(data.session).toEqual({ tokenValid: false, sessionValid: false });
    expect(calls).toHaveLength(2);
  });
});

describe('a token that the platform has rejected', () => {
  const gateway = suiteGateway({ environment: { LIMIT_RATE: '1', TRUST_PROXY: 'loopback' } });
  /** Operations of a network: 20 times those of a user. */
  const OF_NETWORK = 20;

  it('costs a call for each further operation and route, until its network has spent its operations', async () => {
    const ask = (credential: Record<string, string>, address: string) =>
      gateway.query('{ courses { totalCount } classes { totalCount } }', {
        as: credential,
        headers: { 'x-forwarded-for': address },
      });
    const rejected = as.bearer('rejected');
    for (let sent = 0; sent < OF_NETWORK; sent += 1) {
      const { calls, errors } = await ask(rejected, '192.0.2.1');
      expect(Object.keys(countByRoute(calls)).sort()).toEqual([
        'GET /edu/v1/class/list',
        'GET /edu/v1/course/list',
      ]);
      expect(calls).toHaveLength(2);
      expect(codesByPath(errors)).toEqual({ courses: 'UNAUTHENTICATED', classes: 'UNAUTHENTICATED' });
    }
    const { status: code, calls } = await ask(rejected, '192.0.2.1');
    expect([code, calls]).toEqual([429, []]);
    // Of nobody else's: it may be accepted again, as after a sign-in that not every server of the platform knows of.
    expect((await ask(as.student, '192.0.2.2')).errors).toEqual([]);
    expect((await ask(rejected, '192.0.2.2')).calls).toHaveLength(2);
  });
});
