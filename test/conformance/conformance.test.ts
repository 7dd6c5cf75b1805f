import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Report } from 'learning-platform-kit/conformance/report';
import { CONFORMANCE_VARIABLES } from 'learning-platform-kit/conformance/variables';
import { ROUTES } from 'learning-platform-kit/contract/routes';
import type { RecordedRequest } from 'learning-platform-kit/sandbox';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { FULL } from '../support/fleet-form.ts';
import { conformance, type Finished, startTriedPlatform, type TriedPlatform } from './platform.ts';

let platform: TriedPlatform;
beforeAll(async () => {
  platform = await startTriedPlatform();
});
afterAll(() => platform.sandbox.close());

/** The requests of one run. */
const requestsDuring = async <Result>(
  run: () => Promise<Result>,
): Promise<{ result: Result; calls: string[] }> => {
  platform.requests.length = 0;
  const result = await run();
  return { result, calls: platform.requests.map(({ method, path }) => `${method} ${path}`) };
};

const differing = ({ routes }: Report): string[] =>
  routes.filter(({ outcome }) => outcome === 'differs').map(({ route }) => route);
const tried = ({ routes }: Report): string[] =>
  routes.filter(({ outcome }) => outcome !== 'skipped').map(({ route }) => route);

const namesOf = (routes: typeof ROUTES): string[] => routes.map(({ method, path }) => `${method} ${path}`);

// Each test starts processes, which are slow on a busy machine.
describe('npm run conformance', { timeout: 120_000 }, () => {
  it('finds no difference on the sandbox, sends only reads, and records them', async () => {
    const folder = join(mkdtempSync(join(tmpdir(), 'recording-')), 'new');
    onTestFinished(() => rmSync(dirname(folder), { recursive: true }));
    const { result, calls } = await requestsDuring(() =>
      conformance(platform.environment, '--record', folder),
    );
    expect(readdirSync(folder)).toContain('readCourse.json');
    expect(result.stdout).not.toContain('PLATFORM_SHAPES');
    expect(result.stderr).toBe('');
    expect(result.stdout).toMatch(/^\d+ conform, 0 differ, \d+ skipped\.$/m);
    expect(result.stdout).toMatch(/^GET \/edu\/v1\/course +200 +\d+ {2}conforms$/m);
    expect(result.code).toBe(0);
    const reads = namesOf(ROUTES.filter(({ method }) => method === 'GET'));
    expect([...new Set(calls)].sort()).toEqual(
      reads.filter((route) => route !== 'GET /oauth/v2/logout').sort(),
    );
  });

  it('prints a report of the documented shape with --json', { tags: 'full' }, async () => {
    const { code, stdout } = await conformance(platform.environment, '--json');
    expect(code).toBe(0);
    const report: Report = JSON.parse(stdout);
    const { routes, ...summary } = report;
    const count = expect.any(Number);
    expect(summary).toEqual({
      conformance: 1,
      writes: 'none',
      strict: false,
      marker: null,
      conforming: count,
      differing: count,
      skipped: count,
      shapes: {},
    });
    const [text, fields] = [expect.any(String), expect.any(Array)];
    const unknown = {
      kind: 'unknown',
      member: text,
      expected: null,
      found: text,
      isDifference: false,
      fields,
    };
    for (const { route, findings, ...outcome } of routes) {
      expect(route).toMatch(/^(GET|PUT|POST|DELETE) \//);
      expect(Object.keys(outcome)).toEqual(['variant', 'outcome', 'status', 'latencyMs', 'reason']);
      for (const finding of findings) expect(finding).toEqual(unknown);
    }
    expect(new Set(report.routes.map(({ route }) => route))).toEqual(new Set(namesOf(ROUTES)));
    const { conforming, differing: differences, skipped } = report;
    expect(conforming + differences + skipped).toBe(report.routes.length);
  });

  it('reports undocumented members, as differences only with --strict', { tags: 'full' }, async () => {
    const only = ['--only', 'GET /edu/v1/note', '--json'];
    const usual = await conformance(platform.environment, ...only);
    const strict = await conformance(platform.environment, ...only, '--strict');
    const findingsOf = ({ stdout }: { stdout: string }) =>
      (JSON.parse(stdout) as Report).routes.flatMap(({ findings }) => findings);
    const member = { kind: 'unknown', member: 'creatorId', found: 'string' };
    expect(findingsOf(usual)).toContainEqual(expect.objectContaining({ ...member, isDifference: false }));
    expect(findingsOf(strict)).toContainEqual(expect.objectContaining({ ...member, isDifference: true }));
    expect([usual.code, strict.code]).toEqual([0, 1]);
  });

  describe('with --writes', { tags: 'slow' }, () => {
    const stateOf = async () => ({
      notes: await platformJson(platform.sandbox.notesUrl, '/edu/v1/note/list'),
      entries: await platformJson(platform.sandbox.url, '/leaderboard/v1?limit=100'),
    });
    let before: unknown;
    let result: Finished;
    let written: RecordedRequest[];
    beforeAll(async () => {
      before = await stateOf();
      platform.requests.length = 0;
      result = await conformance(platform.environment, '--writes', '--json');
      written = platform.requests.filter(({ method }) => method !== 'GET');
    });

    it('announces its writes, and removes what it created', async () => {
      expect(result.code).toBe(0);
      expect(result.stderr).toContain('PUT /edu/v1/note: creates a note about a course');
      expect(result.stderr).toContain('PUT /notifications/v1: sends the user a notification from themselves');
      expect(result.stderr).not.toContain('leaves');
      const report: Report = JSON.parse(result.stdout);
      const writes = [
        'PUT /edu/v1/note',
        'POST /edu/v1/note/remove',
        'PUT /app/v1/bucket',
        'POST /app/v1/bucket',
        'POST /app/v1/bucket/user',
        'POST /app/v1/bucket/user/remove',
        'DELETE /app/v1/bucket',
        'PUT /notifications/v1',
        'POST /notifications/v1/acknowledge',
      ];
      expect(tried(report)).toEqual(expect.arrayContaining(writes));
      expect(written.map(({ method, path }) => `${method} ${path}`)).toEqual(writes);
      expect(await stateOf()).toEqual(before);
      const bucket = await fetch(`${platform.sandbox.url}/app/v1/bucket?id=${report.marker}`, asStudent());
      expect(bucket.status).toBe(404);
    });

    it('sends a push only to the user', () => {
      const sent = written.filter(({ method, path }) => method === 'PUT' && path === '/notifications/v1');
      expect(sent.map(({ body }) => JSON.parse(body).receiver)).toEqual(['u-ana']);
    });

    it('never writes to a bucket that it did not create', () => {
      expect(written.filter(({ path }) => path.includes('bucket')).length).toBeGreaterThan(4);
      expect(written.filter(({ body }) => body.includes('trail-map'))).toEqual([]);
    });
  });

  it('adds the writes that undo a selected one', { tags: 'full' }, async () => {
    const { result, calls } = await requestsDuring(() =>
      conformance(platform.environment, '--writes', '--only', 'PUT /edu/v1/note'),
    );
    expect(result.code).toBe(0);
    expect(calls.filter((call) => !call.startsWith('GET'))).toEqual([
      'PUT /edu/v1/note',
      'POST /edu/v1/note/remove',
    ]);
  });

  it('calls every route of the contract with --writes --lasting', { tags: 'slow' }, async () => {
    const lasting = await startTriedPlatform();
    const { code, stdout, stderr } = await conformance(
      lasting.environment,
      '--writes',
      '--lasting',
      '--json',
    );
    await lasting.sandbox.close();
    const report: Report = JSON.parse(stdout);
    expect(new Set(tried(report))).toEqual(new Set(namesOf(ROUTES)));
    expect(stderr).toContain("leaves the user's leaderboard entry");
    expect(differing(report)).toEqual([]);
    expect(code).toBe(0);
  });

  it('prints no personal data, no ID and no credential', { tags: 'slow' }, async () => {
    const fresh = await startTriedPlatform();
    const outputs = await Promise.all([
      conformance(fresh.environment, '--writes', '--strict'),
      ...(FULL ? [conformance(fresh.environment, '--json', '--strict')] : []),
      conformance({ ...fresh.environment, CONFORMANCE_USER_TOKEN: `unknown-${randomUUID()}` }, '--json'),
    ]);
    await fresh.sandbox.close();
    const printed = outputs.map(({ stdout, stderr }) => stdout + stderr).join('\n');
    const words = new Set(printed.match(/[\p{L}\p{N}@._-]+/gu));
    const { users, classes, courses, notes, notifications } = fresh.sandbox.school;
    const texts = [...textsIn(users), ...idsIn([classes, courses, notes, notifications])];
    expect(texts.length).toBeGreaterThan(200);
    expect(texts.filter((text) => words.has(text) || (text.includes(' ') && printed.includes(text)))).toEqual(
      [],
    );
    const secrets = Object.entries(fresh.environment).flatMap(([name, value]) =>
      /TOKEN|SECRET|_ID$|URL$|URI$/.test(name) ? [value] : [],
    );
    expect(secrets.filter((secret) => printed.includes(secret))).toEqual([]);
    expect(printed).not.toContain('unknown-');
  });

  it('skips routes without their credential or ID, and says what to set', { tags: 'full' }, async () => {
    const { PLATFORM_URL = '', CONFORMANCE_USER_TOKEN = '' } = platform.environment;
    const { code, stdout } = await conformance({ PLATFORM_URL, CONFORMANCE_USER_TOKEN }, '--json');
    expect(code).toBe(0);
    const { routes }: Report = JSON.parse(stdout);
    const usual = routes.filter(({ variant }) => variant === null);
    const reasons = Object.fromEntries(usual.map(({ route, reason }) => [route, reason]));
    expect(reasons).toMatchObject({
      'GET /user/v1/my/profile': null,
      'GET /oauth/v2/signin': 'needs the app: set APP_CLIENT_ID',
      'GET /edu/v1/question/': "needs an instructor's token: set CONFORMANCE_INSTRUCTOR_TOKEN",
      'GET /edu/v1/note': 'needs the address of the notes routes: set PLATFORM_NOTES_URL',
      'GET /app/v1/bucket': 'needs a bucket: set CONFORMANCE_BUCKET_ID',
      'GET /plugin/v2/ai/record-data':
        "needs the plugin's credential: set PLUGIN_CLIENT_ID and PLUGIN_CLIENT_SECRET",
      'PUT /edu/v1/note': 'a write that creates a note about a course: run with --writes',
      'POST /plugin/v1/ato/alert':
        'a write that adds an alert to the ATO request and leaves the alert: run with --writes --lasting',
    });
  });

  it('reports a rejected token', async () => {
    const environment = { ...platform.environment, CONFORMANCE_USER_TOKEN: 'an-expired-token' };
    const { code, stdout } = await conformance(environment, '--only', 'GET /user/v1/my/friends');
    expect(code).toBe(1);
    expect(stdout).toContain('refused: 401: the platform rejected the user token instead of 2xx → ');
    expect(stdout).toContain('GET /user/v1/my/friends');
  });

  it('uses the configured IDs', { tags: 'full' }, async () => {
    const environment = {
      ...platform.environment,
      CONFORMANCE_COURSE_ID: 'c-weather',
      CONFORMANCE_CLASS_ID: 'g-weather-club',
      CONFORMANCE_NOTE_ID: 'n-ana-clouds',
    };
    await requestsDuring(() => conformance(environment));
    const queriesTo = (path: string) =>
      platform.requests.filter((request) => request.path === path).map(({ query }) => query);
    expect(queriesTo('/edu/v1/course')).toEqual(['courseId=c-weather']);
    expect(queriesTo('/edu/v1/class/structure')).toEqual(['classId=g-weather-club']);
    expect(queriesTo('/edu/v1/note')).toEqual(['noteId=n-ana-clouds']);
    expect(queriesTo('/edu/v1/course/levels').at(-1)).toMatch(
      /^classId=g-weather-club&studentId=s-weather-club-/,
    );
  });

  // Each is a process of its own.
  it.each(
    (
      [
        [['--port=1'], {}, "Unknown option '--port'"],
        [['--lasting'], {}, '--lasting requires --writes'],
        [['--only', 'GET /no/such/route'], {}, 'no route matches --only'],
        [[], { PLATFORM_URL: '' }, 'PLATFORM_URL is not set: there is no platform to check'],
        [[], { CONFORMANCE_USER_TOKEN: 'Bearer x' }, 'CONFORMANCE_USER_TOKEN must be visible ASCII'],
        [[], { CONFORMANCE_REDIRECT_URI: 'callback' }, 'CONFORMANCE_REDIRECT_URI must be an absolute URL'],
        [['--only', 'GET /user/v1/my'], { CONFORMANCE_USER_TOKEN: '' }, 'nothing could be checked'],
      ] as const
    ).slice(0, FULL ? undefined : 2),
  )('exits with 2 for %j with %j', async (args, changes, complaint) => {
    const { PLATFORM_URL = '' } = platform.environment;
    const { code, stderr } = await conformance({ PLATFORM_URL, ...changes }, ...args);
    expect(stderr).toContain(complaint);
    expect(code).toBe(2);
  });

  it('has help with all options and variables', async () => {
    const { code, stdout } = await conformance({}, '--help');
    expect(code).toBe(0);
    for (const option of ['--writes', '--lasting', '--only', '--strict', '--json'])
      expect(stdout).toContain(option);
    for (const name of Object.keys(CONFORMANCE_VARIABLES)) expect(stdout).toContain(`  ${name} `);
  });
});

const asStudent = () => ({ headers: { authorization: `Bearer ${platform.sandbox.credentials.student}` } });

const platformJson = async (host: string, path: string): Promise<unknown> =>
  (await fetch(host + path, asStudent())).json();

/** Personal texts, without shared vocabulary: types, countries and roles. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string')
    return /^(adult|child|teen-minor|Adult|Kid|Parent|[A-Z]{2}|instructor|student|member)$/.test(value)
      ? []
      : [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function idsIn(value: unknown, name = ''): string[] {
  if (typeof value === 'string') return /(Id|joinCode)$/.test(name) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => idsIn(inner, key));
}
