import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const INDEX = 'docs/README.md';
const GENERATED_PAGE = /^<!-- Generated /m;
const GENERATED_BLOCK = /<!-- ([\w-]+) -->\n[\s\S]*?<!-- \/\1 -->/g;

/** A document that is written by hand, and its length. */
export interface Document {
  name: string;
  words: number;
}

const textOf = (name: string): string => readFileSync(join(ROOT, name), 'utf8');

/** Words outside of generated blocks. Code blocks count: they are read, too. */
const wordsIn = (markdown: string): number =>
  markdown
    .replaceAll(GENERATED_BLOCK, '')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

/** The hand-written documents. Changelogs are history, which only grows. */
export function handWrittenDocuments(): Document[] {
  const names = execFileSync('git', ['ls-files', '*.md'], { cwd: ROOT, encoding: 'utf8' }).trim().split('\n');
  return names
    .filter((name) => !name.endsWith('CHANGELOG.md') && !GENERATED_PAGE.test(textOf(name)))
    .map((name) => ({ name, words: wordsIn(textOf(name)) }))
    .sort((a, b) => b.words - a.words);
}

/** What each path through the documentation asks a reader to read: the links of its numbered list in the index. */
export function readingPaths(): Map<string, Document[]> {
  const sections = textOf(INDEX).split(/^## /m).slice(1);
  const paths = sections.map((section): [string, Document[]] => {
    const [heading = ''] = section.split('\n', 1);
    const links = [...section.matchAll(/^\d+\. .*?\]\(([^)#]+)/gm)].map(([, link = '']) =>
      join(dirname(INDEX), link),
    );
    return [heading, links.map((name) => ({ name, words: wordsIn(textOf(name)) }))];
  });
  return new Map(paths.filter(([, documents]) => documents.length > 0));
}

export const totalWords = (documents: readonly Document[]): number =>
  documents.reduce((total, { words }) => total + words, 0);
