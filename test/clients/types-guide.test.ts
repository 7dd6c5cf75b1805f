import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempDisposableSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gql } from '@apollo/client';
import { isInputObjectType, isObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { createCache } from '../../packages/client/src/apollo.ts';
import { dates } from '../../packages/client/src/apollo-scalars.ts';
import { schema } from '../support/schema.ts';

const ROOT = join(import.meta.dirname, '../..');
const CLIENT = join(ROOT, 'packages/client/src');
const guide = readFileSync(join(ROOT, 'docs/getting-started/types.md'), 'utf8');
const typescript = join(
  dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
  'bin/tsc',
);

/** The files of the guide, which begin with their names. */
const files = [...guide.matchAll(/```ts\n\/\/ (\S+)\n([\s\S]*?)```/g)].map(([, name = '', content = '']) => ({
  name,
  content,
}));

/** Checks the files of the guide as an app has them. @returns what the compiler says. */
async function compile(changes: Record<string, (content: string) => string> = {}): Promise<string> {
  using folder = mkdtempDisposableSync(join(ROOT, 'node_modules/.types-'));
  const cwd = folder.path;
  mkdirSync(join(cwd, 'src'));
  symlinkSync(join(ROOT, 'node_modules'), join(cwd, 'node_modules'));
  for (const { name, content } of files)
    writeFileSync(join(cwd, name), (changes[name] ?? ((same: string) => same))(content));
  const compilerOptions = {
    target: 'es2024',
    module: 'esnext',
    moduleResolution: 'bundler',
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    types: [],
    lib: ['es2024', 'dom', 'esnext.disposable'],
    paths: { '@learning-platform/client/*': [join(CLIENT, '*.ts')] },
  };
  writeFileSync(join(cwd, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['src'] }));
  const checked = promisify(execFile)(process.execPath, [typescript, '--singleThreaded'], { cwd });
  const { stdout } = await checked.catch((error: { stdout: string }) => error);
  // What the package itself makes of the app's declaration is checked where it is packed.
  return stdout
    .split('\n')
    .filter((line) => line.startsWith('src/'))
    .join('\n');
}

describe('the guide to types', () => {
  it('type-checks, and so does not what is wrong', { tags: 'slow' }, async () => {
    expect(files.map(({ name }) => name)).toEqual([
      'src/graphql.ts',
      'src/bell.ts',
      'src/apollo.d.ts',
      'src/client.ts',
      'src/dated.ts',
    ]);
    expect(await compile()).toBe('');
    const wrong = await compile({
      'src/bell.ts': (content) => content.replace('createdDate?.slice(0, 10)', 'createdDate?.getTime()'),
      'src/dated.ts': (content) => content.replace('variables: { first: 1 }', 'variables: { first: true }'),
    });
    expect(wrong).toMatch(/src\/bell.ts.*getTime/);
    expect(wrong).toMatch(/src\/dated.ts.*overload/);
  });
});

describe('dates in Apollo Client', () => {
  const { scalars, typePolicies, inputObjects } = dates();
  // An app declares the scalars, for all its files; the tests do not.
  const cache = createCache(Object(dates()));

  it('arrive as dates, and are sent as text', () => {
    const query = gql`{ note { id createdDate } }`;
    const note = { __typename: 'Note', id: 'n', createdDate: '2026-03-01T09:30:00.000Z' };
    cache.writeQuery({ query, data: { note } });
    expect(cache.readQuery({ query })).toEqual({
      note: { ...note, createdDate: new Date('2026-03-01T09:30:00Z') },
    });
    expect(scalars.DateTime.serialize(new Date('2026-03-01T09:30:00Z'))).toBe('2026-03-01T09:30:00.000Z');
    expect(scalars.DateOrDateTime.coerceToSerialized('2012-08-31')).toBe('2012-08-31');
    expect(scalars.DateOrDateTime.coerceToSerialized(new Date(0))).toBe('1970-01-01T00:00:00.000Z');
  });

  it('are known for every field and every input of the graph', () => {
    const timesIn = (is: (type: object) => boolean) =>
      Object.values(schema.getTypeMap())
        .filter((type) => (isObjectType(type) || isInputObjectType(type)) && is(type))
        .flatMap((type) =>
          isObjectType(type) || isInputObjectType(type)
            ? Object.values(type.getFields())
                .filter((field) => /^\[?(DateTime|DateOrDateTime)\b/.test(String(field.type)))
                .map((field) => `${type.name}.${field.name}`)
            : [],
        );
    const named = (facts: Record<string, { fields: object }>) =>
      Object.entries(facts).flatMap(([type, { fields }]) =>
        Object.keys(fields).map((name) => `${type}.${name}`),
      );
    expect(named(typePolicies).toSorted()).toEqual(timesIn(isObjectType).toSorted());
    expect(named(inputObjects).toSorted()).toEqual(timesIn(isInputObjectType).toSorted());
  });
});
