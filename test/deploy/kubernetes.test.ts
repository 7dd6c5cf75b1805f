import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readConfig } from '../../src/config/config.ts';
import { Metrics } from '../../src/telemetry/metrics.ts';
import { metricsOf } from '../observe/described-metric.ts';
import { CERTIFICATES } from '../support/certificates.ts';
import { freePort } from '../support/free-port.ts';
import { pathOf } from '../support/programs.ts';
import { until } from '../support/until.ts';

const DEPLOY = join(import.meta.dirname, '../../deploy');
const FOLDER = join(DEPLOY, 'kubernetes');

/** Models of each API version, by kind. */
// biome-ignore lint/suspicious/noExplicitAny: a model is looked up by the kind that a manifest names
const MODELS: Record<string, () => Promise<any>> = {
  v1: () => import('kubernetes-models/v1'),
  'apps/v1': () => import('kubernetes-models/apps/v1'),
  'autoscaling/v2': () => import('kubernetes-models/autoscaling/v2'),
  'batch/v1': () => import('kubernetes-models/batch/v1'),
  'networking.k8s.io/v1': () => import('kubernetes-models/networking.k8s.io/v1'),
  'policy/v1': () => import('kubernetes-models/policy/v1'),
};

/** The fields in use of the Prometheus Operator's resource. Source: its API reference, monitoring.coreos.com/v1. */
const validatePodMonitor = new Ajv().compile({
  type: 'object',
  required: ['apiVersion', 'kind', 'metadata', 'spec'],
  properties: {
    apiVersion: { const: 'monitoring.coreos.com/v1' },
    spec: {
      type: 'object',
      required: ['selector', 'podMetricsEndpoints'],
      additionalProperties: false,
      properties: {
        jobLabel: { type: 'string' },
        selector: { type: 'object', required: ['matchLabels'] },
        podMetricsEndpoints: {
          type: 'array',
          items: {
            type: 'object',
            additionalProperties: false,
            properties: {
              port: { type: 'string' },
              path: { type: 'string' },
              interval: { type: 'string', pattern: '^\\d+s$' },
            },
          },
        },
      },
    },
  },
});

// biome-ignore lint/suspicious/noExplicitAny: manifests are validated by their models
type Manifest = any;

async function validate(manifest: Manifest): Promise<void> {
  if (manifest.kind === 'PrometheusRule') {
    // Its rules are those that promtool checks: alerts.test.ts.
    expect(Object.keys(manifest.spec)).toEqual(['groups']);
  } else if (manifest.kind === 'PodMonitor') {
    expect(validatePodMonitor(manifest), JSON.stringify(validatePodMonitor.errors)).toBe(true);
  } else {
    const models = await MODELS[manifest.apiVersion]?.();
    new models[manifest.kind](manifest).validate();
  }
}

const documentsIn = (text: string): Manifest[] => parseAllDocuments(text).map((document) => document.toJS());
const fileOf = (name: string): string => readFileSync(join(FOLDER, name), 'utf8');

interface Kustomization {
  resources?: string[];
  components?: string[];
  patches?: { path?: string; target?: { kind: string; name: string } }[];
  configMapGenerator?: { envs?: string[]; files?: string[] }[];
}

const kustomizations = readdirSync(FOLDER).map((folder) => {
  const kustomization: Kustomization = parse(fileOf(join(folder, 'kustomization.yaml')));
  return { folder, ...kustomization };
});
const manifests = kustomizations.flatMap(({ folder, resources = [] }) =>
  resources
    .filter((name) => name.endsWith('.yaml'))
    .flatMap((name) =>
      documentsIn(fileOf(join(folder, name))).map((manifest) => ({ folder, kind: manifest.kind, manifest })),
    ),
);
const manifestOf = (folder: string, kind: string): Manifest =>
  manifests.find((one) => one.folder === folder && one.kind === kind)?.manifest;

const gateway = manifestOf('gateway', 'Deployment').spec.template.spec;

describe('the Kubernetes manifests', () => {
  it.each(manifests)('$folder: $kind conforms to its schema', ({ manifest }) => validate(manifest));

  it.each(kustomizations)('$folder names existing files, all of them', (kustomization) => {
    const { folder, resources = [], components = [], patches = [], configMapGenerator = [] } = kustomization;
    const named = [
      ...resources,
      ...components,
      ...patches.flatMap(({ path }) => path ?? []),
      ...configMapGenerator.flatMap(({ envs = [], files = [] }) => [...envs, ...files]),
    ];
    expect(named.filter((name) => !existsSync(join(FOLDER, folder, name)))).toEqual([]);
    expect(readdirSync(join(FOLDER, folder)).toSorted()).toEqual(
      ['kustomization.yaml', ...named.filter((name) => !name.startsWith('..'))].toSorted(),
    );
  });

  it('have no variables of Services, which could be called as ours are', () => {
    const pods = manifests.filter(({ manifest }) => manifest.spec?.template?.spec?.containers?.[0].image);
    expect(pods.length).toBeGreaterThan(2);
    for (const { manifest } of pods) expect(manifest.spec.template.spec.enableServiceLinks).toBe(false);
  });

  it('contain no secret that applying them could overwrite', () => {
    expect(manifests.map(({ kind }) => kind)).not.toContain('Secret');
    expect(gateway.containers[0].envFrom).toContainEqual({ secretRef: { name: 'gateway' } });
  });

  it('configure the gateway with valid variables, for one Redis and for a cluster', () => {
    const shared = Object.fromEntries(
      [...fileOf('gateway/config.env').matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
    );
    const configWith = (patch: string) => {
      const [container] = parse(fileOf(patch)).spec.template.spec.containers;
      const given: Record<string, string> = { ...shared, NODE_ENV: 'production' };
      // As Kubernetes does: a reference to a variable that comes later is left as it is.
      for (const { name, value = 'password' } of container.env)
        given[name] = value.replaceAll(
          /\$\((\w+)\)/g,
          (reference: string, other: string) => given[other] ?? reference,
        );
      return readConfig({ ...given, REDIS_TLS_CA: CERTIFICATES.ca });
    };
    for (const [patch, urls] of [
      ['redis-client/gateway.yaml', ['rediss://:password@redis:6379']],
      ['redis-cluster/gateway.yaml', [0, 1, 2].map((n) => `rediss://:password@redis-${n}.redis:6379`)],
    ] as const) {
      const { redis, atoRetention } = configWith(patch);
      expect(redis?.urls.map((url) => url.reveal())).toEqual(urls);
      expect(redis?.cluster).toBe(urls.length > 1);
      expect(atoRetention).toBe(90 * 86_400_000);
    }
  });

  it('probe the health endpoints and allow time to drain', () => {
    const [{ startupProbe, livenessProbe, readinessProbe, lifecycle }] = gateway.containers;
    expect([startupProbe, livenessProbe, readinessProbe].map(({ httpGet }) => httpGet.path)).toEqual([
      '/health/live',
      '/health/live',
      '/health/ready',
    ]);
    for (const { httpGet } of [startupProbe, livenessProbe, readinessProbe])
      expect(httpGet.port).toBe('metrics');
    expect(gateway.terminationGracePeriodSeconds).toBeGreaterThan(10 + lifecycle.preStop.sleep.seconds);
  });

  it('run every container unprivileged, with only its data writable, and with limited memory', () => {
    const exporter = parse(fileOf('monitoring/redis-exporter.yaml')).spec.template.spec;
    const pods = manifests.flatMap(({ manifest }) => manifest.spec?.template?.spec ?? []);
    expect(pods.length).toBeGreaterThan(2);
    for (const { securityContext } of pods)
      expect(securityContext).toMatchObject({
        runAsNonRoot: true,
        seccompProfile: { type: 'RuntimeDefault' },
      });
    for (const container of [...pods, exporter].flatMap(({ containers }) => containers)) {
      expect(container.resources).toMatchObject({
        requests: { cpu: expect.any(String), memory: expect.any(String) },
        limits: { memory: expect.any(String) },
      });
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
    }
  });

  it('lead kubectl to Redis, and alert on fewer pods than the autoscaler keeps', () => {
    const { metadata } = manifestOf('redis', 'StatefulSet').spec.template;
    expect(metadata.annotations['kubectl.kubernetes.io/default-container']).toBe('redis');
    const { patches } = parse(fileOf('example/kustomization.yaml'));
    const [{ target, patch }] = patches;
    const [{ path, value }] = parse(patch);
    const [, group, rule] = /^\/spec\/groups\/(\d+)\/rules\/(\d+)\/expr$/.exec(path) ?? [];
    const { spec } = manifestOf('monitoring', target.kind);
    expect(spec.groups[Number(group)].rules[Number(rule)].record).toBe('gateway:instances:expected');
    expect(value).toBe(`vector(${manifestOf('autoscaling', 'HorizontalPodAutoscaler').spec.minReplicas})`);
  });

  it('give Redis half of its memory limit, and let it evict nothing', () => {
    const [redis] = manifestOf('redis', 'StatefulSet').spec.template.spec.containers;
    expect(redis.resources.limits.memory).toBe('1Gi');
    expect(fileOf('redis/redis.conf')).toMatch(/^maxmemory 512mb$/m);
    expect(fileOf('redis/redis.conf')).toMatch(/^maxmemory-policy noeviction$/m);
  });

  it('limit disruptions and connections of the gateways and of Redis', () => {
    for (const name of ['gateway', 'redis'])
      for (const kind of ['PodDisruptionBudget', 'NetworkPolicy']) {
        const { spec } = manifestOf(name, kind);
        expect((spec.selector ?? spec.podSelector).matchLabels).toEqual({ 'app.kubernetes.io/name': name });
      }
    expect(manifestOf('gateway', 'NetworkPolicy').spec.policyTypes).toEqual(['Ingress', 'Egress']);
  });

  it('scale on metrics that the rules of the adapter make of those of the gateway', () => {
    const { rules } = parse(readFileSync(join(DEPLOY, 'prometheus/adapter-rules.yaml'), 'utf8'));
    const { metrics } = manifestOf('autoscaling', 'HorizontalPodAutoscaler').spec;
    expect(metrics.flatMap(({ pods }: Manifest) => pods?.metric.name ?? [])).toEqual(
      rules.map(({ name }: Manifest) => name.as),
    );
    const gatewayMetrics = new Metrics(null);
    gatewayMetrics.collectProcess();
    const declared = metricsOf(gatewayMetrics.registry).map(({ name }) => name);
    for (const { seriesQuery, metricsQuery } of rules)
      for (const [name] of `${seriesQuery} ${metricsQuery}`.matchAll(/\b(gateway|nodejs)_\w+/g))
        expect(declared).toContain(name);
  });
});

describe('kubectl kustomize', { tags: ['full', 'kubectl'] }, () => {
  let copy: string;
  beforeAll(() => {
    copy = mkdtempSync(join(tmpdir(), 'kubernetes-'));
    cpSync(FOLDER, copy, { recursive: true });
  });
  afterAll(() => rmSync(copy, { recursive: true }));
  const build = (folder: string): Manifest[] =>
    documentsIn(execFileSync(pathOf('kubectl'), ['kustomize', join(copy, folder)], { encoding: 'utf8' }));
  const find = (built: Manifest[], kind: string, name: string): Manifest =>
    built.find((manifest) => manifest.kind === kind && manifest.metadata.name === name);

  it('builds valid manifests for a cluster, with the password before the addresses that contain it', async () => {
    const built = build('redis-cluster');
    for (const manifest of built) await validate(manifest);
    const [{ env }] = find(built, 'Deployment', 'gateway').spec.template.spec.containers;
    const names = env.map(({ name }: Manifest) => name);
    expect(names.indexOf('GATEWAY_REDIS_PASSWORD')).toBeLessThan(names.indexOf('REDIS_URL'));
    const redis = find(built, 'StatefulSet', 'redis').spec;
    expect(redis.replicas).toBe(6);
    expect(redis.template.spec.containers[0].args.join()).toContain('cluster-enabled yes');
    expect(find(built, 'PodDisruptionBudget', 'redis').spec.maxUnavailable).toBe(1);
  });

  it('builds valid manifests with every component, and replaces the pods when a setting changes', async () => {
    const built = build('example');
    for (const manifest of built) await validate(manifest);
    expect(built.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['HorizontalPodAutoscaler', 'Ingress', 'PodMonitor', 'PrometheusRule']),
    );
    const deployment = find(built, 'Deployment', 'gateway').spec;
    expect(deployment.replicas).toBeUndefined();
    expect(deployment.template.spec.containers[0].image).toMatch(/@sha256:[0-9a-f]{64}$/);
    expect(find(built, 'StatefulSet', 'redis').spec.template.spec.containers).toHaveLength(2);

    appendFileSync(join(copy, 'gateway/config.env'), 'LOG_LEVEL=warn\n');
    appendFileSync(join(copy, 'redis/redis.conf'), 'tcp-backlog 1024\n');
    const changed = build('example');
    for (const [kind, name] of [
      ['Deployment', 'gateway'],
      ['StatefulSet', 'redis'],
    ] as const)
      expect(find(changed, kind, name).spec.template).not.toEqual(find(built, kind, name).spec.template);
  });
});

describe('the line for the ConfigMap of the Ingress controller', { tags: ['haproxy'] }, () => {
  it("makes HAProxy's own refusals readable for pages of any origin, and leaves the gateway's as they are", async () => {
    const line = /^# {3}(http-after-response .*)$/m.exec(fileOf('ingress/ingress.yaml'))?.[1] ?? '';
    const directory = mkdtempSync(join(tmpdir(), 'haproxy-'));
    const port = await freePort();
    const file = join(directory, 'haproxy.cfg');
    writeFileSync(
      file,
      `defaults
  mode http
  timeout connect 2s
  timeout client 9s
  timeout server 9s
frontend clients
  bind 127.0.0.1:${port}
  http-request deny deny_status 429 if { path /refused }
  http-request return status 429 hdr access-control-allow-origin https://app.example if { path /gateway }
  ${line}
  http-request return status 200
`,
    );
    const proxy = spawn(pathOf('haproxy'), ['-f', file], { stdio: 'ignore' });
    const ended = once(proxy, 'close');
    const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
    const readableBy = async (path: string) => (await get(path)).headers.get('access-control-allow-origin');
    try {
      await until(() => get('/').then(Boolean, () => false));
      expect(await readableBy('/refused')).toBe('*');
      expect(await readableBy('/gateway')).toBe('https://app.example');
      expect(await readableBy('/')).toBeNull();
    } finally {
      proxy.kill('SIGKILL');
      await ended;
      rmSync(directory, { recursive: true });
    }
  });
});

describe('the Redis of the manifests', { tags: ['redis-server', 'redis-cli'] }, () => {
  it('accepts only TLS and the password, which its probe has', async () => {
    const [{ command: shell, args, startupProbe }] = manifestOf('redis', 'StatefulSet').spec.template.spec
      .containers;
    const directory = mkdtempSync(join(tmpdir(), 'redis-'));
    const port = await freePort();
    const file = join(directory, 'redis.conf');
    const files: Record<string, string> = {
      '/etc/redis/redis.conf': file,
      '/etc/redis-tls/tls.crt': CERTIFICATES.cert,
      '/etc/redis-tls/tls.key': CERTIFICATES.key,
      '/etc/redis-tls/ca.crt': CERTIFICATES.ca,
    };
    const local = (text: string): string =>
      Object.entries(files).reduce((replaced, [from, to]) => replaced.replaceAll(from, to), text);
    const config = local(fileOf('redis/redis.conf'));
    writeFileSync(file, config.replace('dir /data', `dir ${directory}`).replace('6379', String(port)));
    const [program, ...flags]: string[] = shell;
    const server = spawn(program ?? '', [...flags, ...args.map(local)], {
      stdio: 'ignore',
      env: { ...process.env, REDISCLI_AUTH: 'password' },
    });
    const ended = once(server, 'close');
    const [command, ...options]: string[] = startupProbe.exec.command.map(local);
    const probe = (password: string, args = options): boolean => {
      const env = { ...process.env, REDISCLI_AUTH: password };
      return spawnSync(command ?? '', ['-p', String(port), ...args], { env }).status === 0;
    };
    try {
      await until(() => probe('password'));
      if (process.platform === 'linux') {
        const visible = readFileSync(`/proc/${server.pid}/cmdline`, 'utf8');
        expect(visible).toContain('redis-server');
        expect(visible).not.toContain('password');
      }
      expect(probe('wrong')).toBe(false);
      expect(probe('')).toBe(false);
      expect(probe('password', ['-e', 'ping'])).toBe(false);
    } finally {
      server.kill('SIGKILL');
      await ended;
      rmSync(directory, { recursive: true });
    }
  });
});
