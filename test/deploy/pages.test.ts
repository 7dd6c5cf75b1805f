import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempDisposableSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../../src/config/config.ts';
import { blocksOf, commandsOnPages, deployPage, settingsOnPage } from '../support/deploy-pages.ts';
import { imageEnvironment } from '../support/image-environment.ts';

const ROOT = join(import.meta.dirname, '../..');
const UNITS = readdirSync(join(ROOT, 'deploy/systemd'));

const commands = commandsOnPages();
const commandsWith = (pattern: RegExp) => commands.filter(({ command }) => pattern.test(command));

/** What the unit of an instance sets. */
const ofUnit = (unit: string, instance: string): Record<string, string> =>
  Object.fromEntries(
    [...readFileSync(join(ROOT, 'deploy/systemd', unit), 'utf8').matchAll(/^Environment=(.*)$/gm)]
      .flatMap(([, pairs = '']) => pairs.replaceAll('%i', instance).split(' '))
      .map((pair) => pair.split('=')),
  );

describe('the pages for operators', () => {
  it.each(commandsWith(/^kubectl (?!apply -k|create namespace)/))(
    '$page runs in the namespace: $command',
    ({ command }) => {
      expect(command).toMatch(/^kubectl -n gateway /);
    },
  );

  it.each(commandsWith(/docker compose /))(
    '$page names services of compose.yaml: $command',
    ({ command }) => {
      const services = Object.keys(parse(readFileSync(join(ROOT, 'deploy/compose.yaml'), 'utf8')).services);
      const [, subcommand = '', rest = ''] =
        /docker compose -f deploy\/compose\.yaml (\w+)(.*)$/.exec(command) ?? [];
      expect(subcommand).toMatch(/^(up|build|run|exec)$/);
      const named = rest.split(' ').filter((word) => /^[a-z][a-z0-9-]*$/.test(word))[0];
      if (['run', 'exec'].includes(subcommand) || rest.includes('--no-deps'))
        expect(services).toContain(named);
    },
  );

  it.each(commandsWith(/(?:systemctl|journalctl) .*gateway/))(
    '$page names units of deploy/systemd: $command',
    ({ command }) => {
      const named = [...command.matchAll(/(?<![\w/.-])gateway(?:@[\d*]|-\w+)?(?![\w/.-])/g)].map(
        ([name]) => name,
      );
      expect(named.length).toBeGreaterThan(0);
      for (const name of named) expect(UNITS).toContain(`${name.replace(/@.$/, '@')}.service`);
    },
  );

  it.each(commandsWith(/\bnode (?:--\S+ )?src\//))(
    '$page starts with a Node.js that the gateway can run on, or says so: $command',
    ({ command }) => {
      // The path in the image, whose PATH has no Node; elsewhere the entry that any version can read.
      expect(command).toMatch(/\/nodejs\/bin\/node src\/|\bnode src\/start\.js|node --cpu-prof/);
    },
  );

  it.each(commandsWith(/(?<![\w/])deploy\//))('$page names files that exist: $command', ({ command }) => {
    for (const [path] of command.matchAll(/(?<![\w/.-])deploy\/[\w/.-]*\w/g))
      if (path !== 'deploy/.env') expect(existsSync(join(ROOT, path)), path).toBe(true);
  });

  it('write each file of a Secret before they read it', () => {
    const [block = ''] = blocksOf(deployPage('README.md'), '2. Create the Secrets');
    const read = [...block.matchAll(/--from-file=(\S+)/g)];
    expect(read.length).toBeGreaterThan(2);
    for (const { 1: name, index } of read)
      expect(block.slice(0, index)).toMatch(new RegExp(`-(?:key)?out ${name}\\s`));
    expect(block.indexOf('create namespace')).toBeLessThan(block.indexOf('create secret'));
  });

  it('propose settings that are valid, and none that the image or the unit sets', () => {
    const settings = settingsOnPage();
    const set = { ...imageEnvironment(), ...ofUnit('gateway@.service', '1') };
    expect(Object.keys(settings).filter((name) => name in set)).toEqual([]);
    expect(readConfig({ ...imageEnvironment(), ...settings }).warnings).toEqual([]);
  });

  it('propose valid settings for hosts of containers', () => {
    const page = deployPage('CONTAINER-HOST.md');
    const [, ofCloudRun = ''] = /--set-env-vars "\^;\^([^"]*)"/.exec(page) ?? [];
    const [, ofFly = ''] = /^\[env\]\n([\s\S]*?)\n\n/m.exec(page) ?? [];
    const stored = { REDIS_URL: 'redis://redis:6379', CURSOR_SECRET: 'secret' };
    for (const [text, separator] of [
      [ofCloudRun, ';'],
      [ofFly, '\n'],
    ] as const) {
      const given = text
        .split(separator)
        .map((pair) => pair.split('=').map((part) => part.trim().replaceAll('"', '')));
      expect(given.length).toBeGreaterThan(2);
      expect(readConfig({ ...imageEnvironment(), ...Object.fromEntries(given), ...stored }).warnings).toEqual(
        [],
      );
    }
  });
});

it('the page about the embedded platform starts it in the image, for this machine only', () => {
  const [command = ''] =
    /docker run --network host[\s\S]*?\n```/.exec(readFileSync(join(ROOT, 'docs/sandbox.md'), 'utf8')) ?? [];
  const given = [...command.matchAll(/-e (\w+)=(\S+)/g)].map(([, name, value]) => [name, value]);
  expect(readConfig({ ...imageEnvironment(), ...Object.fromEntries(given) })).toMatchObject({
    hosts: null,
    host: '127.0.0.1',
    metrics: { host: '127.0.0.1' },
    sandboxState: null,
  });
});

describe('the page about a virtual machine', () => {
  const page = deployPage('VM.md');

  it('leads to units with valid settings, command by command, also after an update', () => {
    using root = mkdtempDisposableSync(join(tmpdir(), 'machine-'));
    const at = (path: string): string => join(root.path, path);
    for (const folder of ['bin', 'opt', 'etc/redis', 'etc/systemd/system', 'etc/caddy'])
      mkdirSync(at(folder), { recursive: true });
    const program = (name: string, script = ''): void => {
      writeFileSync(at(`bin/${name}`), `#!/bin/sh\n${script}\n`);
      chmodSync(at(`bin/${name}`), 0o755);
    };
    for (const name of ['apt-get', 'npm', 'curl', 'bash', 'groupadd', 'systemctl', 'journalctl'])
      program(name);
    program('openssl', 'echo secret');
    // Without the group, which only root can give.
    program('install', 'shift 5; exec mkdir -p "$@"');
    program(
      'git',
      `case $1 in clone) mkdir -p "$3" && ln -s ${join(ROOT, 'deploy')} "$3/deploy" ;; rev-parse) echo $COMMIT ;; esac`,
    );
    const run = (blocks: readonly string[], COMMIT: string): void => {
      const script = blocks.join('\n').replaceAll(/(?<=[\s>=])\/(?=etc\/|opt\/)/g, `${root.path}/`);
      const env = { PATH: `${at('bin')}:/usr/bin:/bin`, COMMIT };
      execFileSync('/bin/sh', ['-ec', script], {
        cwd: root.path,
        env,
        stdio: ['ignore', 'ignore', 'inherit'],
      });
    };
    const settingsOf = (unit: string, instance: string) => ({
      ...parseEnv(readFileSync(at('opt/learning-platform-gateway/.env'), 'utf8')),
      ...ofUnit(unit, instance),
      ...parseEnv(readFileSync(at('etc/learning-platform-gateway/env'), 'utf8')),
    });

    run(blocksOf(page), 'commit-1');
    expect(readdirSync(at('etc/systemd/system'))).toEqual(UNITS);
    expect(readFileSync(at('etc/caddy/Caddyfile'), 'utf8')).toMatch(/^HOST \{$/m);
    const configs = ['1', '2'].map((instance) => readConfig(settingsOf('gateway@.service', instance)));
    expect(configs).toMatchObject([
      { production: true, port: 4001, metrics: { port: 9461 }, buildCommit: 'commit-1', warnings: [] },
      { production: true, port: 4002, metrics: { port: 9462 }, buildCommit: 'commit-1', warnings: [] },
    ]);
    expect(readConfig(settingsOf('gateway-doctor.service', '1'))).toMatchObject({ port: 4001, warnings: [] });

    // The secret of an app, as the page says.
    writeFileSync(at('etc/learning-platform-gateway/app'), 'secret\n');
    expect(page).toContain('`APP_CLIENT_ID`, `APP_CLIENT_SECRET_FILE`');
    appendFileSync(
      at('etc/learning-platform-gateway/env'),
      `APP_CLIENT_ID=app\nAPP_CLIENT_SECRET_FILE=${at('etc/learning-platform-gateway/app')}\n`,
    );
    run(blocksOf(deployPage('UPGRADING.md'), '**systemd**').slice(0, 1), 'commit-2');
    expect(readConfig(settingsOf('gateway@.service', '2'))).toMatchObject({
      buildCommit: 'commit-2',
      app: { clientId: 'app' },
    });
  });

  it.each(['caddy/Caddyfile', 'nginx/nginx.conf'])('replaces names that are in deploy/%s', (file) => {
    const text = readFileSync(join(ROOT, 'deploy', file), 'utf8');
    const [, script = ''] = new RegExp(`sed '?((?:(?!sed).)*?)'? deploy/${file}`, 's').exec(page) ?? [];
    const replaced = [...script.matchAll(/s\/([^/]+)\/[^/]+\//g)].map(([, name = '']) => name);
    expect(replaced).toContain('gateway.example');
    expect(replaced.filter((name) => !text.includes(name))).toEqual([]);
    expect(replaced.reduce((rest, name) => rest.replaceAll(name, ''), text)).not.toMatch(
      /gateway-\d:|gateway\.example/,
    );
  });
});
