import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { nameOf, ROUTES } from 'learning-platform-kit/contract/routes';
import { table } from 'learning-platform-kit/documents/contract-routes';
import { handWrittenDocuments, readingPaths, total } from '../docs/words.ts';

/** `npm run weight`: lines by folder, words by document, and the hand-written files that spell out each route. */

interface Source {
  name: string;
  text: string;
}

const GENERATED = /^src\/generated\//;

/** Tracked sources that are written by hand, in these folders. */
const sourcesIn = (...folders: readonly string[]): Source[] =>
  execFileSync('git', ['ls-files', '--', ...folders], { encoding: 'utf8' })
    .split('\n')
    .filter((name) => /\.(ts|js)$/.test(name) && !GENERATED.test(name))
    .map((name) => ({ name, text: readFileSync(name, 'utf8') }));

const BLOCK_COMMENTS = /^[ \t]*\/\*[\s\S]*?\*\//gm;

/** Lines that are neither blank nor comments. The formatter starts every comment on a line of its own. */
const codeLines = ({ text }: Source): number =>
  text
    .replaceAll(BLOCK_COMMENTS, '')
    .split('\n')
    .filter((line) => !/^\s*(\/\/.*)?$/.test(line)).length;

const textLines = ({ text }: Source): number => text.split('\n').length - 1;

const sum = (sources: readonly Source[], linesOf: (source: Source) => number): number =>
  sources.reduce((lines, source) => lines + linesOf(source), 0);

function byFolder(sources: readonly Source[]): string[][] {
  const folderOf = ({ name }: Source): string => name.split('/').slice(0, 2).join('/');
  return [...Map.groupBy(sources, folderOf)].map(([folder, of]) => [folder, String(sum(of, codeLines))]);
}

/** Whether a source names the path itself, not one that continues it. */
const spells = (path: string): ((source: Source) => boolean) => {
  const whole = new RegExp(`${path}(?![\\w/-])`);
  return ({ text }) => whole.test(text);
};

if (import.meta.main) {
  const product = sourcesIn('src', 'packages').filter(({ name }) => !name.startsWith('packages/client/'));
  const tests = sourcesIn('test');
  const rows = [
    ...byFolder(product),
    ['code lines of `src/` and `packages/` without the client', String(sum(product, codeLines))],
    ['text lines of `test/`', String(sum(tests, textLines))],
  ];
  const routes = ROUTES.map((route) => {
    const files = product.filter(spells(route.path)).map(({ name }) => name.replace('src/', ''));
    const testing = tests.filter(spells(route.path));
    return [nameOf(route), String(files.length), String(testing.length), files.join(', ')];
  });
  const documents = handWrittenDocuments();
  const lengths = [
    ...documents,
    ...[...readingPaths()].map(([path, read]) => ({ name: `to read first: ${path}`, ...total(read) })),
    { name: 'all hand-written documents', ...total(documents) },
  ].map(({ name, prose, words }) => [name, String(prose), String(words)]);
  const lines = [
    ...table(['folder', 'lines'], rows),
    '',
    ...table(['document', 'words of prose', 'with code blocks'], lengths),
    '',
    ...table(['route', 'files', 'tests', 'which files'], routes),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}
