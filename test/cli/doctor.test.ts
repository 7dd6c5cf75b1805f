import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { type Sandbox, type SandboxOptions, startSandbox } from 'learning-platform-kit/sandbox';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { readReloadable } from '../../src/app/reload.ts';
import { examine } from '../../src/cli/doctor.ts';
import { readConfig } from '../../src/config/config.ts';
import { withBounds } from '../support/bounds.ts';
import { CERTIFICATES, PLATFORM_CERTIFICATES } from '../support/certificates.ts';
import { freePort } from '../support/free-port.ts';
import { startModelRedis } from '../support/model-redis.ts';
import { environmentOf, sourceEnvironment } from '../support/process-environment.ts';
import {
  type RedisServer,
  type RedisServerOptions,
  startRedis,
  startRedisCluster,
  startSentinel,
} from '../support/redis.ts';
import { temporaryFile } from '../support/temporary-file.ts';
import { tlsFront } from '../support/tls-front.ts';

const MAIN = join(import.meta.dirname, '../../src/main.ts');

interface Result {
  check: string;
  state: string;
  found: string;
  remedy: string | null;
}

/** Runs the checks with this environment. */
async function diagnose(environment: Record<string, string>): Promise<Map<string, Result>> {
  const results = await examine({
    readConfig: () => readConfig({ LIMIT_CONNECTIONS: '1000', ...environment }),
    readFiles: readReloadable,
  });
  return new Map(results.map((result) => [result.check, result]));
}

/** Runs the command as a process. @param limit of file descriptors */
async function runCommand(
  environment: Record<string, string>,
  { options = [], limit = 10_000 }: { options?: string[]; limit?: number } = {},
): Promise<{ status: number; output: string }> {
  const env = { ...sourceEnvironment(), ...environment };
  const script = `ulimit -n ${limit} && exec "$0" "$@"`;
  return new Promise((resolve) => {
    execFile(
      '/bin/sh',
      ['-c', script, process.execPath, MAIN, '--doctor', ...options],
      { env },
      (error, stdout, stderr) => resolve({ status: Number(error?.code ?? 0), output: stdout + stderr }),
    );
  });
}

async function newRedis(options: RedisServerOptions = {}): Promise<RedisServer> {
  const server = await startRedis({ appendonly: 'yes', ...options });
  onTestFinished(() => server.stop());
  return server;
}

async function newSandbox(options: SandboxOptions): Promise<Sandbox> {
  const sandbox = await startSandbox(options);
  onTestFinished(() => sandbox.close());
  return sandbox;
}

function expectFailure(results: Map<string, Result>, check: string, found: RegExp, remedy: RegExp): void {
  expect(results.get(check)).toMatchObject({
    state: 'failure',
    found: expect.stringMatching(found),
    remedy: expect.stringMatching(remedy),
  });
}

const failures = (results: Map<string, Result>): Result[] =>
  [...results.values()].filter(({ state }) => state === 'failure');

describe('the doctor', () => {
  let sandbox: Sandbox;
  let platform: Record<string, string>;
  beforeAll(async () => {
    sandbox = await startSandbox();
    platform = environmentOf(sandbox);
  });
  afterAll(() => sandbox.close());

  it('finds nothing wrong with a healthy setup, and prints no secret', {
    tags: 'redis-server',
  }, async () => {
    const server = await newRedis({ requirepass: 'a-secret-password' });
    const { status, output } = await runCommand({
      LIMIT_CONNECTIONS: '1000',
      ...platform,
      NODE_ENV: 'production',
      TRUST_PROXY: 'none',
      REDIS_URL: `redis://:a-secret-password@127.0.0.1:${server.port}`,
    });
    expect(output).toMatch(/ 0 failure, 0 skipped\n$/);
    expect(status).toBe(0);
    for (const secret of [
      'a-secret-password',
      sandbox.app.clientSecret,
      sandbox.credentials.plugin.clientSecret,
    ])
      expect(output).not.toContain(secret);
    for (const name of ['version', 'mode', 'role', 'eviction', 'memory', 'persistence', 'commands'])
      expect(output).toContain(`ok       redis ${name} `);
    for (const name of ['node', 'proxies', 'file descriptors', 'memory', 'platform host', 'notes host'])
      expect(output).toContain(`ok       ${name} `);
    for (const name of ['poll budget', 'push host', 'clock', 'app credential', 'plugin credential'])
      expect(output).toContain(`ok       ${name} `);
  });

  it('names what it skips where nothing is configured', async () => {
    const report = await diagnose({});
    expect(failures(report)).toEqual([]);
    expect(report.get('redis')).toMatchObject({
      state: 'skipped',
      found: expect.stringContaining('REDIS_URL'),
    });
    expect(report.get('platform')).toMatchObject({ state: 'skipped' });
  });

  it('warns in production of what may be meant, with what to do and no more', async () => {
    const production = { ...platform, NODE_ENV: 'production', TRUST_PROXY: 'none', REDIS_URL: 'none' };
    const report = await diagnose({ ...production, REDIS_PASSWORD: 'p' });
    expect(report.get('origins')).toMatchObject({
      state: 'warning',
      remedy: expect.stringMatching(/CORS_ORIGINS/),
    });
    expect(report.get('configuration')).toMatchObject({
      state: 'warning',
      found: expect.stringMatching(/REDIS_PASSWORD; remove or correct/),
      remedy: null,
    });
    expect(report.get('proxies')?.found).toMatch(/^none trusted: behind a load balancer/);
    const open = await diagnose({ ...production, CORS_ORIGINS: 'https://app.example' });
    expect(open.get('origins')).toMatchObject({ state: 'ok' });
  });

  it('reports configuration errors', async () => {
    expectFailure(await diagnose({ PORT: 'x' }), 'configuration', /^PORT must be/, /--help/);
  });

  it('tells which trusted documents there are, so that instances can be compared', async () => {
    const found = async (manifest: Record<string, string>) => {
      const TRUSTED_DOCUMENTS = temporaryFile(JSON.stringify(manifest));
      return (await diagnose({ ...platform, TRUSTED_DOCUMENTS })).get('trusted documents')?.found;
    };
    const [A, B] = ['query A { __typename }', 'query B { __typename }'];
    const both = await found({ a: A, b: B });
    expect(both).toMatch(/^2 documents, hash [0-9a-f]{12}$/);
    expect(await found({ b: B, a: A })).toBe(both);
    expect(await found({ a: A, b: A })).not.toBe(both);
  });

  it('reports a file that cannot be read, and goes on with the rest', async () => {
    const report = await diagnose({ ...platform, TRUSTED_DOCUMENTS: 'no-manifest.json' });
    expectFailure(report, 'configuration', /^TRUSTED_DOCUMENTS .* cannot be read/, /correct the file/);
    expect(report.get('platform host')).toMatchObject({ state: 'ok' });
    expect(report.get('app credential')).toMatchObject({ state: 'ok' });
  });

  it.each<[string, Record<string, string>, string, string, RegExp, RegExp | null]>([
    ['an old version', { redis_version: '6.2.14' }, 'version', 'failure', /6\.2\.14/, /Redis 7/],
    [
      'another product',
      { redis_version: '6.2.4', valkey_version: '8.1.1' },
      'version',
      'ok',
      /^Valkey 8\.1\.1$/,
      null,
    ],
    [
      'another policy',
      { maxmemory_policy: 'allkeys-lru' },
      'eviction',
      'failure',
      /allkeys-lru/,
      /noeviction/,
    ],
    [
      'a policy for some keys',
      { maxmemory_policy: 'volatile-lru' },
      'eviction',
      'failure',
      /volatile-lru/,
      /noeviction/,
    ],
    [
      'no memory left for events',
      { used_memory: '1000000', maxmemory: '500000' },
      'memory',
      'warning',
      /^200 % of maxmemory is used: Redis refuses events/,
      /maxmemory/,
    ],
    ['no append-only file', { aof_enabled: '0' }, 'persistence', 'warning', /./, /^set appendonly to yes$/],
    ['a master of its own', { role: 'slave' }, 'role', 'failure', /replica/, /master/],
    ['the role of a Sentinel', { redis_mode: 'sentinel' }, 'mode', 'failure', /Sentinel/, /REDIS_SENTINELS/],
  ])('judges a Redis with %s', async (_what, info, check, state, found, remedy) => {
    const redis = await startModelRedis(info);
    onTestFinished(redis.close);
    const report = await diagnose({ REDIS_URL: redis.url });
    expect(report.get(`redis ${check}`)).toMatchObject({
      state,
      found: expect.stringMatching(found),
      remedy: remedy && expect.stringMatching(remedy),
    });
    expect(failures(report)).toHaveLength(state === 'failure' ? 1 : 0);
  });

  it('finds a cluster without REDIS_CLUSTER, and looks at every master with it', {
    tags: 'redis-server',
  }, async () => {
    const cluster = await startRedisCluster({ appendonly: 'yes' });
    onTestFinished(() => cluster.stop());
    const [url = ''] = cluster.urls;
    expectFailure(await diagnose({ REDIS_URL: url }), 'redis mode', /cluster/, /REDIS_CLUSTER=true/);
    const report = await diagnose({ REDIS_URL: url, REDIS_CLUSTER: 'true' });
    expect(failures(report)).toEqual([]);
    expect(report.get('redis mode')).toMatchObject({ state: 'ok', found: 'a cluster' });

    // On a master that REDIS_URL does not list.
    await cluster.nodes[2]?.command('CONFIG', 'SET', 'maxmemory-policy', 'volatile-ttl');
    const evicting = await diagnose({ REDIS_URL: url, REDIS_CLUSTER: 'true' });
    expectFailure(evicting, 'redis eviction', /volatile-ttl/, /noeviction/);
  });

  it('finds a single server configured as a cluster', { tags: 'redis-server' }, async () => {
    const { url } = await newRedis();
    const report = await diagnose({ REDIS_URL: url, REDIS_CLUSTER: 'true' });
    expectFailure(report, 'redis mode', /not a cluster/, /REDIS_CLUSTER=false/);
  });

  it('finds a Redis given as a Sentinel, and a name that the Sentinels do not know', {
    tags: 'redis-server',
  }, async () => {
    const master = await newRedis();
    const sentinel = await startSentinel(master, 'events');
    onTestFinished(() => sentinel.stop());
    const withSentinels = (port: number, name: string) =>
      diagnose({ REDIS_URL: `redis://${name}`, REDIS_SENTINELS: `127.0.0.1:${port}` });
    expectFailure(
      await withSentinels(master.port, 'events'),
      'redis mode',
      /not a Sentinel/,
      /REDIS_SENTINELS/,
    );
    expectFailure(await withSentinels(sentinel.port, 'other'), 'redis mode', /no master/, /REDIS_URL/);
    expect(failures(await withSentinels(sentinel.port, 'events'))).toEqual([]);
  });

  it('finds a wrong password, and does not print it', { tags: 'redis-server' }, async () => {
    const server = await newRedis({ requirepass: 'right' });
    const report = await diagnose({ REDIS_URL: `redis://:wrong-one@127.0.0.1:${server.port}` });
    expectFailure(report, 'redis connection', /password/, /REDIS_URL/);
    expect(JSON.stringify([...report])).not.toContain('wrong-one');
    expectFailure(await diagnose({ REDIS_URL: server.url }), 'redis connection', /password/, /REDIS_URL/);
  });

  it('finds commands that the user may not run, and says what INFO would have told', {
    tags: 'redis-server',
  }, async () => {
    const server = await newRedis();
    const login = (user: string) => ({ REDIS_URL: `redis://${user}:p@127.0.0.1:${server.port}` });
    const allow = (user: string, ...rules: string[]) =>
      server.command('ACL', 'SETUSER', user, 'on', '>p', '~gateway:*', '&gateway:*', '+@all', ...rules);
    await allow('narrow', '-xadd');
    expectFailure(await diagnose(login('narrow')), 'redis commands', /XADD/, /~gateway:\*/);
    await allow('managed', '-info', '-config');
    const managed = await diagnose(login('managed'));
    expect(failures(managed)).toEqual([]);
    expect(managed.get('redis version')).toMatchObject({ state: 'ok' });
    expect(managed.get('redis role')).toMatchObject({ state: 'ok' });
    expect(managed.get('redis eviction')).toMatchObject({
      state: 'skipped',
      remedy: expect.stringContaining('noeviction'),
    });
  });

  it('finds an unreachable Redis', async () => {
    const report = await diagnose({ REDIS_URL: `redis://127.0.0.1:${await freePort()}` });
    expectFailure(report, 'redis connection', /unreachable \(ECONNREFUSED\)/, /REDIS_URL/);
  });

  it('names an unknown authority of the platform, which `NODE_EXTRA_CA_CERTS` makes known', async () => {
    const behindTls = environmentOf(await newSandbox({ front: tlsFront }));
    const { status, output } = await runCommand(behindTls);
    expect(output).toMatch(/^failure +platform host .*(UNABLE_TO_|SELF_SIGNED_)/m);
    expect(status).toBe(1);
    const trusting = await runCommand({ ...behindTls, NODE_EXTRA_CA_CERTS: PLATFORM_CERTIFICATES.ca });
    expect(trusting.output).toMatch(/^ok +platform host /m);
  });

  it('finds TLS with an unknown authority, and a missing client certificate', {
    tags: 'redis-server',
  }, async () => {
    const { ca, cert, key } = CERTIFICATES;
    const port = await freePort();
    await newRedis({
      'tls-port': port,
      'tls-cert-file': cert,
      'tls-key-file': key,
      'tls-ca-cert-file': ca,
    });
    const REDIS_URL = `rediss://127.0.0.1:${port}`;
    expectFailure(await diagnose({ REDIS_URL }), 'redis connection', /unknown authority/, /REDIS_TLS_CA/);
    const untrusted = await diagnose({ REDIS_URL, REDIS_TLS_CA: ca });
    expectFailure(untrusted, 'redis connection', /client certificate|closes/, /REDIS_TLS_CERT/);
    const trusted = { REDIS_URL, REDIS_TLS_CA: ca, REDIS_TLS_CERT: cert, REDIS_TLS_KEY: key };
    expect(failures(await diagnose(trusted))).toEqual([]);
  });

  it('finds an unreachable platform host', async () => {
    const PLATFORM_NOTES_URL = `http://127.0.0.1:${await freePort()}`;
    const report = await diagnose({ ...platform, PLATFORM_NOTES_URL });
    expectFailure(report, 'notes host', /ECONNREFUSED/, /PLATFORM_NOTES_URL/);
    expect(report.get('platform host')).toMatchObject({ state: 'ok' });
  });

  it('finds credentials that the platform refuses', async () => {
    const report = await diagnose({ ...platform, APP_CLIENT_SECRET: 'wrong', PLUGIN_CLIENT_SECRET: 'wrong' });
    expectFailure(report, 'plugin credential', /401/, /PLUGIN_CLIENT_SECRET/);
    // This platform's error has no OAuth code, so the doctor can only compare.
    expectFailure(
      report,
      'app credential',
      /wrong secret \(401\)/,
      /APP_CLIENT_SECRET.*a sandbox client ID works only at the sandbox address/,
    );
  });

  it.each([
    [400, '{"message":"bad request"}', 'warning', /does not state which part is wrong/],
    [401, '{"error":"invalid_client"}', 'failure', /invalid_client/],
  ])(
    'judges an app credential by what the platform says of it: %i %s',
    async (status, body, state, found) => {
      const platform = await newSandbox({
        intercept: (request, response) => {
          if (!request.url?.startsWith('/oauth/v2/token')) return false;
          response.writeHead(status, { 'content-type': 'application/json' }).end(body);
          return true;
        },
      });
      const report = await diagnose(environmentOf(platform));
      expect(report.get('app credential')).toMatchObject({
        state,
        found: expect.stringMatching(found),
        remedy: expect.stringContaining('APP_CLIENT_SECRET'),
      });
      expect(failures(report)).toHaveLength(state === 'failure' ? 1 : 0);
    },
  );

  it.each([
    ['behind', 300_000],
    ['ahead of', -300_000],
  ])("finds a clock that is five minutes %s the platform's", async (direction, skew) => {
    const skewed = await newSandbox({ now: () => Date.now() + skew });
    const report = await diagnose(environmentOf(skewed));
    expectFailure(report, 'clock', new RegExp(`(299|300|301) s ${direction}`), /NTP/);
  });

  it('finds a missing TRUST_PROXY in production', async () => {
    const report = await diagnose({ ...platform, REDIS_URL: 'none', NODE_ENV: 'production' });
    // A configuration may be refused before the doctor can look at its proxies.
    expect(failures(report)).toEqual([
      expect.objectContaining({
        found: expect.stringMatching(/^TRUST_PROXY is not set/),
        remedy: expect.stringMatching(/./),
      }),
    ]);
  });

  it('finds a limit of file descriptors below the connection limit, and too small a heap, and exits with 1', async () => {
    const { status, output } = await runCommand(
      {
        LIMIT_CONNECTIONS: '5000',
        NODE_OPTIONS: `--max-old-space-size=128 ${withBounds({ documentMemory: 200_000_000 })}`,
      },
      { options: ['--json'], limit: 512 },
    );
    const { healthy, checks }: { healthy: boolean; checks: Result[] } = JSON.parse(output);
    const report = new Map(checks.map((result) => [result.check, result]));
    expectFailure(report, 'file descriptors', /limit 512/, /ulimit -n/);
    expectFailure(report, 'memory', /heap limit/, /--max-old-space-size/);
    expect({ status, healthy }).toEqual({ status: 1, healthy: false });
  });
});
