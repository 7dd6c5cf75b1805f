import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const PAGES = join(import.meta.dirname, '../../docs/getting-started');

/** What a page tells its reader to do: type commands, or write a file. */
export type Step =
  | { readonly kind: 'commands'; readonly commands: readonly string[] }
  | { readonly kind: 'file'; readonly path: string; readonly text: string };

/** A code block, with the paragraph before it. */
const BLOCK = /(?:^(?!```)(.+)\n\n)?^```(\w+)\n([\s\S]*?)^```$/gm;

/** Reads the steps of a page in their order. A file is the one that the line before its block names last. */
export function stepsOf(stack: string): Step[] {
  const page = readFileSync(join(PAGES, `${stack}.md`), 'utf8');
  return [...page.matchAll(BLOCK)].map(([, before = '', language, text = '']): Step => {
    if (language === 'sh') return { kind: 'commands', commands: commandsIn(text) };
    const path = [...before.matchAll(/`([\w./-]+\.\w+)`/g)].at(-1)?.[1];
    if (path === undefined) throw new Error(`${stack}.md does not name the file of a block: ${before}`);
    return { kind: 'file', path, text };
  });
}

/** One per line; a backslash continues it. */
const commandsIn = (text: string): string[] => text.trim().split(/(?<!\\)\n/);
