import { execFileSync } from 'node:child_process';
import { mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import manifest from '../package.json' with { type: 'json' };

const CLIENT = join(import.meta.dirname, '..');
const TYPESCRIPT = join(
  dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
  'bin/tsc',
);
/** Entry points that are pages of their own, or repeat others. */
const ELSEWHERE = ['.', './documents', './introspection'];

/** What an entry point exports. */
interface Export {
  name: string;
  /** Markdown. Empty: it has no comment. */
  description: string;
  /** As the compiler declares it. */
  declaration: string;
}

/** The comment before a declaration, and the declaration. Members of a union have comments that are not indented either. */
const DECLARED =
  /^(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n)?export ((?:declare )?(?:class|function|const|interface|type) (\w+)[\s\S]*?)(?=\n(?:\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)?\w|\n*$(?![\s\S]))/gm;
const PASSED_ON = /^export (?:type )?\{([^}]*)\} from '(\.[^']+)';$/gm;

/** The exports of the entry points with their comments, as a Markdown page. */
export function apiPage(): string {
  using built = mkdtempDisposableSync(join(tmpdir(), 'client-types-'));
  const options = ['--emitDeclarationOnly', '--outDir', built.path];
  execFileSync(process.execPath, [TYPESCRIPT, '-p', 'tsconfig.build.json', ...options], { cwd: CLIENT });
  const entries = Object.entries(manifest.exports).flatMap(([entry, target]) =>
    typeof target === 'string' || ELSEWHERE.includes(entry) ? [] : [entry],
  );
  const sections = entries.flatMap((entry) =>
    exportsOf(join(built.path, 'client/src', `${entry}.d.ts`)).map(({ name, description, declaration }) =>
      [`## ${name} (${kindOf(declaration)}${entry})`, description, `\`\`\`ts\n${declaration}\n\`\`\``]
        .filter((part) => part !== '')
        .join('\n\n'),
    ),
  );
  return `${[HEAD, ...sections].join('\n\n')}\n`;
}

const HEAD = `# API of the client package

Everything that the entry points of [the client package](../../packages/client/README.md) export: \`createClient (./apollo)\` is imported from
\`@learning-platform/client/apollo\`. \`npm run client:print\` writes this page from the code.`;

/** What tells a name from one that differs in case alone. */
const kindOf = (declaration: string): string =>
  /^(interface|type) /.test(declaration) ? 'type of ' : declaration.startsWith('class ') ? 'class of ' : '';

function exportsOf(file: string): Export[] {
  const text = readFileSync(file, 'utf8');
  const declared = [...text.matchAll(DECLARED)].map(
    ([, comment = '', declaration = '', name = '']): Export => ({
      name,
      description: proseOf(comment),
      declaration: declaration.replace(/^declare /, '').replaceAll(/^ +(#private|private .*);\n/gm, ''),
    }),
  );
  const passedOn = [...text.matchAll(PASSED_ON)].flatMap(([, names = '', path = '']) => {
    const exported = exportsOf(join(dirname(file), path.replace(/\.ts$/, '.d.ts')));
    const wanted = names.split(',').map((name) => name.trim().replace(/^type /, ''));
    return exported.filter(({ name }) => wanted.includes(name));
  });
  return [...passedOn, ...declared];
}

/** Without what marks it as a comment. Tags are paragraphs. */
const proseOf = (comment: string): string =>
  comment
    .replaceAll(/^ ?\*? ?/gm, '')
    .trim()
    .replaceAll(/\s*@(param|returns|throws) /g, '\n\n`@$1` ')
    .replaceAll(/\{@link (\w+)\}/g, '`$1`');

if (import.meta.main) writeFileSync(join(CLIENT, 'API.md'), apiPage());
