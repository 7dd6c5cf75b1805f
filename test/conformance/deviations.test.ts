import { CHECKS, effectOf } from 'learning-platform-kit/conformance/checks';
import type { Finding, RouteReport } from 'learning-platform-kit/conformance/report';
import { runConformance } from 'learning-platform-kit/conformance/run';
import { nameOf, ROUTES, ROUTES_BY_ID, type RouteId } from 'learning-platform-kit/contract/routes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { platformOf, thisGateway } from '../../src/cli/conformance-settings.ts';
import { readConformance } from '../../src/config/config.ts';
import { FULL } from '../support/fleet-form.ts';
import {
  anotherStatus,
  atMember,
  changedJson,
  type Deviation,
  html,
  movedCredential,
  movedParameter,
} from './deviating-platform.ts';
import { membersOf } from './members.ts';
import { conformance, fullSchool, startTriedPlatform, type TriedPlatform } from './platform.ts';

const gateway = thisGateway();

let platform: TriedPlatform;
beforeAll(async () => {
  platform = await startTriedPlatform(fullSchool);
});
afterAll(() => platform.sandbox.close());

const nameOfId = (id: RouteId): string => nameOf(ROUTES_BY_ID[id]);

/** The command's report on a deviating route, over a real socket. Writes are sent if the route is one. */
async function reportsOf(id: RouteId, deviation: Deviation): Promise<RouteReport[]> {
  const route = nameOfId(id);
  platform.deviate(route, deviation);
  const { routes } = await runConformance({
    ...platformOf(readConformance({ ...platform.environment, PLATFORM_TIMEOUT: '2000' })),
    writes: 'undone',
    strict: false,
    // Reading at a key requires a bucket that the run created.
    isSelected: (name) =>
      name === route || name.startsWith(`${route} (`) || (isOfBucket(route) && isOfBucket(name)),
    gateway,
  });
  return routes.filter((report) => report.route === route);
}

const isOfBucket = (name: string): boolean => name.includes(ROUTES_BY_ID.readBucket.path);

const findingsOf = (reports: readonly RouteReport[]) =>
  reports.flatMap(({ findings }) => findings.filter(({ isDifference }) => isDifference));

const reportedMembers = (reports: readonly RouteReport[], kind: Finding['kind']): string[] =>
  findingsOf(reports).flatMap((finding) => (finding.kind === kind ? [finding.member ?? ''] : []));

/** Members that the sandbox sends for users, but not for members of a class. */
const HIDDEN_IN_CLASSES =
  /\.(militaryGrade|displayRank|displayDutyTitle|civilianGrade|civilianBand|jobSeriesNumber|jobTitle)$/;

/** Routes whose response the contract shows, with each documented member. */
const members = ROUTES.flatMap(({ id, method, response }) =>
  response.kind === 'json' && method === 'GET'
    ? membersOf(response.schema).map((member) => ({ id, ...member }))
    : [],
).filter(({ id, path }) => !(id === 'readClass' && HIDDEN_IN_CLASSES.test(path)));

/** Members that the graph does not expose. */
const NO_FIELD: ReadonlySet<string> = new Set(['listPerformance [].name']);

/** Parameters that the command omits: instructors would see a note about a student in a lesson. */
const NEVER_SENT: ReadonlySet<string> = new Set(
  ['lessonId', 'userId', 'classId', 'studentId'].map((name) => `createNote ${name}`),
);

/** Routes called without --lasting: all reads, and the writes that are undone. */
const sent = [
  ...new Set(
    CHECKS.filter((check) => !check.isDiscovery && !effectOf(check)?.leaves).map(({ route }) => route),
  ),
];

/** A number with a fraction is no other form of an ID or a time. */
const wrongType = (value: unknown): unknown => (typeof value === 'number' ? 'text' : 7.5);

/** Every fourth in the short form. */
const some = <Item>(items: readonly Item[]): readonly Item[] =>
  items.filter((_item, index) => FULL || index % 4 === 0);

describe('a platform that deviates', { timeout: 120_000 }, () => {
  it.each(some(members))(
    '$id: renames $path, then changes its type',
    async ({ id, path, isRequired, isOpen }) => {
      let shown = 0;
      const renamed = await reportsOf(
        id,
        changedJson((json) => {
          shown += atMember(json, path, (holder, member) => {
            holder[`${member}Renamed`] = holder[member];
            delete holder[member];
          });
          return json;
        }),
      );
      expect(shown).toBeGreaterThan(0);
      if (path === 'docs') expect(reportedMembers(renamed, 'no wrapper')).toContain('docs');
      else if (isRequired) expect(reportedMembers(renamed, 'missing')).toContain(path);
      else expect(findingsOf(renamed)).toEqual([]);
      if (path !== 'docs') {
        const unknown = renamed.flatMap(({ findings }) => findings.filter(({ kind }) => kind === 'unknown'));
        expect(unknown.map(({ member }) => member)).toContain(`${path}Renamed`);
      }

      const mistyped = await reportsOf(
        id,
        changedJson((json) => {
          atMember(json, path, (holder, member) => {
            holder[member] = wrongType(holder[member]);
          });
          return json;
        }),
      );
      if (!isOpen) {
        expect(reportedMembers(mistyped, 'type')).toContain(path);
        // The kind of what came instead, and no value.
        const kinds = findingsOf(mistyped).flatMap(({ kind, found }) => (kind === 'type' ? [found] : []));
        for (const found of kinds) expect(['number', 'string']).toContain(found);
      }
      for (const finding of findingsOf(mistyped))
        expect(finding.fields.length > 0 || NO_FIELD.has(`${id} ${path}`)).toBe(true);
    },
  );

  it.each(some(sent))('%s: responds with another status, HTML or a redirect', async (route) => {
    const failing = findingsOf(await reportsOf(route, anotherStatus(503)));
    expect(failing).toContainEqual(expect.objectContaining({ kind: 'status', member: null }));
    expect(failing[0]?.found).toMatch(/^503/);

    const target = { location: `${platform.sandbox.url}/followed` };
    const redirected = findingsOf(await reportsOf(route, anotherStatus(302, target)));
    expect(redirected[0]).toMatchObject({ kind: 'status', found: '302: a redirect (not followed)' });
    expect(platform.requests.filter(({ path }) => path === '/followed')).toEqual([]);

    const isPage = route === 'signIn';
    const isPicture = ROUTES_BY_ID[route].response.kind === 'base64';
    const page = findingsOf(await reportsOf(route, html));
    if (isPage) expect(page).toEqual([]);
    else
      expect(page).toContainEqual(
        expect.objectContaining({ kind: isPicture ? 'type' : 'not JSON', found: 'text/html' }),
      );
  });

  const parameters = ROUTES.flatMap(({ id, parameters: taken }) =>
    sent.includes(id)
      ? taken
          .filter((parameter) => !NEVER_SENT.has(`${id} ${parameter.name}`))
          .map((parameter) => ({ id, parameter: parameter.name, place: parameter.in }))
      : [],
  );
  it.each(some(parameters))(
    '$id: expects $parameter elsewhere than in the $place',
    async ({ id, parameter, place }) => {
      const findings = findingsOf(await reportsOf(id, movedParameter(parameter, place)));
      expect(findings[0]).toMatchObject({ kind: 'status', member: null });
      expect(findings[0]?.found).toMatch(/^400/);
      const places = findings.flatMap(({ found }) => found?.split('sent in ')[1] ?? []);
      expect(places.some((sentIn) => sentIn.includes(place) && sentIn.split(/\W+/).includes(parameter))).toBe(
        true,
      );
    },
  );

  const credentials = ROUTES.flatMap(({ id, credential }) =>
    credential && sent.includes(id) ? [{ id, header: credential.header }] : [],
  );
  it.each(some(credentials))(
    '$id: expects the credential elsewhere than in $header',
    async ({ id, header }) => {
      const findings = findingsOf(await reportsOf(id, movedCredential(header)));
      expect(findings[0]).toMatchObject({ kind: 'refused', member: null });
      expect(findings[0]?.found).toMatch(/^401: the platform rejected the (user token|plugin credential)/);
    },
  );

  const wrapped = ['listCourses', 'listClasses', 'searchUsers'] as const;
  it.each(some(wrapped))('%s: sends its list bare', async (route) => {
    const bare = changedJson((json) => (json as { docs: unknown[] }).docs);
    const reports = await reportsOf(route, bare);
    expect(reportedMembers(reports, 'no wrapper')).toEqual(['docs']);
    const paging = route === 'searchUsers' ? ['total', 'page'] : ['total', 'page', 'limit', 'pages'];
    expect(reportedMembers(reports, 'missing').sort()).toEqual(paging.sort());
    const [total] = findingsOf(reports).filter(({ member }) => member === 'total');
    expect(total?.fields).toEqual([
      expect.stringMatching(/^(Course|Class|UserSearch)Connection\.totalCount$/),
    ]);
  });

  it('affects all fields of a route if the gateway cannot read the response, else the one that exposes the member', async () => {
    const without = (member: string) =>
      changedJson((json) => {
        atMember(json, member, (holder, name) => void delete holder[name]);
        return json;
      });
    const route = 'readCourse';
    const [nameless] = findingsOf(await reportsOf(route, without('name')));
    expect(nameless).toMatchObject({ kind: 'missing', member: 'name', fields: ['Course.name'] });
    const withoutId = findingsOf(await reportsOf(route, without('courseId')));
    const all = ['Lesson.course', 'Note.course', 'Query.course', 'Question.course'];
    expect(withoutId.map(({ kind, member }) => [kind, member])).toEqual([
      ['missing', 'courseId'],
      ['unreadable', null],
    ]);
    for (const { fields } of withoutId) expect(fields.toSorted()).toEqual(all);
  });

  it("is checked against the gateway's own reader if the contract shows no response", async () => {
    const [finding] = findingsOf(
      await reportsOf(
        'listNotes',
        changedJson(() => ({ none: true })),
      ),
    );
    expect(finding).toMatchObject({ kind: 'unreadable', found: 'no list' });
    expect(finding?.fields).toContain('Query.notes');
  });

  it("counts rows that the gateway's own reader leaves out, by the member that they lack", async () => {
    const rows = [{ noteId: 'n-1', text: 'a' }, { text: 'b' }, { text: 'c' }];
    const findings = findingsOf(
      await reportsOf(
        'listNotes',
        changedJson(() => rows),
      ),
    );
    expect(findings.length).toBeGreaterThan(0);
    for (const { fields, ...finding } of findings) {
      expect(finding).toMatchObject({ kind: 'left out', member: 'noteId', found: '2 rows without it' });
      expect(fields).toContain('Query.notes');
    }
  });

  it('may not respond at all', async () => {
    const never: Deviation = () => new Promise(() => {});
    const [finding] = findingsOf(await reportsOf('listCourses', never));
    expect(finding).toMatchObject({ kind: 'no response', found: 'no response within 2000 ms' });
  });

  it('does not have keys printed that may be values', async () => {
    const byKey = changedJson((json) => ({
      ...(json as object),
      'u-priya': {},
      '@priya.sharma': {},
      ana: 'Ana',
      friendship: 1,
    }));
    const [report] = await reportsOf('readOwnProfile', byKey);
    const unknown = report?.findings.flatMap(({ kind, member }) => (kind === 'unknown' ? [member] : []));
    expect(unknown?.toSorted()).toEqual(['<name withheld>', '<name withheld>', 'friendship']);
  });

  const commands: readonly (readonly [RouteId, Deviation, string])[] = [
    [
      'readLevels',
      changedJson((json) => {
        atMember(json, 'levels[].lessons[].locked', (holder, name) => void delete holder[name]);
        return json;
      }),
      '✗ missing levels[].lessons[].locked (boolean) → Lesson.locked',
    ],
    ['readNote', html, '✗ not JSON: text/html instead of JSON → Query.note'],
    [
      'readClass',
      movedParameter('classId', 'query'),
      '✗ status: 400; sent in query: classId instead of 2xx → ',
    ],
  ];
  it.each(FULL ? commands : commands.slice(0, 1))(
    '%s: is reported by the command with exit status 1',
    { tags: 'slow' },
    async (route, deviation, line) => {
      platform.deviate(nameOfId(route), deviation);
      const { code, stdout } = await conformance(platform.environment);
      expect(stdout).toContain(line);
      const differing = stdout.split('\n').filter((text) => text.endsWith('  differs'));
      expect(differing.length).toBeGreaterThan(0);
      expect(differing.filter((text) => !text.startsWith(`${nameOfId(route)} `))).toEqual([]);
      expect(code).toBe(1);
    },
  );
});
