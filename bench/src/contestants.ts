import { join } from 'node:path';
import { type Child, startChild } from './child.ts';

export const CONTESTANTS = ['gateway', 'raw', 'mercurius', 'yoga', 'apollo'] as const;
/** `gateway-bare` is the gateway with every production feature off that can be turned off. */
export type ContestantId = (typeof CONTESTANTS)[number] | 'gateway-bare';

export const TITLES: Readonly<Record<ContestantId, string>> = {
  gateway: 'this gateway',
  'gateway-bare': 'this gateway, features off',
  raw: 'raw: by hand, no GraphQL',
  mercurius: 'Mercurius with jit',
  yoga: 'Yoga with jit',
  apollo: 'Apollo as usually written',
};

/** The core of the server under test; everything else runs on the other. */
const SERVER_CORE = 0;
export const OTHER_CORE = 1;

const here = import.meta.dirname;
const GATEWAY = join(here, '../../src/main.ts');
/** A limit that nothing reaches. */
const UNLIMITED = '1000000000';

export interface StartOptions {
  upstream: string;
  environment?: Readonly<Record<string, string>>;
  nodeOptions?: readonly string[];
}

/** Starts a contestant in front of the upstream, as its user would in production. */
export function startContestant(
  id: ContestantId,
  { upstream, environment = {}, nodeOptions = [] }: StartOptions,
): Promise<Child> {
  const isGateway = id === 'gateway' || id === 'gateway-bare';
  return startChild({
    name: id,
    script: isGateway ? GATEWAY : join(here, `contestants/${id}.ts`),
    nodeOptions: ['--import', join(here, 'probe.ts'), ...nodeOptions],
    environment: { PLATFORM_URL: upstream, ...(id === 'gateway-bare' ? FEATURES_OFF : {}), ...environment },
    core: SERVER_CORE,
  });
}

const FEATURES_OFF = {
  LOG_LEVEL: 'silent',
  LIMIT_TOKENS: UNLIMITED,
  LIMIT_DEPTH: UNLIMITED,
  LIMIT_ALIASES: UNLIMITED,
  LIMIT_UPSTREAM_CALLS: UNLIMITED,
};

/** The upstream, with a school of another size where one is given. */
export const startUpstream = (school: object = {}): Promise<Child> =>
  startChild({
    name: 'upstream',
    script: join(here, 'upstream.ts'),
    environment: { SCHOOL: JSON.stringify(school) },
    core: OTHER_CORE,
  });
