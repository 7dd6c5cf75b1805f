import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGES, ROOMS } from './rules.ts';

export const ARCHITECTURE = join(import.meta.dirname, '../../ARCHITECTURE.md');
const PLACE = /(?<=<!-- arrows -->\n)[\s\S]*?(?=<!-- \/arrows -->)/;

const code = (text: string): string => `\`${text}\``;
const list = (names: readonly string[]): string =>
  names.length === 0 ? 'nothing of ours' : names.map(code).join(', ');

const arrows = (): string =>
  [
    '| room | holds | may import |',
    '|---|---|---|',
    ...ROOMS.map(({ name, holds, imports }) => `| ${code(name)} | ${holds} | ${list(imports)} |`),
    '',
    '| package | imported by |',
    '|---|---|',
    ...PACKAGES.map(([name, , told]) => `| ${code(name)} | ${code(told)} |`),
    '',
  ].join('\n');

/** The text of `ARCHITECTURE.md` with its arrows as the rules have them. */
export function withArrows(text: string): string {
  if (!PLACE.test(text)) throw new Error('ARCHITECTURE.md has no place for the arrows');
  return text.replace(PLACE, arrows());
}

if (import.meta.main) writeFileSync(ARCHITECTURE, withArrows(readFileSync(ARCHITECTURE, 'utf8')));
