import { Console } from 'node:console';
import { Writable } from 'node:stream';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../../src/config/config.ts';
import { VARIABLES, variableDocs } from '../../src/config/variables.ts';
import { openLog } from '../../src/telemetry/log.ts';

const problems = (environment: Record<string, string>): readonly string[] => {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
};

describe('the configuration', () => {
  it('is complete with an empty environment, and frozen', () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      host: '127.0.0.1',
      port: 4000,
      hosts: null,
      introspection: true,
      explorer: true,
    });
    expect(Object.isFrozen(config)).toBe(true);
  });

  it('allows several workers only with Redis', () => {
    expect(problems({ WORKERS: '2' })).toEqual([expect.stringMatching(/WORKERS.*REDIS_URL/)]);
    expect(problems({ WORKERS: '2', REDIS_URL: 'redis://127.0.0.1:6379' })).toEqual([]);
  });

  it.each(variableDocs.flatMap(({ name, settable }) => (settable === null ? [] : [[name, settable]])))(
    'has the documented default of %s',
    (name, settable) => {
      expect(readConfig({ [name]: settable })).toEqual(readConfig({}));
    },
  );

  it('reads every documented variable', () => {
    const seen = new Set<string>();
    const environment = new Proxy<Record<string, string>>(
      {},
      { get: (_, name) => void seen.add(String(name)) },
    );
    expect(() => readConfig(environment)).not.toThrow();
    expect([...seen].toSorted()).toEqual([...Object.keys(VARIABLES), 'NODE_ENV'].toSorted());
  });

  it('treats an empty variable as not set', () => {
    expect(readConfig({ PORT: '', PLATFORM_URL: ' ' })).toEqual(readConfig({}));
  });

  it('disables introspection and the explorer in production unless enabled explicitly', () => {
    const platform = {
      NODE_ENV: 'production',
      PLATFORM_URL: 'https://platform.example',
      TRUST_PROXY: 'none',
    };
    expect(readConfig(platform)).toMatchObject({ introspection: false, explorer: false });
    expect(readConfig({ ...platform, INTROSPECTION: 'true' })).toMatchObject({
      introspection: true,
      explorer: false,
    });
  });

  it('sends notes to their own host, and pushes to the platform by default', () => {
    const { hosts } = readConfig({ PLATFORM_URL: 'https://platform.example/api' });
    expect(hosts?.platform?.href).toBe('https://platform.example/api');
    expect(hosts?.push?.href).toBe('https://platform.example/api');
    expect(hosts?.notes).toBeNull();
  });

  it('sends an app of the sandbox to the sandbox addresses only', () => {
    const { hosts } = readConfig({
      APP_ENVIRONMENT: 'sandbox',
      PLATFORM_URL: 'https://platform.example',
      PLATFORM_SANDBOX_URL: 'https://sandbox.example',
      PLATFORM_PUSH_SANDBOX_URL: 'https://push.sandbox.example',
    });
    expect(hosts?.platform?.host).toBe('sandbox.example');
    expect(hosts?.push?.host).toBe('push.sandbox.example');
  });

  it.each<[string, Record<string, string>, RegExp[]]>([
    [
      'every invalid variable at once',
      { PORT: 'http', LIMIT_BODY: '12', LOG_LEVEL: 'loud', INTROSPECTION: 'yes', PLATFORM_TIMEOUT: '-1' },
      [/^PORT/, /^INTROSPECTION/, /^LIMIT_BODY/, /^PLATFORM_TIMEOUT/, /^LOG_LEVEL/],
    ],
    [
      'invalid proxies',
      { TRUST_PROXY: 'yes', LIMIT_RATE: '-1', LIMIT_LAG: '0' },
      [/^TRUST_PROXY must be/, /^LIMIT_RATE/, /^LIMIT_LAG/],
    ],
    [
      'a number of proxies, with what to set instead',
      { TRUST_PROXY: '1' },
      [/^TRUST_PROXY must be none, or addresses or ranges .*; a number of proxies is not accepted$/],
    ],
    ['a host with a port', { EXPLORER_HOSTS: 'gateway.example:4000' }, [/^EXPLORER_HOSTS must be/]],
    ['an address that is none', { PLATFORM_URL: 'ftp://platform' }, [/^PLATFORM_URL must be/]],
    [
      'an address with a user in it',
      { PLATFORM_URL: 'https://u:p@platform.example' },
      [/^PLATFORM_URL must be/],
    ],
    [
      'a missing secret',
      { PLATFORM_URL: 'http://127.0.0.1:1', APP_CLIENT_ID: 'app', PLUGIN_CLIENT_ID: 'plugin' },
      [/^APP_CLIENT_SECRET is not set/, /^PLUGIN_CLIENT_SECRET is not set/],
    ],
    [
      'a missing ID',
      { PLATFORM_URL: 'http://127.0.0.1:1', APP_CLIENT_SECRET: 'hush' },
      [/^APP_CLIENT_ID is not set/],
    ],
    [
      'production without a platform and without the proxies in front of it',
      { NODE_ENV: 'production' },
      [/^PLATFORM_URL is not set/, /^TRUST_PROXY is not set: production requires .*, or none if/],
    ],
    [
      'the embedded platform on another host than loopback',
      { HOST: '0.0.0.0' },
      [/^PLATFORM_URL is not set.*loopback/],
    ],
    [
      'a sandbox app without sandbox addresses',
      { PLATFORM_URL: 'http://127.0.0.1:1', APP_ENVIRONMENT: 'sandbox' },
      [/^PLATFORM_SANDBOX_URL/, /^PLATFORM_PUSH_SANDBOX_URL/],
    ],
  ])('rejects %s', (_, environment, expected) => {
    const found = problems(environment).filter((problem) =>
      expected.some((pattern) => pattern.test(problem)),
    );
    expect(found).toHaveLength(expected.length);
  });

  it('never quotes a value in a problem: some are secrets', () => {
    const environment = { APP_CLIENT_SECRET: 'hush-hush', PORT: 'hush-hush', PLATFORM_URL: 'hush-hush' };
    expect(problems(environment).join(' ')).not.toContain('hush-hush');
  });

  describe('printed', () => {
    const config = readConfig({
      PLATFORM_URL: 'https://platform.example',
      APP_CLIENT_ID: 'app',
      APP_CLIENT_SECRET: 'hush-app',
      PLUGIN_CLIENT_ID: 'plugin',
      PLUGIN_CLIENT_SECRET: 'hush-plugin',
      CURSOR_SECRET: 'hush-cursor',
      REDIS_URL: 'redis://user:hush-redis@127.0.0.1:6379',
    });
    const written = (write: (to: Writable) => void): string => {
      const lines: string[] = [];
      const to = new Writable({
        write: (chunk, _encoding, done) => {
          lines.push(String(chunk));
          done();
        },
      });
      write(to);
      return lines.join('');
    };
    const everything = { depth: Number.POSITIVE_INFINITY, showHidden: true };

    it.each<[string, () => string]>([
      ['by the console', () => written((to) => new Console(to).log(config, config.redis?.urls))],
      ['as a table', () => written((to) => new Console(to).table(config))],
      ['by inspect, however deep', () => inspect(config, everything)],
      [
        'by inspect without custom inspection',
        () => inspect(config, { ...everything, customInspect: false }),
      ],
      ['as JSON', () => JSON.stringify(config)],
      ['as text', () => `${config} ${config.app?.clientSecret} ${config.cursorSecret} ${config.redis?.urls}`],
      ['as its parts', () => Object.values(config).map(String).join()],
      ['in the log', () => written((to) => openLog('info', to).info({ config, ...config }, 'start'))],
      [
        'as the cause of an error in the log',
        () => written((to) => openLog('info', to).error({ err: new Error('no', { cause: config }) })),
      ],
      ['as the cause of an error', () => inspect(new Error('no', { cause: config }), everything)],
      ['as the property of an error', () => inspect(Object.assign(new Error('no'), { config }), everything)],
    ])('shows no secret %s', (_, print) => {
      expect(print()).not.toContain('hush');
    });

    it('still shows which variables are set', () => {
      expect(inspect(config)).toContain('[secret]');
      expect(JSON.parse(JSON.stringify(config)).plugin).toEqual({
        clientId: 'plugin',
        clientSecret: '[secret]',
      });
    });
  });
});
