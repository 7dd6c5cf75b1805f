import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { VARIABLES, type Variable } from '../config/variables.ts';

const ROOT = join(import.meta.dirname, '../..');
const README = join(ROOT, 'README.md');
const EXAMPLE = join(ROOT, '.env.example');
const TABLE = /(?<=<!-- configuration -->\n)[\s\S]*?(?=\n?<!-- \/configuration -->)/;

const variables = Object.entries<Variable>(VARIABLES);

/** The README with its variable table regenerated. */
export const withTable = (readme: string): string =>
  readme.replace(TABLE, () =>
    [
      '| variable | default | what it is |',
      '|---|---|---|',
      ...variables.map(([name, { fallback, meaning, inWords }]) => {
        return `| \`${name}\` | ${inWords ? fallback : `\`${fallback}\``} | ${meaning} |`;
      }),
    ].join('\n'),
  );

/** An `.env` template with every variable commented out. */
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
  writeFileSync(README, withTable(readFileSync(README, 'utf8')));
  writeFileSync(EXAMPLE, printExample());
}
