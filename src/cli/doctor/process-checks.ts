import { totalmem } from 'node:os';
import { getHeapStatistics } from 'node:v8';
import { descriptorLimit, neededDescriptors } from '../../app/file-descriptors.ts';
import type { Config } from '../../config/config.ts';
import { type CheckResult, failure, ok, warning } from './result.ts';

const NODE_VERSION = 24;
const MEGABYTE = 1_000_000;

/** Compares this process and its machine with the settings. */
export const checkProcess = (config: Config): CheckResult[] => [
  checkNode(),
  checkProxies(config),
  checkOrigins(config),
  checkDescriptors(config),
  checkMemory(config),
];

function checkNode(): CheckResult {
  const version = process.versions.node;
  return Number.parseInt(version, 10) >= NODE_VERSION
    ? ok('node', version)
    : failure('node', version, `use Node ${NODE_VERSION} or newer`);
}

/** Production does not start without TRUST_PROXY. */
const checkProxies = ({ trustedProxies }: Config): CheckResult =>
  ok(
    'proxies',
    trustedProxies.length === 0
      ? 'none trusted: behind a load balancer, all clients would count as one'
      : `${trustedProxies.length} trusted`,
  );

/** Only a browser needs an origin, so that none may be right. */
function checkOrigins({ production, corsOrigins }: Config): CheckResult {
  const check = 'origins';
  if (corsOrigins.length > 0) return ok(check, `pages of ${corsOrigins.length} may call the gateway`);
  if (!production) return ok(check, 'pages of any port of this machine may call the gateway');
  const remedy = 'set CORS_ORIGINS, if browsers use it';
  return warning(check, 'no page of another origin may call the gateway', remedy);
}

function checkDescriptors(config: Config): CheckResult {
  const check = 'file descriptors';
  const limit = descriptorLimit;
  const needed = neededDescriptors(config);
  const found = `limit ${limit ?? 'none'}, needed up to ${needed}`;
  if (limit === null || limit >= needed) return ok(check, found);
  const remedy = `raise the limit (ulimit -n) to ${needed}, or lower LIMIT_CONNECTIONS`;
  return limit < config.connectionLimit ? failure(check, found, remedy) : warning(check, found, remedy);
}

function checkMemory({ documentMemory }: Config): CheckResult {
  const check = 'memory';
  const heap = getHeapStatistics().heap_size_limit;
  // Without a limit, 0 or an astronomical number.
  const total = Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem());
  const found = `heap limit ${inMegabytes(heap)}, memory ${inMegabytes(total)}`;
  if (documentMemory > heap / 2)
    return failure(
      check,
      `${found}, of which documents may take ${inMegabytes(documentMemory)}`,
      'raise it with NODE_OPTIONS=--max-old-space-size, or give the container more memory',
    );
  if (heap > total)
    return warning(
      check,
      `${found}: the system may kill the process before it collects garbage`,
      'set NODE_OPTIONS=--max-old-space-size below the memory of the machine or container',
    );
  return ok(check, found);
}

const inMegabytes = (bytes: number): string => `${Math.round(bytes / MEGABYTE)} MB`;
