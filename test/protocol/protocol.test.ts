import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { CHECKS } from '../../packages/resumable-subscriptions/src/checks/index.ts';
import {
  ALL_PROFILES,
  type Report,
  readRequirements,
  runChecks,
} from '../../packages/resumable-subscriptions/src/index.ts';
import { FULL } from '../support/fleet-form.ts';
import { processEnvironment } from '../support/process-environment.ts';
import { causesAt, gatewayAdapter } from './adapter.ts';
import { type CheckedGateway, startCheckedGateway } from './gateway.ts';

const ROOT = join(import.meta.dirname, '../..');
const COMMAND = join(ROOT, 'packages/resumable-subscriptions/src/cli.ts');
const ADAPTER = join(import.meta.dirname, 'adapter.ts');
const requirements = readRequirements();

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs `npm run test:protocol` as a process of its own. */
const runSuite = (args: readonly string[], environment: Record<string, string> = {}): Promise<Ended> =>
  new Promise((resolve) => {
    const env = { ...processEnvironment(), ...environment };
    execFile(
      process.execPath,
      [COMMAND, '--adapter', ADAPTER, ...args],
      { env, maxBuffer: 100 * 1024 * 1024 },
      (error, stdout, stderr) => {
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr });
      },
    );
  });

const TOKENS = {
  PROTOCOL_USER_TOKEN: 'demo-student-token',
  PROTOCOL_SENDER_TOKEN: 'demo-instructor-token',
};

/** Redis is left to the long form: the requirements take seconds of waiting. */
const STORES: readonly ('memory' | 'Redis')[] = FULL ? ['memory', 'Redis'] : ['memory'];

describe('resumable subscriptions', () => {
  /** One for each test: the checks of all profiles take most of what a sender may store in a day. */
  const startGateway = async (store: 'memory' | 'Redis'): Promise<CheckedGateway> => {
    const gateway = await startCheckedGateway(store);
    onTestFinished(gateway.close);
    return gateway;
  };

  it('have a check for every requirement, in the order of the specification', () => {
    expect(Object.keys(CHECKS)).toEqual(requirements.map(({ id }) => id));
    expect(requirements.length).toBeGreaterThanOrEqual(50);
    for (const { id, text } of requirements) expect(text, id).toMatch(/\b(MUST|SHOULD)\b/);
    for (const profile of ALL_PROFILES) {
      const numbers = requirements
        .filter((requirement) => requirement.profile === profile)
        .map(({ id }) => id);
      expect(numbers).toEqual(numbers.map((_, index) => `${profile}-${index + 1}`));
    }
  });

  it('are checked by the documented command, without what cannot be caused from outside', {
    tags: 'slow',
  }, async () => {
    const document = readFileSync(join(ROOT, 'docs/testing.md'), 'utf8');
    const [command = ''] = [...document.matchAll(/```sh\n([\s\S]*?)\n```/g)]
      .map(([, text]) => text ?? '')
      .filter((text) => text.includes('test:protocol'));
    const here = command.replace('http://127.0.0.1:4000/graphql', (await startGateway('memory')).url);
    const { stdout } = await promisify(execFile)('sh', [
      '-c',
      `${here} --only=position-1,integrity-5,integrity-6,gaps-9`,
    ]);
    const lines = stdout.split('\n').filter((line) => /^(ok|failed|skipped) /.test(line));
    expect(lines).toEqual([
      expect.stringMatching(/^skipped {2}integrity-5 +.* {2}\(needs otherStream in the adapter\)$/),
      expect.stringMatching(/^skipped {2}integrity-6 +.* {2}\(needs newSession in the adapter\)$/),
      expect.stringMatching(/^ok {7}position-1 +The first item of a stream MUST be its position/),
      expect.stringMatching(/^skipped {2}gaps-9 +.* {2}\(needs the hook trim\)$/),
    ]);
    expect(stdout).toContain('position   not fully checked: 1 ok, 0 failed, 0 advised, 0 skipped');
    expect(stdout).toContain('gaps       not fully checked: 0 ok, 0 failed, 0 advised, 1 skipped');
  });

  it('are met as far as no process has to end for it', async () => {
    const { url, accessFor, causesUrl } = await startGateway('memory');
    const causes = causesAt(causesUrl('u-ana'), ['token', 'newcomer', 'incomplete', 'outage', 'recovery']);
    const adapter = gatewayAdapter(url, { ...accessFor('u-ana'), causes });
    const { requirements: checked } = await runChecks({ url, adapter, patience: 20_000 });
    const idsOf = (status: string) => checked.filter((one) => one.status === status).map(({ id }) => id);
    expect([...idsOf('failed'), ...idsOf('advised')]).toEqual([]);
    expect(idsOf('skipped')).toEqual([
      'replay-4',
      ...[9, 10, 11, 12].map((number) => `gaps-${number}`),
      ...[6, 8].map((number) => `state-${number}`),
      ...[1, 2, 3].map((number) => `failover-${number}`),
      'sessions-8',
    ]);
  });

  it.each(STORES)(
    'are met in every profile by a gateway with its events in %s',
    { timeout: 120_000, tags: 'slow' },
    async (store) => {
      const { url, plugin, limits, causesUrl } = await startGateway(store);
      const { code, stdout, stderr } = await runSuite([url, '--timeout=20000', '--format=json'], {
        ...TOKENS,
        PROTOCOL_PLUGIN: plugin,
        PROTOCOL_CAUSES: causesUrl('u-ana'),
        PROTOCOL_CONNECTIONS: String(limits.connections),
        PROTOCOL_SUBSCRIPTIONS: String(limits.subscriptions),
      });
      expect(stderr).toBe('');
      const report: Report = JSON.parse(stdout);
      // A log in the memory of the gateway is always there.
      const unchecked = store === 'memory' ? ['state-6'] : [];
      expect(
        report.requirements
          .filter(({ over }) => over.some(({ status }) => status !== 'ok'))
          .map(({ id, status }) => [id, status]),
      ).toEqual(unchecked.map((id) => [id, 'skipped']));
      // Its list has no events that change or remove.
      const asked = requirements.filter(({ id }) => !['state-9', 'state-10'].includes(id));
      expect(report.requirements.map(({ id }) => id)).toEqual(asked.map(({ id }) => id));
      expect(report.profiles.map(({ profile, verdict }) => [profile, verdict])).toEqual(
        ALL_PROFILES.map((profile) => [
          profile,
          unchecked.some((id) => id.startsWith(profile)) ? 'not fully checked' : 'met',
        ]),
      );
      expect(code).toBe(0);
    },
  );

  it('are not checked without a server or credentials', { tags: 'slow' }, async () => {
    expect(await runSuite([], TOKENS)).toMatchObject({ code: 2, stderr: expect.stringContaining('one URL') });
    expect(await runSuite(['http://127.0.0.1:9/graphql'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('PROTOCOL_USER_TOKEN'),
    });
    const unreachable = await runSuite(['http://127.0.0.1:9/graphql', '--only=core-1'], TOKENS);
    expect(unreachable).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('http://127.0.0.1:9/graphql cannot be reached: connect ECONNREFUSED'),
    });
    const { url } = await startGateway('memory');
    const nothing = await runSuite([url, '--only=gaps-9'], TOKENS);
    expect(nothing).toMatchObject({ code: 2, stdout: expect.stringContaining('1 skipped') });
    expect(await runSuite([url, '--only=gaps-99'], TOKENS)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('There is no requirement "gaps-99".'),
    });
  });
});
