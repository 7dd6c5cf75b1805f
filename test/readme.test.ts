import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ERROR_CODES } from '../src/graph/errors.ts';

const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');

describe('the README', () => {
  it('lists every error code as the code has it', () => {
    const rows = Object.entries(ERROR_CODES).map(
      ([code, { retryable, meaning }]) => `| \`${code}\` | ${retryable ? 'yes' : 'no'} | ${meaning} |`,
    );
    const table = ['| code | retryable | meaning |', '|---|---|---|', ...rows].join('\n');
    expect(/<!-- errors -->\n([\s\S]*?)\n?<!-- \/errors -->/.exec(readme)?.[1]).toBe(table);
  });

  it('names every variable that the configuration reads, and no other', () => {
    const source = readFileSync(join(import.meta.dirname, '../src/config.ts'), 'utf8');
    const read = [...source.matchAll(/read\.\w+\('([A-Z_]+)'/g)].map(([, name]) => name);
    const clients = ['APP_CLIENT_ID', 'APP_CLIENT_SECRET', 'PLUGIN_CLIENT_ID', 'PLUGIN_CLIENT_SECRET'];
    const documented = [...readme.matchAll(/^\| (`[A-Z_`, ]+`) \|/gm)].flatMap(([, names = '']) =>
      [...names.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name),
    );
    const settings = documented.filter((name) => name !== undefined && !(name in ERROR_CODES));
    expect(settings.toSorted()).toEqual([...new Set([...read, ...clients])].toSorted());
  });
});
