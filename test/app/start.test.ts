import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { ask } from '../support/fleet-ask.ts';
import { type GatewayProcess, spawnGateway, startProcess } from '../support/process.ts';

describe('the process', () => {
  const running: Pick<GatewayProcess, 'child'>[] = [];
  const track = <Started extends Pick<GatewayProcess, 'child'>>(started: Started): Started => {
    running.push(started);
    return started;
  };
  afterEach(() => {
    for (const { child } of running.splice(0)) child.kill('SIGKILL');
  });

  it('starts without configuration and prints what it runs, its URL and demo credentials', async () => {
    const { url, stdout } = track(await startProcess({}, { asInstalled: true }));
    const text = stdout();
    expect(text).toContain(`Start at ${url}/`);
    expect(text).toMatch(/Platform: the embedded sandbox at http:\S+, because PLATFORM_URL is not set/);
    expect(text).toMatch(/^Its notes are at http:\S+\.$/m);
    expect(text).toMatch(/Event log: in memory, because REDIS_URL is not set/);
    const [, student = ''] = /a student +(.+)/.exec(text) ?? [];
    const [, instructor = ''] = /an instructor +(.+)/.exec(text) ?? [];
    expect(/the plugin +(Basic \S+)/.exec(text)).not.toBeNull();

    const response = await ask(url, '{ me { handle } classes(first: 1) { nodes { name } } }', {
      authorization: student,
    });
    expect(response.data.me.handle).toBe('@ana.ferreira');
    const other = await ask(url, '{ me { handle } }', { authorization: instructor });
    expect(other.data.me.handle).toBe('@marcus.oyelaran');
  });

  it.each<[string, Record<string, string>, RegExp[]]>([
    [
      'invalid variables, reporting all of them',
      { PORT: 'http', PLATFORM_URL: 'ftp://platform', APP_CLIENT_ID: 'app' },
      [/PORT/, /PLATFORM_URL/, /APP_CLIENT_ID is set but APP_CLIENT_SECRET is not/],
    ],
    [
      'an address of another machine',
      { HOST: '192.0.2.1', PLATFORM_URL: 'http://127.0.0.1:1' },
      [/not an address of this machine/],
    ],
    [
      'a folder in which the embedded platform cannot write',
      { SANDBOX_STATE: '/dev/null/state' },
      [
        /^The gateway cannot start: the embedded platform cannot store its state in \/dev\/null\/state \(E\w+\); set SANDBOX_STATE to /,
      ],
    ],
  ])('exits with status 1 and a clear line per problem: %s', async (_, environment, lines) => {
    const { ended, stderr } = track(spawnGateway(environment));
    expect(await ended).toBe(1);
    const printed = stderr().trim().split('\n');
    expect(printed).toHaveLength(lines.length);
    for (const line of lines) expect(printed.some((text) => line.test(text))).toBe(true);
    expect(stderr()).not.toMatch(/\n\s+at /);
  });

  it.each<[string, Record<string, string>]>([
    ['PORT', {}],
    ['METRICS_PORT', { PORT: '0' }],
  ])('exits with status 1 and one clear line when the port of %s is in use', async (name, others) => {
    const taken = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    const { port } = taken.address() as AddressInfo;
    const { ended, stderr } = track(spawnGateway({ ...others, [name]: String(port) }));
    expect(await ended).toBe(1);
    expect(stderr()).toBe(
      `The gateway cannot start: 127.0.0.1:${port} is already in use; set ${name} to a free one.\n`,
    );
    taken.close();
  });

  it('warns of events in memory on a real platform as well, and drains on SIGTERM: finishes requests in flight, accepts no new ones, and exits with status 0', async () => {
    const inFlight = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const platform = createServer(async (_request, response) => {
      inFlight.resolve();
      await released.promise;
      response.end(JSON.stringify({ userId: 'u1', handle: '@slow' }));
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => platform.once('listening', resolve));
    const { port } = platform.address() as AddressInfo;

    const gateway = track(await startProcess({ PLATFORM_URL: `http://127.0.0.1:${port}` }));
    // Its log is JSON, and nothing else is on standard output.
    const lines = gateway
      .stdout()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.find(({ msg }) => msg === 'listening')).toMatchObject({
      severity_text: 'INFO',
      graph: `${gateway.url}/graphql`,
      metrics: `${gateway.url}/metrics`,
      eventLog: 'memory',
    });
    const response = ask(gateway.url, '{ me { handle } }', { authorization: 'Bearer t' });
    await inFlight.promise;
    gateway.child.kill('SIGTERM');
    await refused(gateway.url);
    released.resolve();
    expect((await response).data.me.handle).toBe('@slow');
    expect(await gateway.ended).toBe(0);
    platform.close();
  });
});

/** Waits until connections are refused. */
async function refused(url: string): Promise<void> {
  for (;;) {
    try {
      await (await fetch(url, { headers: { connection: 'close' } })).arrayBuffer();
    } catch {
      return;
    }
  }
}
