// @module-tag slow
// @module-tag full
import { spawnSync } from 'node:child_process';
import { type DisposableTempDir, mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyFiles, linkPackages } from '../support/repository-copy.ts';

/** A mistake in each clause of the rule: a text of a source, and what replaces it. */
const MISTAKES: readonly (readonly [clause: string, file: string, text: string, instead: string])[] = [
  ['bytes: a byte order mark', 'platform/body.ts', 'bytes[0] === 0xef', 'bytes[0] === 0xee'],
  ['bytes: x-gzip', 'platform/decompression.ts', ".replace(/^x-/, '')", ''],
  ['bytes: a page', 'platform/wire.ts', "text.startsWith('<')", "text.startsWith('?')"],
  ['bytes: truncated JSON', 'platform/wire.ts', '/^[{[]/.test(text)', '/^x/.test(text)'],
  ['wrapper: its name', 'platform/envelope.ts', "  'response',\n", ''],
  [
    'wrapper: the only object',
    'platform/envelope.ts',
    'isEmpty(json[only]) ? null : at(only);',
    'isEmpty(json[only]) ? null : null;',
  ],
  [
    'wrapper: a record without an ID',
    'platform/envelope.ts',
    'if (members.some((name) => Object.hasOwn(subject.members, name))) return null;',
    '',
  ],
  ['wrapper: its depth', 'platform/envelope.ts', 'const DEPTH = 4', 'const DEPTH = 1'],
  ['outcome: a flag', 'platform/envelope.ts', "['success', 'ok', 'valid']", "['success', 'valid']"],
  ['outcome: an error', 'platform/envelope.ts', "['error', 'errors']", "['errors']"],
  ['outcome: an empty error', 'platform/envelope.ts', 'Object.keys(value).length > 0', 'true'],
  ['outcome: a status', 'platform/envelope.ts', "['error', 'fail',", "['error',"],
  [
    'outcome: of a validation',
    'platform/envelope.ts',
    'if (saysNo(json, { members: {} })) return false;',
    '',
  ],
  ['outcome: a member of the contract', 'platform/envelope.ts', '&& !Object.hasOwn(members, name)', ''],
  [
    'absence: null in a wrapper',
    'platform/envelope.ts',
    "if (json === null) throw new NothingThere('null');",
    'if (json === null) return null;',
  ],
  [
    'absence: an empty body',
    'platform/body.ts',
    "this.isBlank() ? new NothingThere('nothing')",
    "this.isBlank() ? new UnexpectedShape('nothing')",
  ],
  ['absence: an ID of what was created', 'platform/wire.ts', "upstreamReason: 'CREATED_WITHOUT_ID'", ''],
  [
    'IDs: a number',
    'platform/values.ts',
    "typeof value === 'string' || typeof value === 'number'",
    "typeof value === 'string'",
  ],
  [
    'numbers: as text',
    'platform/values.ts',
    "value.trim() !== '' ? Number(value)",
    "value.trim() !== '' ? null",
  ],
  ['numbers: as they were sent', 'lib/exact-json.ts', 'JSON.rawJSON(context.source)', 'value'],
  [
    'numbers: of documented members',
    'platform/conform.ts',
    'FREE.has(parts.leaf) ? value : asDoubles(value)',
    'value',
  ],
  ['times: seconds', 'lib/instant.ts', 'count * 1000', 'count'],
  ['times: a zone', 'lib/instant.ts', "=== '-' ? -60_000 : 60_000", "=== '-' ? 60_000 : -60_000"],
  [
    'times: without a zone',
    'lib/instant.ts',
    '(\\d{2})(?::?(\\d{2}))?)?)?$/',
    '(\\d{2})(?::?(\\d{2}))?))?$/',
  ],
  ['lists as text: an empty item', 'platform/values.ts', "ids.filter((id) => id !== '')", 'ids'],
  ['rows in rows: left out', 'platform/conform.ts', 'else leftOut(found.lacks);', 'else rows.push(one);'],
  ['rows in rows: all of them', 'platform/conform.ts', 'rows.length === 0 && list.length > 0', 'false'],
  ['rows of users: a key', 'platform/wire.ts', 'isAsked(name) ? name : key', 'name'],
];

const TESTS = [
  'test/reach/rule.test.ts',
  'test/reach/tolerance.test.ts',
  'test/platform/silent-contract.test.ts',
  'test/badge.test.ts',
];

describe('a mistake in the rule for responses', () => {
  let folder: DisposableTempDir;
  beforeAll(() => {
    folder = mkdtempDisposableSync(join(tmpdir(), 'rule-'));
    copyFiles(folder.path);
    linkPackages(folder.path);
  });
  afterAll(() => folder.remove());

  /** The tests that fail in the copy. */
  function failures(): string[] {
    const args = ['vitest', 'run', '--bail', '1', ...TESTS];
    const { stdout } = spawnSync('npx', args, {
      cwd: folder.path,
      encoding: 'utf8',
      env: { ...process.env, FULL: '' },
    });
    return stdout.split('\n').filter((line) => line.startsWith('FAILED '));
  }

  it('is not found where there is none', () => expect(failures()).toEqual([]));

  it.each(MISTAKES)('is found in %s', (_clause, file, text, instead) => {
    const path = join(folder.path, 'src', file);
    const source = readFileSync(path, 'utf8');
    expect(source.split(text)).toHaveLength(2);
    writeFileSync(
      path,
      source.replace(text, () => instead),
    );
    try {
      expect(failures()).not.toEqual([]);
    } finally {
      writeFileSync(path, source);
    }
  });
});
