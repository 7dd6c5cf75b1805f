import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { variableDocs } from '../config/variables.ts';

const ROOT = join(import.meta.dirname, '../..');
const PAGE = join(ROOT, 'docs/configuration.md');
const EXAMPLE = join(ROOT, '.env.example');
const TABLE = /(?<=<!-- configuration -->\n)[\s\S]*?(?=\n<!-- \/configuration -->)/;

/** `docs/configuration.md` with its table regenerated. */
export function withTable(page: string): string {
  if (!TABLE.test(page)) throw new Error('docs/configuration.md has no place for the table');
  return page.replace(TABLE, () =>
    [
      '| variable | default | description |',
      '|---|---|---|',
      ...variableDocs.map(
        ({ name, fallback, description }) => `| \`${name}\` | ${fallback} | ${description} |`,
      ),
    ].join('\n'),
  );
}

/** An `.env` template with every variable commented out. */
export const printExample = (): string =>
  [
    '# Copy to .env, set what you need, and start with `npm start`, which reads it.',
    ...variableDocs.map(({ name, fallback, description, settable }) =>
      settable === null
        ? `\n# ${description}\n# Not set: ${fallback}\n#${name}=`
        : `\n# ${description}\n#${name}=${settable}`,
    ),
    '',
  ].join('\n');

if (import.meta.main) {
  writeFileSync(PAGE, withTable(readFileSync(PAGE, 'utf8')));
  writeFileSync(EXAMPLE, printExample());
}
