import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Catalog } from '../../packages/explorer/reference/catalog.ts';
import { entryPageMarkdown } from '../../packages/explorer/reference/markdown.ts';
import type { readReferenceSource } from '../../src/app/reference-source.ts';
import type { createSchema } from '../../src/domains/schema.ts';
import type * as support from '../support/gateway.ts';
import { readMetrics } from '../support/metrics.ts';

const ROOT = join(import.meta.dirname, '../..');
/** What a release would deprecate, by file: a field, an argument and an enum value. */
const DEPRECATIONS = {
  'course.graphql': ['description: String', 'description: String @deprecated(reason: "Use `Course.name`.")'],
  'user.graphql': ['    term: String\n', '    term: String @deprecated(reason: "Use `first`.")\n'],
  'auth.graphql': ['  IMPLICIT\n', '  IMPLICIT @deprecated(reason: "Use `CODE`.")\n'],
} as const;

/** These sources with a deprecated field, argument and enum value. */
interface Release {
  createSchema: typeof createSchema;
  readReferenceSource: typeof readReferenceSource;
  startGateway: typeof support.startGateway;
}

describe('a deprecated field', () => {
  let folder: string;
  let release: Release;
  let gateway: support.TestGateway;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'deprecated-'));
    for (const name of ['src', 'schema', 'test/support', 'package.json'])
      cpSync(join(ROOT, name), join(folder, name), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    for (const [name, [current, deprecated]] of Object.entries(DEPRECATIONS)) {
      const file = join(folder, 'schema', name);
      const sdl = readFileSync(file, 'utf8');
      expect(sdl).toContain(current);
      writeFileSync(file, sdl.replace(current, deprecated));
    }
    const load = (path: string) => import(join(folder, path));
    release = {
      ...(await load('src/domains/schema.ts')),
      ...(await load('src/app/reference-source.ts')),
      ...(await load('test/support/gateway.ts')),
    };
    gateway = await release.startGateway();
  });
  afterAll(async () => {
    await gateway.close();
    rmSync(folder, { recursive: true });
  });

  const counts = async (): Promise<Record<string, number>> =>
    Object.fromEntries(
      [...(await readMetrics(gateway))].filter(([name]) => name.startsWith('gateway_deprecated_field_total')),
    );

  it('is counted by client, once per operation that names it', async () => {
    const student = { authorization: 'Bearer demo-student-token' };
    const run = (document: string, client: string) =>
      gateway.query(document, { as: student, headers: { 'apollographql-client-name': client } });
    const twice =
      'query Both { a: course(id: "c-knots") { ...Text } b: course(id: "c-weather") { description } } fragment Text on Course { description }';
    for (const client of ['web', 'web', 'ios']) expect((await run(twice, client)).errors).toEqual([]);
    await run('{ searchUsers(term: "a") { totalCount } }', 'ios');
    await run(
      'mutation { beginSignIn(input: { redirectUri: "http://localhost/", responseType: IMPLICIT }) { url } }',
      'ios',
    );
    await run('{ course(id: "c-knots") { name } searchUsers { totalCount } }', 'android');
    expect(await counts()).toEqual({
      'gateway_deprecated_field_total{field="Course.description",client="web"}': 2,
      'gateway_deprecated_field_total{field="Course.description",client="ios"}': 1,
      'gateway_deprecated_field_total{field="Query.searchUsers(term:)",client="ios"}': 1,
      'gateway_deprecated_field_total{field="SignInResponseType.IMPLICIT",client="ios"}': 1,
    });
  });

  it('counts only the operation that runs, of a document with several', async () => {
    const before = await counts();
    await gateway.query(
      'query Old { course(id: "c-knots") { description } } query New { course(id: "c-knots") { name } }',
      { operationName: 'New', as: { authorization: 'Bearer demo-student-token' } },
    );
    expect(await counts()).toEqual(before);
  });

  it('shows its replacement in the reference', () => {
    const catalog = new Catalog(release.readReferenceSource(release.createSchema(), null));
    const course = catalog.entries.find(({ name }) => name === 'Course');
    if (!course) throw new Error('the reference has no page of courses');
    expect(entryPageMarkdown(catalog, course)).toContain('**Deprecated:** Use `Course.name`.');
  });
});
