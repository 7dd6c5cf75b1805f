import { join } from 'node:path';
import { withBounds } from '../../test/support/bounds.ts';
import { type Child, startChild } from './child.ts';

export const CONTESTANTS = ['gateway', 'raw', 'mercurius', 'yoga', 'apollo'] as const;

/** The same servers in other settings. `gateway-before` is another checkout, `-node` runs on another Node. */
export const VARIANTS = [
  'gateway-bare',
  'gateway-reference',
  'gateway-before',
  'gateway-trusted',
  'gateway-node',
  'raw-node',
  'mercurius-node',
] as const;
export type ContestantId = (typeof CONTESTANTS)[number] | (typeof VARIANTS)[number];

export const TITLES: Readonly<Record<ContestantId, string>> = {
  gateway: 'this gateway',
  'gateway-bare': 'this gateway, features off',
  'gateway-reference': 'this gateway, with graphql-js',
  'gateway-before': 'this gateway, before',
  'gateway-trusted': 'this gateway, with trusted documents',
  'gateway-node': 'this gateway, other Node',
  'raw-node': 'raw, other Node',
  'mercurius-node': 'Mercurius, other Node',
  raw: 'raw: by hand, no GraphQL',
  mercurius: 'Mercurius with jit',
  yoga: 'Yoga with jit',
  apollo: 'Apollo as usually written',
};

/** Core of the server under test; everything else runs on the other. */
const SERVER_CORE = 0;
export const OTHER_CORE = 1;

const here = import.meta.dirname;
const CHECKOUT = join(here, '../..');
const GATEWAY = 'src/main.ts';
/** Effectively unlimited. */
const UNLIMITED = '1000000000';

export interface StartOptions {
  upstream: string;
  /** Path of the other checkout. */
  before?: string | undefined;
  environment?: Readonly<Record<string, string>>;
  /** Path of the other Node. */
  otherNode?: string | undefined;
  nodeOptions?: readonly string[];
  /** Path of the manifest of `gateway-trusted`. */
  manifest?: string | undefined;
}

/** Starts a contestant in front of the upstream, configured as in production. */
export function startContestant(
  id: ContestantId,
  { upstream, before = CHECKOUT, environment = {}, otherNode, nodeOptions = [], manifest = '' }: StartOptions,
): Promise<Child> {
  const [server = id, variant] = id.split('-');
  const script =
    server === 'gateway'
      ? join(id === 'gateway-before' ? before : CHECKOUT, GATEWAY)
      : join(here, `contestants/${server}.ts`);
  return startChild({
    name: id,
    script,
    nodeOptions: [
      '--import',
      join(here, 'probe.ts'),
      ...(id === 'gateway-bare' ? LIMITS_OFF : []),
      ...nodeOptions,
    ],
    environment: {
      PLATFORM_URL: upstream,
      METRICS_PORT: '0',
      TRUST_PROXY: 'none',
      // All users of a run share one address.
      LIMIT_RATE: UNLIMITED,
      ...(id === 'gateway-bare' ? FEATURES_OFF : {}),
      ...(id === 'gateway-reference' ? { EXECUTOR: 'graphql-js' } : {}),
      ...(id === 'gateway-trusted' ? { TRUSTED_DOCUMENTS: manifest } : {}),
      ...environment,
    },
    core: SERVER_CORE,
    node: variant === 'node' ? otherNode : undefined,
  });
}

const FEATURES_OFF = {
  LOG_LEVEL: 'silent',
  LIMIT_RATE: '0',
};
/** Limits of documents and prices: no variable sets them. */
const LIMITS_OFF = withBounds({
  depth: 1_000_000_000,
  aliases: 1_000_000_000,
  platformCalls: 1_000_000_000,
}).split(' ');

export interface UpstreamOptions {
  /** Size of its data. Default: the standard size. */
  school?: object;
  /** Milliseconds before each response. */
  latency?: number;
  /** Of `readTls`. */
  environment?: Readonly<Record<string, string>>;
}

export const startUpstream = ({
  school = {},
  latency = 0,
  environment = {},
}: UpstreamOptions = {}): Promise<Child> =>
  startChild({
    name: 'upstream',
    script: join(here, 'upstream.ts'),
    environment: { SCHOOL: JSON.stringify(school), LATENCY: String(latency), ...environment },
    core: OTHER_CORE,
  });
