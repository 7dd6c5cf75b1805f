import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { variableDocs } from '../config/variables.ts';

const ROOT = join(import.meta.dirname, '../..');
const README = join(ROOT, 'README.md');
const EXAMPLE = join(ROOT, '.env.example');
const TABLE = /(?<=<!-- configuration -->\n)[\s\S]*?(?=\n?<!-- \/configuration -->)/;

/** The README with its variable table regenerated. */
export const withTable = (readme: string): string =>
  readme.replace(TABLE, () =>
    [
      '| variable | default | description |',
      '|---|---|---|',
      ...variableDocs.map(
        ({ name, fallback, description }) => `| \`${name}\` | ${fallback} | ${description} |`,
      ),
    ].join('\n'),
  );

/** An `.env` template with every variable commented out. */
export const printExample = (): string =>
  [
    '# Copy to .env, set what you need, and start with `node --env-file=.env src/main.ts`.',
    ...variableDocs.map(({ name, fallback, description, settable }) =>
      settable === null
        ? `\n# ${description}\n# Not set: ${fallback}\n#${name}=`
        : `\n# ${description}\n#${name}=${settable}`,
    ),
    '',
  ].join('\n');

if (import.meta.main) {
  writeFileSync(README, withTable(readFileSync(README, 'utf8')));
  writeFileSync(EXAMPLE, printExample());
}
