import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FULL } from '../support/fleet-form.ts';
import { processEnvironment } from '../support/process-environment.ts';
import { type CheckedGateway, startCheckedGateway } from './gateway.ts';
import { CHECKS } from './suite/checks/index.ts';
import { readClauses } from './suite/clauses.ts';
import type { Report } from './suite/report.ts';

const MAIN = join(import.meta.dirname, 'suite/main.ts');
const DOCUMENT = readFileSync(join(import.meta.dirname, '../../docs/protocol.md'), 'utf8');
const clauses = readClauses(DOCUMENT);

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs `npm run test:protocol` as a process of its own. */
const runSuite = (args: readonly string[], environment: Record<string, string> = {}): Promise<Ended> =>
  new Promise((resolve) => {
    const env = { ...processEnvironment(), ...environment };
    execFile(process.execPath, [MAIN, ...args], { env }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr });
    });
  });

/** The command line for a gateway, with everything that makes clauses checkable. */
function argumentsFor({ url, settingsFor }: CheckedGateway): string[] {
  const settings = settingsFor('u-ana');
  const hooks = Object.entries(settings.hooks).map(([name, hook]) => `--hook=${name}=${hook}`);
  return [
    url,
    ...hooks,
    `--connections=${settings.connections}`,
    `--subscriptions=${settings.subscriptions}`,
    `--timeout=${settings.patience}`,
  ];
}

const TOKENS = {
  PROTOCOL_USER_TOKEN: 'demo-student-token',
  PROTOCOL_SENDER_TOKEN: 'demo-instructor-token',
};

/** Redis is left to the long form: the clauses take seconds of waiting. */
const STORES: readonly ('memory' | 'Redis')[] = FULL ? ['memory', 'Redis'] : ['memory'];

describe('the resume protocol', () => {
  const gateways = new Map<'memory' | 'Redis', CheckedGateway>();
  const gatewayIn = (store: 'memory' | 'Redis'): CheckedGateway => {
    const gateway = gateways.get(store);
    if (!gateway) throw new Error('this gateway did not start');
    return gateway;
  };
  beforeAll(async () => {
    const start = async (store: 'memory' | 'Redis') => gateways.set(store, await startCheckedGateway(store));
    await Promise.all(STORES.map(start));
  });
  afterAll(async () => {
    await Promise.all([...gateways.values()].map((gateway) => gateway.close()));
  });

  it('has a check for every clause, in the order of the document', () => {
    expect(Object.keys(CHECKS)).toEqual(clauses.map(({ number }) => number));
    expect(clauses.length).toBeGreaterThanOrEqual(50);
    for (const { number, text } of clauses) expect(text, number).toMatch(/\b(MUST|SHOULD)\b/);
  });

  it('is checked by the documented command, without what cannot be caused from outside', async () => {
    const [command = ''] = [...DOCUMENT.matchAll(/```sh\n([\s\S]*?)\n```/g)].map(([, text]) => text);
    const here = command.replace('http://127.0.0.1:4000/graphql', gatewayIn('memory').url);
    const { stdout } = await promisify(execFile)('sh', ['-c', `${here} --only=1.3,2.13,4.6,5.9`]);
    const lines = stdout.split('\n').filter((line) => /^(ok|failed|skipped) /.test(line));
    expect(lines).toEqual([
      expect.stringMatching(/^ok {7}1\.3 +The first item of a stream MUST be its position/),
      expect.stringMatching(
        /^skipped {2}2\.13 .*\(WebSocket: needs --hook token; SSE: needs --hook token\)$/,
      ),
      expect.stringMatching(
        /^skipped {2}4\.6 .*\(WebSocket: needs PROTOCOL_PLUGIN; SSE: needs PROTOCOL_PLUGIN\)$/,
      ),
      expect.stringMatching(/^skipped {2}5\.9 .*\(WebSocket: needs --hook trim; SSE: needs --hook trim\)$/),
    ]);
    expect(stdout).toContain('1 ok, 0 failed, 3 skipped.');
  });

  it.concurrent.each(STORES)(
    'holds in every clause for a gateway with its events in %s',
    { timeout: 120_000 },
    async (store) => {
      const gateway = gatewayIn(store);
      const environment = { ...TOKENS, PROTOCOL_PLUGIN: gateway.plugin };
      const { code, stdout, stderr } = await runSuite([...argumentsFor(gateway), '--json'], environment);
      expect(stderr).toBe('');
      const report: Report = JSON.parse(stdout);
      const outcomes = report.clauses.flatMap(({ number, over }) =>
        over.filter(({ status }) => status !== 'ok').map((outcome) => ({ number, ...outcome })),
      );
      expect(outcomes).toEqual([]);
      expect(report).toMatchObject({ ok: clauses.length, failed: 0, skipped: 0 });
      expect(code).toBe(0);
    },
  );

  it('is not checked without a server or credentials', async () => {
    expect(await runSuite([], TOKENS)).toMatchObject({ code: 2, stderr: expect.stringContaining('one URL') });
    expect(await runSuite(['http://127.0.0.1:9/graphql'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('PROTOCOL_USER_TOKEN'),
    });
    const unreachable = await runSuite(['http://127.0.0.1:9/graphql', '--only=1.1'], TOKENS);
    expect(unreachable).toMatchObject({ code: 1, stdout: expect.stringContaining('failed   1.1') });
    const nothing = await runSuite(['http://127.0.0.1:9/graphql', '--only=5.9'], TOKENS);
    expect(nothing).toMatchObject({ code: 2, stdout: expect.stringContaining('1 skipped') });
  });
});
