/** A place where people run the gateway: what it sets, and what the gateway makes of that. */
export interface Environment {
  /** Where the names and values are documented or were seen. */
  source: string;
  /** What the place sets by itself, in its own spelling. */
  injected: Readonly<Record<string, string>>;
  /** What an operator adds there. */
  given: Readonly<Record<string, string>>;
  /** Files that the operator's variables name, by the name of the variable, with their bytes as a text of Latin-1. */
  files?: Readonly<Record<string, string>>;
  expected: Expected;
}

export interface Expected {
  /** Parts of the configuration, by path, as in `redis.cluster`. */
  config: Readonly<Record<string, unknown>>;
  /** Problems that keep the gateway from starting, by their beginnings. Default: none. */
  refusals?: readonly string[];
  /** Warnings, by their beginnings. Default: none. */
  warnings?: readonly string[];
  /** Requests as they arrive there, each with the address that it counts against. */
  clients: readonly Forwarded[];
}

interface Forwarded {
  /** Address of the connection. */
  from: string;
  /** `X-Forwarded-For`. */
  header?: string;
  address: string;
}

/** What every operator sets in production. */
const PLATFORM = {
  NODE_ENV: 'production',
  PLATFORM_URL: 'https://platform.example',
  CURSOR_SECRET: 'a-secret-of-the-fleet',
};

export const ENVIRONMENTS: Readonly<Record<string, Environment>> = {
  'Docker Compose': {
    source: 'deploy/compose.yaml and deploy/Dockerfile: empty where .env says nothing',
    injected: { HOSTNAME: '6f1d0c0b7a52', HOME: '/home/nonroot', NODE_VERSION: '24.21.0' },
    given: {
      ...PLATFORM,
      HOST: '::',
      PORT: '4000',
      METRICS_HOST: '::',
      METRICS_PORT: '9464',
      PLATFORM_NOTES_URL: '',
      PLUGIN_CLIENT_ID: '',
      CORS_ORIGINS: '',
      TRUST_PROXY: 'none',
      REDIS_URL: 'redis://:password@redis:6379',
    },
    expected: {
      config: { production: true, host: '::', 'metrics.host': '::', trustedProxies: [] },
      clients: [
        { from: '::ffff:172.18.0.1', address: '172.18.0.1' },
        { from: '::ffff:ac12:1', address: '172.18.0.1' },
        { from: '172.18.0.1', header: '203.0.113.9', address: '172.18.0.1' },
      ],
    },
  },
  'Docker links, with an env file that has quotes': {
    source: 'Docker, legacy container links; docker run --env-file keeps quotes',
    injected: {
      REDIS_NAME: '/gateway/redis',
      REDIS_PORT: 'tcp://172.17.0.2:6379',
      REDIS_PORT_6379_TCP: 'tcp://172.17.0.2:6379',
      REDIS_PORT_6379_TCP_ADDR: '172.17.0.2',
      REDIS_PORT_6379_TCP_PORT: '6379',
      REDIS_PORT_6379_TCP_PROTO: 'tcp',
      REDIS_ENV_REDIS_VERSION: '7.4.1',
      PLUGIN_NAME: '/gateway/plugin',
      PLUGIN_ENV_PATH: '/usr/bin',
    },
    given: {
      ...PLATFORM,
      NODE_ENV: '"production"',
      TRUST_PROXY: "'172.17.0.0/16'",
      REDIS_URL: 'redis://redis:6379',
    },
    expected: {
      config: {},
      refusals: ['NODE_ENV is in quotes', 'TRUST_PROXY is in quotes'],
      clients: [],
    },
  },
  'Kubernetes with service links': {
    source:
      'Kubernetes, environment variables of Services: of a namespace with redis, metrics, plugin-api and platform',
    injected: {
      KUBERNETES_SERVICE_HOST: '10.96.0.1',
      KUBERNETES_PORT: 'tcp://10.96.0.1:443',
      METRICS_SERVICE_HOST: '10.96.0.7',
      METRICS_SERVICE_PORT: '9464',
      METRICS_PORT: 'tcp://10.96.0.7:9464',
      METRICS_PORT_9464_TCP: 'tcp://10.96.0.7:9464',
      METRIC_PORT: 'tcp://10.96.0.8:9464',
      REDIS_SERVICE_HOST: '10.96.0.8',
      REDIS_SERVICE_PORT_REDIS: '6379',
      REDIS_PORT_6379_TCP_PROTO: 'tcp',
      REDIS_CLUSTER_SERVICE_HOST: '10.96.0.9',
      REDIS_CLUSTER_PORT: 'udp://10.96.0.9:6379',
      PLUGIN_API_SERVICE_HOST: '10.96.0.10',
      PLUGIN_API_PORT_80_TCP_ADDR: '10.96.0.10',
      PLATFORM_SERVICE_HOST: '10.96.0.11',
    },
    given: {
      ...PLATFORM,
      HOST: '::',
      TRUST_PROXY: '10.0.0.0/8, fd00::/8',
      REDIS_URL: 'rediss://redis:6379',
    },
    expected: {
      config: { production: true, metrics: null, 'redis.cluster': false },
      clients: [
        { from: '::ffff:10.1.2.3', header: '203.0.113.9', address: '203.0.113.9' },
        { from: 'fd00::5', header: '2001:DB8:0::1', address: '2001:db8::1' },
        { from: '10.1.2.3', header: '203.0.113.9, 10.4.5.6', address: '203.0.113.9' },
      ],
    },
  },
  'systemd with an EnvironmentFile and credentials': {
    source: 'deploy/systemd; systemd.exec(5)',
    injected: {
      LANG: 'C.UTF-8',
      INVOCATION_ID: '1d2c1a7c0a5c4f3d8b7e6f5a4b3c2d1e',
      JOURNAL_STREAM: '8:41235',
      SYSTEMD_EXEC_PID: '812',
      CREDENTIALS_DIRECTORY: '/run/credentials/gateway.service',
      LOGNAME: 'gateway',
    },
    given: {
      NODE_ENV: 'production',
      PLATFORM_URL: 'https://platform.example',
      METRICS_PORT: '9464',
      TRUST_PROXY: 'loopback',
      REDIS_URL: 'redis://127.0.0.1:6379',
    },
    files: { CURSOR_SECRET_FILE: '\xef\xbb\xbfa-secret-of-the-fleet \r\n\r\n' },
    expected: {
      config: {
        host: '127.0.0.1',
        cursorSecret: 'a-secret-of-the-fleet',
        metrics: { host: '127.0.0.1', port: 9464 },
      },
      clients: [
        { from: '127.0.0.1', header: '198.51.100.4', address: '198.51.100.4' },
        { from: '::1', header: '198.51.100.4, ::ffff:127.0.0.1', address: '198.51.100.4' },
      ],
    },
  },
  Heroku: {
    source: 'Heroku: dynos, Heroku Key-Value Store; the router appends to X-Forwarded-For',
    injected: {
      DYNO: 'web.1',
      PORT: '41379',
      HEROKU_APP_NAME: 'school-gateway',
      HEROKU_SLUG_COMMIT: '2c3a0b24069af49b3de35b8e8c26765c1dba9ff0',
      SOURCE_VERSION: '2c3a0b24069af49b3de35b8e8c26765c1dba9ff0',
      WEB_CONCURRENCY: '2',
      MEMORY_AVAILABLE: '512',
      NODE_HOME: '/app/.heroku/node',
      REDIS_URL: 'rediss://:p4ss@ec2-203-0-113-77.compute-1.amazonaws.com:14369',
      REDIS_TLS_URL: 'rediss://:p4ss@ec2-203-0-113-77.compute-1.amazonaws.com:14370',
    },
    given: { ...PLATFORM, HOST: '0.0.0.0', TRUST_PROXY: '10.0.0.0/8' },
    expected: {
      config: { host: '0.0.0.0', port: 41_379 },
      warnings: ['without effect, since the gateway has no such variables: REDIS_TLS_URL'],
      clients: [{ from: '10.1.23.4', header: '6.6.6.6, 203.0.113.9', address: '203.0.113.9' }],
    },
  },
  Fly: {
    source: 'Fly.io: the runtime environment; its proxy connects over IPv6 or 172.16.0.0/12',
    injected: {
      FLY_APP_NAME: 'school-gateway',
      FLY_MACHINE_ID: '148ed726c54768',
      FLY_PRIVATE_IP: 'fdaa:0:18:a7b:7d:1:2c1a:2',
      FLY_REGION: 'ams',
      PRIMARY_REGION: 'ams',
    },
    given: {
      ...PLATFORM,
      HOST: '[::]',
      PORT: '8080',
      TRUST_PROXY: '172.16.0.0/12, fdaa::/16',
      REDIS_URL: 'redis://default:p4ss@fly-school.upstash.io:6379',
    },
    expected: {
      config: { host: '::', port: 8080 },
      clients: [
        { from: '::ffff:172.19.2.1', header: '203.0.113.9', address: '203.0.113.9' },
        { from: 'fdaa:0:18::3', header: '2001:db8::9, fdaa:0:18::3', address: '2001:db8::9' },
      ],
    },
  },
  Railway: {
    source:
      'Railway: variables of the service, and those of its Redis by reference; IPv6-only private network',
    injected: {
      RAILWAY_ENVIRONMENT: 'production',
      RAILWAY_PRIVATE_DOMAIN: 'gateway.railway.internal',
      RAILWAY_SERVICE_NAME: 'gateway',
      PORT: '8080',
      REDISHOST: 'redis.railway.internal',
      REDISPORT: '6379',
      REDISUSER: 'default',
      REDISPASSWORD: 'p4ss',
      REDIS_PASSWORD: 'p4ss',
      REDIS_PUBLIC_URL: 'redis://default:p4ss@proxy.rlwy.net:30123',
    },
    given: {
      ...PLATFORM,
      HOST: '::',
      TRUST_PROXY: '100.64.0.0/10, fd12::/16',
      REDIS_URL: 'redis://default:p4ss@redis.railway.internal:6379',
    },
    expected: {
      config: { host: '::', port: 8080 },
      warnings: ['without effect, since the gateway has no such variables: REDIS_PASSWORD, REDIS_PUBLIC_URL'],
      clients: [
        { from: '::ffff:100.64.0.2', header: '203.0.113.9', address: '203.0.113.9' },
        { from: 'fd12:ba5:5::1', header: '203.0.113.9', address: '203.0.113.9' },
      ],
    },
  },
  Render: {
    source: 'Render: default environment variables',
    injected: {
      RENDER: 'true',
      RENDER_GIT_COMMIT: '2c3a0b24069af49b3de35b8e8c26765c1dba9ff0',
      RENDER_SERVICE_NAME: 'gateway',
      PORT: '10000',
      NODE_ENV: 'production',
      NODE_OPTIONS: '',
    },
    given: {
      PLATFORM_URL: 'https://platform.example',
      CURSOR_SECRET: 'a-secret-of-the-fleet',
      HOST: '0.0.0.0',
      TRUST_PROXY: '10.0.0.0/8',
      REDIS_URL: 'redis://red-c1a2b3:6379',
    },
    expected: {
      config: { production: true, port: 10_000 },
      clients: [{ from: '10.204.1.9', header: '203.0.113.9, 10.204.7.7', address: '203.0.113.9' }],
    },
  },
  Upsun: {
    source: 'Upsun: provided environment variables, and those of a relationship that is named redis',
    injected: {
      PORT: '8888',
      PLATFORM_APPLICATION: 'eyJuYW1lIjoiZ2F0ZXdheSJ9',
      PLATFORM_APPLICATION_NAME: 'gateway',
      PLATFORM_APP_DIR: '/app',
      PLATFORM_BRANCH: 'main',
      PLATFORM_ENVIRONMENT: 'main-bvxea6i',
      PLATFORM_ENVIRONMENT_TYPE: 'production',
      PLATFORM_PROJECT: 'abcdefg1234567',
      PLATFORM_PROJECT_ENTROPY: 'N3JLUFLS',
      PLATFORM_RELATIONSHIPS: 'e30=',
      PLATFORM_ROUTES: 'e30=',
      PLATFORM_TREE_ID: '1c5d2f1a',
      REDIS_CLUSTER: 'abcdefg1234567-main-bvxea6i',
      REDIS_HOST: 'redis.internal',
      REDIS_HOSTNAME: 'azertyuiop.redis.service._.eu-1.platformsh.site',
      REDIS_PORT: '6379',
      REDIS_SCHEME: 'redis',
      REDIS_SERVICE: 'redis',
      REDIS_TYPE: 'redis:7.2',
    },
    given: {
      ...PLATFORM,
      TRUST_PROXY: 'none',
      REDIS_URL: 'redis://redis.internal:6379',
    },
    expected: {
      config: { port: 8888, 'redis.cluster': false, 'hosts.platform.href': 'https://platform.example/' },
      warnings: ['without effect, since the gateway has no such variables: PLATFORM_APPLICATION, '],
      clients: [],
    },
  },
  'Azure App Service behind an Application Gateway': {
    source: 'Azure: app settings are set twice; Application Gateway appends address and port',
    injected: {
      PORT: '8080',
      WEBSITE_SITE_NAME: 'school-gateway',
      WEBSITE_HOSTNAME: 'school-gateway.azurewebsites.net',
      WEBSITES_PORT: '8080',
      APPSETTING_NODE_ENV: 'production',
      APPSETTING_REDIS_URL: 'rediss://:p4ss%3D@school.redis.cache.windows.net:6380',
      ORYX_ENV_TYPE: 'AppService',
      DIAGNOSTIC_LOGS_MOUNT_PATH: '/var/log/diagnosticLogs',
    },
    given: {
      ...PLATFORM,
      HOST: '0.0.0.0',
      TRUST_PROXY: '169.254.128.0/17, 10.0.0.0/8',
      REDIS_URL: 'rediss://:p4ss%3D@school.redis.cache.windows.net:6380',
    },
    expected: {
      config: { port: 8080 },
      clients: [
        { from: '169.254.130.1', header: '203.0.113.9:52341', address: '203.0.113.9' },
        { from: '169.254.130.1', header: '[2001:db8::9]:52341', address: '2001:db8::9' },
        { from: '169.254.130.1', header: '203.0.113.9:52341, 10.0.4.4:1024', address: '203.0.113.9' },
        { from: '169.254.130.1', header: 'unknown', address: '169.254.130.1' },
      ],
    },
  },
  'AWS ECS with a sidecar of OpenTelemetry': {
    source: 'AWS: task metadata, the load balancer, the distribution of the OpenTelemetry collector',
    injected: {
      AWS_EXECUTION_ENV: 'AWS_ECS_FARGATE',
      AWS_REGION: 'eu-central-1',
      ECS_CONTAINER_METADATA_URI_V4: 'http://169.254.170.2/v4/1',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318',
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
      OTEL_TRACES_SAMPLER: 'xray',
      OTEL_TRACES_SAMPLER_ARG: 'endpoint=http://localhost:2000',
      OTEL_PROPAGATORS: 'xray',
      OTEL_RESOURCE_ATTRIBUTES: 'service.namespace=school, ',
      OTEL_SERVICE_NAME: 'gateway',
    },
    given: {
      ...PLATFORM,
      HOST: '0.0.0.0',
      TRUST_PROXY: '10.0.0.0/16',
      REDIS_URL: 'rediss://school.abc123.clustercfg.euc1.cache.amazonaws.com:6379',
      REDIS_CLUSTER: 'true',
    },
    expected: {
      config: {
        'redis.cluster': true,
        'tracing.sampler': 'parentbased_always_on',
        'tracing.ratio': 1,
        'resource.service\\.name': 'gateway',
      },
      warnings: [
        'OTEL_TRACES_SAMPLER must be one of always_on',
        'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1',
        'without effect, since the gateway has no such variables: OTEL_EXPORTER_OTLP_PROTOCOL, OTEL_PROPAGATORS',
      ],
      clients: [{ from: '10.0.3.7', header: '203.0.113.9', address: '203.0.113.9' }],
    },
  },
  'OpenTelemetry that is disabled': {
    source: 'OpenTelemetry, environment variable specification',
    injected: { OTEL_SDK_DISABLED: 'true', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318' },
    given: { ...PLATFORM, TRUST_PROXY: 'none', REDIS_URL: 'none' },
    expected: { config: { tracing: null }, clients: [] },
  },
  'Cloud Run': {
    source: 'Cloud Run: container runtime contract; the front end connects from link-local addresses',
    injected: {
      PORT: '8080',
      K_SERVICE: 'gateway',
      K_REVISION: 'gateway-00001-abc',
      K_CONFIGURATION: 'gateway',
      CLOUD_RUN_TIMEOUT_SECONDS: '3600',
    },
    given: {
      ...PLATFORM,
      HOST: '0.0.0.0',
      TRUST_PROXY: 'linklocal',
      REDIS_URL: 'redis://10.0.0.3:6379',
    },
    expected: {
      config: { port: 8080, host: '0.0.0.0' },
      clients: [
        { from: '169.254.169.126', header: '6.6.6.6,203.0.113.9', address: '203.0.113.9' },
        { from: '169.254.169.126', header: '64:ff9b::203.0.113.9', address: '203.0.113.9' },
      ],
    },
  },
  'a network with a proxy for all programs': {
    source: 'OpenShift, cluster-wide proxy; Docker, ~/.docker/config.json: both sets of names',
    injected: {
      HTTP_PROXY: 'http://proxy.school.example:3128',
      HTTPS_PROXY: 'http://user:p%40ss@proxy.school.example:3128',
      NO_PROXY: '.cluster.local,.svc,10.0.0.0/16,localhost',
      http_proxy: 'http://proxy.school.example:3128',
      https_proxy: 'http://user:p%40ss@proxy.school.example:3128',
      no_proxy: '.cluster.local,.svc,10.0.0.0/16,localhost',
      NODE_USE_ENV_PROXY: '1',
    },
    given: {
      ...PLATFORM,
      PLATFORM_NOTES_URL: 'http://notes.example',
      TRUST_PROXY: 'none',
      REDIS_URL: 'none',
    },
    expected: {
      config: {
        'proxy.url': 'http://user:p%40ss@proxy.school.example:3128/',
        'proxy.except': '.cluster.local,.svc,10.0.0.0/16,localhost',
      },
      warnings: ['HTTP_PROXY has no effect: a proxy would read the credentials'],
      clients: [],
    },
  },
  'line ends and a byte order mark of Windows': {
    source: 'an env file that was edited on Windows, as Docker and systemd pass it on',
    injected: {},
    given: {
      NODE_ENV: 'production\r',
      PLATFORM_URL: 'https://platform.example\r',
      TRUST_PROXY: '\ufeffnone\r',
      REDIS_URL: 'none \r',
      LOG_LEVEL: 'warn\r',
      '\ufeffCORS_ORIGINS': 'https://app.example',
    },
    files: {
      // UTF-16, as Notepad once saved it.
      CURSOR_SECRET_FILE: '\xff\xfea\x00-\x00s\x00e\x00c\x00r\x00e\x00t\x00',
    },
    expected: {
      config: {},
      refusals: [
        'CURSOR_SECRET_FILE has several lines or characters that are no text',
        'CORS_ORIGINS begins with a byte order mark',
      ],
      clients: [],
    },
  },
};
