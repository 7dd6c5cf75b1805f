import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONTRACT, nameOf, PLUGIN_CALLS } from './contract.ts';
import { INBOUND_REACHES, REACHES } from './walk.ts';

const REACH_PAGE = join(import.meta.dirname, '../../docs/reach.md');
const PLACE = /(?<=<!-- reach -->\n)[\s\S]*?(?=<!-- \/reach -->)/;

const code = (text: string): string => `\`${text}\``;
const fieldsOf = (reaches: readonly { fields: readonly string[]; streams?: readonly string[] }[]): string =>
  [...new Set(reaches.flatMap(({ fields, streams = [] }) => [...fields, ...streams]))].map(code).join(', ');

/** The reach table for people. */
export function reachMarkdown(): string {
  const routes = CONTRACT.map((route) => {
    const reaches = REACHES.filter((reach) => reach.route === nameOf(route));
    return `| ${code(nameOf(route))} | ${route.host} | ${route.credential} | ${fieldsOf(reaches)} |`;
  });
  const calls = PLUGIN_CALLS.map((name) => {
    const reaches = INBOUND_REACHES.filter((reach) => reach.call === name);
    const endpoints = reaches.map(({ endpoint }) => code(`POST ${endpoint}`)).join(', ');
    return `| ${name} | ${endpoints} | ${fieldsOf(reaches)} |`;
  });
  return [
    '| route | host | credential | graph |',
    '|---|---|---|---|',
    ...routes,
    '',
    '| the platform calls | endpoint | graph |',
    '|---|---|---|',
    ...calls,
    '',
  ].join('\n');
}

/** The table as `docs/reach.md` has it. */
export const reachInDocs = (): string | undefined => PLACE.exec(readFileSync(REACH_PAGE, 'utf8'))?.[0];

if (import.meta.main) {
  const text = readFileSync(REACH_PAGE, 'utf8');
  if (!PLACE.test(text)) throw new Error('docs/reach.md has no place for the reach table');
  writeFileSync(REACH_PAGE, text.replace(PLACE, reachMarkdown()));
}
