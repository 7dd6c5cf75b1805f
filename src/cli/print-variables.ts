import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type VariableDoc, variableDocs } from '../config/variables.ts';
import { writeGenerated } from './generated-file.ts';

const ROOT = join(import.meta.dirname, '../..');
const PAGE = join(ROOT, 'docs/configuration.md');
const EXAMPLE = join(ROOT, '.env.example');
const ESSENTIAL = variableDocs.filter(({ isEssential }) => isEssential);
const OTHERS = variableDocs.filter(({ isEssential }) => !isEssential);

/** `docs/configuration.md` with its tables regenerated. */
export const withTables = (page: string): string =>
  withTable(withTable(page, 'essential', ESSENTIAL), 'others', OTHERS);

function withTable(page: string, name: string, variables: readonly VariableDoc[]): string {
  const place = new RegExp(`(?<=<!-- ${name} -->\\n)[\\s\\S]*?(?=\\n<!-- /${name} -->)`);
  if (!place.test(page)) throw new Error(`docs/configuration.md has no place for ${name}`);
  const rows = variables.map((each) => `| \`${each.name}\` | ${each.fallback} | ${each.description} |`);
  return page.replace(place, () =>
    ['| variable | default | description |', '|---|---|---|', ...rows].join('\n'),
  );
}

/** An `.env` template with every variable commented out. */
export const printExample = (): string =>
  [
    '# Copy to .env, set what you need, and start with `npm start`, which reads it.',
    ...ESSENTIAL.map(linesOf),
    '\n# The defaults of the following ones suit a gateway on the internet.',
    ...OTHERS.map(linesOf),
    '',
  ].join('\n');

const linesOf = ({ name, fallback, description, settable }: VariableDoc): string =>
  settable === null
    ? `\n# ${description}\n# Not set: ${fallback}\n#${name}=`
    : `\n# ${description}\n#${name}=${settable}`;

if (import.meta.main) {
  writeGenerated(PAGE, withTables(readFileSync(PAGE, 'utf8')));
  writeGenerated(EXAMPLE, printExample());
}
