// @module-tag redis-server
// @module-tag slow
import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RecordedRequest, type Sandbox, startSandbox } from 'learning-platform-kit/sandbox';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ask } from '../support/fleet-ask.ts';
import { type GatewayProcess, startProcess } from '../support/process.ts';
import { environmentOf } from '../support/process-environment.ts';
import { type EventStream, readStream } from '../support/read-stream.ts';
import { type RedisServer, startRedis } from '../support/redis.ts';
import { until } from '../support/until.ts';

const CHANGED =
  'subscription ($after: String) { atoRequestChanged(after: $after) { cursor gap { reason } request { id } } }';

/** Files that hold the secrets of a gateway, and its trusted documents. */
class SecretFiles {
  readonly environment: Record<string, string> = {};
  readonly #folder = mkdtempDisposableSync(join(tmpdir(), 'secrets-'));

  constructor(contents: Record<string, string>) {
    onTestFinished(() => this.#folder.remove());
    for (const name of Object.keys(contents)) this.environment[name] = join(this.#folder.path, name);
    this.write(contents);
  }

  write(contents: Record<string, string>): void {
    for (const [name, content] of Object.entries(contents))
      writeFileSync(join(this.#folder.path, name), content);
  }
}

// biome-ignore lint/suspicious/noExplicitAny: a test knows the fields of a line
const linesOf = ({ stdout }: GatewayProcess, message: string): any[] =>
  stdout()
    .split('\n')
    .filter((line) => line.includes(`"msg":"${message}"`))
    .map((line) => JSON.parse(line));

describe('rotating secrets', { timeout: 60_000 }, () => {
  let redis: RedisServer;
  let sandbox: Sandbox;
  const requests: RecordedRequest[] = [];
  const running: GatewayProcess[] = [];
  beforeAll(async () => {
    redis = await startRedis();
    sandbox = await startSandbox({ onRequest: (request) => void requests.push(request) });
  });
  afterEach(() => {
    for (const { child } of running.splice(0)) child.kill('SIGKILL');
  });
  afterAll(() => Promise.all([redis.stop(), sandbox.close()]));

  /** Starts an instance whose secrets are in files. */
  async function start(files: SecretFiles, changes: Record<string, string> = {}): Promise<GatewayProcess> {
    const { APP_CLIENT_SECRET: _app, PLUGIN_CLIENT_SECRET: _plugin, ...environment } = environmentOf(sandbox);
    const gateway = await startProcess({
      ...environment,
      REDIS_URL: redis.url,
      LIMIT_LAG: '10000',
      LOG_LEVEL: 'info',
      ...files.environment,
      ...changes,
    });
    running.push(gateway);
    return gateway;
  }

  const filesOf = (changes: Record<string, string> = {}): SecretFiles =>
    new SecretFiles({
      APP_CLIENT_SECRET_FILE: 'app-1',
      PLUGIN_CLIENT_SECRET_FILE: 'plugin-1\n',
      PLUGIN_CLIENT_SECRET_ALSO_FILE: '',
      CURSOR_SECRET_FILE: 'cursor-1\n',
      CURSOR_SECRET_ALSO_FILE: '\n',
      ...changes,
    });

  /** Sends SIGHUP and waits for the lines that follow. */
  async function reload(gateway: GatewayProcess, message = 'reloaded', lines = 1): Promise<void> {
    const before = linesOf(gateway, message).length;
    gateway.child.kill('SIGHUP');
    await until(() => linesOf(gateway, message).length >= before + lines, { within: 20_000 });
  }

  const credential = (secret: string) => ({
    authorization: `Basic ${Buffer.from(`${sandbox.credentials.plugin.clientId}:${secret}`).toString('base64')}`,
  });

  /** A call of the platform. @returns its status. */
  async function call({ url }: GatewayProcess, secret: string, requestId: string): Promise<number> {
    const response = await fetch(`${url}/plugin/ato/requests`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', connection: 'close', ...credential(secret) },
      body: JSON.stringify({ requestId, userId: 'u-ana', status: 'in-progress' }),
    });
    await response.text();
    return response.status;
  }

  it('refuses no call and gives no stream a gap, one instance after the other', async () => {
    const files = [filesOf(), filesOf()] as const;
    const [one, two] = await Promise.all([start(files[0]), start(files[1])]);
    const open = async (gateway: GatewayProcess, secret: string, after: string | null = null) => {
      const stream = await readStream(gateway.url, CHANGED, {
        headers: credential(secret),
        variables: { after },
      });
      expect(stream.response.status).toBe(200);
      return stream;
    };
    const lasting = [await open(one, 'plugin-1'), await open(two, 'plugin-1')];
    const events: unknown[] = [];
    let sent = 0;
    let cursor: string | null = null;
    /** The platform calls each instance, and a client resumes on the other one. */
    const exercise = async (secret: string): Promise<void> => {
      for (const [here, there] of [
        [one, two],
        [two, one],
      ] as const) {
        const resumed: EventStream = await open(there, secret, cursor);
        await resumed.events.reach(1);
        sent += 1;
        expect(await call(here, secret, `rotation-${sent}`)).toBe(200);
        const { items } = resumed.events;
        await until(() => items.some(({ data }) => data.includes(`"rotation-${sent}"`)));
        const received = items.map(({ data }) => JSON.parse(data).data.atoRequestChanged);
        events.push(...received);
        cursor = received.at(-1).cursor;
        resumed.stop();
      }
    };
    const roll = async (changes: Record<string, string>, secret: string): Promise<void> => {
      for (const [index, gateway] of [one, two].entries()) {
        files[index]?.write(changes);
        await reload(gateway);
        await exercise(secret);
      }
    };
    await exercise('plugin-1');
    await roll(
      { CURSOR_SECRET_ALSO_FILE: 'cursor-2', PLUGIN_CLIENT_SECRET_ALSO_FILE: 'plugin-2' },
      'plugin-1',
    );
    await exercise('plugin-2');
    await roll(
      {
        CURSOR_SECRET_FILE: 'cursor-2',
        CURSOR_SECRET_ALSO_FILE: 'cursor-1',
        PLUGIN_CLIENT_SECRET_FILE: 'plugin-2',
        PLUGIN_CLIENT_SECRET_ALSO_FILE: 'plugin-1',
      },
      'plugin-2',
    );
    await roll({ CURSOR_SECRET_ALSO_FILE: '', PLUGIN_CLIENT_SECRET_ALSO_FILE: '' }, 'plugin-2');
    for (const stream of lasting) {
      await until(() => stream.events.items.some(({ data }) => data.includes(`"rotation-${sent}"`)));
      events.push(...stream.events.items.map(({ data }) => JSON.parse(data).data.atoRequestChanged));
      stream.stop();
    }
    expect(sent).toBeGreaterThan(14);
    // biome-ignore lint/suspicious/noExplicitAny: a test knows the shape of its data
    expect(events.filter((event: any) => event.gap !== null)).toEqual([]);
    expect(await call(one, 'plugin-1', 'rotation-old')).toBe(401);
    expect(linesOf(one, 'reloaded').map(({ changed }) => changed)).toEqual([
      ['PLUGIN_CLIENT_SECRET_ALSO', 'CURSOR_SECRET_ALSO'],
      ['PLUGIN_CLIENT_SECRET', 'PLUGIN_CLIENT_SECRET_ALSO', 'CURSOR_SECRET', 'CURSOR_SECRET_ALSO'],
      ['PLUGIN_CLIENT_SECRET_ALSO', 'CURSOR_SECRET_ALSO'],
    ]);
    expect(one.stdout() + one.stderr()).not.toMatch(/cursor-[12]|plugin-[12]|app-1/);
  });

  it("uses the app's new secret at once", async () => {
    const files = filesOf();
    const gateway = await start(files);
    const refresh = async () => {
      await ask(
        gateway.url,
        'mutation { refreshSession(input: { refreshToken: "r" }) { token { expiresIn } } }',
      );
      return requests.findLast(({ path }) => path === '/oauth/v2/token')?.body;
    };
    expect(await refresh()).toContain('"app-1"');
    files.write({ APP_CLIENT_SECRET_FILE: 'app-2\n' });
    await reload(gateway);
    expect(await refresh()).toContain('"app-2"');
  });

  it('leaves everything as it was if one file cannot be used', async () => {
    const files = filesOf({ TRUSTED_DOCUMENTS: JSON.stringify({ a: 'query A { __typename }' }) });
    const gateway = await start(files);
    const isTrusted = async (query: string): Promise<boolean> => {
      const { errors } = await ask(gateway.url, query);
      return errors.length === 0;
    };
    const trusted = JSON.stringify({ b: 'query B { __typename }' });
    files.write({
      PLUGIN_CLIENT_SECRET_FILE: 'plugin-2',
      CURSOR_SECRET_FILE: '',
      TRUSTED_DOCUMENTS: trusted,
    });
    await reload(gateway, 'reload failed');
    files.write({ CURSOR_SECRET_FILE: 'cursor-1', TRUSTED_DOCUMENTS: '{"a":' });
    await reload(gateway, 'reload failed');
    expect(linesOf(gateway, 'reload failed').map(({ problems }) => problems)).toEqual([
      ['CURSOR_SECRET_FILE is empty'],
      [expect.stringMatching(/^TRUSTED_DOCUMENTS .* cannot be read/)],
    ]);
    expect(linesOf(gateway, 'reloaded')).toEqual([]);
    expect(await call(gateway, 'plugin-1', 'r-old')).toBe(200);
    expect(await call(gateway, 'plugin-2', 'r-new')).toBe(401);
    expect([await isTrusted('query A { __typename }'), await isTrusted('query B { __typename }')]).toEqual([
      true,
      false,
    ]);

    files.write({ TRUSTED_DOCUMENTS: trusted });
    await reload(gateway);
    expect(linesOf(gateway, 'reloaded').map(({ changed }) => changed)).toEqual([
      ['PLUGIN_CLIENT_SECRET', 'TRUSTED_DOCUMENTS'],
    ]);
    expect(linesOf(gateway, 'reloaded')[0]?.trusted).toEqual({
      documents: 1,
      hash: expect.stringMatching(/^[0-9a-f]{12}$/),
    });
    expect(await call(gateway, 'plugin-2', 'r-new')).toBe(200);
    expect([await isTrusted('query A { __typename }'), await isTrusted('query B { __typename }')]).toEqual([
      false,
      true,
    ]);
  });
});
