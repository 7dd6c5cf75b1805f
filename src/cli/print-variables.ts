import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { VARIABLES, type Variable } from '../config/variables.ts';

const ROOT = join(import.meta.dirname, '../..');
const PAGE = join(ROOT, 'docs/configuration.md');
const EXAMPLE = join(ROOT, '.env.example');
const TABLE = /(?<=<!-- configuration -->\n)[\s\S]*?(?=\n<!-- \/configuration -->)/;

const variables = Object.entries<Variable>(VARIABLES);

/** `docs/configuration.md` with its table generated anew. */
export function withTable(page: string): string {
  if (!TABLE.test(page)) throw new Error('docs/configuration.md has no place for the table');
  return page.replace(TABLE, () =>
    [
      '| variable | default | meaning |',
      '|---|---|---|',
      ...variables.map(([name, { fallback, meaning, inWords }]) => {
        return `| \`${name}\` | ${inWords ? fallback : `\`${fallback}\``} | ${meaning} |`;
      }),
    ].join('\n'),
  );
}

/** A file to copy to `.env` and fill in; as it stands it sets nothing. */
export const printExample = (): string =>
  [
    '# Copy to .env, set what you need, and start with `node --env-file=.env src/main.ts`.',
    '# Durations are milliseconds, sizes bytes.',
    ...variables.map(([name, { fallback, meaning, inWords }]) =>
      inWords ? `\n# ${meaning}\n# Not set: ${fallback}\n#${name}=` : `\n# ${meaning}\n#${name}=${fallback}`,
    ),
    '',
  ].join('\n');

if (import.meta.main) {
  writeFileSync(PAGE, withTable(readFileSync(PAGE, 'utf8')));
  writeFileSync(EXAMPLE, printExample());
}
