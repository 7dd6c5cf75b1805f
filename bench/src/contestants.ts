import { join } from 'node:path';
import { type Child, startChild } from './child.ts';

export const CONTESTANTS = ['gateway', 'raw', 'mercurius', 'yoga', 'apollo'] as const;
/** `gateway-bare` is the gateway with all optional production features off, `gateway-before` another checkout of it. */
export type ContestantId = (typeof CONTESTANTS)[number] | 'gateway-bare' | 'gateway-before';

export const TITLES: Readonly<Record<ContestantId, string>> = {
  gateway: 'this gateway',
  'gateway-bare': 'this gateway, features off',
  'gateway-before': 'this gateway, before',
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
  nodeOptions?: readonly string[];
}

/** Starts a contestant in front of the upstream, configured as in production. */
export function startContestant(
  id: ContestantId,
  { upstream, before = CHECKOUT, environment = {}, nodeOptions = [] }: StartOptions,
): Promise<Child> {
  const script = id.startsWith('gateway')
    ? join(id === 'gateway-before' ? before : CHECKOUT, GATEWAY)
    : join(here, `contestants/${id}.ts`);
  return startChild({
    name: id,
    script,
    nodeOptions: ['--import', join(here, 'probe.ts'), ...nodeOptions],
    environment: {
      PLATFORM_URL: upstream,
      METRICS_PORT: '0',
      TRUST_PROXY: 'none',
      // All users of a run share one address.
      LIMIT_RATE: UNLIMITED,
      ...(id === 'gateway-bare' ? FEATURES_OFF : {}),
      ...environment,
    },
    core: SERVER_CORE,
  });
}

const FEATURES_OFF = {
  LOG_LEVEL: 'silent',
  LIMIT_RATE: '0',
  LIMIT_TOKENS: UNLIMITED,
  LIMIT_DEPTH: UNLIMITED,
  LIMIT_ALIASES: UNLIMITED,
  LIMIT_UPSTREAM_CALLS: UNLIMITED,
};

/** Starts the upstream. @param school size of its data; default: the standard size. */
export const startUpstream = (school: object = {}): Promise<Child> =>
  startChild({
    name: 'upstream',
    script: join(here, 'upstream.ts'),
    environment: { SCHOOL: JSON.stringify(school) },
    core: OTHER_CORE,
  });
