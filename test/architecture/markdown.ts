import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ON_REAL_TIME, PACKAGES, ROOMS } from './rules.ts';

export const ARCHITECTURE = join(import.meta.dirname, '../../ARCHITECTURE.md');
const TABLES = /(?<=<!-- arrows -->\n)[\s\S]*?(?=<!-- \/arrows -->)/;

const code = (text: string): string => `\`${text}\``;
const list = (names: readonly string[]): string =>
  names.length === 0 ? 'no other room' : names.map(code).join(', ');

const arrows = (): string =>
  [
    '| room | holds | may import |',
    '|---|---|---|',
    ...ROOMS.map(({ name, holds, imports }) => `| ${code(name)} | ${holds} | ${list(imports)} |`),
    '',
    '| package | imported by |',
    '|---|---|',
    ...PACKAGES.map(([name, , text]) => `| ${code(name)} | ${code(text)} |`),
    '',
    '| on the time of the machine, without an injected clock | why |',
    '|---|---|',
    ...ON_REAL_TIME.map(([place, reason]) => `| ${code(place)} | ${reason} |`),
    '',
  ].join('\n');

/** The text of `ARCHITECTURE.md` with its tables generated from the rules. */
export function withArrows(text: string): string {
  if (!TABLES.test(text)) throw new Error('ARCHITECTURE.md has no markers for the tables');
  return text.replace(TABLES, arrows());
}

if (import.meta.main) writeFileSync(ARCHITECTURE, withArrows(readFileSync(ARCHITECTURE, 'utf8')));
