import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGateway } from '../support/gateway.ts';

const ROOT = join(import.meta.dirname, '../..');
const guide = readFileSync(join(ROOT, 'examples/README.md'), 'utf8');

describe('the types that clients generate', () => {
  /** A client's project, where the packages of this one are found. */
  let project: string;
  const here = (...path: string[]): string => join(project, ...path);
  const node = (...args: string[]): string =>
    execFileSync(process.execPath, args, { cwd: project, encoding: 'utf8', stdio: 'pipe' });

  beforeAll(() => {
    mkdirSync(join(ROOT, 'node_modules/.cache'), { recursive: true });
    project = mkdtempSync(join(ROOT, 'node_modules/.cache/client-'));
    mkdirSync(here('src'));
    const [, config = ''] = /`codegen\.ts`:\n\n```ts\n([\s\S]*?)```/.exec(guide) ?? [];
    writeFileSync(here('codegen.ts'), config);
    writeFileSync(
      here('src/courses.ts'),
      'import { graphql } from "./gql/gql.ts";\nexport const COURSES = graphql(`query Courses { courses(first: 3) { nodes { id name } totalCount } }`);\n',
    );
    node(join(ROOT, 'src/cli/print-schema.ts'), 'types');
    node(join(ROOT, 'node_modules/@graphql-codegen/cli/esm/bin.js'), '--config', 'codegen.ts', '--silent');
  }, 120_000);
  afterAll(() => rmSync(project, { recursive: true }));

  it('are made by the configuration of the guide, exact to the field', () => {
    const types = readFileSync(here('src/gql/graphql.ts'), 'utf8');
    expect(types).toMatch(
      /export type CoursesQuery = \{[^;]*courses: \{[^;]*nodes: Array<\{[^;]*id: string,\s*name: string \| null/,
    );
  });

  it('come with the documents that a gateway may be told to trust', async () => {
    const gateway = await startGateway({
      environment: { TRUSTED_DOCUMENTS: here('src/gql/persisted-documents.json') },
    });
    const [hash] = Object.keys(JSON.parse(readFileSync(here('src/gql/persisted-documents.json'), 'utf8')));
    const response = await fetch(`${gateway.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer demo-student-token' },
      body: JSON.stringify({ documentId: hash }),
    });
    expect(await response.json()).toMatchObject({ data: { courses: { nodes: [{}, {}, {}] } } });
    await gateway.close();
  });

  it.each(['schema.graphql', 'introspection.json', 'possibleTypes.json', 'subgraph.graphql'])(
    'begin with what one script writes: %s, which the guide names',
    (name) => {
      expect(readFileSync(here('types', name), 'utf8')).not.toBe('');
      expect(guide).toContain(`\`types/${name}\``);
    },
  );
});
