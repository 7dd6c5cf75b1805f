// @module-tag slow
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { startSandbox } from 'learning-platform-kit/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { metricsUrlIn } from '../support/announced.ts';
import { FULL } from '../support/fleet-form.ts';
import { imageEnvironment } from '../support/image-environment.ts';
import { forSuite } from '../support/suite.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../..');

/** Links the files of a folder, or copies them to another file system; not those of packages inside it. */
function linkFiles(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory() && entry.name !== 'node_modules') linkFiles(source, target);
    else if (entry.isFile()) linkOrCopy(source, target);
  }
}

function linkOrCopy(source: string, target: string): void {
  try {
    linkSync(source, target);
  } catch {
    copyFileSync(source, target);
  }
}

describe('the image', () => {
  /** An entry of the lock file. */
  interface Locked {
    dev?: true;
    link?: true;
    resolved?: string;
    dependencies?: Record<string, string>;
  }
  interface Step {
    word: string;
    rest: string;
  }
  const stages: Step[][] = readFileSync(join(ROOT, 'deploy/Dockerfile'), 'utf8')
    .split('\n')
    .filter((line) => /^[A-Z]+ /.test(line))
    .map((line) => ({ word: line.split(' ', 1)[0] ?? '', rest: line.slice(line.indexOf(' ') + 1) }))
    .reduce<Step[][]>((all, step) => {
      if (step.word === 'FROM') all.push([]);
      all.at(-1)?.push(step);
      return all;
    }, []);
  const last = stages.at(-1) ?? [];
  const stepsOf = (word: string): string[] =>
    last.filter((step) => step.word === word).map(({ rest }) => rest);
  const jsonOf = (text = ''): string[] => JSON.parse(text.slice(text.indexOf('[')));
  const environment = imageEnvironment();
  /** An unprivileged user, if the tests run as root. */
  const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const { name, version, description, license } = JSON.parse(
    readFileSync(join(ROOT, 'package.json'), 'utf8'),
  );
  const packages: Record<string, Locked> = JSON.parse(
    readFileSync(join(ROOT, 'package-lock.json'), 'utf8'),
  ).packages;
  let image: string;
  /** A copy of Node that the unprivileged user may execute, wherever this checkout is. */
  let node: string;

  const workspacesIn = (folder: string): string[] =>
    readdirSync(join(folder, 'packages')).map((workspace) => `packages/${workspace}`);

  /** The place of a package that another one requires. */
  const placeOf = (dependency: string, from: string): string => {
    const path = `${from === '' ? '' : `${from}/`}node_modules/${dependency}`;
    if (packages[path]) return path;
    if (from === '') throw new Error(`the lock file has no ${dependency}`);
    return placeOf(dependency, from.slice(0, Math.max(0, from.lastIndexOf('node_modules/') - 1)));
  };

  /** What the gateway and the workspaces of the image require, by path; nothing optional. */
  const required = (): ReadonlySet<string> => {
    const found = new Set<string>();
    const visit = (path: string): void => {
      for (const dependency of Object.keys(packages[path]?.dependencies ?? {})) {
        const place = placeOf(dependency, path);
        if (found.has(place)) continue;
        found.add(place);
        visit(place);
      }
    };
    for (const path of ['', ...workspacesIn(image)]) visit(path);
    return found;
  };

  /** Installs what `npm ci --omit=dev --omit=optional` does, without extracting thousands of files: it only takes time. */
  const linkProductionPackages = (): void => {
    for (const path of required()) {
      const { link, resolved = '' } = packages[path] ?? {};
      if (link) symlinkSync(join('..', resolved), join(image, path));
      else linkFiles(join(ROOT, path), join(image, path));
    }
  };

  beforeAll(async () => {
    image = mkdtempSync(join(tmpdir(), 'image-'));
    const programs = mkdtempSync(join(tmpdir(), 'node-'));
    for (const folder of [image, programs]) chmodSync(folder, 0o755);
    node = join(programs, 'node');
    linkOrCopy(process.execPath, node);
    // npm's variables for its scripts refer to the folder where npm was started.
    const withoutNpm = Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')),
    );
    for (const { word, rest } of stages.flat()) {
      const words = rest.split(' ').filter((part) => !part.startsWith('--'));
      // Files of other build stages are in the same folder here.
      if (word === 'COPY' && !rest.startsWith('--from')) {
        for (const source of words.slice(0, -1)) {
          cpSync(join(ROOT, source), join(image, source), { recursive: true });
        }
      } else if (word === 'RUN' && rest.startsWith('npm ci ') && !FULL) {
        linkProductionPackages();
      } else if (word === 'RUN' && !rest.startsWith('["')) {
        await run('sh', ['-c', rest], { cwd: image, env: withoutNpm });
      }
    }
  }, 300_000);
  afterAll(() => {
    for (const folder of [image, dirname(node)]) rmSync(folder, { recursive: true, force: true });
  });

  const commandOf = ([executable = '', ...rest]: string[]): string[] =>
    executable.endsWith('/node') ? rest : [executable, ...rest];

  it('contains no development tools', () => {
    const tools = Object.keys(packages).filter((path) => packages[path]?.dev === true);
    expect(tools).toContain('node_modules/vitest');
    expect(tools.filter((path) => existsSync(join(image, path)))).toEqual([]);
  });

  it('contains neither the sandbox, the explorer nor the reference, nor what only they require', () => {
    const parts = [
      'packages/explorer',
      'packages/platform-kit/sandbox',
      ...['explorer', 'client'].map((part) => `node_modules/learning-platform-${part}`),
      ...['uqr', 'marked'].map((part) => `node_modules/${part}`),
    ];
    expect(parts.filter((part) => existsSync(join(image, part)))).toEqual([]);
    expect(workspacesIn(image)).toEqual(['packages/platform-kit', 'packages/projection']);
  });

  it('contains a bill of materials of exactly the packages that it contains', () => {
    const bill = JSON.parse(readFileSync(join(image, 'sbom.cdx.json'), 'utf8'));
    expect(bill).toMatchObject({
      bomFormat: 'CycloneDX',
      metadata: { component: { type: 'application', purl: `pkg:npm/${name}@${version}` } },
    });
    const listed = bill.components.map(({ purl }: { purl: string }) => decodeURIComponent(purl));
    const installed = readdirSync(join(image, 'node_modules'), { recursive: true, encoding: 'utf8' })
      .filter((path) => /(^|node_modules\/)(@[^/]+\/)?[^/@]+\/package\.json$/.test(path))
      .map((path) => JSON.parse(readFileSync(join(image, 'node_modules', path), 'utf8')))
      .map((found: { name: string; version: string }) => `pkg:npm/${found.name}@${found.version}`);
    for (const path of workspacesIn(image)) {
      const found = JSON.parse(readFileSync(join(image, path, 'package.json'), 'utf8'));
      installed.push(`pkg:npm/${found.name}@${found.version}`);
    }
    expect(installed.length).toBeGreaterThan(20);
    expect(new Set(listed)).toEqual(new Set(installed));
    expect(stepsOf('COPY')).toContain('--from=packages /app/sbom.cdx.json ./');
  });

  it('has labels that say what it is and what it was built from', () => {
    const labels = Object.fromEntries(
      stepsOf('LABEL').map((rest) => rest.split(/=(.*)/s, 2).map((part) => part.replaceAll('"', ''))),
    );
    const prefix = 'org.opencontainers.image';
    expect(labels).toEqual({
      [`${prefix}.title`]: name,
      [`${prefix}.description`]: description,
      [`${prefix}.version`]: version,
      [`${prefix}.licenses`]: license,
      [`${prefix}.revision`]: '$BUILD_COMMIT',
    });
  });

  it('starts as a user without write access, becomes healthy and stops on SIGTERM', async () => {
    const child = spawn(node, commandOf(jsonOf(stepsOf('CMD').at(-1))), {
      cwd: image,
      ...user,
      env: {
        ...environment,
        HOST: '127.0.0.1',
        PORT: '0',
        METRICS_PORT: '0',
        PLATFORM_URL: 'http://127.0.0.1:9',
        REDIS_URL: 'none',
        TRUST_PROXY: 'none',
      },
    });
    let printed = '';
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
    const ended = once(child, 'exit');
    while (metricsUrlIn(printed) === '') {
      await Promise.race([once(child.stdout, 'data'), ended.then(() => Promise.reject(new Error(printed)))]);
    }
    const METRICS_PORT = /:(\d+)\/metrics/.exec(printed)?.[1] ?? '';
    const health = commandOf(jsonOf(stepsOf('HEALTHCHECK').at(-1)));
    await run(process.execPath, health, { env: { METRICS_PORT } });
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    await expect(run(process.execPath, health, { env: { METRICS_PORT } })).rejects.toMatchObject({ code: 1 });
  });

  it('brings compiled code, for the user that it runs as', async () => {
    // Each user has a folder of its own.
    const isUser = last.findIndex(({ word }) => word === 'USER');
    const [fill] = last.slice(isUser).filter(({ word }) => word === 'RUN');
    expect(environment.NODE_COMPILE_CACHE).toMatch(/^\/home\/nonroot\//);
    const cache = mkdtempSync(join(tmpdir(), 'compiled-'));
    try {
      if (user.uid) chownSync(cache, user.uid, user.gid);
      await run(node, commandOf(jsonOf(fill?.rest)), {
        cwd: image,
        ...user,
        env: { ...environment, NODE_COMPILE_CACHE: cache },
      });
      const [folder = ''] = readdirSync(cache);
      expect(readdirSync(join(cache, folder)).length).toBeGreaterThan(800);
    } finally {
      rmSync(cache, { recursive: true });
    }
  });

  describe('commands in it', () => {
    const sandbox = forSuite(startSandbox);

    /** Runs a command as the unprivileged user, against the sandbox. */
    const runInImage = (args: readonly string[], given: Record<string, string> = {}) =>
      run(node, [...args], {
        cwd: image,
        ...user,
        env: {
          ...environment,
          PLATFORM_URL: sandbox.url,
          PLATFORM_NOTES_URL: sandbox.notesUrl,
          APP_CLIENT_ID: sandbox.app.clientId,
          APP_CLIENT_SECRET: sandbox.app.clientSecret,
          REDIS_URL: 'none',
          TRUST_PROXY: 'none',
          ...given,
        },
      }).catch(({ stdout, stderr, code }) => ({ stdout, stderr, code }));

    it('compare a platform with the contract', async () => {
      const { stdout } = await runInImage(['src/cli/conformance.ts'], {
        CONFORMANCE_USER_TOKEN: sandbox.credentials.student,
      });
      expect(stdout).toMatch(/^GET \/edu\/v1\/class\/list +200 +\d+ +conforms$/m);
      expect(stdout).toMatch(/^\d\d conform, 0 differ, \d+ skipped\.$/m);
    });

    it('diagnose the installation', async () => {
      const { stdout } = await runInImage(['src/main.ts', '--doctor']);
      expect(stdout).toMatch(/^ok +app credential/m);
    });

    it.each([
      [{ EXPLORER: 'true' }, /EXPLORER is true, but .* --build-arg PAGES=1/],
      [{ REFERENCE: 'true' }, /REFERENCE is true, but .* --build-arg PAGES=1/],
      [
        {
          NODE_ENV: 'development',
          EXPLORER: 'false',
          HOST: '127.0.0.1',
          PLATFORM_URL: '',
          PLATFORM_NOTES_URL: '',
          APP_CLIENT_ID: '',
          APP_CLIENT_SECRET: '',
        },
        /PLATFORM_URL is not set, but .* --build-arg PAGES=1/,
      ],
    ])('say which part is missing: %j', async (given, line) => {
      const { stderr, stdout } = await runInImage(['src/main.ts', '--check-config'], given);
      expect(stderr).toMatch(line);
      expect(stdout).toContain('Set:');
    });
  });

  it('runs unprivileged, in production mode', () => {
    expect(stepsOf('USER')).toEqual(['nonroot']);
    expect(environment).toMatchObject({ NODE_ENV: 'production', HOST: '::', PORT: '4000' });
    const given = { PLATFORM_URL: 'https://platform.example', TRUST_PROXY: 'none', REDIS_URL: 'none' };
    expect(() => readConfig({ ...environment, ...given })).not.toThrow();
  });
});
