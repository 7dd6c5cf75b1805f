import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readCommand } from '../../src/cli/command-line.ts';

const ROOT = join(import.meta.dirname, '../..');
const textOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const documents = execFileSync('git', ['ls-files', '*.md'], { cwd: ROOT, encoding: 'utf8' })
  .trim()
  .split('\n')
  .filter((path) => existsSync(join(ROOT, path)));

const PROGRAMS =
  /^(?:(?:exec|export)\s+)?(?:[A-Z][A-Z_]*=\S+\s+)*(?:npm|npx|node|curl|docker|kubectl|systemctl|git|cp|cd|printf|apt-get|\.ci\/run)(?=\s|$)|^export\s+[A-Z]/;

/** The commands in the blocks of a document: a block that names no language has commands if it begins with one. */
function commandsIn(markdown: string): string[] {
  const blocks = [...markdown.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)];
  return blocks.flatMap(([, language = '', block = '']) => {
    if (language !== 'sh' && !(language === '' && PROGRAMS.test(block))) return [];
    const lines = block.trim().split(/(?<!\\)\n/);
    return lines.map((line) => line.replace(/\s+#\s.*$/, '').trim()).filter((line) => line !== '');
  });
}

/** A test that runs commands, or the reason why no test does. */
type Runner = readonly [document: string, command: RegExp, by: string | { exempt: string }];

const OF_OPERATORS = {
  exempt: 'needs root, Docker, a cluster or a real platform; test/deploy checks the files',
};
const LOAD = { exempt: 'takes minutes of a quiet machine' };
const PLATFORM = { exempt: 'needs a real platform; test/conformance runs the commands on others' };

/** The first row that fits a command counts. */
const RUNNERS: readonly Runner[] = [
  ['README.md', /^curl -sN /, 'test/streams/curl.test.ts'],
  ['README.md', /^npm run dev /, 'test/web/example.test.ts'],
  ['README.md', /./, 'test/readme-commands.test.ts'],
  ['CONTRIBUTING.md', /./, '.ci/run'],
  ['docs/observability.md', /^curl -s /, 'test/readme-commands.test.ts'],
  ['docs/testing.md', /PROTOCOL_|test:protocol/, 'test/protocol/protocol.test.ts'],
  ['docs/stored-data.md', /^npm run erase /, 'test/redis/stored-data.test.ts'],
  ['docs/sandbox.md', /^docker run /, OF_OPERATORS],
  ['docs/first-contact.md', /--doctor$/, 'test/cli/doctor.test.ts'],
  ['docs/first-contact.md', /./, PLATFORM],
  ['docs/getting-started/{apollo,urql,relay}.md', /./, 'test/walk/walk.test.ts'],
  ['docs/getting-started/scripts.md', /./, 'test/clients/environments/scripts.test.ts'],
  ['docs/getting-started/server-rendering.md', /./, 'test/clients/environments/server-rendering.test.ts'],
  ['docs/getting-started/types.md', /^npm install gql\.tada$/, 'test/clients/types-guide.test.ts'],
  ['examples/README.md', /^curl -sN /, 'test/streams/curl.test.ts'],
  ['examples/README.md', /^npm run dev -w /, 'test/web/stacks.test.ts'],
  ['examples/web/README.md', /^npm run dev -w /, 'test/web/example.test.ts'],
  ['packages/resumable-subscriptions/README.md', /./, 'test/protocol/readme.test.ts'],
  ['packages/resumable-subscriptions/others/README.md', /./, { exempt: 'installs the servers of others' }],
  ['bench/**', /./, LOAD],
  ['deploy/**', /./, OF_OPERATORS],
];

const commands = documents.flatMap((document) =>
  commandsIn(textOf(document)).map((command) => ({ document, command })),
);
const runnerOf = ({ document, command }: (typeof commands)[number]): Runner | undefined =>
  RUNNERS.find(([pattern, fits]) => matchesGlob(document, pattern) && fits.test(command));

describe('the commands of all documents', () => {
  it('run in a test, or say why not', () => {
    expect(commands.length).toBeGreaterThan(80);
    expect(commands.filter((one) => !runnerOf(one))).toEqual([]);
  });

  it.each(RUNNERS)('%s: %s', (...[document, fits, by]) => {
    expect(commands.some((one) => runnerOf(one)?.[1] === fits && matchesGlob(one.document, document))).toBe(
      true,
    );
    if (typeof by === 'string') expect(existsSync(join(ROOT, by))).toBe(true);
  });
});

describe('npm scripts and files that documents name', () => {
  const scriptsOf = (folder: string): string[] =>
    Object.keys(JSON.parse(textOf(join(folder, 'package.json'))).scripts ?? {});
  const named = documents
    // Sections of earlier releases keep the names of their time.
    .filter((document) => !/CHANGELOG|UPGRADING|^docs\/getting-started\//.test(document))
    .flatMap((document) =>
      [...textOf(document).matchAll(/\bnpm run (?:--\S+ )*(?!-)([\w:]+)((?: -w \S+)?)/g)].map(
        ([, script = '', workspace = '']) => ({
          document,
          script,
          folder: workspace.slice(4).replace(/[`.,]+$/, ''),
        }),
      ),
    );

  it('exist', () => {
    expect(named.length).toBeGreaterThan(40);
    expect(named.filter(({ script, folder }) => !scriptsOf(folder).includes(script))).toEqual([]);
    const started = documents.flatMap((document) =>
      [...textOf(document).matchAll(/`node (?!package\/)((?:[\w-]+\/)+[\w-]+\.\w+)/g)].map(
        ([, file = '']) => ({
          document,
          file,
        }),
      ),
    );
    expect(started.length).toBeGreaterThan(2);
    expect(started.filter(({ file }) => !existsSync(join(ROOT, file)))).toEqual([]);
  });

  it('are started with options that the command line has', () => {
    const started = documents.flatMap((document) =>
      [...textOf(document).matchAll(/\bnpm start (?:--silent )?-- ([^`\n|#(,;]+)/g)].map(
        ([, options = '']) => options,
      ),
    );
    expect(started.length).toBeGreaterThan(10);
    for (const options of started)
      expect(() => readCommand(options.trim().split(/\s+/)), options).not.toThrow();
  });
});
