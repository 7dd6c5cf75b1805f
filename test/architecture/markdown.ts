import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeGenerated } from '../../src/cli/generated-file.ts';
import { FOLDERS, ON_REAL_TIME, PACKAGES, ROOMS, WORKSPACES } from './rules.ts';

export const ARCHITECTURE = join(import.meta.dirname, '../../ARCHITECTURE.md');
/** Columns of the map: of its names, and of a line. */
const NAMES = 22;
const LINE = 108;

const code = (text: string): string => `\`${text}\``;
const list = (names: readonly string[]): string =>
  names.length === 0 ? 'no other room' : names.map(code).join(', ');
const placeOf = (name: string): string => (name.includes('.') ? name : `${name}/`);

/** A line of the map, continued below itself where it is long, and begun there where its name is. */
function entry(name: string, holds: string): string {
  const lines = [''];
  for (const word of holds.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && NAMES + line.length + 1 + word.length > LINE) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  const below = `\n${' '.repeat(NAMES)}`;
  const column = name.length < NAMES ? name.padEnd(NAMES) : name + below;
  return `${column}${lines.join(below)}`;
}

const map = (): string =>
  [
    '```',
    ...FOLDERS.slice(0, 1).map(([name, holds]) => entry(placeOf(name), holds)),
    'src/',
    ...ROOMS.map(({ name, holds }) => entry(`  ${placeOf(name)}`, holds)),
    'packages/',
    ...WORKSPACES.map(({ name, holds }) => entry(`  ${name.replace('packages/', '')}/`, holds)),
    ...FOLDERS.slice(1).map(([name, holds]) => entry(placeOf(name), holds)),
    '```',
    '',
  ].join('\n');

const arrows = (): string =>
  [
    '| room | may import |',
    '|---|---|',
    ...ROOMS.map(({ name, imports }) => `| ${code(name)} | ${list(imports)} |`),
    '',
    '| dependency | imported by |',
    '|---|---|',
    ...PACKAGES.map(([name, , text]) => `| ${code(name)} | ${code(text)} |`),
    '',
    '| on machine time, without an injected clock | why |',
    '|---|---|',
    ...ON_REAL_TIME.map(([place, reason]) => `| ${code(place)} | ${reason} |`),
    '',
  ].join('\n');

/** The text of `ARCHITECTURE.md` with its map and its tables generated from the rules. */
export const withGenerated = (text: string): string =>
  withSection(withSection(text, 'map', map()), 'arrows', arrows());

function withSection(text: string, name: string, content: string): string {
  const section = new RegExp(`(?<=<!-- ${name} -->\\n)[\\s\\S]*?(?=<!-- /${name} -->)`);
  if (!section.test(text)) throw new Error(`ARCHITECTURE.md has no markers for ${name}`);
  return text.replace(section, content);
}

if (import.meta.main) writeGenerated(ARCHITECTURE, withGenerated(readFileSync(ARCHITECTURE, 'utf8')));
