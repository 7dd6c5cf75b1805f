// Entry of `npm start`. Plain JavaScript that old versions of Node.js can run, so that one which cannot run the TypeScript
// sources says which it needs.
import { existsSync, readFileSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const needed = Number.parseInt(engines.node.replace('>=', ''), 10);
if (Number.parseInt(process.versions.node, 10) < needed) {
  process.stderr.write(
    `The gateway cannot start: it needs Node.js ${needed} or newer, and this is ${process.versions.node}. ` +
      'Install it from https://nodejs.org; or run `npm ci`, without `--omit=dev`, which installs one for `npm start`.\n',
  );
  process.exit(1);
}
if (existsSync('.env')) process.loadEnvFile('.env');
// Compiled code of earlier starts halves the time of a start. The folder is not one of all users, who could change what runs.
// NODE_COMPILE_CACHE names another one.
module.enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/node', import.meta.url)));
await import('./main.ts');
