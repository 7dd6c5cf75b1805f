import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { printExample, withTable } from '../src/cli/print-variables.ts';
import { readConfig } from '../src/config/config.ts';
import { VARIABLES } from '../src/config/variables.ts';
import { ERROR_CODES } from '../src/graph/errors.ts';

const ROOT = join(import.meta.dirname, '..');
const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');

describe('the README', () => {
  it('lists every error code as the code has it', () => {
    const rows = Object.entries(ERROR_CODES).map(
      ([code, { retryable, meaning }]) => `| \`${code}\` | ${retryable ? 'yes' : 'no'} | ${meaning} |`,
    );
    const table = ['| code | retryable | meaning |', '|---|---|---|', ...rows].join('\n');
    expect(/<!-- errors -->\n([\s\S]*?)\n?<!-- \/errors -->/.exec(readme)?.[1]).toBe(table);
  });

  it('lists every variable as the code has it', () => {
    expect(readme).toContain('| `PORT` | `4000` |');
    expect(readme).toBe(withTable(readme));
  });
});

describe('.env.example', () => {
  it('names every variable, and sets none', () => {
    expect(readFileSync(join(ROOT, '.env.example'), 'utf8')).toBe(printExample());
    expect(parseEnv(printExample())).toEqual({});
    const filled = parseEnv(printExample().replaceAll(/^#(?=[A-Z_]+=)/gm, ''));
    expect(Object.keys(filled).toSorted()).toEqual(Object.keys(VARIABLES).toSorted());
    expect(readConfig(filled)).toEqual(readConfig({}));
  });
});
