import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Recorder } from 'learning-platform-kit/conformance/recording';
import { Redaction } from 'learning-platform-kit/conformance/redaction';
import { startReplay } from 'learning-platform-kit/conformance/replay';
import type { Report } from 'learning-platform-kit/conformance/report';
import { runConformance } from 'learning-platform-kit/conformance/run';
import { DIALECTS } from 'learning-platform-kit/sandbox';
import { describe, expect, it, onTestFinished } from 'vitest';
import { platformOf, thisGateway } from '../../src/cli/conformance-settings.ts';
import { readConformance } from '../../src/config/config.ts';
import { SHAPED_ROUTES } from '../../src/domains/platform-readers.ts';
import { isRecord } from '../../src/lib/is-record.ts';
import { readShapes } from '../../src/platform/shapes.ts';
import { json } from '../support/faults.ts';
import { as, startGateway } from '../support/gateway.ts';
import { changedJson } from './deviating-platform.ts';
import { fullSchool, startTriedPlatform } from './platform.ts';

function temporaryDirectory(): string {
  const folder = mkdtempSync(join(tmpdir(), 'recording-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

const run = (environment: Record<string, string>, recorder: Recorder | null = null): Promise<Report> =>
  runConformance({
    ...platformOf(readConformance(environment)),
    writes: 'all',
    strict: false,
    isSelected: () => true,
    gateway: thisGateway(),
    ...(recorder && { onResponse: (check, outcome) => recorder.add(check, outcome) }),
  });

const outcomes = ({ routes }: Report) =>
  routes.map(({ route, variant, outcome, status, findings }) => ({
    route,
    variant,
    outcome,
    status,
    findings,
  }));

/** Texts of the seed data that a recording must not have: whatever is not a word of the contract. */
function textsOf(json: unknown, texts = new Set<string>()): Set<string> {
  if (typeof json === 'string' && /[a-z]{3}/i.test(json)) texts.add(json);
  else if (Array.isArray(json)) for (const item of json) textsOf(item, texts);
  else if (isRecord(json)) for (const item of Object.values(json)) textsOf(item, texts);
  return texts;
}

describe('npm run conformance --record', { timeout: 60_000 }, () => {
  it.each(DIALECTS)(
    'finds that a dialect conforms, and writes a platform that another one can be made of: %s',
    async (dialect) => {
      const folder = temporaryDirectory();
      const platform = await startTriedPlatform(fullSchool, dialect);
      const recorded = await run(platform.environment, new Recorder(folder));
      await platform.sandbox.close();
      const findings = recorded.routes.flatMap((report) => report.findings);
      expect(findings.filter(({ isDifference }) => isDifference)).toEqual([]);
      expect(recorded.routes.filter(({ outcome }) => outcome !== 'conforms')).toEqual([]);
      expect(findings.some(({ kind }) => kind === 'form')).toBe(dialect !== 'plain');

      const written = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
      expect(written.length).toBeGreaterThan(50);
      const shown = textsOf(written.map((text) => JSON.parse(text)));
      const kept = [...textsOf(fullSchool), ...Object.values(platform.environment)].filter((text) =>
        shown.has(text),
      );
      // Statuses of the contract, and what any platform has.
      expect(kept.filter((text) => !['in-progress', 'completed', 'not-started'].includes(text))).toEqual([]);

      const replay = await startReplay(folder);
      const replayed = await run({
        ...platform.environment,
        PLATFORM_URL: replay.url,
        PLATFORM_NOTES_URL: replay.url,
      });
      await replay.close();
      expect(outcomes(replayed)).toEqual(outcomes(recorded));
    },
  );

  it('keeps the form of a response, and nothing else', () => {
    const redaction = new Redaction();
    const sent = {
      success: true,
      rows: [
        {
          nid: 7,
          userId: 'u-ana',
          owners: ['u-ana'],
          createdAt: '2026-03-02T08:05:00+01:00',
          on: '20260302',
        },
        {
          nid: 8,
          userId: 'u-kofi',
          trainer: true,
          at: 1_772_400_000_123,
          site: 'https://school.example/ana',
        },
      ],
      ana: { handle: '@Ana.Ferreira 7' },
      byUser: { 'u-ana': 1.25, 'ana@school.example': -12 },
      name: 'ana',
      status: 'under-review',
      none: null,
    };
    const form = redaction.json(sent) as typeof sent & Record<string, unknown>;
    const [first, second] = form.rows;
    const id = first?.userId ?? '';
    expect(id).toMatch(/^[a-z]-[a-z]{3}$/);
    expect([id, second?.userId.length]).not.toEqual(['u-ana', 0]);
    expect(second?.userId).toMatch(/^[a-z]-[a-z]{4}$/);
    expect(form).toMatchObject({
      success: true,
      rows: [
        { nid: 1, createdAt: '2001-02-03T04:05:06+00:00', on: '20010203' },
        { trainer: false, at: 981_173_106_000, site: 'https://xxxxxx.xxxxxxx/xxx' },
      ],
      name: 'xxx',
      status: 'under-review',
      none: null,
    });
    expect(Object.values(form.byUser)).toEqual([0.5, -1]);
    expect(Object.keys(form.byUser)[0]).toBe(id);
    expect(JSON.stringify(form)).not.toMatch(/ana|kofi|school|Ferreira/i);
  });

  it('refuses a folder that has something in it', () => {
    const folder = temporaryDirectory();
    writeFileSync(join(folder, 'notes.txt'), '');
    expect(() => new Recorder(folder)).toThrow('the folder is not empty');
  });
});

const rows = (json: unknown): Record<string, unknown>[] => json as Record<string, unknown>[];
const withName = (from: string, to: string) => (row: Record<string, unknown>) => {
  const { [from]: value, ...others } = row;
  return { ...others, [to]: value };
};

/** Forms that no rule foresees, and the entry that describes each. */
const FORMS: readonly (readonly [route: string, change: (json: unknown) => unknown, entry: unknown])[] = [
  [
    'GET /edu/v1/note/list',
    (json) => ({
      page: { items: rows(json).map(withName('noteId', 'nid')), sponsors: [{ name: 'x' }] },
    }),
    { listNotes: { at: '/page/items', members: { noteId: 'nid' } } },
  ],
  [
    'GET /edu/v1/course',
    (json) => withName('courseId', 'course_id')(json as Record<string, unknown>),
    { readCourse: { members: { courseId: 'course_id' } } },
  ],
];

describe('a platform whose responses have a form of their own', { timeout: 60_000 }, () => {
  it.each(FORMS)('is described by the entries that are printed: %s', async (route, change, entry) => {
    const platform = await startTriedPlatform();
    platform.deviate(route, changedJson(change));
    const { shapes } = await run(platform.environment);
    expect(shapes).toEqual(entry);

    const file = join(temporaryDirectory(), 'shapes.json');
    writeFileSync(file, JSON.stringify(shapes));
    expect([...readShapes(file, SHAPED_ROUTES).keys()]).toEqual([route]);
    const gateway = await startGateway({ environment: { PLATFORM_SHAPES: file } });
    const note = { noteId: 'n-1', text: 'Hello', courseId: 'c-first-aid' };
    const course = { courseId: 'c-first-aid', name: 'Field First Aid', description: '', profilePic: 'p' };
    gateway.faults.set(route, json(change(route.endsWith('/list') ? [note] : course)));
    const { data, errors } = await gateway.query(
      '{ notes { nodes { id text } } course(id: "c-first-aid") { id name } }',
      { as: as.student },
    );
    await gateway.close();
    await platform.sandbox.close();
    expect(errors).toEqual([]);
    expect(data.course).toEqual({ id: 'c-first-aid', name: 'Field First Aid' });
    expect(data.notes.nodes.length).toBeGreaterThan(0);
  });
});
