import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const DEPLOY = join(import.meta.dirname, '../../deploy');

/** The page of operators with this name. */
export const deployPage = (name: string): string => readFileSync(join(DEPLOY, name), 'utf8');

/** The code blocks of a page without a language, from a heading or a text on. */
export const blocksOf = (page: string, from = ''): string[] =>
  [...page.slice(page.indexOf(from)).matchAll(/^( *)```\n([\s\S]*?)\n\1```$/gm)].map(
    ([, indent = '', block = '']) => block.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  );

/** A command on a page for operators. */
export interface PageCommand {
  page: string;
  command: string;
}

/** The commands on the pages, in code blocks and in the text, each on one line. */
export const commandsOnPages = (): PageCommand[] =>
  globSync('*.md', { cwd: DEPLOY })
    .sort()
    .flatMap((page) => {
      const text = deployPage(page);
      const prose = text.replaceAll(/^ *```\w*\n[\s\S]*?\n *```$/gm, '');
      const spans = [...prose.matchAll(/`([^`]+)`/g)].map(([, span = '']) => span.replaceAll(/\s+/g, ' '));
      const lines = blocksOf(text).flatMap((block) => block.replaceAll('\\\n', ' ').split('\n'));
      return [...lines, ...spans].map((command) => ({ page: basename(page), command: command.trim() }));
    });

/** The settings that the first step of the page proposes, with values for its placeholders. */
export const settingsOnPage = (): Record<string, string> => {
  const [block = ''] = blocksOf(deployPage('README.md'), '## 1. Configure');
  return Object.fromEntries(
    [...block.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [
      name,
      value.replace('…', 'value'),
    ]),
  );
};
