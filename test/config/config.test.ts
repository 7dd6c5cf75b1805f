import { Console } from 'node:console';
import { writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { Writable } from 'node:stream';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig, readSettings } from '../../src/config/config.ts';
import { redisSettings } from '../../src/config/redis-settings.ts';
import { VARIABLES, variableDocs } from '../../src/config/variables.ts';
import { buildVersion, VERSION } from '../../src/config/version.ts';
import { openLog } from '../../src/telemetry/log.ts';
import { temporaryFile } from '../support/temporary-file.ts';

const problems = (environment: Record<string, string>): readonly string[] => {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
};

/** What production requires at least. */
const PRODUCTION = {
  NODE_ENV: 'production',
  PLATFORM_URL: 'https://platform.example',
  TRUST_PROXY: 'none',
  REDIS_URL: 'none',
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

  it('has budgets for polls and session checks, whose maximum interval is not below the interval', () => {
    expect(readConfig({})).toMatchObject({
      notificationPolls: { interval: 5000, maxInterval: 60_000, budget: 200 },
      sessionChecks: { interval: 60_000, maxInterval: 600_000, budget: 100 },
    });
    expect(readConfig({ NOTIFICATION_POLL_INTERVAL: '90000' }).notificationPolls.maxInterval).toBe(90_000);
    expect(problems({ SESSION_CHECK_BUDGET: '0' })).toEqual([
      expect.stringMatching(/^SESSION_CHECK_BUDGET must/),
    ]);
  });

  it('has few variables, and a page of those that operators decide', () => {
    expect(variableDocs.length).toBeLessThanOrEqual(58);
    expect(variableDocs.filter(({ isEssential }) => isEssential).length).toBeLessThanOrEqual(16);
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
    const files = variableDocs.flatMap(({ fileName }) => fileName ?? []);
    // Proxies have names in lower case too. The last is read to recognize what a platform sets.
    const others = ['https_proxy', 'no_proxy', 'HTTP_PROXY', 'http_proxy', 'PLATFORM_PROJECT'];
    expect([...seen].toSorted()).toEqual([...Object.keys(VARIABLES), ...files, ...others].toSorted());
  });

  it.each(['production', ' production ', 'production\r', '\ufeffproduction\r\n', '\tproduction\n\n'])(
    'is in production with NODE_ENV=%j, as --check-config says',
    (NODE_ENV) => {
      const environment = { ...PRODUCTION, NODE_ENV };
      expect(readConfig(environment)).toMatchObject({ production: true, introspection: false });
      expect(readSettings(environment)[0]).toMatchObject({ name: 'NODE_ENV', value: 'production' });
    },
  );

  it.each([
    ['Production', 'NODE_ENV must be one of production, development, test'],
    ['prod', 'NODE_ENV must be one of production, development, test'],
    ['"production"', 'NODE_ENV is in quotes, which would be part of the value: remove them'],
    ['pro\u0000duction', expect.stringMatching(/^NODE_ENV has several lines or characters that are no text/)],
  ])('refuses NODE_ENV=%j instead of running as in development', (NODE_ENV, problem) => {
    expect(problems({ NODE_ENV })).toEqual([problem]);
    expect(readSettings({ NODE_ENV })[0]?.value).toBe('[invalid]');
  });

  it.each(variableDocs.filter(({ settable }) => settable).map(({ name, settable }) => [name, settable]))(
    'reads %s without white space, line ends and byte order marks around it, and refuses quotes',
    (name = '', settable = '') => {
      expect(readConfig({ [String(name)]: `\ufeff ${settable}\t\r\n` })).toEqual(readConfig({}));
      expect(problems({ [String(name)]: `'${settable}'` })).toEqual(
        String(name).startsWith('OTEL_') ? [] : [expect.stringMatching(/ is in quotes/)],
      );
    },
  );

  it('reads a file as it reads a variable', () => {
    const path = temporaryFile('');
    for (const around of ['\n', '\n\n', '\r\n', ' ', '\t\r\n \n']) {
      writeFileSync(path, `\ufeffa secret${around}`);
      expect(readConfig({ CURSOR_SECRET_FILE: path }).cursorSecret?.reveal()).toBe('a secret');
    }
    for (const content of [
      'one\ntwo',
      '"a secret"',
      Buffer.from('a secret', 'utf16le'),
      Buffer.from([0xff]),
    ]) {
      writeFileSync(path, content);
      expect(problems({ CURSOR_SECRET_FILE: path })).toEqual([expect.stringMatching(/^CURSOR_SECRET_FILE /)]);
    }
  });

  it('reads a secret from a file', () => {
    const path = temporaryFile('redis://:password@127.0.0.1:6379\r\n');
    const [empty, large] = [temporaryFile('\n'), temporaryFile('x'.repeat(300_000))];
    expect(readConfig({ REDIS_URL_FILE: path }).redis?.urls[0]?.reveal()).toBe(
      'redis://:password@127.0.0.1:6379',
    );
    expect(problems({ CURSOR_SECRET_FILE: path, CURSOR_SECRET: 'hush' })).toEqual([
      'CURSOR_SECRET and CURSOR_SECRET_FILE are both set: set one of them',
    ]);
    expect(problems({ CURSOR_SECRET_FILE: `${path}.none` })).toEqual([
      'CURSOR_SECRET_FILE cannot be read: ENOENT',
    ]);
    expect(problems({ CURSOR_SECRET_FILE: large })).toEqual([
      'CURSOR_SECRET_FILE cannot be read: it is too large',
    ]);
    expect(problems({ CURSOR_SECRET_FILE: empty })).toEqual(['CURSOR_SECRET_FILE is empty']);
    // Between rotations there is no other secret.
    const config = readConfig({ CURSOR_SECRET_FILE: path, CURSOR_SECRET_ALSO_FILE: empty });
    expect(config.cursorSecretAlso).toBeNull();
    expect(variableDocs.flatMap(({ fileName }) => fileName ?? [])).toEqual([
      'APP_CLIENT_SECRET_FILE',
      'PLUGIN_CLIENT_SECRET_FILE',
      'PLUGIN_CLIENT_SECRET_ALSO_FILE',
      'REDIS_URL_FILE',
      'REDIS_SENTINELS_FILE',
      'CURSOR_SECRET_FILE',
      'CURSOR_SECRET_ALSO_FILE',
      'OTEL_EXPORTER_OTLP_HEADERS_FILE',
    ]);
  });

  it('requires a secret beside another one that is accepted', () => {
    expect(problems({ CURSOR_SECRET_ALSO: 'hush' })).toEqual([
      'CURSOR_SECRET_ALSO is set but CURSOR_SECRET is not',
    ]);
    expect(problems({ PLUGIN_CLIENT_SECRET_ALSO: 'hush' })).toEqual([
      'PLUGIN_CLIENT_SECRET_ALSO is set but PLUGIN_CLIENT_SECRET is not',
    ]);
  });

  it.each([
    [{}, { 'service.name': 'learning-platform-gateway' }],
    [
      { OTEL_RESOURCE_ATTRIBUTES: 'service.name=mine, deployment.environment.name=a%2Cb' },
      { 'service.name': 'mine', 'deployment.environment.name': 'a,b' },
    ],
    [
      { OTEL_RESOURCE_ATTRIBUTES: 'service.name=mine', OTEL_SERVICE_NAME: 'yours' },
      { 'service.name': 'yours' },
    ],
  ])('has the attributes of OpenTelemetry: %j', (environment, attributes) => {
    const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://127.0.0.1:4318';
    expect(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT, ...environment }).resource).toEqual({
      'service.version': VERSION,
      'service.instance.id': `${hostname()}-${process.pid}`,
      ...attributes,
    });
    expect(readConfig({ BUILD_COMMIT: '0123456789abcdef' }).resource['service.version']).toBe(
      buildVersion(VERSION, '0123456789abcdef'),
    );
    // OpenTelemetry's specification: what cannot be used is reported, and never stops the service.
    expect(readConfig({ OTEL_RESOURCE_ATTRIBUTES: 'nothing' }).warnings).toEqual([
      expect.stringMatching(/^OTEL_RESOURCE_ATTRIBUTES must be .*: it is ignored$/),
    ]);
  });

  it.each([
    ['1.2.3', '0123456789abcdef', '1.2.3'],
    ['1.2.4-dev', '0123456789abcdef', '1.2.4-dev+0123456789ab'],
    ['1.2.4-dev', null, '1.2.4-dev'],
  ])('shows version %s built from commit %s as %s', (version, commit, shown) => {
    expect(buildVersion(version, commit)).toBe(shown);
  });

  it('treats an empty variable as not set', () => {
    expect(readConfig({ PORT: '', PLATFORM_URL: ' ' })).toEqual(readConfig({}));
  });

  it('disables introspection and the explorer in production unless enabled explicitly', () => {
    expect(readConfig(PRODUCTION)).toMatchObject({ introspection: false, explorer: false });
    expect(readConfig({ ...PRODUCTION, INTROSPECTION: 'true' })).toMatchObject({
      introspection: true,
      explorer: false,
    });
  });

  it('keeps the keys of a Redis prefix apart, and the secrets of Sentinels out of sight', () => {
    const { redis } = readConfig({
      REDIS_URL: 'redis://:hush@events',
      REDIS_SENTINELS: 'watcher:hush@[::1]:26379, sentinel.example:26380',
      REDIS_PREFIX: 'fleet:',
    });
    expect(redis && redisSettings(redis)).toMatchObject({
      prefix: 'fleet:gateway',
      sentinels: {
        nodes: [
          { host: '::1', port: 26379 },
          { host: 'sentinel.example', port: 26380 },
        ],
        username: 'watcher',
        password: 'hush',
      },
    });
    expect(inspect(redis, { depth: 9 })).not.toContain('hush');
    expect(redisSettings({ ...(redis ?? expect.fail()), prefix: '' }).prefix).toBe('gateway');
  });

  it('sends notes to their own host, and pushes to the platform by default', () => {
    const { hosts } = readConfig({ PLATFORM_URL: 'https://platform.example/api' });
    expect(hosts?.platform?.href).toBe('https://platform.example/api');
    expect(hosts?.push?.href).toBe('https://platform.example/api');
    expect(hosts?.notes).toBeNull();
  });

  it.each<[string, Record<string, string>, RegExp[]]>([
    [
      'every invalid variable at once',
      { PORT: 'http', LIMIT_RATE: '-12', LOG_LEVEL: 'loud', INTROSPECTION: 'yes', PLATFORM_TIMEOUT: '-1' },
      [/^PORT/, /^INTROSPECTION/, /^LIMIT_RATE/, /^PLATFORM_TIMEOUT/, /^LOG_LEVEL/],
    ],
    [
      'invalid proxies',
      { TRUST_PROXY: 'yes', LIMIT_RATE: '-1', EVENT_RETENTION: '0' },
      [/^TRUST_PROXY must be/, /^LIMIT_RATE/, /^EVENT_RETENTION/],
    ],
    [
      'a missing secret',
      { PLATFORM_URL: 'http://127.0.0.1:1', APP_CLIENT_ID: 'app', PLUGIN_CLIENT_ID: 'plugin' },
      [
        /^APP_CLIENT_ID is set but APP_CLIENT_SECRET is not$/,
        /^PLUGIN_CLIENT_ID is set but PLUGIN_CLIENT_SECRET is not$/,
      ],
    ],
    [
      'a missing ID',
      { PLATFORM_URL: 'http://127.0.0.1:1', APP_CLIENT_SECRET: 'hush' },
      [/^APP_CLIENT_SECRET is set but APP_CLIENT_ID is not$/],
    ],
    [
      'Sentinels without the name of their master',
      { REDIS_SENTINELS: '10.0.0.1:26379', REDIS_URL: 'redis://10.0.0.2:6379' },
      [/^REDIS_SENTINELS is set but REDIS_URL is not redis:\/\/ and the name of the master/],
    ],
    [
      'Sentinels of a cluster',
      { REDIS_SENTINELS: '10.0.0.1:26379', REDIS_URL: 'redis://events', REDIS_CLUSTER: 'true' },
      [/^REDIS_SENTINELS and REDIS_CLUSTER are both set/],
    ],
    [
      'certificates that cannot be read',
      { REDIS_URL: 'rediss://10.0.0.2', REDIS_TLS_CA: '/no/such/file', REDIS_TLS_CERT: import.meta.filename },
      [/^REDIS_TLS_CA must be the path of a readable PEM file$/, /^REDIS_TLS_CERT must be/],
    ],
    ['a prefix without Redis', { REDIS_PREFIX: 'fleet:' }, [/^REDIS_PREFIX is set but REDIS_URL is not/]],
    [
      'production without a platform, without the proxies in front of it and without Redis',
      { NODE_ENV: 'production' },
      [
        /^PLATFORM_URL is not set/,
        /^TRUST_PROXY is not set: production requires .*, or none if/,
        /^REDIS_URL is not set: production requires .*, or none if/,
      ],
    ],
    [
      'no Redis with settings that need it',
      { REDIS_URL: 'none', REDIS_CLUSTER: 'false', REDIS_PREFIX: 'fleet:' },
      [/^REDIS_CLUSTER is set but REDIS_URL is none/, /^REDIS_PREFIX is set but/],
    ],
    [
      'one port for clients and metrics',
      { PORT: '4000', METRICS_PORT: '4000', METRICS_HOST: '0.0.0.0' },
      [/^METRICS_PORT is the same as PORT/],
    ],
    [
      'misspelled names, with the one that is meant',
      {
        REDIS_ULR: 'redis://127.0.0.1',
        LOGLEVEL: 'warn',
        TRUST_PROXIY: 'none',
        CURSER_SECRET_FILE: '/run/secret',
        METRICS_PORTT: '9464',
        APP_SECRET: 's',
      },
      [
        /^REDIS_ULR is not a variable of the gateway: REDIS_URL is meant$/,
        /^LOGLEVEL is .*: LOG_LEVEL is meant$/,
        /^TRUST_PROXIY is .*: TRUST_PROXY is meant$/,
        /^CURSER_SECRET_FILE is .*: CURSOR_SECRET_FILE is meant$/,
        /^METRICS_PORTT is .*: METRICS_PORT is meant$/,
        /^APP_SECRET is .*: APP_CLIENT_SECRET is meant$/,
      ],
    ],
    [
      'unknown names in its groups',
      { LIMIT_EVERYTHING: '1', CURSOR_KEY: 't', APP_CLIENT_KEY: 'k' },
      [
        /^LIMIT_EVERYTHING is not a variable of the gateway: npm start -- --help/,
        /^CURSOR_KEY is not/,
        /^APP_CLIENT_KEY is not/,
      ],
    ],
    [
      'a name that begins with a byte order mark',
      { '\ufeffCORS_ORIGINS': 'https://app.example' },
      [/^CORS_ORIGINS begins with a byte order mark: save the file/],
    ],
    [
      'a password that is not percent-encoded',
      { REDIS_URL: 'redis://:100%@events:6379', REDIS_SENTINELS: ':100%@s1:26379' },
      [/^REDIS_URL must be .*percent-encoded \(% is %25/, /^REDIS_SENTINELS must be .*% is %25/],
    ],
    [
      'a password that ends the host',
      { REDIS_URL: 'redis://:p@ss/w#rd@redis:6379', HTTPS_PROXY: 'http://u:1/ss@proxy:3128' },
      [/^REDIS_URL must be .*\/ is %2F/, /^HTTPS_PROXY must be .*\/ is %2F/],
    ],
    [
      'durations in seconds',
      { PLATFORM_TIMEOUT: '5', EVENT_RETENTION: '86400', ATO_RETENTION: '24h' },
      [
        /^PLATFORM_TIMEOUT must be a whole number of milliseconds, 100 or more$/,
        /^EVENT_RETENTION must be a whole number of milliseconds, 600000 or more$/,
        /^ATO_RETENTION must be a whole number of milliseconds/,
      ],
    ],
    [
      'placeholders of the pages for operators',
      {
        APP_CLIENT_ID: '…',
        APP_CLIENT_SECRET: '…',
        REDIS_URL: 'redis://:…@redis:6379',
        OTEL_SERVICE_NAME: 'gateway',
      },
      [
        /^APP_CLIENT_ID has a placeholder \(…\): put your value in its place$/,
        /^APP_CLIENT_SECRET has/,
        /^REDIS_URL has/,
      ],
    ],
    [
      'the embedded platform on another host than loopback',
      { HOST: '0.0.0.0' },
      [/^PLATFORM_URL is not set.*loopback/],
    ],
  ])('rejects %s', (_, environment, expected) => {
    const found = problems(environment).filter((problem) =>
      expected.some((pattern) => pattern.test(problem)),
    );
    expect(found).toHaveLength(expected.length);
  });

  it.each([
    ['EXPLORER_HOSTS', 'gateway.example:4000', /must be/],
    ['PLATFORM_URL', 'ftp://platform', /must be/],
    ['PLATFORM_URL', 'https://u:p@platform.example', /must be/],
    ['REDIS_SENTINELS', '10.0.0.1', /must be/],
    ['REDIS_PREFIX', '{fleet}', /must be at most 64 letters/],
    ['REDIS_URL', 'redis:6379', /must be none, or addresses such as redis:/],
    ['TRUST_PROXY', '0.0.0.0/0', /must be/],
    ['TRUST_PROXY', '1', /must be none, or addresses or ranges .*; a number of proxies is not accepted$/],
    ['HOST', '0.0.0.0:4000', /must be/],
    ['CORS_ORIGINS', 'https://*.app.example', /must be .*without a path, a slash at the end or a wildcard/],
    ['CORS_ORIGINS', 'capacitor://localhost/app', /must be/],
    ['HTTPS_PROXY', 'socks5://proxy:1080', /must be an http or https URL/],
  ])('rejects %s=%s', (name, value, problem) => {
    const [found] = problems({ [name]: value });
    expect(found).toMatch(new RegExp(`^${name} ${problem.source}`));
  });

  it.each<[string, Record<string, string>, string]>([
    [
      'an address of the platform',
      { ...PRODUCTION, PLATFORM_URL: 'platform.example', APP_CLIENT_ID: 'app', APP_CLIENT_SECRET: 's' },
      'PLATFORM_URL must be',
    ],
    [
      'an address of Redis',
      { ...PRODUCTION, REDIS_URL: '127.0.0.1:6379', REDIS_PREFIX: 'a:' },
      'REDIS_URL must be',
    ],
    [
      'a file of a secret',
      { PLATFORM_URL: 'http://a', APP_CLIENT_ID: 'app', APP_CLIENT_SECRET_FILE: '/no/such/file' },
      'APP_CLIENT_SECRET_FILE cannot be read',
    ],
    [
      'a file of the address of Redis',
      { ...PRODUCTION, REDIS_URL: '', REDIS_URL_FILE: '/no/such/file', REDIS_PREFIX: 'a:' },
      'REDIS_URL_FILE cannot be read',
    ],
    [
      'a file of a secret during its rotation',
      { CURSOR_SECRET_FILE: '/no/such/file', CURSOR_SECRET_ALSO: 's' },
      'CURSOR_SECRET_FILE cannot be read',
    ],
    ['a port', { METRICS_PORT: 'x', METRICS_HOST: '0.0.0.0' }, 'METRICS_PORT must be'],
  ])('reports %s that is invalid once, not also as one that is missing', (_, environment, problem) => {
    expect(problems(environment)).toEqual([expect.stringContaining(problem)]);
  });

  it('ignores names that are not its own: those of Kubernetes, of other programs, and without a value', () => {
    expect(
      problems({
        REDIS_SERVICE_HOST: '10.0.0.1',
        REDIS_SERVICE_PORT_REDIS: '6379',
        REDIS_PORT: 'tcp://10.0.0.1:6379',
        REDIS_PORT_6379_TCP_ADDR: '10.0.0.1',
        PLATFORM_API_SERVICE_PORT: '80',
        OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
        SESSION_MANAGER: 'local',
        APP_ENV: 'production',
        APP_NAME: 'school',
        APP_ID: 'of-dapr',
        APP_KEY: 'k',
        SPORT: '1',
        HOSTS: 'a',
        REDIS_ULR: ' ',
        CONFORMANCE_USER_TOKEN: 'token',
        CURSOR_SECRET_FILE: '',
      }),
    ).toEqual([]);
  });

  it('says in production that nothing in Redis is protected without a secret', () => {
    const production = { ...PRODUCTION, REDIS_URL: 'redis://redis:6379' };
    expect(readConfig(production).warnings).toEqual([
      expect.stringMatching(/^CURSOR_SECRET is not set: .*; set it, the same on all instances$/),
    ]);
    expect(readConfig({ ...production, CURSOR_SECRET: 'x'.repeat(40) }).warnings).toEqual([]);
  });

  it('warns in production of a platform without encryption on another machine', () => {
    const warningsOf = (PLATFORM_URL: string) => readConfig({ ...PRODUCTION, PLATFORM_URL }).warnings;
    expect(warningsOf('http://platform.example')).toEqual([
      expect.stringMatching(/ is http: .*; let it be https$/),
    ]);
    expect([...warningsOf('https://platform.example'), ...warningsOf('http://127.0.0.1:4870')]).toEqual([]);
  });

  it('shows what is in effect where other variables decide', () => {
    const shown = (environment: Record<string, string>) =>
      ['INTROSPECTION', 'EXPLORER', 'REFERENCE'].map(
        (name) => readSettings(environment).find((setting) => setting.name === name)?.value,
      );
    expect(shown({})).toEqual(['true', 'true', 'true']);
    expect(shown({ NODE_ENV: 'production', EXPLORER: 'true' })).toEqual(['false', 'true', 'true']);
  });

  it('says once which names have no effect, and does not mind those that platforms add', () => {
    expect(
      readConfig({ REDIS_PASSWORD: 'p', REDIS_PORT: '6379', PLATFORM_BRANCH: 'main', WORKERS: '2' }).warnings,
    ).toEqual([
      'without effect, since the gateway has no such variables: REDIS_PASSWORD, PLATFORM_BRANCH, WORKERS; remove or correct those that are yours',
    ]);
  });

  it('accepts origins of apps, and `::` in brackets', () => {
    const CORS_ORIGINS = 'capacitor://localhost, ionic://localhost,tauri://localhost, https://app.example';
    expect(readConfig({ CORS_ORIGINS }).corsOrigins).toHaveLength(4);
    expect(readConfig({ PLATFORM_URL: 'https://platform.example', HOST: '[::]' }).host).toBe('::');
  });

  it('gives an operation as long as one of its calls by default', () => {
    expect(readConfig({ PLATFORM_TIMEOUT: '20000' }).operationTimeout).toBe(20_000);
    expect(readConfig({}).operationTimeout).toBe(10_000);
  });

  it('never quotes a value in a problem: some are secrets', () => {
    const environment = { APP_CLIENT_SECRET: 'hush-hush', PORT: 'hush-hush', PLATFORM_URL: 'hush-hush' };
    expect(problems(environment).join(' ')).not.toContain('hush-hush');
  });

  it('lists every variable with its value, default and source, without secrets and invalid values', () => {
    const path = temporaryFile('hush');
    const settings = readSettings({
      PORT: '4001',
      CURSOR_SECRET_FILE: path,
      REDIS_URL: 'redis://:hush@events',
      PLATFORM_URL: 'https://user:hush@platform.example',
    });
    const byName = new Map(settings.map(({ name, ...rest }) => [name, rest]));
    expect([...byName.keys()]).toEqual(Object.keys(VARIABLES));
    expect(byName.get('PORT')).toEqual({ value: '4001', default: '`4000`', source: 'environment' });
    expect(byName.get('LIMIT_RATE')).toEqual({ value: '1200', default: '`1200`', source: 'default' });
    expect(byName.get('CURSOR_SECRET')).toMatchObject({ value: '[secret]', source: 'file' });
    expect(byName.get('REDIS_URL')).toMatchObject({ value: '[secret]', source: 'environment' });
    expect(byName.get('PLATFORM_URL')).toMatchObject({ value: '[invalid]', source: 'environment' });
    expect(JSON.stringify(settings)).not.toContain('hush');
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
