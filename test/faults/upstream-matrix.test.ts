// @module-tag slow
import { once } from 'node:events';
import { createServer } from 'node:http';
import { nameOf, ROUTES } from 'learning-platform-kit/contract/routes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fieldCosts } from '../../src/domains/schema.ts';
import { routesOf } from '../matrix/chains.ts';
import { type Reachable, reachable, writeCases } from '../matrix/documents.ts';
import { matrixFaults } from '../matrix/faults.ts';
import {
  AT_ONCE,
  type Group,
  type MatrixCase,
  type Outcome,
  runGroups,
  startStation,
} from '../matrix/run.ts';
import { MATRIX_WRITES } from '../matrix/writes.ts';
import { type DeclaredRoute, declaredRoutes } from '../reach/declared.ts';
import { FULL, note } from '../support/fleet-form.ts';

/** Selects the cases of the short form; any number works. */
const SEED = Number(process.env.MATRIX_SEED ?? 1);

/** Opened by a browser; the gateway only builds its URL. */
const NOT_CALLED = 'GET /oauth/v2/signin';

/** Pairs that the costs allow but no platform response leads to. */
const NEVER = [
  // A request that a user token reads is the user's own, and the own profile identifies the user.
  'AtoRequest.user GET /user/v1/my/friends',
  // Only a write knows the access to a bucket.
  'BucketAccess.userIds GET /user/v1/my/profile',
  // The sign-on has confirmed the session of an ATO token; `test/streams/effects.test.ts` covers the others.
  'Query.atoRequest GET /oauth/v2/session/validate',
  'Query.atoRequests GET /oauth/v2/session/validate',
  'atoRequest GET /oauth/v2/session/validate',
  'atoRequest GET /user/v1/my/friends',
  'atoRequests GET /oauth/v2/session/validate',
  'atoRequests GET /user/v1/my/friends',
  'bucket GET /user/v1/my/profile',
];

describe('the fault matrix', () => {
  const routes = new Map<string, DeclaredRoute>();
  const problems: string[] = [];
  const missed: string[] = [];
  let led: ReadonlySet<string> = new Set();
  let cases: MatrixCase[] = [];
  let groups: Group[] = [];
  let stray = 0;
  const foreignServer = createServer((_request, response) => {
    stray += 1;
    response.end('{}');
  });
  const faults = () => {
    const address = foreignServer.address();
    return matrixFaults(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/stolen`);
  };

  beforeAll(async () => {
    for (const route of (await declaredRoutes()).values()) routes.set(nameOf(route), route);
    foreignServer.listen(0, '127.0.0.1');
    await once(foreignServer, 'listening');
    const station = await startStation();
    const found = await reachable(station, routes);
    led = new Set(found.fields.keys());
    const writes = await writeCases(station, routes);
    const reads = [...(FULL ? await everyRoot(found, missed) : []), ...(await everyField(found, missed))];
    await station.gateway.close();
    cases = [...reads, ...writes];
    groups = FULL ? everyGroup() : sample();
    const [quick, waiting] = [
      groups.filter(({ fault }) => !fault.waits),
      groups.filter(({ fault }) => fault.waits),
    ];
    const startedAt = performance.now();
    const outcomes = await Promise.all([
      // Shorter than the delays that some faults ask for before a retry.
      runGroups(quick, { stations: 2, environment: { PLATFORM_TIMEOUT: '20000' } }),
      // A shorter timeout than the default, but long enough for a busy machine.
      runGroups(waiting, { stations: FULL ? 16 : 6, environment: { PLATFORM_TIMEOUT: '3000' } }),
    ]);
    problems.push(...outcomes.flatMap((outcome) => outcome.problems));
    report(outcomes, performance.now() - startedAt);
  }, 900_000);
  afterAll(() => void foreignServer.close());

  function report([quick, waiting]: Outcome[], took: number): void {
    note('fault matrix', {
      faults: faults().length,
      routes: new Set(groups.map(({ route }) => nameOf(route))).size,
      documents: cases.length,
      cases: groups.reduce((sum, group) => sum + group.cases.length, 0),
      ms: Math.round(took),
      slowestMs: Math.round(quick?.slowest ?? 0),
      slowestWaitingMs: Math.round(waiting?.slowest ?? 0),
    });
  }

  /** Groups cases that may run concurrently: reads of one route; a write runs alone so that its calls can be counted. */
  function chunks(route: DeclaredRoute): MatrixCase[][] {
    const ofRoute = cases.filter((one) => one.route === nameOf(route));
    const [alone, together] = [
      ofRoute.filter(({ responses }) => responses),
      ofRoute.filter(({ responses }) => !responses),
    ];
    const sliced = Array.from({ length: Math.ceil(together.length / AT_ONCE) }, (_, index) =>
      together.slice(index * AT_ONCE, (index + 1) * AT_ONCE),
    );
    return [...alone.map((one) => [one]), ...sliced];
  }

  const everyGroup = (): Group[] =>
    faults().flatMap((fault) =>
      [...routes.values()].flatMap((route) => chunks(route).map((chunk) => ({ route, fault, cases: chunk }))),
    );

  /** Covers every case and every fault at least once; slow faults only once. */
  function sample(): Group[] {
    const all = faults();
    const quick = all.filter(({ waits }) => !waits);
    const groups: Group[] = [];
    for (let index = 0; index < Math.max(all.length, cases.length); index += 1) {
      // Each round through the cases pairs them with other faults.
      const fault = all[index] ?? quick[(index + Math.floor(index / cases.length)) % quick.length];
      const one = cases[(index + SEED) % cases.length];
      const route = one && routes.get(one.route);
      if (!fault || !one || !route) throw new Error('the matrix is empty');
      groups.push({ route, fault, cases: [one] });
    }
    return groups;
  }

  it('has at least thirty faults, with unique names', () => {
    expect(new Set(faults().map(({ name }) => name)).size).toBe(faults().length);
    expect(faults().length).toBeGreaterThanOrEqual(30);
  });

  it('covers every route of the contract and every fault', () => {
    const called = ROUTES.map(nameOf).filter((route) => route !== NOT_CALLED);
    expect([...new Set(groups.map(({ route }) => nameOf(route)))].toSorted()).toEqual(called.toSorted());
    expect(new Set(groups.map(({ fault }) => fault.name)).size).toBe(faults().length);
  });

  it('covers every mutation that calls the platform, and every payload field that reads', () => {
    const calling = Object.entries(fieldCosts).filter(([, { calls }]) => calls.length > 0);
    const named = calling.map(([field]) => field).filter((field) => /^Mutation\.|Payload\./.test(field));
    const covered = new Set(MATRIX_WRITES.map(({ field }) => field));
    expect(named.filter((field) => !covered.has(field))).toEqual([]);
  });

  it('loses the ID of what was written, and the record, if the response has none; the write was accepted', () => {
    const named = cases.flatMap(({ unidentified }) => unidentified || []);
    expect(named.toSorted()).toEqual([
      'assertBadge.assertion,assertBadge.assertionId',
      'createAnonymousUser',
      'createBadge.badgeId',
      'createNote.note,createNote.noteId',
      'createTrainingNote.note,createTrainingNote.noteId',
    ]);
  });

  it('finds a document for every field that calls a route', () => {
    const calling = Object.keys(fieldCosts).filter(
      (field) => !/^(Mutation|Subscription)\.|Payload\./.test(field),
    );
    const pairs = calling.flatMap((field) => routesOf(field).map((route) => `${field} ${route}`));
    expect(pairs.filter((pair) => !led.has(pair)).toSorted()).toEqual([]);
  });

  it('has a case for every field that calls a route; in full, for every route below every root field', () => {
    expect(missed.toSorted()).toEqual(FULL ? NEVER : []);
  });

  it.each(ROUTES.map(nameOf).filter((route) => route !== NOT_CALLED))(
    'fails at %s only the fields that call it, with the right code, in time; a write is sent once',
    (route) => {
      expect(problems.filter((problem) => problem.startsWith(`${route}, `))).toEqual([]);
    },
  );

  it('follows no redirect', () => {
    expect(stray).toBe(0);
  });
});

/** A case for every route below every root field. */
async function everyRoot({ roots, caseOf }: Reachable, missed: string[]): Promise<MatrixCase[]> {
  const cases: MatrixCase[] = [];
  for (const [route, ofRoute] of roots) {
    for (const root of ofRoute) {
      const found = await caseOf(root, route);
      if (found) cases.push(found);
      else missed.push(`${root} ${route}`);
    }
  }
  return cases;
}

/** A case for every field that calls a route, below one of the root fields that lead to it. */
async function everyField({ fields, caseOf }: Reachable, missed: string[]): Promise<MatrixCase[]> {
  const cases: MatrixCase[] = [];
  for (const [fieldAndRoute, ways] of fields) {
    if (!FULL && NEVER.includes(fieldAndRoute)) continue;
    const [field = ''] = fieldAndRoute.split(' ', 1);
    let found: MatrixCase | null = null;
    for (let turn = 0; turn < ways.length && !found; turn += 1) {
      const way = ways[(cases.length + SEED + turn) % ways.length];
      if (way) found = await caseOf(way.root, way.route, field);
    }
    if (found) cases.push(found);
    else missed.push(fieldAndRoute);
  }
  return cases;
}
