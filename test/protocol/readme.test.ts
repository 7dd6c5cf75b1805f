// @module-tag slow
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { install } from '../walk/install.ts';
import { Terminal } from '../walk/terminal.ts';

const ROOT = join(import.meta.dirname, '../..');
const PACKAGE = join(ROOT, 'packages/resumable-subscriptions');
const readme = readFileSync(join(PACKAGE, 'README.md'), 'utf8');
const blocks = [...readme.matchAll(/^```(sh|js)\n(?:\/\/ (\S+\.mjs)\n)?([\s\S]*?)^```$/gm)];

describe('the package of the specification in an empty folder', { timeout: 120_000 }, () => {
  let place: string;
  let terminal: Terminal;
  let port: number;

  beforeAll(async () => {
    place = mkdtempSync(join(tmpdir(), 'new-server-'));
    for (const folder of ['home', 'app']) mkdirSync(join(place, folder));
    const env = { npm_config_offline: 'true' };
    const packing = new Terminal({ home: join(place, 'home'), folder: PACKAGE, env });
    await packing.run(`npm pack --silent --pack-destination '${place}'`);
    port = await freePort();
    terminal = new Terminal({ home: join(place, 'home'), folder: join(place, 'app'), env });
    // As `npm install` does.
    const name = '@learning-platform/resumable-subscriptions';
    mkdirSync(join(place, 'app/node_modules/.bin'), { recursive: true });
    await install(join(place, 'app'), name, globSync(join(place, '*.tgz'))[0] ?? '');
    await terminal.run(
      `cd node_modules/.bin && chmod +x ../${name}/dist/cli.js && ln -s ../${name}/dist/cli.js resumable-subscriptions && cd ../..`,
    );
  }, 120_000);
  afterAll(async () => {
    await terminal?.close();
    rmSync(place, { recursive: true, force: true });
  });

  it('checks the server that its README starts, with all commands of the README', async () => {
    const here = (text: string): string => text.replaceAll('127.0.0.1:4000', `127.0.0.1:${port}`);
    for (const [, , path, text = ''] of blocks)
      if (path !== undefined)
        writeFileSync(
          join(place, 'app', path),
          here(text).replace('listen(4000)', `listen(${port}, () => console.log('at http'))`),
        );
    const commands = blocks.flatMap(([, language, , text = '']) =>
      language === 'sh'
        ? text
            .trim()
            .split('\n')
            .filter((line) => !line.startsWith('npm install '))
        : [],
    );
    expect(commands).toHaveLength(3);
    const check = commands.pop() ?? '';
    for (const command of commands) await terminal.run(command);
    expect(readme).toContain('Start it with `node server.mjs`');
    await terminal.start('node server.mjs', /(http)/);
    const report = await terminal.run(here(check));
    expect(report).toMatch(/^core .* 0 failed/m);
    expect(report).toMatch(/^position +met/m);
  });
});
