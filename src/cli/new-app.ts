import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { writeClient } from './write-client.ts';

const EXAMPLE = join(import.meta.dirname, '../../examples/web');
/** Files of the example that are copied unchanged. */
const COPIED = ['index.html', 'public', 'src', 'tsconfig.json', 'vite.config.ts'];
const CLIENT = '@learning-platform/client';
/** The folder of an app for the client package. */
const VENDOR = 'vendor';

interface Manifest {
  description: string;
  license: string;
  type: string;
  scripts: Record<string, string>;
  devDependencies: Record<string, string>;
}

/**
 * Writes the example front end as a standalone app, independent of this repository.
 * @throws Error whose message is fit for display.
 */
export function writeApp(folder: string): void {
  if (!existsSync(EXAMPLE))
    throw new Error('the example is not in this installation: use a clone of the repository');
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new Error(`${folder} is not empty: choose another folder`);
  mkdirSync(folder, { recursive: true });
  const client = basename(writeClient(join(folder, VENDOR)));
  for (const name of COPIED) cpSync(join(EXAMPLE, name), join(folder, name), { recursive: true });
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
  const codegen = readFileSync(join(EXAMPLE, 'codegen.yml'), 'utf8');
  write('codegen.yml', codegen.replace('../../schema.graphql', `node_modules/${CLIENT}/dist/schema.graphql`));
  const name = nameOf(folder);
  write('package.json', `${JSON.stringify(manifestOf(name, client), null, 2)}\n`);
  write('README.md', readme(name, client));
  write('.gitignore', 'node_modules/\ndist/\n');
}

/** The name of a package of this folder. */
const nameOf = (folder: string): string =>
  basename(resolve(folder))
    .toLowerCase()
    .replaceAll(/[^a-z0-9.-]+/g, '-')
    .replace(/^[.-]+/, '') || 'app';

function manifestOf(name: string, client: string): object {
  // Our own file.
  const { description, license, type, scripts, devDependencies }: Manifest = JSON.parse(
    readFileSync(join(EXAMPLE, 'package.json'), 'utf8'),
  );
  // The example builds the client package in its place.
  const { predev: _, ...own } = scripts;
  return {
    name,
    version: '0.1.0',
    description,
    private: true,
    license,
    type,
    scripts: own,
    devDependencies: { ...devDependencies, [CLIENT]: `file:${VENDOR}/${client}` },
  };
}

const readme = (name: string, client: string): string => `# ${name}

Start the gateway (\`npm start\` in its repository), then, with Node 22.15 or newer:

\`\`\`sh
npm install
npm run dev
\`\`\`

Sign in at \`http://127.0.0.1:3000\` as \`@ana.ferreira\` or \`@marcus.oyelaran\` with the password \`demo\`. \`GATEWAY_URL\` names another
gateway. On a phone, beside \`npm start -- --lan\`: \`GATEWAY_URL=<its address> npm run dev -- --host\`.

\`npm run check\` writes the types of the documents, checks all types, builds the app and tests it on fixtures. It needs no gateway
and no network.

After a change of the graph, \`npm start -- --client <this folder>/${VENDOR}\` in the gateway's repository writes the client package
again; \`npm install ./${VENDOR}/${client}\` takes it over.
`;

/** The next steps in a new app. */
export const appNotice = (folder: string): string =>
  `The app is in ${folder}\n\n  cd "${folder}"\n  npm install\n  npm run check   types, build and tests, without a gateway\n  npm run dev     beside this gateway\n`;
