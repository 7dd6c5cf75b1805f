import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const INDEX = 'docs/README.md';
const GENERATED_PAGE = /^<!-- Generated /m;
const GENERATED_BLOCK = /<!-- ([\w -]+?) -->\n[\s\S]*?<!-- \/\1 -->/g;
const CODE_BLOCK = /^ *```[\s\S]*?^ *```$/gm;

/** A document that is written by hand, and its length. */
export interface Document {
  name: string;
  /** Outside of code blocks. */
  prose: number;
  words: number;
}

const textOf = (name: string): string => readFileSync(join(ROOT, name), 'utf8');

const wordsIn = (text: string): number =>
  text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

function documentOf(name: string): Document {
  const text = textOf(name).replaceAll(GENERATED_BLOCK, '');
  return { name, prose: wordsIn(text.replaceAll(CODE_BLOCK, '')), words: wordsIn(text) };
}

/** The hand-written documents. Changelogs are history, which only grows. */
export function handWrittenDocuments(): Document[] {
  const names = execFileSync('git', ['ls-files', '*.md'], { cwd: ROOT, encoding: 'utf8' }).trim().split('\n');
  return names
    .filter((name) => !/CHANGELOG.md$|^docs\/changes\//.test(name) && !GENERATED_PAGE.test(textOf(name)))
    .map(documentOf)
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
    return [heading, links.map(documentOf)];
  });
  return new Map(paths.filter(([, documents]) => documents.length > 0));
}

export function total(documents: readonly Document[]): Pick<Document, 'prose' | 'words'> {
  const sum = (numbers: readonly number[]): number => numbers.reduce((so, number) => so + number, 0);
  return {
    prose: sum(documents.map(({ prose }) => prose)),
    words: sum(documents.map(({ words }) => words)),
  };
}
