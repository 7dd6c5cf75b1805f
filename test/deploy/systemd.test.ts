import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { pathOf } from '../support/programs.ts';

const FOLDER = join(import.meta.dirname, '../../deploy/systemd');
const UNITS = ['gateway@.service', 'gateway-doctor.service'];

/** The settings of a section, in order. */
const settingsOf = (unit: string, section: string): (readonly [string, string])[] => {
  const [, text = ''] = readFileSync(join(FOLDER, unit), 'utf8').split(`[${section}]\n`);
  const [body = ''] = text.split(/^\[/m);
  return [...body.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]);
};
const service = new Map(settingsOf('gateway@.service', 'Service'));

describe('the systemd unit', () => {
  it('sets valid variables, checks them before each start, and reloads by SIGHUP', () => {
    const given = settingsOf('gateway@.service', 'Service')
      .filter(([name]) => name === 'Environment')
      .flatMap(([, pairs]) => pairs.split(' '))
      .map((pair) => pair.replace('%i', '2').split('=') as [string, string]);
    const others = { PLATFORM_URL: 'https://platform.example', TRUST_PROXY: 'none', REDIS_URL: 'none' };
    expect(readConfig({ ...Object.fromEntries(given), ...others })).toMatchObject({
      production: true,
      port: 4002,
      metrics: { port: 9462 },
    });
    expect(service.get('ExecStartPre')).toBe(`${service.get('ExecStart')} --check-config`);
    expect(service.get('ExecReload')).toContain('-HUP');
    // systemd copies a credential once: a reload would read the old secret again.
    expect([...service.keys()].filter((name) => name.includes('Credential'))).toEqual([]);
  });

  it('limits memory, and so the heap, as the other manifests do', () => {
    expect(service.get('MemoryMax')).toBe('1G');
    expect(readFileSync(join(FOLDER, '../compose.yaml'), 'utf8')).toContain('memory: 1G');
    const deployment = readFileSync(join(FOLDER, '../kubernetes/gateway/deployment.yaml'), 'utf8');
    expect(deployment).toContain('limits: { memory: 1Gi }');
  });

  it('lets the gateway drain', () => {
    expect(Number(service.get('TimeoutStopSec'))).toBeGreaterThan(10);
    expect(service.get('KillMode')).toBe('mixed');
  });

  it('has a doctor with the same settings', () => {
    const shared = settingsOf('gateway-doctor.service', 'Service').filter(
      ([name]) => !['Type', 'ExecStart'].includes(name),
    );
    expect(shared.length).toBeGreaterThan(8);
    const own = settingsOf('gateway@.service', 'Service').map(([name, value]) => [
      name,
      value.replaceAll('%i', '1'),
    ]);
    for (const [name, value] of shared) expect(own, name).toContainEqual([name, value.replace('%i', '1')]);
    expect(readFileSync(join(FOLDER, '../RUNBOOK.md'), 'utf8')).toContain('systemctl start gateway-doctor');
  });

  it('is valid (systemd-analyze)', { tags: ['systemd-analyze'] }, () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'systemd-'));
    const paths = UNITS.map((unit) => {
      const path = join(folder.path, unit);
      copyFileSync(join(FOLDER, unit), path);
      // The programs of this machine.
      writeFileSync(path, readFileSync(path, 'utf8').replaceAll('/usr/bin/node', process.execPath));
      return path;
    });
    const { stderr } = spawnSync(pathOf('systemd-analyze'), ['verify', '--man=no', ...paths], {
      encoding: 'utf8',
    });
    const ours = stderr.split('\n').filter((line) => line.includes(folder.path));
    expect(ours).toEqual([]);
  });
});
