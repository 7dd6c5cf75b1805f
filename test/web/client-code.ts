import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '../..');

/** The clients of the start page. */
export const CLIENTS = ['curl', 'fetch', 'Apollo Client', 'urql', 'Relay'] as const;

/**
 * Runs code of the pages as it is, where the packages of this repository are, until it prints a text.
 * @throws Error if it ends without having printed it.
 */
export async function runClientCode(
  client: (typeof CLIENTS)[number],
  code: string,
  text: string,
): Promise<void> {
  if (client === 'curl') return printed('sh', ['-c', `exec ${code}`], ROOT, text);
  if (client !== 'Relay')
    return printed(process.execPath, ['--input-type=module', '--eval', code], ROOT, text);
  const folder = mkdtempSync(join(ROOT, 'test/web/relay-'));
  try {
    await compile(folder, code);
    await printed(process.execPath, ['src/start.js'], folder, text);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function printed(program: string, args: string[], cwd: string, text: string): Promise<void> {
  const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'close');
  let output = '';
  let isPrinted = false;
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk;
      if (!output.includes(text)) return;
      isPrinted = true;
      child.kill('SIGKILL');
    });
  await ended;
  if (!isPrinted) throw new Error(`${program} did not print ${text}:\n${args.at(-1)}\n${output}`);
}

/** Does to a `graphql` text what Relay's compiler and its plugin for bundlers would. */
async function compile(folder: string, code: string): Promise<void> {
  mkdirSync(join(folder, 'src'));
  copyFileSync(join(ROOT, 'schema.graphql'), join(folder, 'schema.graphql'));
  writeFileSync(join(folder, 'src/start.js'), code);
  const settings = {
    src: './src',
    schema: './schema.graphql',
    language: 'javascript',
    eagerEsModules: true,
    // It would add what it writes to the next commit.
    noSourceControl: true,
  };
  writeFileSync(join(folder, 'relay.config.json'), JSON.stringify(settings));
  const compiler = join(ROOT, 'node_modules/.bin/relay-compiler');
  await promisify(execFile)(compiler, ['relay.config.json'], { cwd: folder });
  const [name] = /\bstart(?:Query|Mutation|Subscription)\b/.exec(code) ?? [];
  const artifact = `import compiled from './__generated__/${name}.graphql.js';\n`;
  writeFileSync(join(folder, 'src/start.js'), artifact + code.replace(/graphql`[^`]*`/, 'compiled'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
}
