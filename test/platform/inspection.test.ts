import { nameOf, ROUTES } from 'learning-platform-kit/contract/routes';
import type { TSchema } from 'typebox';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isRecord } from '../../src/lib/is-record.ts';
import { membersOf } from '../conformance/members.ts';
import { declaredRoutes } from '../reach/declared.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { json } from '../support/faults.ts';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import { readMetrics } from '../support/metrics.ts';

const COURSES = 'GET /edu/v1/course/list';
const LEVELS = 'GET /edu/v1/course/levels';
const SECRET = 'member-of-nobody';

let gateway: TestGateway;
let clock: FakeClock;

async function start(): Promise<void> {
  clock = new FakeClock();
  gateway = await startGateway({ clock, environment: { METRICS_PORT: '0' } });
  onTestFinished(gateway.close);
}

const readCourses = (first: number) =>
  gateway.student('query ($first: Int!) { courses(first: $first) { nodes { id } } }', { first });

/** The series of the metric, by deviation and member. */
async function series(route: string): Promise<Record<string, number>> {
  const label = (name: string, key: string): string => new RegExp(`${name}="([^"]*)"`).exec(key)?.[1] ?? '';
  const ofRoute = [...(await readMetrics(gateway))].filter(
    ([key]) => key.startsWith('gateway_upstream_drift_total') && label('route', key) === route,
  );
  return Object.fromEntries(
    ofRoute.map(([key, value]) => [`${label('deviation', key)} ${label('member', key)}`.trim(), value]),
  );
}

describe('the inspection of responses', () => {
  it('counts missing members, other types and unknown members by their documented names', async () => {
    await start();
    const row = (id: string) => ({
      courseId: id,
      title: 'renamed',
      description: 7,
      profilePic: 'p',
      [SECRET]: SECRET,
    });
    gateway.faults.set(COURSES, json({ docs: [row('a'), row('b')], total: 2 }));
    await readCourses(2);
    expect(await series(COURSES)).toEqual({ 'missing name': 2, 'type description': 2, unknown: 4 });
    const lines = gateway.logLines.filter((line) => line.includes('"drift"')).map((line) => JSON.parse(line));
    expect(lines).toContainEqual(
      expect.objectContaining({ route: COURSES, deviation: 'missing', member: 'name', count: 2 }),
    );
    expect(JSON.stringify(lines)).not.toContain(SECRET);
  });

  it('counts what deviates in child lessons of every depth under one name', async () => {
    await start();
    const lesson = (lessonId: string, childLessons: unknown[]) => ({
      lessonId,
      courseId: 'c-first-aid',
      description: 'd',
      isAssessment: false,
      instructorGraded: false,
      public: true,
      locked: false,
      childLessons,
    });
    const lessons = [lesson('a', [lesson('b', [lesson('c', [])])])];
    gateway.faults.set(LEVELS, json({ courseId: 'c-first-aid', levels: [{ levelId: 'l', lessons }] }));
    await gateway.student('{ course(id: "c-first-aid") { levels { id } } }');
    expect(await series(LEVELS)).toMatchObject({
      'missing levels.lessons.name': 1,
      'missing levels.lessons.childLessons.name': 2,
    });
  });

  it('looks at one response of a route every ten seconds, and at rows without an ID each time', async () => {
    await start();
    gateway.faults.set(COURSES, json({ docs: [{ courseId: 'a' }, { name: 'lost' }], total: 2 }));
    await readCourses(2);
    await readCourses(2);
    expect(await series(COURSES)).toMatchObject({ 'missing name': 1, 'row courseId': 2 });
    clock.skip(10_000);
    await readCourses(2);
    expect(await series(COURSES)).toMatchObject({ 'missing name': 2, 'row courseId': 3 });
  });

  it('finds nothing in what the contract shows', async () => {
    await start();
    await gateway.student(
      `{
        me { id friends { user { id } } } courses { nodes { id } } searchUsers(term: "a") { nodes { id } }
        classes { nodes { id } } class(id: "g-first-aid-spring") { students { id } levels { id } }
        course(id: "c-first-aid") { objectives { id performance { score } } levels { id } }
      }`,
    );
    await gateway.instructor('{ course(id: "c-first-aid") { questions { id } } }');
    expect([...(await gateway.drift())]).toEqual([]);
  });
});

const nameIn = (path: string): string => path.split('.').at(-1) ?? '';
/** The members of all documented responses: one wire type serves several routes of a resource. */
const DOCUMENTED = new Set(
  ROUTES.flatMap(({ response }) => (response.kind === 'json' ? membersOf(response.schema) : [])).map(
    ({ path }) => nameIn(path),
  ),
);

describe('a member that an inspection may name', async () => {
  const documented = [...(await declaredRoutes()).values()].filter(
    ({ read }) => isRecord(read.wire.schema) && 'promised' in read.wire.schema,
  );
  it.each(documented.map((route) => [nameOf(route), route] as const))(
    'is in the contract: %s',
    (name, { kind, read }) => {
      const { response } = ROUTES.find((route) => nameOf(route) === name) ?? {};
      if (response?.kind !== 'json') throw new Error('the contract does not show this response');
      const membersIn = (schema: TSchema) =>
        membersOf(schema).map(({ path, ...member }) => ({
          ...member,
          path: path.replaceAll('[]', '').replace(/^(docs)?\.?/, ''),
        }));
      const contract = new Map(membersIn(response.schema).map((member) => [member.path, member.isRequired]));
      const wire = membersIn(read.wire.schema ?? {});
      expect(wire.map(({ path }) => nameIn(path)).filter((member) => !DOCUMENTED.has(member))).toEqual([]);
      const promised = wire.filter(({ isRequired }) => isRequired).map(({ path }) => path);
      if (kind === 'read') expect(promised.filter((path) => contract.get(path) === false)).toEqual([]);
    },
  );
});
