import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HOSTS } from 'learning-platform-kit/contract/facts';
import { INBOUND_CALLS } from 'learning-platform-kit/contract/inbound';
import { nameOf, ROUTES } from 'learning-platform-kit/contract/routes';
import type { Route } from 'learning-platform-kit/contract/vocabulary';
import { INBOUND_REACHES, REACHES } from './walk.ts';

const REACH_PAGE = join(import.meta.dirname, '../../docs/reach.md');
const PLACE = /(?<=<!-- reach -->\n)[\s\S]*?(?=<!-- \/reach -->)/;

const code = (text: string): string => `\`${text}\``;
const fieldsOf = (reaches: readonly { fields: readonly string[]; streams?: readonly string[] }[]): string =>
  [...new Set(reaches.flatMap(({ fields, streams = [] }) => [...fields, ...streams]))].map(code).join(', ');

const credentialOf = ({ credential }: Route): string =>
  credential ? `${credential.header}: ${credential.kind}` : 'none';

/** The reach table in Markdown. */
export function reachMarkdown(): string {
  const hosts = Object.entries(HOSTS).map(
    ([host, { production, sandbox }]) => `| ${host} | ${production} | ${sandbox ?? 'not shown'} |`,
  );
  const routes = ROUTES.map((route) => {
    const reaches = REACHES.filter((reach) => reach.route === nameOf(route));
    return `| ${code(nameOf(route))} | ${route.host} | ${credentialOf(route)} | ${fieldsOf(reaches)} |`;
  });
  const calls = INBOUND_CALLS.map(({ name }) => {
    const reaches = INBOUND_REACHES.filter((reach) => reach.call === name);
    const endpoints = reaches.map(({ endpoint }) => code(`POST ${endpoint}`)).join(', ');
    return `| ${name} | ${endpoints} | ${fieldsOf(reaches)} |`;
  });
  return [
    '| host | in production | in the sandbox |',
    '|---|---|---|',
    ...hosts,
    '',
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

/** The current table in `docs/reach.md`. */
export const reachInDocs = (): string | undefined => PLACE.exec(readFileSync(REACH_PAGE, 'utf8'))?.[0];

if (import.meta.main) {
  const text = readFileSync(REACH_PAGE, 'utf8');
  if (!PLACE.test(text)) throw new Error('docs/reach.md has no markers for the reach table');
  writeFileSync(REACH_PAGE, text.replace(PLACE, reachMarkdown()));
}
