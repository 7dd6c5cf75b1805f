import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { errorTable, RETRY_RULE } from 'learning-platform-explorer/reference';
import { describe, expect, it } from 'vitest';
import { printExample, withTables } from '../src/cli/print-variables.ts';
import { readConfig } from '../src/config/config.ts';
import { VARIABLES } from '../src/config/variables.ts';
import { ERROR_CODES, INPUT_REASONS, UPSTREAM_REASONS } from '../src/graph/errors.ts';

const ROOT = join(import.meta.dirname, '..');
const read = (name: string): string => readFileSync(join(ROOT, name), 'utf8');

describe('docs/errors.md', () => {
  it.each([
    ['reasons', INPUT_REASONS],
    ['upstream reasons', UPSTREAM_REASONS],
  ])('lists the %s as declared', (name, reasons) => {
    const rows = Object.entries(reasons).map(([reason, meaning]) => `| \`${reason}\` | ${meaning} |`);
    const table = ['| reason | meaning |', '|---|---|', ...rows].join('\n');
    const page = read('docs/errors.md');
    expect(page.split(`<!-- ${name} -->\n`)[1]?.split(`\n<!-- /${name} -->`)[0]).toBe(table);
  });

  it('lists every error code as the code declares it', () => {
    const table = errorTable(ERROR_CODES);
    expect(/<!-- errors -->\n([\s\S]*?)\n?<!-- \/errors -->/.exec(read('docs/errors.md'))?.[1]).toBe(table);
  });

  it('states when to retry in the words of the reference', () => {
    expect(read('docs/errors.md')).toContain(RETRY_RULE);
  });
});

describe('docs/configuration.md', () => {
  it('lists every variable as the code declares it', () => {
    const page = read('docs/configuration.md');
    expect(page).toContain('| `PORT` | `4000` |');
    expect(page).toBe(withTables(page));
  });
});

describe('.env.example', () => {
  it('names every variable, and sets none', () => {
    expect(read('.env.example')).toBe(printExample());
    expect(parseEnv(printExample())).toEqual({});
    const filled = parseEnv(printExample().replaceAll(/^#(?=[A-Z0-9_]+=)/gm, ''));
    expect(Object.keys(filled).toSorted()).toEqual(Object.keys(VARIABLES).toSorted());
    expect(readConfig(filled)).toEqual(readConfig({}));
  });
});
