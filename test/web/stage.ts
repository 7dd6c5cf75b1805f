import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { type Sandbox, type SandboxOptions, startSandbox } from 'learning-platform-kit/sandbox';
import { freePort } from '../support/free-port.ts';
import { type Metrics, readMetrics } from '../support/metrics.ts';
import { type GatewayProcess, startProcess } from '../support/process.ts';
import { metricsUrlOf } from '../support/proxied-gateways.ts';
import { type RedisServer, startRedis } from '../support/redis.ts';

const EXAMPLES = join(import.meta.dirname, '../../examples');

/** A built example in front of a gateway process, with a platform that outlives it and a real Redis. */
export interface Stage {
  /** URL of the example. */
  url: string;
  gatewayUrl: string;
  sandbox: Sandbox;
  /** The gateway's metrics. */
  metrics(): Promise<Metrics>;
  /** Advances the platform's clock, so that its tokens age. */
  letPass(milliseconds: number): void;
  /** Kills the gateway. */
  crash(): Promise<void>;
  /** Restarts it at the same URL. */
  restart(): Promise<void>;
  /** Empties Redis: the event log has lost everything. */
  loseEvents(): Promise<void>;
  close(): Promise<void>;
}

/** @param example a folder of `examples/`. */
export async function setStage(options: SandboxOptions = {}, example = 'web'): Promise<Stage> {
  const [redis, appPort, gatewayPort] = await Promise.all([startRedis(), freePort(), freePort()]);
  const url = `http://127.0.0.1:${appPort}`;
  let passed = 0;
  const sandbox = await startSandbox({
    ...options,
    now: () => Date.now() + passed,
    app: { redirectUris: [`${url}/callback`] },
    plugin: { redirectUri: `${url}/ato/signed-on` },
  });
  const environment = environmentOf(sandbox, redis, gatewayPort);
  let gateway: GatewayProcess = await startProcess(environment);
  sandbox.setPluginEndpoints({
    atoRequests: `${gateway.url}/plugin/ato/requests`,
    atoDistributions: `${gateway.url}/plugin/ato/distributions`,
  });
  const { server, discard } = await serveExample(example, appPort, gateway.url);
  const crash = async (): Promise<void> => {
    gateway.child.kill('SIGKILL');
    await gateway.ended;
  };
  return {
    url,
    gatewayUrl: gateway.url,
    sandbox,
    metrics: () => readMetrics({ metricsUrl: metricsUrlOf(gateway) }),
    letPass: (milliseconds) => {
      passed += milliseconds;
    },
    crash,
    restart: async () => {
      gateway = await startProcess(environment);
    },
    loseEvents: async () => void (await redis.command('FLUSHALL')),
    close: async () => {
      server.kill('SIGKILL');
      discard();
      await crash();
      await Promise.all([sandbox.close(), redis.stop()]);
    },
  };
}

const environmentOf = (sandbox: Sandbox, redis: RedisServer, port: number): Record<string, string> => ({
  PORT: String(port),
  REDIS_URL: redis.url,
  PLATFORM_URL: sandbox.url,
  PLATFORM_NOTES_URL: sandbox.notesUrl,
  APP_CLIENT_ID: sandbox.app.clientId,
  APP_CLIENT_SECRET: sandbox.app.clientSecret,
  PLUGIN_CLIENT_ID: sandbox.credentials.plugin.clientId,
  PLUGIN_CLIENT_SECRET: sandbox.credentials.plugin.clientSecret,
  NOTIFICATION_POLL_INTERVAL: '200',
  SESSION_CHECK_INTERVAL: '1000',
  LOG_LEVEL: 'warn',
});

/**
 * Builds an example for this gateway, and serves it. `web` has its gateway under its own origin, through the server.
 * @returns the server, and what deletes the build.
 */
async function serveExample(example: string, port: number, gatewayUrl: string) {
  const { PATH = '' } = process.env;
  const folder = join(EXAMPLES, example);
  const vite = dirname(createRequire(join(folder, 'package.json')).resolve('vite/package.json'));
  const program = join(vite, 'bin/vite.js');
  const env = { PATH, GATEWAY_URL: gatewayUrl, VITE_GATEWAY_URL: `${gatewayUrl}/graphql` };
  const build = mkdtempSync(join(tmpdir(), 'example-'));
  const discard = () => rmSync(build, { recursive: true, force: true });
  const output = ['--outDir', build];
  await promisify(execFile)(process.execPath, [program, 'build', '--emptyOutDir', ...output], {
    cwd: folder,
    env,
  });
  const server = await preview(program, port, { cwd: folder, env }, output);
  return { server, discard };
}

/** Serves what Vite, whose program this is, has built. */
export async function preview(
  program: string,
  port: number,
  place: { cwd: string; env: Record<string, string> },
  output: readonly string[] = [],
): Promise<ChildProcess> {
  const server = spawn(
    process.execPath,
    [program, 'preview', '--host', '127.0.0.1', '--port', String(port), '--strictPort', ...output],
    { ...place, stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const lines = createInterface({ input: server.stdout });
  const ended = once(server, 'exit').then(() => {
    throw new Error(`${place.cwd} could not be served`);
  });
  await Promise.race([ended, listening(lines, port)]);
  ended.catch(() => {});
  return server;
}

async function listening(lines: AsyncIterable<string>, port: number): Promise<void> {
  for await (const line of lines) if (line.includes(`:${port}`)) return;
}
